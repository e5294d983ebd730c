"""What a DSH session log says, by the rules of live capture: the yardstick for whatever reads such logs."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Reasons of a turn's end after which the assistant's last words are its answer.
COMPLETE = ("completed", "max-tokens")


@dataclass(frozen=True)
class Told:
    """One event as it is stored."""

    event_id: str
    role: str
    text: str


def entries(log: Path) -> list[dict[str, Any]]:
    """The header and all entries of an uncompressed log."""
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]


def is_delegated(header: dict[str, Any]) -> bool:
    """Whether a sub-agent's session it is."""
    return header.get("origin") == "subagent" or header.get("delegationDepth", 0) > 0


def told(log: Path) -> list[Told]:
    """What a person and the assistant said, in the order of the log; nothing for a sub-agent's."""
    header, *rest = entries(log)
    if is_delegated(header):
        return []
    found: list[Told] = []
    turn, answer = 0, ""
    for entry in rest:
        kind, data = entry["type"], entry.get("data", {})
        # A fork begins with a copy of what its parent already has.
        if entry.get("seq", 0) < header.get("seedLength", 0):
            continue
        if kind == "turn/start":
            turn, answer = data["turn"], ""
        elif kind == "user/message" and data["source"]["kind"] == "user":
            found.append(_told(header["id"], turn, "user", _text(data["content"])))
        elif kind == "assistant/message":
            answer = _text(data["message"]["content"]) or answer
        elif kind == "turn/end" and data["reason"]["kind"] in COMPLETE and answer:
            found.append(_told(header["id"], turn, "assistant", answer))
    return found


def _text(blocks: list[dict[str, Any]]) -> str:
    return "".join(block["text"] for block in blocks if block["type"] == "text")


def _told(session: str, turn: int, role: str, text: str) -> Told:
    digest = hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:16]
    return Told(f"{session}:{turn}:{role[0]}:{digest}", role, text)
