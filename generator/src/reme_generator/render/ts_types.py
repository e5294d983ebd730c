"""TypeScript types from schemas: interfaces for the shapes on the wire, inline types for constants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..model import Contract, Schema
from .literals import js_key, js_literal, sentence
from .schemas import target_name

_SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def ts_type(schema: Schema, *, frozen: bool = False) -> str:
    """The type of a value that matches ``schema``; ``frozen`` makes arrays and members read-only."""
    if "$ref" in schema:
        return target_name(schema)
    if "const" in schema:
        return js_literal(schema["const"])
    if "enum" in schema:
        return " | ".join(js_literal(value) for value in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(ts_type({**schema, "type": entry}, frozen=frozen) for entry in kind)
    if kind == "array":
        entry = ts_type(schema.get("items", {}), frozen=frozen)
        return f"ReadonlyArray<{entry}>" if frozen else f"Array<{entry}>"
    if kind == "object":
        return _object(schema, frozen)
    return _SCALARS.get(str(kind), "unknown")


def interfaces(contract: Contract) -> Iterator[str]:
    """One declaration per shape, in alphabetical order."""
    for shape in contract.shapes:
        comment = _comment(shape.schema.get("description"), "")
        if shape.is_object:
            members = "".join(
                _member(name, schema, shape.schema) for name, schema in shape.schema["properties"].items()
            )
            rest = "" if shape.role == "request" else "  [unknown: string]: unknown;\n"
            yield f"{comment}export interface {shape.name} {{\n{members}{rest}}}\n"
        else:
            yield f"{comment}export type {shape.name} = {ts_type(shape.schema)};\n"


def _member(name: str, schema: Schema, parent: Schema) -> str:
    mark = "" if name in parent.get("required", ()) else "?"
    default = f" Default: {js_literal(schema['default'])}." if "default" in schema else ""
    comment = _comment((schema.get("description", "") + default).strip() or None, "  ")
    return f"{comment}  {js_key(name)}{mark}: {ts_type(schema)};\n"


def _comment(text: str | None, margin: str) -> str:
    return f"{margin}/** {sentence(text)} */\n" if text else ""


def _object(schema: Schema, frozen: bool) -> str:
    read_only = "readonly " if frozen else ""
    members: Mapping[str, Any] = schema.get("properties", {})
    if members:
        required = set(schema.get("required", ()))
        rows = [
            f"{read_only}{js_key(name)}{'' if name in required else '?'}: {ts_type(member, frozen=frozen)}"
            for name, member in members.items()
        ]
        return "{ " + "; ".join(rows) + " }"
    values = [*schema.get("patternProperties", {}).values()]
    if isinstance(schema.get("additionalProperties"), Mapping):
        values.append(schema["additionalProperties"])
    value = " | ".join(sorted({ts_type(entry, frozen=frozen) for entry in values})) or "unknown"
    return f"{{ {read_only}[key: string]: {value} }}"
