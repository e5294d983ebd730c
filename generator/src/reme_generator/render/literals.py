"""Values as source text, one layout for each language, wrapped where a line would be long."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

_WIDTH = 100


def python_literal(value: Any, indent: int = 0, *, lists: bool = False) -> str:
    """A Python expression without names. Lists become tuples unless ``lists``; ``indent`` is in columns."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=True) if value.isascii() else repr(value)
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    if isinstance(value, Mapping):
        entries = [
            f"{python_literal(key)}: {python_literal(entry, indent + 4, lists=lists)}"
            for key, entry in value.items()
        ]
        return _wrapped("{", entries, "}", indent)
    if isinstance(value, Sequence):
        entries = [python_literal(entry, indent + 4, lists=lists) for entry in value]
        if lists:
            return _wrapped("[", entries, "]", indent)
        if len(entries) == 1:
            return f"({entries[0]},)"
        return _wrapped("(", entries, ")", indent)
    raise TypeError(f"no literal for {type(value).__name__}")


def json_literal(value: Any, indent: int = 0) -> str:
    """A Python expression that equals what ``json.loads`` would give."""
    return python_literal(value, indent, lists=True)


def python_type(value: Any) -> str:
    """The type of ``python_literal(value)`` for a stub, precise enough to index and iterate."""
    if value is None:
        return "None"
    if isinstance(value, (bool, int, float, str)):
        return type(value).__name__
    if isinstance(value, Mapping):
        return f"Mapping[str, {_union(value.values())}]"
    return f"tuple[{_union(value)}, ...]" if value else "tuple[()]"


def js_literal(value: Any, indent: int = 0) -> str:
    """A JavaScript expression, frozen at every depth."""
    if isinstance(value, Mapping):
        entries = [f"{_js_key(key)}: {js_literal(entry, indent + 2)}" for key, entry in value.items()]
        return _wrapped("Object.freeze({", entries, "})", indent, step=2)
    if isinstance(value, Sequence) and not isinstance(value, str):
        entries = [js_literal(entry, indent + 2) for entry in value]
        return _wrapped("Object.freeze([", entries, "])", indent, step=2)
    return json.dumps(value, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def ts_type(value: Any) -> str:
    """The type of ``js_literal(value)`` for a declaration."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Mapping):
        members = "; ".join(f"readonly {_js_key(key)}: {ts_type(entry)}" for key, entry in value.items())
        return "{ " + members + " }" if members else "{}"
    return f"ReadonlyArray<{_ts_union(value)}>"


def _union(values: Any) -> str:
    names = sorted({python_type(value) for value in values})
    return " | ".join(names) if names else "object"


def _ts_union(values: Sequence[Any]) -> str:
    names = sorted({ts_type(value) for value in values})
    return " | ".join(names) if names else "never"


def _js_key(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else json.dumps(key)


def _wrapped(opening: str, entries: list[str], closing: str, indent: int, step: int = 4) -> str:
    flat = opening + ", ".join(entries) + closing
    if not entries or (len(flat) + indent <= _WIDTH and "\n" not in flat):
        return flat
    margin = " " * (indent + step)
    return opening + "\n" + "".join(f"{margin}{entry},\n" for entry in entries) + " " * indent + closing
