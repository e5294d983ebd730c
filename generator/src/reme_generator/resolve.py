"""Documents → model: references resolved, names checked, every rule between files applied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .data_modules import data_modules
from .documents import Document, pointer
from .errors import ContractError
from .load import VERSION, Documents
from .model import Contract, ErrorCode, Operation, Origin, Role, Shape, Tool
from .naming import ClassName, SnakeName, exception_name
from .rules import examples as example_rules
from .rules import hosts as host_rules
from .rules import limits as limit_rules
from .rules import operations as operation_rules
from .rules import redaction as redaction_rules
from .rules import shapes as shape_rules

_PROBLEM = "Problem"


def resolve(documents: Documents) -> Contract:
    """Build the model. Raises ContractError at the first fault; writes nothing."""
    operations_file, errors_file = documents.core["operations.json"], documents.core["errors.json"]
    operation_rules.check_unique(errors_file, "errors", "code")
    operation_rules.check_unique(operations_file, "operations", "name")
    operation_rules.check_unique(operations_file, "operations", "path")
    operation_rules.check_errors(operations_file, errors_file)
    operation_rules.check_tools(operations_file)
    _check_files(documents)
    limit_rules.check_bounds(documents.core["limits.json"], documents.schemas)
    shapes = _shapes(documents.schemas, operations_file)
    operations, errors = tuple(_operations(operations_file)), tuple(_errors(errors_file))
    return Contract(
        version=VERSION,
        api_version=operations_file.data["integration_api_version"],
        version_header=operations_file.data["version_header"],
        shapes=shapes,
        operations=operations,
        errors=errors,
        data=data_modules(documents, operations, errors),
        file_hashes={document.path: document.sha256 for document in documents.sources()},
    )


def _check_files(documents: Documents) -> None:
    """Rules for data files, hosts and examples."""
    files = {document.name: document for document in documents.data}
    operations, errors = documents.core["operations.json"], documents.core["errors.json"]
    if "redaction.json" in files:
        redaction_rules.check_patterns(files["redaction.json"])
    host_rules.check_hosts(documents.hosts, files.get("events.json"), operations)
    example_rules.check_examples(documents.examples, operations, errors)


def _shapes(schemas: tuple[Document, ...], operations: Document) -> tuple[Shape, ...]:
    origins: dict[str, Origin] = {}
    resolved: dict[str, dict[str, Any]] = {}
    by_file = {document.name: document for document in schemas}
    for document in schemas:
        for name in document.data.get("$defs", {}):
            where = pointer(("$defs", name))
            _class_name(document.path, where, name)
            if name in origins:
                problem = f"the title {name!r} is also used in {origins[name]}"
                raise ContractError(document.path, where, problem, "give one of the two another name")
            shape_rules.check_definition(document, name)
            origins[name] = Origin(document.path, where)
            resolved[name] = _rewrite(document.data["$defs"][name], document, ("$defs", name), by_file)
    roles = _roles(resolved, origins, operations, by_file)
    for name, schema in resolved.items():
        shape_rules.check_role(origins[name].file, origins[name].pointer, schema, roles[name])
    return tuple(
        Shape(ClassName(name), roles[name], resolved[name], origins[name]) for name in sorted(resolved)
    )


def _class_name(file: str, where: str, name: str) -> None:
    try:
        ClassName(name)
    except ValueError as error:
        raise ContractError(
            file, where, str(error), "choose a name in PascalCase without a digit at its end"
        ) from error


def _rewrite(node: Any, document: Document, path: tuple[Any, ...], by_file: Mapping[str, Document]) -> Any:
    """A copy with references of the form ``#/$defs/Name``. Raises ContractError when one leads nowhere."""
    if isinstance(node, list):
        return [_rewrite(entry, document, (*path, index), by_file) for index, entry in enumerate(node)]
    if not isinstance(node, dict):
        return node
    copy = {key: _rewrite(value, document, (*path, key), by_file) for key, value in node.items()}
    if isinstance(node.get("$ref"), str):
        copy["$ref"] = "#/$defs/" + _target(node["$ref"], document, (*path, "$ref"), by_file)
    return copy


def _target(
    reference: str, document: Document, path: tuple[Any, ...], by_file: Mapping[str, Document]
) -> str:
    file, _, where = reference.partition("#")
    name = where.removeprefix("/$defs/")
    target = by_file.get(file or document.name)
    if target is None or not where.startswith("/$defs/") or name not in target.data.get("$defs", {}):
        fix = "refer to `<file>.schema.json#/$defs/<Name>`"
        raise ContractError(document.path, pointer(path), f"unknown reference {reference!r}", fix)
    return name


def _roles(
    resolved: Mapping[str, Any],
    origins: Mapping[str, Origin],
    operations: Document,
    by_file: Mapping[str, Document],
) -> dict[str, Role]:
    reached: dict[str, set[str]] = {"request": set(), "reply": set()}
    if _PROBLEM in resolved:
        reached["reply"] |= set(_reachable(_PROBLEM, resolved))
    for index, row in enumerate(operations.data["operations"]):
        for role in ("request", "reply"):
            path = ("operations", index, role, "$ref")
            name = _target(row[role]["$ref"], operations, path, by_file)
            if resolved[name].get("type") != "object":
                raise ContractError(
                    operations.path, pointer(path), f"{name} is no object", "a body is always an object"
                )
            reached[role] |= set(_reachable(name, resolved))
    roles: dict[str, Role] = {}
    for name, schema in resolved.items():
        if schema.get("type") != "object":
            roles[name] = "scalar"
        elif name in reached["request"] and name in reached["reply"]:
            problem = f"{name} is in a request and in a reply: it cannot be closed and open"
            raise ContractError(origins[name].file, origins[name].pointer, problem, "make two shapes of it")
        elif name in reached["request"]:
            roles[name] = "request"
        else:
            roles[name] = "reply" if name in reached["reply"] else "stored"
    return roles


def references(schema: Any) -> Iterator[str]:
    """Names that a resolved schema refers to."""
    for _, part in shape_rules.subschemas(schema, ()):
        if "$ref" in part:
            yield part["$ref"].removeprefix("#/$defs/")


def _reachable(name: str, resolved: Mapping[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(references(resolved[current]))
    return found


def _operations(document: Document) -> Iterator[Operation]:
    for index, row in enumerate(document.data["operations"]):
        tool = row.get("tool")
        yield Operation(
            name=SnakeName(row["name"]),
            method=row["method"],
            path=row["path"],
            title=row["title"],
            description=row["description"],
            request=ClassName(row["request"]["$ref"].rsplit("/", 1)[-1]),
            reply=ClassName(row["reply"]["$ref"].rsplit("/", 1)[-1]),
            errors=tuple(SnakeName(code) for code in row["errors"]),
            audience=tuple(row["audience"]),
            retry_safe=row["idempotency"]["retry_safe"],
            retry_reason=row["idempotency"]["reason"],
            deadline_ms=row["deadline_ms"],
            token_required=row["token_required"],
            tool=None if tool is None else Tool(**{"confirmation": False, **tool}),
            origin=Origin(document.path, f"/operations/{index}"),
        )


def _errors(document: Document) -> Iterator[ErrorCode]:
    for index, row in enumerate(document.data["errors"]):
        code = SnakeName(row["code"])
        yield ErrorCode(
            exception=exception_name(code), origin=Origin(document.path, f"/errors/{index}"), **row
        )
