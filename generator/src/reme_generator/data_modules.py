"""Data files, limits, operations, errors and hosts as modules of constants, with schemas that type them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .documents import Document, pointer
from .errors import ContractError
from .load import VERSION, Documents
from .model import Constant, DataModule, ErrorCode, Operation, Schema
from .naming import SnakeName, constant_name, module_name

# Explains the descriptors to people who build or test a package; no runtime reads it.
_HOST_PROSE = frozenset({"traps", "unused_events", "fixtures", "note"})
_STRING: Schema = {"type": "string"}
_INTEGER: Schema = {"type": "integer"}
_BOOLEAN: Schema = {"type": "boolean"}


def data_modules(
    documents: Documents, operations: tuple[Operation, ...], errors: tuple[ErrorCode, ...]
) -> tuple[DataModule, ...]:
    """All modules, sorted by name. Raises ContractError when two want the same one."""
    core = documents.core
    modules = [
        _limits(core["limits.json"]),
        _operations(core["operations.json"], operations),
        _errors(core["errors.json"], errors),
        *(_from_file(document, documents.metas) for document in documents.data),
    ]
    if documents.hosts:
        modules.append(_hosts(documents))
    names: dict[str, DataModule] = {}
    for module in modules:
        if module.name in names:
            problem = f"the module {module.name} is already made from {names[module.name].file}"
            raise ContractError(module.file, "", problem, "rename the file")
        names[module.name] = module
    return tuple(names[name] for name in sorted(names))


def without(value: Any, keys: frozenset[str]) -> Any:
    """A copy without these members, at any depth."""
    if isinstance(value, dict):
        return {key: without(entry, keys) for key, entry in value.items() if key not in keys}
    if isinstance(value, list):
        return [without(entry, keys) for entry in value]
    return value


def _from_file(document: Document, metas: Mapping[str, Document]) -> DataModule:
    meta = metas[document.meta.rsplit("/", 1)[-1]]
    constants: dict[str, Constant] = {}
    inputs = []
    for key, value in document.data.items():
        if key in ("$schema", "description"):
            continue
        name = constant_name(key)
        if name in constants:
            problem = f"two keys become {name}"
            raise ContractError(document.path, pointer((key,)), problem, "rename one of them")
        schema = _expanded(_member(meta, key), meta, metas, ())
        constants[name] = Constant(name, without(value, frozenset({"description"})), schema)
        inputs.append(f"{document.path}#{pointer((key,))}")
    title = document.data.get("description", f"Contract data: {document.stem}.")
    return DataModule(module_name(document.stem), title, tuple(constants.values()), tuple(inputs))


def _member(meta: Document, key: str) -> Schema:
    schema: Schema = meta.data.get("properties", {}).get(key, {})
    return schema


def _expanded(schema: Any, meta: Document, metas: Mapping[str, Document], path: tuple[str, ...]) -> Any:
    """A copy of a meta schema's part in which every reference is replaced by what it names."""
    if isinstance(schema, list):
        return [_expanded(entry, meta, metas, path) for entry in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str):
        file, _, where = schema["$ref"].partition("#")
        name = where.removeprefix("/$defs/")
        target = metas.get(file) if file else meta
        if target is None or name not in target.data.get("$defs", {}) or f"{file}#{name}" in path:
            problem = f"the reference {schema['$ref']!r} leads nowhere, or round"
            raise ContractError(meta.path, "", problem, "refer to `#/$defs/<Name>`")
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return {**_expanded(target.data["$defs"][name], target, metas, (*path, f"{file}#{name}")), **beside}
    return {key: _expanded(value, meta, metas, path) for key, value in schema.items()}


def _limits(document: Document) -> DataModule:
    constants = tuple(
        Constant(constant_name(key), limit["value"], _INTEGER, f"{limit['unit']}: {limit['reason']}")
        for key, limit in document.data["limits"].items()
    )
    return DataModule(
        SnakeName("limits"), "Limits of the contract.", constants, (f"{document.path}#/limits",)
    )


def _operations(document: Document, operations: tuple[Operation, ...]) -> DataModule:
    row = {
        "title": "OperationRow",
        "method": {"enum": ["GET", "POST"]},
        "path": _STRING,
        "deadline_ms": _INTEGER,
        "retry_safe": _BOOLEAN,
        "token_required": _BOOLEAN,
    }
    rows = {
        str(operation.name): {key: getattr(operation, key) for key in row if key != "title"}
        for operation in operations
    }
    version = document.data["integration_api_version"]
    major, minor = (int(part) for part in version.split("."))
    constants = (
        Constant("API_VERSION", version, _STRING),
        Constant("API_MAJOR", major, _INTEGER),
        Constant("API_MINOR", minor, _INTEGER),
        Constant("VERSION_HEADER", document.data["version_header"], _STRING),
        Constant("OPERATIONS", rows, _table(row)),
    )
    inputs = tuple(f"{document.path}#/{key}" for key in document.data if key != "$schema")
    return DataModule(SnakeName("operations"), "What can be asked, and how.", constants, inputs)


def _errors(document: Document, errors: tuple[ErrorCode, ...]) -> DataModule:
    row = {"title": "ErrorRow", "status": _INTEGER, "retryable": _BOOLEAN, "hint": _STRING}
    rows = {str(error.code): {key: getattr(error, key) for key in row if key != "title"} for error in errors}
    constants = (Constant("ERRORS", rows, _table(row)),)
    return DataModule(SnakeName("errors"), "Codes of refusals.", constants, (f"{document.path}#/errors",))


def _hosts(documents: Documents) -> DataModule:
    meta = documents.metas["host.schema.json"]
    schema = without(_expanded(dict(meta.data), meta, documents.metas, ()), _HOST_PROSE | {"$defs"})
    rows = {
        document.data["id"]: without(document.data, _HOST_PROSE)
        for document in sorted(documents.hosts, key=lambda document: str(document.data["id"]))
    }
    constants = (Constant("HOSTS", rows, {"type": "object", "additionalProperties": schema}),)
    inputs = tuple(document.path for document in documents.hosts)
    return DataModule(SnakeName("hosts"), f"The host descriptors of contract {VERSION}.", constants, inputs)


def _table(row: dict[str, Any]) -> Schema:
    members = {key: value for key, value in row.items() if key != "title"}
    record = {"title": row["title"], "type": "object", "required": list(members), "properties": members}
    return {"type": "object", "additionalProperties": record}
