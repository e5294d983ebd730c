"""Schemas in the forms that other tools want: references inlined, or moved to another place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..model import Contract

_PREFIX = "#/$defs/"


def target_name(schema: Any) -> str:
    """The name that a resolved reference leads to."""
    return str(schema["$ref"]).removeprefix(_PREFIX)


def inlined(
    contract: Contract, schema: Any, keep: Callable[[str, str], str | None] = lambda _name, _key: None
) -> Any:
    """A copy in which references are replaced by what they name; members beside a reference win.

    ``keep`` is asked for each reference with the name and the keyword that holds it; a string it
    returns stays as the reference. Inlined parts lose their title: it named the shared definition.
    """

    def walk(node: Any, key: str) -> Any:
        if isinstance(node, list):
            return [walk(entry, key) for entry in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            name = target_name(node)
            beside = {member: value for member, value in node.items() if member != "$ref"}
            kept = keep(name, key)
            if kept is not None:
                return {"$ref": kept, **beside}
            target = {
                member: value for member, value in contract.shape(name).schema.items() if member != "title"
            }
            return walk({**target, **beside}, key)
        return {member: walk(value, member) for member, value in node.items()}

    return walk(schema, "")


def standalone(contract: Contract, name: str) -> dict[str, Any]:
    """A shape without any reference."""
    result: dict[str, Any] = inlined(contract, contract.shape(name).schema)
    return result


def wire_schemas(contract: Contract) -> dict[str, Any]:
    """Everything that a request or reply refers to, reduced to what a validator checks."""
    wire = [shape for shape in contract.shapes if shape.role != "stored"]
    return {shape.name: _checked(shape.schema) for shape in wire}


def scoped_operations(contract: Contract) -> tuple[str, ...]:
    """Names of the operations whose request has a scope."""
    rows = contract.operations
    return tuple(row.name for row in rows if "scope_id" in contract.shape(row.request).schema["properties"])


def reply_members(contract: Contract) -> dict[str, dict[str, str]]:
    """Operation → required member of its reply → JSON type."""
    return {
        row.name: _required_types(contract, contract.shape(row.reply).schema) for row in contract.operations
    }


def _required_types(contract: Contract, schema: Mapping[str, Any]) -> dict[str, str]:
    members = schema.get("properties", {})
    return {name: inlined(contract, members[name])["type"] for name in schema.get("required", ())}


def _checked(node: Any) -> Any:
    """Without titles, descriptions and defaults; of a reference only the name is left."""
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"ref": target_name(node)}
    checked = {key: value for key, value in node.items() if key not in ("title", "description", "default")}
    if "items" in checked:
        checked["items"] = _checked(checked["items"])
    if "properties" in checked:
        checked["properties"] = {name: _checked(entry) for name, entry in checked["properties"].items()}
    return checked
