"""read: lines of a note, or turns of a session."""

from __future__ import annotations

import json

from reme_gateway._contract.v1.limits import READ_CHARS
from reme_gateway._contract.v1.models import ReadReply, ReadRequest
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.services import Services
from reme_gateway.store.paths import read_memory_file

TURN_SUFFIX = ".jsonl"


async def run(request: ReadRequest, services: Services) -> ReadReply:
    """Lines ``line_start`` to ``line_end`` (the whole file by default), cut after ``READ_CHARS``."""
    lines = _lines(read_memory_file(services.workspace, request.path))
    if request.path.endswith(TURN_SUFFIX):
        lines = [_turn_text(line) for line in lines]
    first = request.line_start or 1
    last = min(request.line_end or len(lines), len(lines))
    if lines and first > len(lines):
        raise GatewayError(
            "invalid_request", f"The file has {len(lines)} lines.", pointer="/line_start", limit=len(lines)
        )
    if request.line_end is not None and request.line_end < first:
        raise GatewayError("invalid_request", "line_end lies before line_start.", pointer="/line_end")
    shown: list[str] = []
    size = 0
    for line in lines[first - 1 : last]:
        size += len(line) + 1
        if size > READ_CHARS and shown:
            break
        shown.append(line[:READ_CHARS])
    truncated = len(shown) < last - first + 1 or size > READ_CHARS
    return ReadReply(
        path=request.path,
        line_start=first if lines else 0,
        line_end=first + len(shown) - 1 if lines else 0,
        total_lines=len(lines),
        text="\n".join(shown),
        truncated=truncated and bool(lines),
    )


def _lines(data: bytes) -> list[str]:
    """Split on LF only: other separators of Unicode may stand inside a message."""
    lines = data.decode("utf-8", "replace").split("\n")
    if lines[-1] == "":
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def _turn_text(line: str) -> str:
    """A stored line as ``role: text``; a tombstone or a damaged line says so."""
    try:
        stored = json.loads(line)
        if "forgotten_at" in stored:
            return "(forgotten)"
        text = "".join(block["text"] for block in stored["content"] if block.get("type") == "text")
        return f"{stored['role']}: {text}"
    except (ValueError, TypeError, KeyError, AttributeError):
        return "(unreadable line)"
