from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.extraction.extractor import ExtractionPermanent, ExtractionTransient
from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import ExtractedNote, ExtractionInput, PendingSession, SessionRef
from reme_gateway.store.notes import NoteFiles
from reme_gateway.work_queue.dbos_queue import DbosQueue
from reme_gateway.work_queue.dbos_runtime import sqlite_url
from reme_gateway.work_queue.settings import QueueSettings

pytestmark = pytest.mark.anyio

QUICK = QueueSettings(
    workers=2,
    poll_seconds=0.05,
    start_after_seconds=0.0,
    retry_first_seconds=0.01,
    retry_most_seconds=0.05,
    turn_seconds=0.05,
    idle_seconds=3600,
)
NOON = "2026-03-28T12:00:00Z"


class Script:
    """An extractor that does what the test says for a session, and counts who runs at once."""

    id = "script-1"

    def __init__(self) -> None:
        self.plans: dict[str, Callable[[int], Any]] = {}
        self.calls: dict[str, int] = {}
        self.running: list[str] = []
        self.most_at_once = 0
        self.overlapped: set[str] = set()

    async def extract(self, source: ExtractionInput) -> ExtractedNote:
        name = source.session.session_id
        if name in self.running:
            self.overlapped.add(name)
        self.running.append(name)
        self.most_at_once = max(self.most_at_once, len(self.running))
        self.calls[name] = self.calls.get(name, 0) + 1
        try:
            plan = self.plans.get(name)
            outcome = plan(self.calls[name]) if plan else None
            if isinstance(outcome, Exception):
                raise outcome
            if outcome is not None:
                await outcome
        finally:
            self.running.remove(name)
        return ExtractedNote(
            name, f"{len(source.events)} turns", "\n".join(event.text for event in source.events)
        )


class Bench:
    """A workspace with its queue, which can be stopped and started again."""

    def __init__(self, root: Path, log: Any, notes: NoteFiles) -> None:
        self.root, self.log, self.notes, self.script = root, log, notes, Script()
        self.database_url = sqlite_url(root / "metadata/queue.sqlite")

    @asynccontextmanager
    async def queue(self, settings: QueueSettings = QUICK, drain: float = 5.0) -> AsyncIterator[DbosQueue]:
        pipeline = NotePipeline(self.log, self.notes, self.script, UTC, lambda change: None)
        queue = DbosQueue(
            self.log, pipeline, workspace=str(self.root), database_url=self.database_url, settings=settings
        )
        await queue.start()
        try:
            yield queue
        finally:
            await queue.stop(drain)

    def say(self, queue: DbosQueue | None, session: SessionRef, text: str, created_at: str = NOON) -> None:
        self.log.say(session, "user", text, created_at)
        if queue is not None:
            queue.touched(session, 1)

    def text(self, session: SessionRef) -> str:
        return "\n".join(self.notes.text(note) or "" for note in self.notes.notes_of(session))


@pytest.fixture
def bench(tmp_path: Path, log: Any, notes: NoteFiles) -> Bench:
    return Bench(tmp_path, log, notes)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - the condition is about files and other threads
            await asyncio.sleep(0.01)


def ours() -> set[str]:
    return {thread.name for thread in threading.enumerate() if "asyncio" not in thread.name}


