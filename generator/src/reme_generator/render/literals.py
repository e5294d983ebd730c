"""Values as source text, one layout for each language, wrapped where a line would be long."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

_WIDTH = 100
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t", '"': '\\"', "\\": "\\\\"}


def python_literal(value: Any, indent: int = 0, *, lists: bool = False) -> str:
    """A Python expression without names. Lists become tuples unless ``lists``; ``indent`` is in columns."""
    if isinstance(value, str):
        return _quoted(value, _python_escape)
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


def js_literal(value: Any, indent: int = 0) -> str:
    """A JavaScript expression, frozen at every depth."""
    if isinstance(value, str):
        return _quoted(value, _js_escape)
    if isinstance(value, Mapping):
        entries = [f"{js_key(key)}: {js_literal(entry, indent + 2)}" for key, entry in value.items()]
        return _wrapped("Object.freeze({", entries, "})", indent, step=2, pad=" ")
    if isinstance(value, Sequence):
        entries = [js_literal(entry, indent + 2) for entry in value]
        return _wrapped("Object.freeze([", entries, "])", indent, step=2)
    return json.dumps(value)


def json_value(value: Any) -> str:
    """JSON on one line, readable: nothing is escaped that need not be."""
    return json.dumps(value, ensure_ascii=False)


def js_key(key: str) -> str:
    """A member's name as it stands in an object literal or an interface."""
    if key == "__proto__":
        return '["__proto__"]'  # anything else would set the prototype
    return key if key.isidentifier() and key.isascii() else _quoted(key, _js_escape)


def sentence(text: str) -> str:
    """Text that may stand between three double quotes, or in a block comment."""
    return " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''").replace("*/", "* /")


def _quoted(text: str, escape: Callable[[str], str]) -> str:
    """Double-quoted; whatever can't be seen is escaped, so that a reader and a diff see it."""
    return (
        '"' + "".join(_SHORT.get(char) or (char if _visible(char) else escape(char)) for char in text) + '"'
    )


def _visible(char: str) -> bool:
    return char == " " or (char.isprintable() and not char.isspace())


def _python_escape(char: str) -> str:
    code = ord(char)
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _js_escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\u{{{code:x}}}"


def _wrapped(
    opening: str, entries: Iterable[str], closing: str, indent: int, step: int = 4, pad: str = ""
) -> str:
    parts = list(entries)
    if not parts:
        return opening + closing
    flat = opening + pad + ", ".join(parts) + pad + closing
    if len(flat) + indent <= _WIDTH and "\n" not in flat:
        return flat
    margin = " " * (indent + step)
    return opening + "\n" + "".join(f"{margin}{part},\n" for part in parts) + " " * indent + closing
