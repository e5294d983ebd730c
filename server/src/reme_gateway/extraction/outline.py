"""The extractor that needs no model: what was asked and what was answered, in the words that were used.

The same turns always give the same note. Nothing in the transcript is followed, and nothing in it becomes
Markdown structure.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any

from reme_gateway.extraction.mentions import mentions_in
from reme_gateway.extraction.quoting import code, quoted
from reme_gateway.extraction.sentences import code_blocks, is_small_talk, opening
from reme_gateway.ports import ExtractedNote, ExtractionInput, StoredEvent
from reme_gateway.store.days import moment_of

_TITLE = 70
_LINE = 200
_SHOWN_TURNS = 120
_HOST_NAMES = {
    "codex": "Codex",
    "dsh": "DSH",
    "openclaw": "OpenClaw",
    "claude_code": "Claude Code",
    "hermes": "Hermes",
    "agent_plugin": "an agent",
}


@dataclass(slots=True)
class _Turn:
    """One exchange: what the user said, and what came back."""

    at: datetime | None
    turn_id: str | None
    asked: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)


class OutlineExtractor:
    """Writes an outline of a day's turns."""

    id = "outline-1"

    def __init__(self, zone: tzinfo, aside: Callable[..., Awaitable[Any]] = asyncio.to_thread) -> None:
        """``zone`` is the workspace's: times of day are shown as its clock showed them.

        ``aside`` runs the work beside the event loop.
        """
        self._zone = zone
        self._aside = aside

    async def extract(self, source: ExtractionInput) -> ExtractedNote:
        """Never raises for any transcript."""
        note: ExtractedNote = await self._aside(self.outline, source)
        return note

    def outline(self, source: ExtractionInput) -> ExtractedNote:
        """The note for these turns."""
        turns = self._turns(source.events)
        host = _HOST_NAMES.get(source.session.host, source.session.host.replace("_", " "))
        name = _title(turns) or f"Conversation with {host}"
        lines = [f"# {quoted(name)}", "", f"*{quoted(_summary(turns, host))}*", "", "## Turns", ""]
        lines += _turn_lines(turns)
        lines += _mention_lines(source.events)
        return ExtractedNote(name, _description(turns, host, name), "\n".join(lines))

    def _turns(self, events: Sequence[StoredEvent]) -> list[_Turn]:
        """Turns by their time: a user's message opens one, unless it carries the open turn's id."""
        turns: list[_Turn] = []
        timed = sorted(((self._time(event), event) for event in events), key=lambda pair: _order(*pair))
        for moment, event in timed:
            turn = turns[-1] if turns else None
            same = turn is not None and event.turn_id is not None and turn.turn_id == event.turn_id
            if turn is None or (event.role == "user" and not same):
                turn = _Turn(moment, event.turn_id)
                turns.append(turn)
            (turn.asked if event.role == "user" else turn.answered).append(event.text)
        return turns

    def _time(self, event: StoredEvent) -> datetime | None:
        for text in (event.created_at, event.received_at):
            try:
                return moment_of(text, self._zone)
            except ValueError:
                continue
        return None


def _order(moment: datetime | None, event: StoredEvent) -> tuple[float, int]:
    try:
        return (moment.timestamp() if moment else 0.0, event.line)
    except (OverflowError, OSError, ValueError):
        return (0.0, event.line)


def _title(turns: Sequence[_Turn]) -> str:
    """The first thing a user said that tells what it is about, else the first answer that does."""
    for texts in (
        [text for turn in turns for text in turn.asked],
        [text for turn in turns for text in turn.answered],
    ):
        for text in texts:
            sentence = opening(text, _TITLE)
            if sentence and not is_small_talk(sentence):
                return sentence
    return ""


def _summary(turns: Sequence[_Turn], host: str) -> str:
    count = "1 turn" if len(turns) == 1 else f"{len(turns)} turns"
    times = [turn.at.strftime("%H:%M") for turn in turns if turn.at]
    span = f", {times[0]}" if times else ""
    if times and times[-1] != times[0]:
        span += f"–{times[-1]}"
    return f"{count} with {host}{span}"


def _description(turns: Sequence[_Turn], host: str, name: str) -> str:
    """One sentence that tells the note from its neighbours in a list."""
    count = "One turn" if len(turns) == 1 else f"{len(turns)} turns"
    last = next(
        (
            said
            for turn in reversed(turns[1:])
            for said in [_first_words(turn.asked, 80)]
            if not is_small_talk(said)
        ),
        "",
    )
    until = f", up to “{last}”" if last and last != name else ""
    return f"{count} with {host} on “{name}”{until}."


def _turn_lines(turns: Sequence[_Turn]) -> list[str]:
    if len(turns) <= _SHOWN_TURNS:
        return [line for turn in turns for line in _lines_of(turn)]
    half = _SHOWN_TURNS // 2
    between = len(turns) - 2 * half
    lines = [line for turn in turns[:half] for line in _lines_of(turn)]
    lines.append(f"- … {between} more turns, in the conversation this note was made from")
    return lines + [line for turn in turns[-half:] for line in _lines_of(turn)]


def _lines_of(turn: _Turn) -> list[str]:
    time = f"**{turn.at:%H:%M}** " if turn.at else ""
    asked = [*_words_shown(turn.asked), *_code_shown(turn.asked), "(nothing asked)"][0]
    answered = [*_words_shown(turn.answered), *_code_shown(turn.answered)]
    return [f"- {time}{asked}", *(f"  - {shown}" for shown in answered)]


def _words_shown(texts: Sequence[str]) -> list[str]:
    said = quoted(_first_words(texts, _LINE, most=2))
    return [said] if said else []


def _first_words(texts: Sequence[str], longest: int, most: int = 1) -> str:
    return next((said for text in texts for said in [opening(text, longest, most)] if said), "")


def _code_shown(texts: Sequence[str], most: int = 2) -> list[str]:
    """Code blocks, each as its first line and its length."""
    shown = []
    for language, lines in (block for text in texts for block in code_blocks(text)):
        first = next((line for line in lines if line.strip()), "")
        if first:
            size = f"{len(lines)} lines" if len(lines) > 1 else "1 line"
            shown.append(f"{code(first[:80])} … {size}{f' of {quoted(language)}' if language else ''}")
    return shown[:most]


def _mention_lines(events: Sequence[StoredEvent]) -> list[str]:
    mentions = mentions_in(event.text for event in events)
    rows = (("Files", mentions.files), ("Commands", mentions.commands), ("Addresses", mentions.addresses))
    lines = [f"- {label}: {', '.join(code(item) for item in items)}" for label, items in rows if items]
    return ["", "## Mentioned", "", *lines] if lines else []