async def test_a_flush_makes_the_note_and_every_thread_ends_also_the_second_time(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    before = ours()
    for number in (1, 2):
        session = new_session(f"s{number}")
        async with bench.queue() as queue:
            bench.say(queue, session, "hello")
            assert queue.pending() == [PendingSession(session, 1)]
            assert await queue.enqueue(session, "session_end")
            await until(lambda: queue.pending() == [])
            assert bench.text(session) == "hello"
            assert queue.state().state == "ready"
            assert not await queue.enqueue(session, "session_end")
        assert ours() == before
        assert queue.state().state == "stopped"
        assert not await queue.enqueue(session, "manual")
        await queue.stop(1)


async def test_an_extractor_that_fails_three_times_and_then_works_makes_the_note(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    session = new_session()
    bench.script.plans["native-1"] = lambda call: ExtractionTransient("no answer") if call <= 3 else None
    async with bench.queue() as queue:
        bench.say(queue, session, "hello")
        await queue.enqueue(session, "session_end")
        await until(lambda: queue.pending() == [])
    assert bench.script.calls == {"native-1": 4}
    assert bench.text(session) == "hello"


async def test_what_hangs_at_the_stop_is_given_up_in_time_and_done_after_the_restart(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    before = ours()
    session = new_session()
    bench.script.plans["native-1"] = lambda call: asyncio.Event().wait()
    async with asyncio.timeout(20):
        async with bench.queue(drain=0.1) as queue:
            bench.say(queue, session, "hello")
            await queue.enqueue(session, "session_end")
            await until(lambda: bench.script.running == ["native-1"])
    assert bench.script.running == []
    assert bench.text(session) == ""
    assert ours() == before
    bench.script.plans.clear()
    async with bench.queue() as queue:
        await until(lambda: bench.text(session) == "hello")
        await until(lambda: queue.pending() == [])


async def test_what_is_running_at_the_stop_is_finished_when_it_ends_in_time(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    session = new_session()
    bench.script.plans["native-1"] = lambda call: asyncio.sleep(0.3)
    async with bench.queue() as queue:
        bench.say(queue, session, "hello")
        await queue.enqueue(session, "session_end")
        await until(lambda: bench.script.running == ["native-1"])
    assert bench.text(session) == "hello"


async def test_sessions_that_fail_or_hang_for_good_do_not_hold_up_another(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    refused, hanging, good = (new_session(name) for name in ("refused", "hanging", "good"))
    bench.script.plans["refused"] = lambda call: ExtractionPermanent("the model refuses this text")
    bench.script.plans["hanging"] = lambda call: asyncio.Event().wait()
    async with bench.queue(drain=0.1) as queue:
        for session in (refused, hanging, good):
            bench.say(queue, session, "hello")
            await queue.enqueue(session, "session_end")
        await until(lambda: bench.text(good) == "hello")
        left = {"hanging": None, "refused": "the model refuses this text"}
        await until(lambda: {item.session.session_id: item.parked for item in queue.pending()} == left)
        assert not await queue.enqueue(refused, "session_end")
        assert bench.script.calls["refused"] == 1
        # and someone who has changed something can ask again
        bench.script.plans.pop("refused")
        assert await queue.enqueue(refused, "manual")
        await until(lambda: bench.text(refused) == "hello")


async def test_a_session_runs_once_at_a_time_and_only_so_many_sessions_at_once(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    sessions = [new_session(f"s{number}") for number in range(5)]
    async with bench.queue() as queue:
        for session in sessions:
            bench.script.plans[session.session_id] = lambda call: asyncio.sleep(0.02)
        for turn in range(3):
            for session in sessions:
                bench.say(queue, session, f"turn {turn}")
                await queue.enqueue(session, "session_end")
            await asyncio.sleep(0.05)
        await until(lambda: queue.pending() == [])
    assert bench.script.overlapped == set()
    assert bench.script.most_at_once == 2
    assert {bench.text(session) for session in sessions} == {"turn 0\nturn 1\nturn 2"}


async def test_turn_ends_are_gathered_into_one_extraction(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    session = new_session()
    async with bench.queue(
        QueueSettings(poll_seconds=0.05, start_after_seconds=0, turn_seconds=0.5)
    ) as queue:
        for turn in range(5):
            bench.say(queue, session, f"turn {turn}")
            assert await queue.enqueue(session, "turn_end")
        await until(lambda: queue.pending() == [])
    assert bench.script.calls == {"native-1": 1}


async def test_a_session_that_nobody_flushes_is_flushed_when_it_is_idle(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    session = new_session()
    async with bench.queue(
        QueueSettings(poll_seconds=0.05, start_after_seconds=0, idle_seconds=0.1)
    ) as queue:
        await until(lambda: queue.state().state == "ready")
        bench.say(queue, session, "hello")
        await until(lambda: bench.text(session) == "hello")


@pytest.mark.parametrize("damage", ["deleted", "not a database", "truncated"])
async def test_a_lost_or_damaged_queue_loses_nothing(
    bench: Bench, new_session: Callable[..., SessionRef], damage: str
) -> None:
    first, second = new_session("s1"), new_session("s2")
    async with bench.queue() as queue:
        bench.say(queue, first, "hello")
        await queue.enqueue(first, "session_end")
        await until(lambda: queue.pending() == [])
    bench.say(None, first, "more")
    bench.say(None, second, "never asked for")
    file = bench.root / "metadata/queue.sqlite"
    if damage == "deleted":
        for left in file.parent.iterdir():
            left.unlink()
        file.parent.rmdir()
    else:
        file.write_bytes(b"junk" * 2000 if damage == "not a database" else file.read_bytes()[:5000])
    async with bench.queue() as queue:
        await until(lambda: bench.text(first) == "hello\nmore")
        await until(lambda: bench.text(second) == "never asked for")
        await until(lambda: queue.pending() == [])


async def test_the_queues_database_is_private_and_knows_no_names(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    session = new_session("canary-session")
    bench.script.plans["canary-session"] = lambda call: KeyError("canary-error") if call == 1 else None
    async with bench.queue() as queue:
        bench.say(queue, session, "canary-text")
        await queue.enqueue(session, "session_end")
        await until(lambda: queue.pending() == [])
    metadata = bench.root / "metadata"
    assert metadata.stat().st_mode & 0o077 == 0
    for file in metadata.iterdir():
        assert file.stat().st_mode & 0o077 == 0
        assert b"canary" not in file.read_bytes()


async def test_records_of_finished_runs_do_not_pile_up(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    for _ in range(3):
        async with bench.queue() as queue:
            bench.say(queue, new_session(), "hello")
            await queue.enqueue(new_session(), "session_end")
            await until(lambda: queue.pending() == [])
    with sqlite3.connect(bench.root / "metadata/queue.sqlite") as database:
        (count,) = database.execute("SELECT count(*) FROM workflow_status").fetchone()
    database.close()
    assert count == 1


async def test_what_is_uncovered_is_known_before_the_start_has_looked(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    bench.say(None, new_session("b"), "hello")
    bench.say(None, new_session("a"), "hello")
    async with bench.queue(QueueSettings(start_after_seconds=3600)) as queue:
        assert queue.pending() == [PendingSession(new_session("a"), 1), PendingSession(new_session("b"), 1)]
        bench.say(queue, new_session("b"), "again")
        assert await queue.enqueue(new_session("a"), "session_end")
        assert queue.pending()[0] == PendingSession(new_session("a"), 1)


async def test_an_unknown_session_is_not_queued(bench: Bench, new_session: Callable[..., SessionRef]) -> None:
    async with bench.queue() as queue:
        assert not await queue.enqueue(new_session("nobody"), "manual")
        assert queue.pending() == []


async def test_a_database_that_cannot_be_reached_is_told_and_the_password_is_not(
    bench: Bench, new_session: Callable[..., SessionRef], caplog: pytest.LogCaptureFixture
) -> None:
    bench.database_url = "postgresql://reme:canary-password@127.0.0.1:1/nothing?connect_timeout=1"
    async with bench.queue() as queue:
        await until(lambda: queue.state().state == "failed")
        assert "database" in (queue.state().reason or "")
        bench.say(queue, new_session(), "hello")
        assert await queue.enqueue(new_session(), "session_end")
        assert queue.pending() == [PendingSession(new_session(), 1)]
    assert "canary-password" not in caplog.text + (queue.state().reason or "")


def test_nothing_of_dbos_is_imported_before_the_queue_starts() -> None:
    program = (
        "import sys, reme_gateway.work_queue.dbos_queue\n"
        "sys.exit('dbos' in sys.modules or 'sqlalchemy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": ":".join(sys.path)}, check=True)
