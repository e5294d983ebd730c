"""LoCoMo conversations, read from a folder that the user names, and the score of what was recalled for them.

The data is for research, published by its authors; none of it is part of this repository.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

SCORED_CHARS = 4000
ADVERSARIAL = 5

_SESSION = re.compile(r"session_(\d+)")
_TURN_ID = re.compile(r"D:?(\d+):(\d+)")
_BETWEEN_WORDS = re.compile(r"[^\w]+")
_TURN_SECONDS = 30


class LocomoError(Exception):
    """The folder holds no conversations; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn; ``turn_id`` is its (session, position) as the questions name it."""

    turn_id: tuple[int, int]
    role: str
    speaker: str
    text: str
    created_at: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the turns that answer it."""

    text: str
    evidence: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation with its sessions in order."""

    name: str
    sessions: dict[int, list[Turn]]
    questions: list[Question]

    def text_of(self) -> dict[tuple[int, int], str]:
        return {turn.turn_id: turn.text for turns in self.sessions.values() for turn in turns}


def read_folder(folder: Path) -> list[Conversation]:
    """Every conversation of the folder, by name. Raises ``LocomoError``."""
    try:
        files = sorted(folder.glob("*.json"))
        found = [conversation(path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in files]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise LocomoError(f"{folder} holds a file that is no LoCoMo conversation ({error!r}).") from error
    found = [one for one in found if one.sessions and one.questions]
    if not found:
        raise LocomoError(f"{folder} holds no LoCoMo conversations: there must be files like 26.json.")
    return found


def conversation(name: str, data: dict[str, Any]) -> Conversation:
    """One conversation out of its file."""
    sessions: dict[int, list[Turn]] = {}
    for key, turns in data.items():
        match = _SESSION.fullmatch(key)
        if match and turns:
            begin = session_start(data[f"{key}_date_time"])
            sessions[int(match.group(1))] = [
                _turn(turn, begin + timedelta(seconds=at * _TURN_SECONDS), data["speaker_a"])
                for at, turn in enumerate(turns)
            ]
    return Conversation(name, dict(sorted(sessions.items())), _questions(data["qa"]))


def session_start(text: str) -> datetime:
    """When a session took place, from words like ``1:56 pm on 8 May, 2023``."""
    return datetime.strptime(text.strip(), "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)


def _turn(turn: dict[str, Any], moment: datetime, speaker_a: str) -> Turn:
    role = "user" if turn["speaker"] == speaker_a else "assistant"
    return Turn(turn_ids([turn["dia_id"]])[0], role, turn["speaker"], turn["text"], moment.isoformat())


def _questions(asked: list[dict[str, Any]]) -> list[Question]:
    found = (
        Question(str(one["question"]), turn_ids(one.get("evidence") or []))
        for one in asked
        if one["category"] != ADVERSARIAL
    )
    return [question for question in found if question.evidence]


def turn_ids(evidence: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Turn ids out of what annotators wrote: some name two in one string, some with a leading zero."""
    found = (match.groups() for one in evidence for match in _TURN_ID.finditer(one))
    return tuple(dict.fromkeys((int(session), int(turn)) for session, turn in found))


def squeezed(text: str) -> str:
    """Letters and digits only, lower-case."""
    return _BETWEEN_WORDS.sub("", text.casefold()).replace("_", "")


def score(question: Question, snippets: Iterable[str], text_of: dict[tuple[int, int], str]) -> float | None:
    """The share of the evidence turns whose text stands in the first 4,000 characters of the snippets.

    None when the evidence names no turn that exists.
    """
    shown = squeezed("\n".join(snippets)[:SCORED_CHARS])
    wanted = [squeezed(text_of[turn]) for turn in question.evidence if turn in text_of]
    if not wanted:
        return None
    return sum(text in shown for text in wanted) / len(wanted)
