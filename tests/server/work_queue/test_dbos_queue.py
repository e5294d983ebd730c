from __future__ import annotations

import asyncio
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.extraction.extractor import ExtractionPermanent, ExtractionTransient
from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import ExtractedNote, ExtractionInput, PendingSession, SessionRef
from reme_gateway.store.notes import NoteFiles
from reme_gateway.work_queue.dbos_queue import DbosQueue
from reme_gateway.work_queue.dbos_runtime import DbosRuntime, sqlite_url
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


@pytest.mark.parametrize(
    "damage", ["deleted", "not a database", pytest.param("truncated", marks=pytest.mark.slow)]
)
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


async def test_asking_again_before_the_start_has_looked_reads_only_what_changed(
    bench: Bench, new_session: Callable[..., SessionRef], monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    pending_days = NotePipeline.pending_days

    def counted(pipeline: NotePipeline, session: SessionRef) -> dict[str, int]:
        read.append(session.session_id)
        return pending_days(pipeline, session)

    monkeypatch.setattr(NotePipeline, "pending_days", counted)
    for name in ("a", "b"):
        bench.say(None, new_session(name), "hello")
    async with bench.queue(QueueSettings(start_after_seconds=3600)) as queue:
        assert queue.pending() == queue.pending()
        assert sorted(read) == ["a", "b"]
        bench.say(queue, new_session("b"), "again")
        assert queue.pending()[0] == PendingSession(new_session("a"), 1)
        assert sorted(read) == ["a", "b", "b"]


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


async def test_a_worker_goes_on_by_itself_however_rarely_the_queue_looks(
    bench: Bench, new_session: Callable[..., SessionRef], monkeypatch: pytest.MonkeyPatch
) -> None:
    handed: list[str] = []
    submit = DbosRuntime.submit

    async def counted(runtime: DbosRuntime, key: str) -> None:
        handed.append(key)
        await submit(runtime, key)

    monkeypatch.setattr(DbosRuntime, "submit", counted)
    sessions = [new_session(f"s{number}") for number in range(40)]
    for session in sessions:
        bench.say(None, session, "hello")
    async with bench.queue(replace(QUICK, workers=2, poll_seconds=0.5)) as queue:
        await until(lambda: queue.state().state == "ready" and queue.pending() == [])
    assert {bench.text(session) for session in sessions} == {"hello"}
    assert bench.script.calls == {session.session_id: 1 for session in sessions}
    assert bench.script.most_at_once <= 2
    # a look of the queue starts at most two, so that many looks would have been needed
    assert len(handed) < 20


async def test_the_page_of_a_day_is_written_for_all_that_is_due_and_not_for_each(
    bench: Bench, new_session: Callable[..., SessionRef], monkeypatch: pytest.MonkeyPatch
) -> None:
    refreshed: list[str] = []
    refresh = NoteFiles.refresh_day

    def counted(notes: NoteFiles, day: str) -> Any:
        refreshed.append(day)
        return refresh(notes, day)

    monkeypatch.setattr(NoteFiles, "refresh_day", counted)
    for number in range(40):
        bench.say(None, new_session(f"s{number}"), "hello")
    async with bench.queue() as queue:
        await until(lambda: queue.state().state == "ready" and queue.pending() == [])
    assert len(refreshed) < 20
    page = (bench.root / "daily/2026-03-28.md").read_text()
    assert page.count("[[daily/2026-03-28/") == 40


async def test_who_asks_now_goes_before_what_the_start_found(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    go = asyncio.Event()
    order: list[str] = []
    for number in range(9):
        session = new_session(f"s{number}")
        bench.say(None, session, "hello")

        def plan(call: int, name: str = session.session_id) -> Any:
            order.append(name)
            return go.wait()

        bench.script.plans[session.session_id] = plan
    async with bench.queue(replace(QUICK, workers=1)) as queue:
        await until(lambda: len(order) == 1)
        await until(lambda: queue._unmeasured == {})
        last = next(f"s{number}" for number in range(8, -1, -1) if f"s{number}" not in order)
        assert await queue.enqueue(new_session(last), "session_end")
        go.set()
        await until(lambda: queue.pending() == [])
    assert order[1] == last
    assert len(order) == 9


async def test_a_session_with_new_turns_since_the_start_keeps_its_idle_time(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    old, live, fresh = (new_session(name) for name in ("old", "live", "fresh"))
    for session in (old, live):
        bench.say(None, session, "before the start")
    async with bench.queue() as queue:
        for session in (live, fresh):
            bench.say(queue, session, "after the start")
        left = [PendingSession(fresh, 1), PendingSession(live, 2)]
        await until(lambda: queue._unmeasured == {} and queue.pending() == left)
        assert bench.text(old) == "before the start"
        assert queue._schedule.next_due() > 3000
        assert await queue.enqueue(live, "session_end")
        await until(lambda: bench.text(live) == "before the start\nafter the start")
        assert bench.text(fresh) == ""
    assert set(bench.script.calls) == {"old", "live"}


async def test_dbos_runs_only_while_there_is_work_and_comes_back(
    bench: Bench, new_session: Callable[..., SessionRef]
) -> None:
    before = ours()
    async with bench.queue(replace(QUICK, keep_seconds=0.0)) as queue:
        await until(lambda: queue.state().state == "ready")
        assert ours() == before
        for name in ("s1", "s2"):
            bench.say(queue, new_session(name), "hello")
            await queue.enqueue(new_session(name), "session_end")
            await until(lambda: queue.pending() == [])
            await until(lambda: ours() - before <= {"reme-queue"})
            assert queue.state().state == "ready"
            # the folder may be deleted while the server runs
            shutil.rmtree(bench.root / "metadata")
    assert bench.text(new_session("s2")) == "hello"


async def test_what_dbos_never_begins_is_handed_to_a_new_one(
    bench: Bench, new_session: Callable[..., SessionRef], caplog: pytest.LogCaptureFixture
) -> None:
    async with bench.queue(replace(QUICK, pickup_seconds=0.5, poll_seconds=3600.0)) as queue:
        bench.say(queue, new_session(), "hello")
        await queue.enqueue(new_session(), "session_end")
        await until(lambda: "never begun" in caplog.text)
        assert queue.pending() == [PendingSession(new_session(), 1)]
        queue._runtime._settings = QUICK
        await until(lambda: queue.pending() == [])
    assert bench.text(new_session()) == "hello"


async def test_a_stop_does_not_wait_for_a_database_host_that_never_answers(
    bench: Bench, new_session: Callable[..., SessionRef], caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(30)
        port = silent.getsockname()[1]
        bench.database_url = f"postgresql://reme:canary-password@127.0.0.1:{port}/nothing"
        async with bench.queue(drain=0.0) as queue:
            connection, _ = await asyncio.to_thread(silent.accept)
        with connection:
            assert queue.state().state == "stopped"
            assert "left behind" in caplog.text
            left = next(thread for thread in threading.enumerate() if thread.name == "reme-queue")
            assert left.is_alive()
            assert left.daemon
    await asyncio.to_thread(left.join)
    await until(lambda: not any("dbos" in name or "queue" in name for name in ours()))
    assert "canary-password" not in caplog.text


async def test_a_failure_to_queue_is_told_without_the_databases_address(
    bench: Bench,
    new_session: Callable[..., SessionRef],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    submit = DbosRuntime.submit
    failed: list[str] = []

    async def broken_once(runtime: DbosRuntime, key: str) -> None:
        if not failed:
            failed.append(key)
            raise ConnectionError("postgresql://reme:canary-password@db/reme is gone")
        await submit(runtime, key)

    monkeypatch.setattr(DbosRuntime, "submit", broken_once)
    async with bench.queue() as queue:
        bench.say(queue, new_session(), "hello")
        await queue.enqueue(new_session(), "session_end")
        await until(lambda: queue.pending() == [])
    assert "could not be queued: ConnectionError at test_dbos_queue.py:" in caplog.text
    assert "canary-password" not in caplog.text


def test_nothing_of_dbos_is_imported_before_the_queue_starts() -> None:
    program = (
        "import sys, reme_gateway.work_queue.dbos_queue\n"
        "sys.exit('dbos' in sys.modules or 'sqlalchemy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": ":".join(sys.path)}, check=True)
