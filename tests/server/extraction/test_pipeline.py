from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.extraction.extractor import (
    ExtractionPermanent,
    ExtractionQuota,
    ExtractionTransient,
)
from reme_gateway.extraction.outline import OutlineExtractor
from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import ExtractedNote, ExtractionInput, NewEvent, NoteChange, SessionRef
from reme_gateway.store.days import zone_of
from reme_gateway.store.notes import NoteFiles

pytestmark = pytest.mark.anyio


class ScriptedExtractor:
    """Writes down what it was given, and does what the test says for a day."""

    id = "scripted-1"

    def __init__(self) -> None:
        self.seen: list[ExtractionInput] = []
        self.on_day: dict[str, Any] = {}

    async def extract(self, source: ExtractionInput) -> ExtractedNote:
        self.seen.append(source)
        action = self.on_day.get(source.day)
        if isinstance(action, BaseException):
            raise action
        if action is not None:
            await action()
        texts = [event.text for event in source.events]
        return ExtractedNote(texts[0], f"{len(texts)} turns", "\n".join(f"- {text}" for text in texts))


@pytest.fixture
def extractor() -> ScriptedExtractor:
    return ScriptedExtractor()


@pytest.fixture
def changes() -> list[NoteChange]:
    return []


@pytest.fixture
def pipeline(
    log: Any, notes: NoteFiles, extractor: ScriptedExtractor, changes: list[NoteChange]
) -> NotePipeline:
    return NotePipeline(log, notes, extractor, zone_of("Europe/Berlin"), changes.append)


@pytest.fixture
def session(new_session: Callable[..., SessionRef]) -> SessionRef:
    return new_session()


def tree(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file()
    }


def everything(root: Path) -> str:
    return "\n".join(f"{path}\n{path.read_text()}" for path in sorted(root.rglob("*.md")))


async def test_a_note_lands_on_each_turns_own_day(
    log: Any, pipeline: NotePipeline, notes: NoteFiles, session: SessionRef, changes: list[NoteChange]
) -> None:
    # Berlin: the clocks go forward on the 29th, and midnight is at 23:00 UTC before and 22:00 UTC after.
    log.say(session, "user", "late on saturday", "2026-03-28T22:59:00Z")
    log.say(session, "assistant", "already sunday", "2026-03-28T23:00:01Z")
    log.say(session, "user", "late on sunday", "2026-03-29T21:59:00Z")
    log.say(session, "user", "monday", "2026-03-29T22:00:00Z")
    log.say(session, "user", "filled in months later", "2025-11-02T12:00:00Z")
    report = await pipeline.run(session)
    assert report.failures == {}
    days = {note.day: notes.text(note) for note in notes.notes_of(session)}
    assert days == {
        "2025-11-02": "- filled in months later",
        "2026-03-28": "- late on saturday",
        "2026-03-29": "- already sunday\n- late on sunday",
        "2026-03-30": "- monday",
    }
    assert [change.path for change in changes[:4]] == report.written
    assert [change.path for change in changes[4:]] == [f"daily/{day}.md" for day in sorted(days)]
    assert pipeline.pending_days(session) == {}


