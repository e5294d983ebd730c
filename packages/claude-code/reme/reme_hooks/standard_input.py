# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/standard_input.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Reads a hook's payload, bounded in bytes and, by the deadline's guard, in time."""

from ._generated.v1 import hooks as rules
from .json_text import decode
from .system import calls

_CHUNK = 1 << 16
_ENDS = (b"}", b"}\n", b"}\r\n")


def read_payload() -> "dict[str, object]":
    """The JSON object on standard input, without waiting for its end once the object is whole.

    Raises ValueError for anything else and OSError when there is no standard input.
    """
    parts: list[bytes] = []
    size = 0
    while True:
        part = calls.read(0, _CHUNK)
        parts.append(part)
        size += len(part)
        if size > rules.STDIN_BYTES:
            raise ValueError("The payload is larger than " + str(rules.STDIN_BYTES) + " bytes.")
        if part.endswith(_ENDS):
            # A host that keeps its end open would make a read up to the end wait for ever.
            try:
                return _object(parts)
            except ValueError:
                continue
        if not part:
            return _object(parts)


def _object(parts: "list[bytes]") -> "dict[str, object]":
    value = decode(b"".join(parts).decode("utf-8", "replace").lstrip("\ufeff"))
    if not isinstance(value, dict):
        raise ValueError("The payload is no JSON object.")  # noqa: TRY004
    return value
