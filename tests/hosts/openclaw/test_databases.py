"""The kept session databases hold what was stored live, under the same event ids."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from reme_hooks.identity import event_id

FOLDER = Path(__file__).parents[2] / "fixtures" / "openclaw" / "databases"
ZSTD = b"\x28\xb5\x2f\xfd"
PLACES = re.compile(rb"/(?:tmp|root|work|Users|private)/")
# What can't be found: a text in a compressed row, and the prompt of a one-shot run that was ended, whose log
# has neither an answer nor the run's id.
LOST = {"gateway": [], "one-shot": ["What do you make", "WAIT, is it safe"]}


def rows(name: str) -> list[tuple[str | None, bytes | None]]:
    """Every event of the log: as JSON, or as a compressed frame."""
    with closing(sqlite3.connect(f"file:{FOLDER / name}.sqlite?mode=ro", uri=True)) as database:
        assert database.execute("pragma user_version").fetchone() == (23,)
        query = "select event_json, event_zstd from transcript_events order by session_id, seq"
        return list(database.execute(query))


def logged(name: str) -> Iterator[str]:
    """The event ids that the log's messages stand for, whoever began their runs."""
    messages = [json.loads(text).get("message") for text, _ in rows(name) if text is not None]
    known = [message for message in messages if message and message["role"] in ("user", "assistant")]
    for message, following in zip(known, [*known[1:], {}], strict=True):
        notes = message.get("__openclaw", {})
        if message["role"] == "user":
            # The key of a one-shot run's prompt is not the run's id; that of the answer to it is.
            answered = following.get("__openclaw", {}).get("runId")
            own = message["idempotencyKey"].removesuffix(":user")
            yield event_id(notes.get("steerTargetRunId") or answered or own, "user", text_of(message))
        elif message["stopReason"] == "stop":
            yield event_id(notes["runId"], "assistant", text_of(message))


def text_of(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


@pytest.mark.parametrize("name", sorted(LOST))
def test_what_was_stored_live_is_found_in_the_log_under_the_same_ids(name: str) -> None:
    live = json.loads((FOLDER / f"{name}.live.json").read_text(encoding="utf-8"))
    found = set(logged(name))
    assert [row["text"][:16] for row in live if row["event_id"] not in found] == LOST[name]
    assert len(live) == len({row["event_id"] for row in live}) > 5


@pytest.mark.parametrize("name", sorted(LOST))
def test_no_database_names_a_place_of_a_machine(name: str) -> None:
    assert PLACES.findall((FOLDER / f"{name}.sqlite").read_bytes()) == []


def test_there_is_a_long_row_and_one_off_the_active_branch() -> None:
    events = rows("one-shot")
    assert [frame[:4] for _, frame in events if frame is not None] == [ZSTD]
    assert any('"type":"leaf"' in text for text, _ in events if text)
