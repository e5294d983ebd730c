"""Pydantic models: the pinned datamodel-code-generator on one bundled document, in an empty folder."""

from __future__ import annotations

import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ..errors import ContractError, ToolError
from ..model import Contract
from .schemas import inlined

PINNED = "0.89.0"
_DISTRIBUTION = "datamodel-code-generator"
_INPUT = "contract.json"
_COMPONENTS = "#/components/schemas/"
_OPTIONS = (
    "--ignore-pyproject",
    "--input-file-type=openapi",
    "--schema-version=3.1",
    "--schema-version-mode=strict",
    "--openapi-scopes=schemas",
    "--strict-refs",
    "--no-allow-remote-refs",
    "--output-model-type=pydantic_v2.BaseModel",
    "--strict-nullable",
    "--use-annotated",
    "--enum-field-as-literal=all",
    "--use-type-alias",
    "--use-title-as-name",
    "--use-schema-description",
    "--use-field-description",
    "--use-single-line-docstring",
    "--disable-timestamp",
    "--formatters=builtin",
)


def models(contract: Contract, target: str, package: str) -> str:
    """The module's text. ``target`` is a Python version, ``package`` the one that holds ``wire_model``.

    Raises ToolError when the tool isn't the pinned version or fails, ContractError for a made-up class.
    """
    installed = importlib.metadata.version(_DISTRIBUTION)
    if installed != PINNED:
        raise ToolError(
            f"{_DISTRIBUTION} {installed} is installed, {PINNED} is pinned: install generator/ again"
        )
    text = _run(bundle(contract), target, package, _stored(contract))
    _refuse_numbered(contract, text)
    return text


def bundle(contract: Contract) -> dict[str, Any]:
    """All objects, and the strings that lists hold, as OpenAPI components; every other reference is inlined.

    An OpenAPI document, because a JSON Schema that only has ``$defs`` would also become a class of its own.
    """
    in_lists: set[str] = set()

    def keep(name: str, key: str) -> str | None:
        if contract.shape(name).is_object:
            return _COMPONENTS + name
        if key == "items":
            in_lists.add(name)
            return _COMPONENTS + name
        return None

    schemas = {
        shape.name: inlined(contract, shape.schema, keep) for shape in contract.shapes if shape.is_object
    }
    for name in sorted(in_lists):
        schemas[contract.shape(name).name] = inlined(contract, contract.shape(name).schema, keep)
    info = {"title": "contract", "version": contract.api_version}
    return {
        "openapi": "3.1.0",
        "info": info,
        "paths": {},
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _stored(contract: Contract) -> dict[str, str]:
    """Base classes of shapes that are only on disk."""
    return {shape.name: "StoredModel" for shape in contract.shapes if shape.role == "stored"}


def _run(document: dict[str, Any], target: str, package: str, bases: dict[str, str]) -> str:
    base = f"{package}.wire_model."
    with tempfile.TemporaryDirectory(prefix="reme-models-") as folder:
        work = Path(folder)
        (work / _INPUT).write_text(json.dumps(document, ensure_ascii=True, indent=1), encoding="utf-8")
        command = [sys.executable, "-I", "-m", "datamodel_code_generator", *_OPTIONS]
        command += [f"--input={_INPUT}", "--output=models.py", f"--target-python-version={target}"]
        command += [
            f"--base-class={base}WireModel",
            "--custom-file-header=" + '"""Requests, replies and stored lines."""',
        ]
        command += ["--base-class-map=" + json.dumps({name: base + value for name, value in bases.items()})]
        environment = {"PATH": "", "LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder}
        done = subprocess.run(command, cwd=work, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode != 0:
            raise ToolError(f"{_DISTRIBUTION} failed: {(done.stderr or done.stdout).strip()}")
        return (work / "models.py").read_text(encoding="utf-8")


def _refuse_numbered(contract: Contract, text: str) -> None:
    names = set(re.findall(r"^class (\w+)\(", text, re.MULTILINE)) | set(
        re.findall(r"^(\w+) = TypeAliasType", text, re.MULTILINE)
    )
    known = {str(shape.name) for shape in contract.shapes}
    for name in sorted(names - known):
        problem = f"the code generator made up the class {name}"
        raise ContractError(
            f"contract/{contract.version}", "", problem, "give the nested object a $defs entry with a title"
        )
