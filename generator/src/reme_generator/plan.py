"""The one list of outputs. Pure: a contract in, sorted PlannedFiles out; no file is read or written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .model import Contract

SERVER = "server/src/reme_gateway/_contract"
SERVER_VENDOR = "server/src/reme_gateway/_vendor"
CLIENT = "packages/python-client/src/reme_client/_generated"
CLIENT_VENDOR = "packages/python-client/src/reme_client/_vendor"
HOOKS = "packages/python-hooks/src/reme_hooks/_generated"
JS = "packages/js-client/src/generated"

# Whatever else lies in one of these is stale: `write` deletes it, `check` reports it.
GENERATED_FOLDERS = (SERVER, SERVER_VENDOR, CLIENT, CLIENT_VENDOR, HOOKS, JS)
# Folders that get a generated.lock.json.
PACKAGES = ("server", "packages/python-client", "packages/python-hooks", "packages/js-client", "docs")
LOCK_NAME = "generated.lock.json"


@dataclass(frozen=True, slots=True, order=True)
class PlannedFile:
    """One output. ``source`` is a template's path or ``render/<module>``; ``inputs`` are places in the contract.

    ``argument`` is what the source needs to know beyond the contract: a data module's name, a target version.
    """

    path: str
    source: str
    inputs: tuple[str, ...]
    argument: str = ""


def plan(contract: Contract, vendored: tuple[str, ...] = ()) -> tuple[PlannedFile, ...]:
    """Every file to be generated, sorted by path. ``vendored`` lists the runtime modules to copy, see render/vendor."""
    files = [*_server(contract), *_client(contract), *_hooks(contract), *_js(contract), *_documents(contract)]
    return tuple(sorted(files))


def _contract_inputs(contract: Contract) -> dict[str, tuple[str, ...]]:
    folder = f"contract/{contract.version}"
    return {
        "operations": (f"{folder}/operations.json#/operations",),
        "errors": (f"{folder}/errors.json#/errors",),
        "limits": (f"{folder}/limits.json#/limits",),
        "schemas": tuple(f"{file}#/$defs" for file in contract.schema_files),
    }


def _server(contract: Contract) -> Iterator[PlannedFile]:
    inputs = _contract_inputs(contract)
    folder, version = f"{SERVER}/{contract.version}", contract.version
    yield PlannedFile(f"{SERVER}/__init__.py", "templates/server-contract/package.py.jinja", ())
    yield PlannedFile(f"{folder}/__init__.py", "templates/server-contract/version.py.jinja", ())
    yield PlannedFile(f"{folder}/wire_model.py", "templates/_partials/wire_model.py.jinja", ())
    module = f"reme_gateway._contract.{version}"
    yield PlannedFile(f"{folder}/models.py", "render/python_models", inputs["schemas"], f"3.11 {module}")
    operations = (*inputs["operations"], *inputs["errors"])
    yield PlannedFile(f"{folder}/operations.py", "templates/_partials/operations.py.jinja", operations)
    yield PlannedFile(f"{folder}/errors.py", "templates/server-contract/errors.py.jinja", inputs["errors"])
    yield PlannedFile(f"{folder}/limits.py", "render/constants", inputs["limits"], "limits")
    yield PlannedFile(
        f"{folder}/tools.py",
        "templates/server-contract/tools.py.jinja",
        (*inputs["operations"], *inputs["schemas"]),
    )
    everything = (*operations, *inputs["schemas"])
    yield PlannedFile(f"{folder}/openapi.json", "render/openapi", everything)


def _client(contract: Contract) -> Iterator[PlannedFile]:
    inputs = _contract_inputs(contract)
    folder, version = f"{CLIENT}/{contract.version}", contract.version
    yield PlannedFile(f"{CLIENT}/__init__.py", "templates/python-client/package.py.jinja", ())
    yield PlannedFile(f"{folder}/__init__.py", "templates/python-client/version.py.jinja", ())
    yield PlannedFile(f"{folder}/wire_model.py", "templates/_partials/wire_model.py.jinja", ())
    module = f"reme_client._generated.{version}"
    yield PlannedFile(f"{folder}/models.py", "render/python_models", inputs["schemas"], f"3.10 {module}")
    operations = (*inputs["operations"], *inputs["errors"])
    yield PlannedFile(f"{folder}/operations.py", "templates/_partials/operations.py.jinja", operations)
    yield PlannedFile(f"{folder}/errors.py", "templates/python-client/errors.py.jinja", inputs["errors"])
    yield PlannedFile(f"{folder}/limits.py", "render/constants", inputs["limits"], "limits")


def _hooks(contract: Contract) -> Iterator[PlannedFile]:
    return iter(())


def _js(contract: Contract) -> Iterator[PlannedFile]:
    return iter(())


def _documents(contract: Contract) -> Iterator[PlannedFile]:
    inputs = _contract_inputs(contract)
    everything = (*inputs["operations"], *inputs["errors"], *inputs["schemas"])
    yield PlannedFile("docs/openapi.json", "render/openapi", everything)