async def test_running_again_changes_no_byte_and_asks_no_extractor(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor, tmp_path: Path
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    await pipeline.run(session)
    before = tree(tmp_path)
    report = await pipeline.run(session)
    assert (report.written, report.failures) == ([], {})
    assert len(extractor.seen) == 1
    assert tree(tmp_path) == before


async def test_a_duplicate_event_adds_nothing_to_a_note(
    log: Any, pipeline: NotePipeline, session: SessionRef, tmp_path: Path
) -> None:
    event = NewEvent("1:u", "user", "one", "2026-03-28T12:00:00Z")
    await log.append(session, [event])
    await pipeline.run(session)
    before = tree(tmp_path)
    await log.append(session, [event] * 50)
    assert pipeline.pending_days(session) == {}
    await pipeline.run(session)
    assert tree(tmp_path) == before


async def test_the_extractor_gets_the_whole_day_and_how_much_of_it_the_note_has(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    await pipeline.run(session)
    log.say(session, "assistant", "two", "2026-03-28T12:00:05Z")
    assert pipeline.pending_days(session) == {"2026-03-28": 1}
    await pipeline.run(session)
    first, second = extractor.seen
    assert (len(first.events), first.covered, first.previous) == (1, 0, None)
    assert (len(second.events), second.covered, second.previous) == (2, 1, "- one")


async def test_a_turn_that_arrives_during_an_extraction_stays_pending(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor
) -> None:
    async def arrive() -> None:
        log.say(session, "user", "late", "2026-03-28T12:01:00Z")

    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    extractor.on_day["2026-03-28"] = arrive
    await pipeline.run(session)
    assert pipeline.pending_days(session) == {"2026-03-28": 1}


async def test_a_forgotten_turn_leaves_the_note_and_the_others_stay(
    log: Any,
    pipeline: NotePipeline,
    notes: NoteFiles,
    session: SessionRef,
    tmp_path: Path,
    changes: list[NoteChange],
) -> None:
    canary = log.say(session, "user", "canary zebra", "2026-03-28T12:00:00Z")
    log.say(session, "assistant", "kept answer", "2026-03-28T12:00:05Z")
    await pipeline.run(session)
    assert "canary-zebra" in everything(tmp_path)
    await log.forget(session, [canary.line])
    changes.clear()
    retracted = pipeline.retract_stale(session)
    assert "zebra" not in everything(tmp_path)
    assert changes == retracted
    assert [change.removed for change in retracted] == [True, True]
    assert pipeline.pending_days(session) == {"2026-03-28": 1}
    await pipeline.run(session)
    assert "zebra" not in everything(tmp_path)
    assert [notes.text(note) for note in notes.notes_of(session)] == ["- kept answer"]


async def test_a_forget_that_was_cut_short_is_finished_by_the_next_run(
    log: Any, pipeline: NotePipeline, session: SessionRef, tmp_path: Path
) -> None:
    canary = log.say(session, "user", "canary zebra", "2026-03-28T12:00:00Z")
    await pipeline.run(session)
    await log.forget(session, [canary.line])
    assert pipeline.pending_days(session) == {"2026-03-28": 0}
    await pipeline.run(session)
    assert tree(tmp_path) == {}
    assert pipeline.pending_days(session) == {}


async def test_a_turn_forgotten_while_it_is_extracted_never_reaches_a_note(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor, tmp_path: Path
) -> None:
    async def forget() -> None:
        await log.forget(session, [1])
        pipeline.retract_stale(session)

    log.say(session, "user", "canary zebra", "2026-03-28T12:00:00Z")
    log.say(session, "user", "kept", "2026-03-28T12:00:01Z")
    extractor.on_day["2026-03-28"] = forget
    report = await pipeline.run(session)
    assert (report.written, report.failures, tree(tmp_path)) == ([], {}, {})
    extractor.on_day.clear()
    await pipeline.run(session)
    assert "kept" in everything(tmp_path)
    assert "zebra" not in everything(tmp_path)


async def test_the_owners_text_survives_growth_and_forgetting(
    log: Any, pipeline: NotePipeline, session: SessionRef, tmp_path: Path
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    path = tmp_path / (await pipeline.run(session)).written[0]
    path.write_bytes(path.read_bytes() + "Mine: 我的\r\n".encode())
    log.say(session, "user", "two", "2026-03-28T12:01:00Z")
    await pipeline.run(session)
    assert path.read_bytes().endswith("- two\n<!-- reme:end -->\nMine: 我的\r\n".encode())
    await log.forget(session, None)
    pipeline.retract_stale(session)
    (left,) = (tmp_path / "daily/2026-03-28").iterdir()
    assert left.read_bytes().endswith("Mine: 我的\r\n".encode())
    assert b"two" not in left.read_bytes()
    assert pipeline.pending_days(session) == {}


async def test_a_cursor_that_the_owner_broke_makes_the_day_pending_again(
    log: Any, pipeline: NotePipeline, session: SessionRef, tmp_path: Path
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    path = tmp_path / (await pipeline.run(session)).written[0]
    before = path.read_bytes()
    path.write_bytes(before.replace(b"covered_events: 1", b"covered_events: 7"))
    await pipeline.run(session)
    assert path.read_bytes() == before


async def test_one_days_failure_leaves_the_other_days_alone(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor
) -> None:
    for day in ("2026-03-27", "2026-03-28", "2026-03-29"):
        log.say(session, "user", f"on {day}", f"{day}T12:00:00Z")
    extractor.on_day["2026-03-27"] = ExtractionPermanent("refused")
    extractor.on_day["2026-03-28"] = KeyError("canary zebra")
    report = await pipeline.run(session)
    assert [path[:16] for path in report.written] == ["daily/2026-03-29"]
    assert isinstance(report.failures["2026-03-27"], ExtractionPermanent)
    assert isinstance(report.failures["2026-03-28"], ExtractionTransient)
    assert "KeyError" in report.failures["2026-03-28"].reason
    assert "zebra" not in report.failures["2026-03-28"].reason
    assert pipeline.pending_days(session) == {"2026-03-27": 1, "2026-03-28": 1}


async def test_days_to_skip_are_not_tried(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor
) -> None:
    log.say(session, "user", "one", "2026-03-27T12:00:00Z")
    log.say(session, "user", "two", "2026-03-28T12:00:00Z")
    await pipeline.run(session, skip_days={"2026-03-27"})
    assert [source.day for source in extractor.seen] == ["2026-03-28"]


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (ExtractionQuota("spent", datetime(2026, 12, 2, tzinfo=UTC)), 1),
        (ExtractionTransient("no answer"), 3),
        (ExtractionPermanent("refused"), 6),
    ],
)
async def test_a_service_that_is_gone_is_not_asked_for_every_day(
    log: Any,
    pipeline: NotePipeline,
    session: SessionRef,
    extractor: ScriptedExtractor,
    error: Exception,
    tries: int,
) -> None:
    for number in range(1, 7):
        log.say(session, "user", "x", f"2026-03-{number:02d}T12:00:00Z")
        extractor.on_day[f"2026-03-{number:02d}"] = error
    report = await pipeline.run(session)
    assert len(extractor.seen) == len(report.failures) == tries


async def test_an_extractor_that_hangs_is_given_up_in_time(
    log: Any, notes: NoteFiles, session: SessionRef, extractor: ScriptedExtractor
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    extractor.on_day["2026-03-28"] = asyncio.Event().wait
    pipeline = NotePipeline(
        log, notes, extractor, zone_of("UTC"), lambda change: None, extraction_seconds=0.01
    )
    report = await pipeline.run(session)
    assert isinstance(report.failures["2026-03-28"], ExtractionTransient)
    assert "0.01 seconds" in report.failures["2026-03-28"].reason


async def test_cancelling_a_run_leaves_old_or_new_and_nothing_half(
    log: Any, pipeline: NotePipeline, session: SessionRef, extractor: ScriptedExtractor, tmp_path: Path
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    await pipeline.run(session)
    before = tree(tmp_path)
    log.say(session, "user", "two", "2026-03-28T12:01:00Z")
    asked = asyncio.Event()

    async def hang() -> None:
        asked.set()
        await asyncio.Event().wait()

    extractor.on_day["2026-03-28"] = hang
    task = asyncio.create_task(pipeline.run(session))
    await asked.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert tree(tmp_path) == before
    assert pipeline.pending_days(session) == {"2026-03-28": 1}


async def test_an_index_that_fails_does_not_cost_the_note(
    log: Any,
    notes: NoteFiles,
    session: SessionRef,
    extractor: ScriptedExtractor,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(change: NoteChange) -> None:
        raise RuntimeError("index is broken")

    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    pipeline = NotePipeline(log, notes, extractor, zone_of("UTC"), fail)
    assert len((await pipeline.run(session)).written) == 1
    assert "could be told" in caplog.text
    assert pipeline.pending_days(session) == {}


async def test_a_stop_between_note_and_day_page_is_repaired(
    log: Any, pipeline: NotePipeline, session: SessionRef, tmp_path: Path, changes: list[NoteChange]
) -> None:
    log.say(session, "user", "one", "2026-03-28T12:00:00Z")
    await pipeline.run(session)
    page = tmp_path / "daily/2026-03-28.md"
    before = page.read_bytes()
    page.unlink()
    changes.clear()
    pipeline.repair()
    assert page.read_bytes() == before
    assert changes == [NoteChange("daily/2026-03-28.md")]


@pytest.mark.parametrize("created_at", ["", "not a time", "0000-00-00T00:00:00Z"])
async def test_a_turn_with_an_unreadable_time_lands_on_the_day_it_arrived(
    log: Any, pipeline: NotePipeline, session: SessionRef, notes: NoteFiles, created_at: str
) -> None:
    log.say(session, "user", "one", created_at)
    await pipeline.run(session)
    assert [note.day for note in notes.notes_of(session)] == ["2026-12-01"]


async def test_another_zone_moves_the_notes_to_their_new_days(
    log: Any, pipeline: NotePipeline, session: SessionRef, notes: NoteFiles, tmp_path: Path
) -> None:
    log.say(session, "user", "one", "2026-03-28T23:30:00Z")
    await pipeline.run(session)
    assert [note.day for note in notes.notes_of(session)] == ["2026-03-29"]
    moved = NotePipeline(log, notes, OutlineExtractor(zone_of("UTC")), zone_of("UTC"), lambda change: None)
    await moved.run(session)
    assert [note.day for note in notes.notes_of(session)] == ["2026-03-28"]
    assert not list((tmp_path / "daily/2026-03-29").iterdir())
