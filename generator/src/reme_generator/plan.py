"""The one list of outputs. Pure: a contract in, sorted PlannedFiles out; no file is read or written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import agent_plugin, host_packages, js_packages, python_packages
from .js_source import FOLDER as JS_SOURCES
from .js_source import JsSource
from .model import Contract
from .runtime_source import FOLDER as RUNTIME
from .runtime_source import Runtime

SERVER = "server/src/reme_gateway/_contract"
SERVER_VENDOR = "server/src/reme_gateway/_vendor"
CLIENT = "packages/python-client/src/reme_client/_generated"
CLIENT_VENDOR = "packages/python-client/src/reme_client/_vendor"
HOOKS = f"{RUNTIME}/_generated"
JS = "packages/js-client/src/generated"

# Whatever else lies in one of these is stale: `write` deletes it, `check` reports it.
GENERATED_FOLDERS = (
    SERVER,
    SERVER_VENDOR,
    CLIENT,
    CLIENT_VENDOR,
    HOOKS,
    JS,
    *host_packages.ROOTS,
    *js_packages.ROOTS,
    *python_packages.ROOTS,
    agent_plugin.ROOT,
    agent_plugin.PROXY_VENDOR,
)
# ... except for these folders inside, which people write.
HANDWRITTEN_FOLDERS = (*host_packages.ADAPTERS, *js_packages.HANDWRITTEN, *python_packages.HANDWRITTEN)
# Folders that get a generated.lock.json.
PACKAGES = (
    "server",
    "packages/python-client",
    "packages/python-hooks",
    "packages/js-client",
    *host_packages.ROOTS,
    *js_packages.ROOTS,
    *python_packages.ROOTS,
    agent_plugin.ROOT,
    agent_plugin.PROXY,
    "docs",
)
LOCK_NAME = "generated.lock.json"

# Text rules that the server applies, what its doctor reads, and what the client needs; with them comes all
# that they import.
SERVER_RUNTIME = (
    "boundary",
    "configuration",
    "content",
    "identity",
    "redaction",
    "settings",
    "truncation",
)
# Contract data that the server reads and no module of the runtime imports; a contract may lack it.
SERVER_DATA = ("hosts",)
CLIENT_RUNTIME = ("configuration",)

_NOTHING = JsSource({}, {})
_TEMPLATES = "templates"
_DOCSTRING = f"{_TEMPLATES}/_partials/docstring.py.jinja"


@dataclass(frozen=True, slots=True, order=True)
class PlannedFile:
    """One output. ``source`` is a template or ``render/<name>``; ``inputs`` are places in the contract.

    ``argument`` is what the source needs beyond the contract: a module's name, a target version, a docstring.
    """

    path: str
    source: str
    inputs: tuple[str, ...] = ()
    argument: str = ""


def plan(
    contract: Contract, runtime: Runtime, javascript: JsSource = _NOTHING, proxy: tuple[str, ...] = ()
) -> tuple[PlannedFile, ...]:
    """Every file to be generated, sorted by path; ``proxy`` are the paths of the MCP proxy's own files.

    Raises ContractError when a module to vendor is missing.
    """
    hooks = tuple(_hooks(contract))
    generated = _below(RUNTIME, hooks)
    files = [
        *_models(contract, SERVER, "reme_gateway._contract", "3.11"),
        *_server(contract),
        *_models(contract, CLIENT, "reme_client._generated", "3.10"),
        *_client(contract),
        *hooks,
        *_vendor(SERVER_VENDOR, runtime.closure((*SERVER_RUNTIME, *_server_data(contract)), generated)),
        *_vendor(CLIENT_VENDOR, runtime.closure(CLIENT_RUNTIME, generated)),
        *(js := tuple(_js(contract))),
        *_host_packages(contract, runtime, generated),
        *_js_packages(contract, javascript, _below(JS_SOURCES, js)),
        *_python_packages(contract, runtime, generated),
        *_agent_plugin(contract, javascript, _below(JS_SOURCES, js), proxy),
        PlannedFile("docs/openapi.json", "render/openapi", _everything(contract)),
    ]
    return tuple(sorted(files))


def _below(folder: str, files: tuple[PlannedFile, ...]) -> frozenset[str]:
    return frozenset(file.path.removeprefix(f"{folder}/") for file in files)


def _server_data(contract: Contract) -> Iterator[str]:
    for module in contract.data:
        if module.name in SERVER_DATA:
            yield f"_generated/{contract.version}/{module.name}"


def _operations(contract: Contract) -> tuple[str, ...]:
    folder = f"contract/{contract.version}"
    keys = ("integration_api_version", "operations", "version_header")
    return tuple(f"{folder}/operations.json#/{key}" for key in keys)


def _errors(contract: Contract) -> tuple[str, ...]:
    return (f"contract/{contract.version}/errors.json#/errors",)


def _schemas(contract: Contract) -> tuple[str, ...]:
    return tuple(f"{file}#/$defs" for file in contract.schema_files)


def _everything(contract: Contract) -> tuple[str, ...]:
    return (*_operations(contract), *_errors(contract), *_schemas(contract))


def _models(contract: Contract, folder: str, package: str, target: str) -> Iterator[PlannedFile]:
    """What server and Python client have in common."""
    version = contract.version
    inside = f"{folder}/{version}"
    yield PlannedFile(
        f"{folder}/__init__.py", _DOCSTRING, (), "Generated from the contract, one version a folder."
    )
    yield PlannedFile(f"{inside}/__init__.py", _DOCSTRING, (), f"Contract {version}.")
    yield PlannedFile(f"{inside}/wire_model.py", f"{_TEMPLATES}/_partials/wire_model.py.jinja")
    yield PlannedFile(
        f"{inside}/models.py", "render/python_models", _schemas(contract), f"{target} {package}.{version}"
    )
    inputs = (*_operations(contract), *_errors(contract))
    yield PlannedFile(f"{inside}/operations.py", f"{_TEMPLATES}/_partials/operations.py.jinja", inputs)
    yield PlannedFile(f"{inside}/limits.py", "render/constants", contract.module("limits").inputs, "limits")


def _server(contract: Contract) -> Iterator[PlannedFile]:
    folder, templates = f"{SERVER}/{contract.version}", f"{_TEMPLATES}/server-contract"
    yield PlannedFile(f"{folder}/errors.py", f"{templates}/errors.py.jinja", _errors(contract))
    inputs = (*_operations(contract), *_schemas(contract))
    yield PlannedFile(f"{folder}/tools.py", f"{templates}/tools.py.jinja", inputs)
    yield PlannedFile(f"{folder}/openapi.json", "render/openapi", _everything(contract))


def _client(contract: Contract) -> Iterator[PlannedFile]:
    folder = f"{CLIENT}/{contract.version}"
    yield PlannedFile(f"{folder}/errors.py", f"{_TEMPLATES}/python-client/errors.py.jinja", _errors(contract))


def _hooks(contract: Contract) -> Iterator[PlannedFile]:
    folder = f"{HOOKS}/{contract.version}"
    yield PlannedFile(
        f"{HOOKS}/__init__.py", _DOCSTRING, (), "Generated from the contract, one version a folder."
    )
    yield PlannedFile(f"{folder}/__init__.py", _DOCSTRING, (), f"Contract {contract.version}.")
    for module in contract.data:
        yield PlannedFile(f"{folder}/{module.name}.py", "render/constants", module.inputs, module.name)
        yield PlannedFile(f"{folder}/{module.name}.pyi", "render/stubs", module.inputs, module.name)


def _vendor(folder: str, modules: tuple[str, ...]) -> Iterator[PlannedFile]:
    yield PlannedFile(f"{folder}/__init__.py", _DOCSTRING, (), "Copies of modules that other packages own.")
    for module in modules:
        source = f"{RUNTIME}/{module}"
        yield PlannedFile(f"{folder}/reme_hooks/{module}", "render/vendor", (source,), source)


def _js(contract: Contract) -> Iterator[PlannedFile]:
    folder, templates = f"{JS}/{contract.version}", f"{_TEMPLATES}/js-client"
    for module in contract.data:
        if module.name != "errors":  # the table and its classes are one file
            yield PlannedFile(f"{folder}/{module.name}.js", "render/esm", module.inputs, module.name)
            yield PlannedFile(
                f"{folder}/{module.name}.d.ts", "render/declarations", module.inputs, module.name
            )
    rendered = {
        "calls.js": (*_operations(contract), *_schemas(contract)),
        "calls.d.ts": (),
        "errors.js": _errors(contract),
        "errors.d.ts": _errors(contract),
        "index.js": (),
        "index.d.ts": (),
        "schemas.js": (*_operations(contract), *_schemas(contract)),
        "schemas.d.ts": (),
        "types.d.ts": _schemas(contract),
        "validators.js": (),
        "validators.d.ts": (*_operations(contract), *_schemas(contract)),
    }
    for name, inputs in rendered.items():
        yield PlannedFile(f"{folder}/{name}", f"{templates}/{name}.jinja", inputs)


def _host_packages(contract: Contract, runtime: Runtime, generated: frozenset[str]) -> Iterator[PlannedFile]:
    for root, host in host_packages.described(contract):
        inputs = (f"contract/hosts/{host['folder']}.toml",)
        for path, source, parts in host_packages.sources(host["folder"]):
            yield PlannedFile(f"{root}/{path}", source, (*inputs, *parts), host["id"])
        modules = runtime.closure(host_packages.RUNTIME_MODULES, generated)
        yield from _vendored_runtime(f"{root}/reme/reme_hooks", modules)


def _python_packages(
    contract: Contract, runtime: Runtime, generated: frozenset[str]
) -> Iterator[PlannedFile]:
    for root, host in python_packages.described(contract):
        inputs = (f"contract/hosts/{host['folder']}.toml",)
        for path, source, parts in python_packages.sources(host["folder"]):
            yield PlannedFile(f"{root}/{path}", source, (*inputs, *parts), host["id"])
        modules = runtime.closure(python_packages.RUNTIME_MODULES, generated)
        yield from _vendored_runtime(f"{root}/{python_packages.VENDORED}", modules)


def _vendored_runtime(folder: str, modules: tuple[str, ...]) -> Iterator[PlannedFile]:
    for module in modules:
        if not module.endswith(".pyi"):  # nothing at run time reads a stub
            source = f"{RUNTIME}/{module}"
            yield PlannedFile(f"{folder}/{module}", "render/vendor", (source,), source)


def _js_packages(contract: Contract, source: JsSource, generated: frozenset[str]) -> Iterator[PlannedFile]:
    for root, host in js_packages.described(contract):
        inputs = (f"contract/hosts/{host['folder']}.toml",)
        for path, template, parts in js_packages.sources(host["folder"]):
            yield PlannedFile(f"{root}/{path}", template, (*inputs, *parts), host["id"])
        modules = source.closure(js_packages.RUNTIME_MODULES, generated)
        for module in (*modules, *js_packages.DECLARATIONS):
            original = f"{JS_SOURCES}/{module}"
            yield PlannedFile(
                f"{root}/{js_packages.VENDORED}/{module}", "render/vendor", (original,), original
            )
        yield PlannedFile(
            f"{root}/{js_packages.LICENCE}", "render/vendor", (js_packages.LICENCE,), js_packages.LICENCE
        )


def _agent_plugin(
    contract: Contract, source: JsSource, generated: frozenset[str], proxy: tuple[str, ...]
) -> Iterator[PlannedFile]:
    for root, host in agent_plugin.described(contract):
        inputs = (f"contract/hosts/{host['folder']}.toml",)
        for path, template, parts in agent_plugin.sources():
            yield PlannedFile(f"{root}/{path}", template, (*inputs, *parts), host["id"])
        yield PlannedFile(
            f"{root}/{js_packages.LICENCE}", "render/vendor", (js_packages.LICENCE,), js_packages.LICENCE
        )
        modules = source.closure(agent_plugin.CLIENT_MODULES, generated)
        for path, original in agent_plugin.copies(proxy, modules, JS_SOURCES):
            yield PlannedFile(path, "render/vendor", (original,), original)
