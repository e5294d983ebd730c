"""A JSON file of somebody else: entries are taken out, and its earlier bytes come back when they can."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Drop = Callable[[dict[str, Any]], None]


def parse(content: bytes | None) -> dict[str, Any] | None:
    """The object, or None for anything else."""
    try:
        document = json.loads((content or b"").decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return document if isinstance(document, dict) else None


def restored(
    before: bytes | None, current: bytes, drop: Drop, shells: frozenset[str], nothing: dict[str, Any]
) -> bytes | None:
    """What the file should hold without our entries; None when it should not be there.

    ``drop`` takes our entries out of a document; ``shells`` are members that go when nothing is left in them;
    ``nothing`` is the document that says nothing. The bytes of ``before`` come back when nothing else was
    changed since. Otherwise the host's own way of writing is kept, and a file that it did not write itself is
    left as it is.
    """
    document = parse(current)
    if document is None:
        return current
    wanted = _copy(document)
    drop(wanted)
    earlier = parse(before)
    if earlier is None and _without_shells(wanted, shells) == _without_shells(nothing, shells):
        return None
    if earlier is not None:
        cleaned = _copy(earlier)
        drop(cleaned)
        if cleaned == earlier and _without_shells(cleaned, shells) == _without_shells(wanted, shells):
            return before
    kept = shells - set(earlier or {})
    wanted = _without_shells(wanted, kept)
    end = b"\n" if current.endswith(b"\n") else b""
    if wanted == document or current != written(document) + end:
        return current
    return written(wanted) + end


def written(document: dict[str, Any]) -> bytes:
    """As JavaScript writes an object with an indentation of two."""
    return json.dumps(document, ensure_ascii=False, indent=2).encode("utf-8", "surrogatepass")


def _copy(document: dict[str, Any]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(document))
    return copy


def _without_shells(document: dict[str, Any], shells: frozenset[str]) -> dict[str, Any]:
    """Hosts leave the shell of an entry behind."""
    return {name: value for name, value in document.items() if name not in shells or value not in ({}, [])}
