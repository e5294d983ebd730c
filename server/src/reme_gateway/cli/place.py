"""A place in the workspace as people write it: ``path``, ``path:12`` or ``path:12-20``."""

from __future__ import annotations

from reme_gateway.cli.outcome import USAGE, CommandFailed

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any


def target_of(text: str) -> dict[str, Any]:
    """The contract's form of a place: ``path`` with ``line_start`` and ``line_end`` where lines are named.

    Raises ``CommandFailed`` when the lines run backwards or start at 0.
    """
    path, colon, lines = text.rpartition(":")
    first, dash, last = lines.partition("-")
    if not colon or not path or not _is_number(first) or (dash and not _is_number(last)):
        return {"path": text}
    start, end = int(first), int(last) if dash else int(first)
    if start < 1 or end < start:
        raise CommandFailed(
            f"{text}: lines {lines} do not exist", "write PATH:FIRST-LAST, counted from 1", exit_code=USAGE
        )
    return {"path": path, "line_start": start, "line_end": end}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10
