"""Python types for stubs, read from a meta schema: records become TypedDicts, maps become Mappings."""

from __future__ import annotations

import keyword
from collections.abc import Mapping
from typing import Any

from ..model import Schema
from ..naming import type_name
from .literals import python_literal

_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


class StubTypes:
    """Collects the TypedDicts that the types of one module need; ``classes`` are in the order of use."""

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}

    def type_of(self, schema: Schema, name: str) -> str:
        """The type of a value that matches ``schema``; ``name`` is used for records without a title."""
        if "const" in schema:
            return f"Literal[{python_literal(schema['const'])}]"
        if "enum" in schema:
            return "Literal[" + ", ".join(python_literal(value) for value in schema["enum"]) + "]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return " | ".join(self.type_of({**schema, "type": entry}, name) for entry in kind)
        if kind == "array":
            return f"tuple[{self.type_of(schema.get('items', {}), name)}, ...]"
        if kind == "object":
            return self._object(schema, name)
        return _SCALARS.get(str(kind), "object")

    def _object(self, schema: Schema, name: str) -> str:
        members: Mapping[str, Any] = schema.get("properties", {})
        if not members:
            return f"Mapping[str, {self._map_value(schema, name)}]"
        title = type_name(schema.get("title", name))
        required = set(schema.get("required", ()))
        self.classes.setdefault(title, "")
        kinds = {}
        for key, member in members.items():
            kind = self.type_of(member, f"{title}_{key}")
            kinds[key] = kind if key in required else f"NotRequired[{kind}]"
        text = _typed_dict(title, kinds)
        if self.classes[title] not in ("", text):
            raise ValueError(f"two different records are called {title}")
        self.classes[title] = text
        return title

    def _map_value(self, schema: Schema, name: str) -> str:
        values = [*schema.get("patternProperties", {}).values()]
        if isinstance(schema.get("additionalProperties"), Mapping):
            values.append(schema["additionalProperties"])
        return " | ".join(sorted({self.type_of(value, name) for value in values})) or "object"


def _typed_dict(title: str, kinds: Mapping[str, str]) -> str:
    if all(key.isidentifier() and not keyword.iskeyword(key) for key in kinds):
        return "\n".join(
            [f"class {title}(TypedDict):", *(f"    {key}: {kind}" for key, kind in kinds.items())]
        )
    entries = ", ".join(f"{python_literal(key)}: {kind}" for key, kind in kinds.items())
    return f"{title} = TypedDict({python_literal(title)}, {{{entries}}})"
