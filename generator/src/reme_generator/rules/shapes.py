"""Rules for the JSON Schemas: the subset that every target language can enforce alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..documents import Document, pointer
from ..errors import ContractError
from .patterns import check_anchored

_ANNOTATIONS = {"$ref", "title", "description", "default"}
_KEYWORDS = {
    "string": {"type", "enum", "pattern", "minLength", "maxLength"},
    "integer": {"type", "minimum", "maximum"},
    "number": {"type", "minimum", "maximum"},
    "boolean": {"type"},
    "array": {"type", "items", "minItems", "maxItems"},
    "object": {"type", "properties", "required", "additionalProperties"},
}
_CONTAINERS = ("items", "properties")


def subschemas(schema: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Every schema in ``schema``, itself first, with its path."""
    yield path, schema
    if "items" in schema:
        yield from subschemas(schema["items"], (*path, "items"))
    for name, child in schema.get("properties", {}).items():
        yield from subschemas(child, (*path, "properties", name))


def check_definition(document: Document, name: str) -> None:
    """Title, keywords, objects and patterns of one ``$defs`` entry."""
    start = ("$defs", name)
    schema = document.data["$defs"][name]
    if schema.get("title") != name:
        where = pointer((*start, "title"))
        raise ContractError(document.path, where, f"the title is not {name!r}", f'set "title" to "{name}"')
    for path, part in subschemas(schema, start):
        _check_keywords(document, path, part)
        if part.get("type") == "object" and path != start:
            problem = "an object without a name of its own"
            raise ContractError(
                document.path, pointer(path), problem, "move it to $defs, give it a title, and refer to it"
            )
        if "pattern" in part:
            check_anchored(document.path, pointer((*path, "pattern")), part["pattern"])


def check_role(file: str, where: str, schema: dict[str, Any], role: str) -> None:
    """Requests are closed, replies are open, and null is never on the wire."""
    if role in ("request", "reply"):
        for path, part in subschemas(schema, ()):
            if isinstance(part.get("type"), list):
                problem = "a value that may be null on the wire"
                fix = "make it a single type and leave the member out of `required`: absent says the same"
                raise ContractError(file, where + pointer((*path, "type")), problem, fix)
    if schema.get("type") != "object":
        return
    closed = schema.get("additionalProperties") is False
    if role == "request" and not closed:
        raise ContractError(file, where, "a request that is not closed", 'add "additionalProperties": false')
    if role != "request" and closed:
        problem = "a reply that is closed: its readers could not live with a new member"
        raise ContractError(file, where, problem, 'remove "additionalProperties"')


def _check_keywords(document: Document, path: tuple[Any, ...], schema: dict[str, Any]) -> None:
    kinds = _kinds(document, path, schema)
    allowed = set(_ANNOTATIONS)
    for kind in kinds:
        allowed |= _KEYWORDS[kind]
    for keyword in schema:
        if keyword not in allowed:
            problem = (
                f"{keyword!r} is not enforced alike by every target for {' or '.join(kinds) or 'a reference'}"
            )
            fix = "leave it out and let the operation check the rule"
            raise ContractError(document.path, pointer((*path, keyword)), problem, fix)
    _check_members(document, path, schema)
    if "enum" in schema and len(set(schema["enum"])) != len(schema["enum"]):
        raise ContractError(
            document.path, pointer((*path, "enum")), "a value stands twice", "keep one of them"
        )


def _kinds(document: Document, path: tuple[Any, ...], schema: dict[str, Any]) -> tuple[str, ...]:
    if "$ref" in schema:
        return ()
    kind = schema.get("type")
    kinds = tuple(kind) if isinstance(kind, list) else (kind,)
    wanted = tuple(entry for entry in kinds if entry != "null")
    if len(wanted) != 1 or wanted[0] not in _KEYWORDS:
        problem = f"the type is {kind!r}"
        fix = f"name one of {', '.join(sorted(_KEYWORDS))}, or refer to a $defs entry"
        raise ContractError(document.path, pointer((*path, "type")), problem, fix)
    return wanted


def _check_members(document: Document, path: tuple[Any, ...], schema: dict[str, Any]) -> None:
    if schema.get("type") == "array" and "items" not in schema:
        raise ContractError(document.path, pointer(path), "an array of anything", 'add "items"')
    if schema.get("type") != "object":
        return
    if "properties" not in schema:
        raise ContractError(document.path, pointer(path), "an object of anything", 'add "properties"')
    for index, name in enumerate(schema.get("required", ())):
        if name not in schema["properties"]:
            where = pointer((*path, "required", index))
            raise ContractError(
                document.path, where, f"{name!r} is required and not declared", "declare it or drop it"
            )
        if "default" in schema["properties"][name]:
            where = pointer((*path, "properties", name, "default"))
            raise ContractError(
                document.path, where, "a required member with a default", "keep one of the two"
            )
    if schema.get("additionalProperties", False) is not False:
        where = pointer((*path, "additionalProperties"))
        raise ContractError(
            document.path, where, "additionalProperties that is not false", "leave it out or set false"
        )
