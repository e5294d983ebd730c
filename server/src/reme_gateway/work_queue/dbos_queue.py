"""The work queue on DBOS: one running extraction per session, a bounded number across sessions.

What to do is never read from the queue: at the start every session is measured against its notes, and the
queue only knows whose turn comes next. Losing its database loses nothing.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import math
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from reme_gateway.extraction.extractor import ExtractionError, ExtractionTransient
from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import FlushReason, PendingSession, SessionLog, SessionRef
from reme_gateway.work_queue.dbos_runtime import DbosRuntime
from reme_gateway.work_queue.schedule import NEVER, Entry, SessionSchedule
from reme_gateway.work_queue.settings import QueueSettings

_logger = logging.getLogger(__name__)

_CANCEL_SECONDS = 1.0
_OUTCOME_SECONDS = 2.0
_MEASURED_AT_MOST = 3


@dataclass(frozen=True, slots=True)
class QueueState:
    """For ``status``: whether work is being done, and what keeps it from being done."""

    state: Literal["starting", "ready", "failed", "stopped"]
    reason: str | None = None


class DbosQueue:
    """Implements the queue's port, on the event loop that started it; only the workers' bridge isn't."""

    def __init__(
        self,
        log: SessionLog,
        pipeline: NotePipeline,
        *,
        workspace: str,
        database_url: str,
        settings: QueueSettings | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``workspace`` is its folder; ``database_url`` is ``sqlite:///…`` or ``postgresql://…``."""
        self._log = log
        self._pipeline = pipeline
        self._settings = settings or QueueSettings()
        self._clock = clock
        self._schedule = SessionSchedule(self._settings, clock)
        self._runtime = DbosRuntime(workspace, database_url, self._settings, self._run_in_worker)
        self._state = QueueState("starting")
        self._touched: dict[str, int] = {}
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        # None until the start has listed what there is to look at.
        self._unmeasured: dict[str, SessionRef] | None = None
        self._submitted: dict[str, SessionRef] = {}
        self._running: set[asyncio.Task[Any]] = set()
        self._attempts: set[concurrent.futures.Future[None]] = set()
        self._bridge = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping = False
        self._last_run = -math.inf

    async def start(self) -> None:
        """Begin; returns at once. DBOS is imported and sessions are measured in the background."""
        self._loop = asyncio.get_running_loop()
        self._tasks.append(asyncio.create_task(self._bring_up(), name="queue start"))

    def state(self) -> QueueState:
        return self._state

    def touched(self, session: SessionRef, events: int) -> None:
        self._touched[session.key] = self._touched.get(session.key, 0) + events
        self._schedule.touched(session, events)
        self._changed.set()

    async def enqueue(self, session: SessionRef, reason: FlushReason) -> bool:
        if self._stopping:
            return False
        if reason == "manual" or self._schedule.entry(session.key) is None:
            await self._measure(session)
        asked = self._schedule.request(session, reason)
        self._changed.set()
        return asked

    def pending(self) -> list[PendingSession]:
        """Before the start has looked at every session, this looks at the rest itself."""
        found = {item.session.path: item for item in self._schedule.pending()}
        for session in self._log.sessions() if self._unmeasured is None else list(self._unmeasured.values()):
            uncovered = sum(self._pipeline.pending_days(session).values())
            if uncovered and session.path not in found:
                found[session.path] = PendingSession(session, uncovered)
        return [found[path] for path in sorted(found)]

    def parked(self) -> int:
        return self._schedule.parked()

    async def stop(self, drain_seconds: float) -> None:
        """Wait up to ``drain_seconds`` for what is running, cancel the rest, and end every thread."""
        if self._state.state == "stopped":
            return
        self._stopping = True
        self._state = QueueState("stopped")
        for task in self._tasks:
            task.cancel()
        # A start that is under way ends in its thread; stopping half of DBOS would leave the other half.
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._settle(drain_seconds)
        with self._bridge:
            left = list(self._attempts)
        for attempt in left:
            attempt.cancel()
        if left:
            _logger.warning("%d extractions were given up; they are found again at the next start", len(left))
            await self._settle(_CANCEL_SECONDS)
        just_ran = self._clock() - self._last_run < _OUTCOME_SECONDS
        await self._runtime.destroy(finish_seconds=_OUTCOME_SECONDS if just_ran else 0.0)

    async def _settle(self, seconds: float) -> None:
        """Wait until nothing runs, at most so long."""
        if self._running:
            await asyncio.wait(self._running, timeout=max(seconds, 0.0))

    async def _bring_up(self) -> None:
        await asyncio.sleep(self._settings.start_after_seconds)
        self._tasks.append(asyncio.create_task(self._look_at_all(), name="queue survey"))
        await self._launch()
        self._state = QueueState("ready")
        self._tasks.append(asyncio.create_task(self._hand_on(), name="queue schedule"))

    async def _look_at_all(self) -> None:
        """Find out what is uncovered in the whole workspace, and ask for it."""
        try:
            await asyncio.to_thread(self._pipeline.repair)
        except Exception:
            _logger.exception("the day pages could not be brought up to date")
        sessions = await asyncio.to_thread(lambda: list(self._log.sessions()))
        self._unmeasured = {session.key: session for session in sessions}
        for session in sessions:
            try:
                await self._measure(session)
            except Exception:
                _logger.exception("session %s can't be read", session.key)
            self._unmeasured.pop(session.key, None)
            self._schedule.request(session, "idle")
            self._changed.set()

    async def _launch(self) -> None:
        wait = self._settings.retry_first_seconds
        while True:
            launch = asyncio.create_task(self._runtime.launch())
            try:
                await asyncio.shield(launch)
            except asyncio.CancelledError:
                with suppress(Exception):
                    await launch
                raise
            except Exception as error:  # noqa: BLE001 - it is told, and tried again
                # Only the class: a message may quote the database's address with its password.
                reason = f"the queue's database can't be used ({type(error).__name__})"
                self._state = QueueState("failed", reason)
                _logger.error("%s; no notes are made until it can", reason)  # noqa: TRY400
                await asyncio.sleep(wait)
                wait = min(wait * 2, self._settings.retry_most_seconds)
            else:
                return

    async def _hand_on(self) -> None:
        """Give each session to DBOS when its time comes."""
        while True:
            self._changed.clear()
            for session in self._schedule.take_due():
                key = session.key[-16:]
                self._submitted[key] = session
                try:
                    await self._runtime.submit(key)
                except Exception:
                    _logger.exception("session %s could not be queued", session.key)
                    self._schedule.returned(session)
            wait = self._schedule.next_due() - self._clock()
            with suppress(TimeoutError):
                async with asyncio.timeout(None if wait == NEVER else max(wait, 0.01)):
                    await self._changed.wait()

    def _run_in_worker(self, key: str) -> None:
        """Called by DBOS in one of its threads: runs the attempt on the event loop and waits for its end."""
        loop = self._loop
        with self._bridge:
            if self._stopping or loop is None or loop.is_closed():
                return
            future = asyncio.run_coroutine_threadsafe(self._attempt(key), loop)
            self._attempts.add(future)
        try:
            future.result()
        except concurrent.futures.CancelledError:
            _logger.info("an extraction was given up at the stop")
        finally:
            self._last_run = self._clock()
            with self._bridge:
                self._attempts.discard(future)

    async def _attempt(self, key: str) -> None:
        session = self._submitted.pop(key, None)
        entry = self._schedule.started(session.key) if session is not None else None
        task = asyncio.current_task()
        if entry is None or task is None or self._stopping:
            # Left over from an earlier process, or too late: the next start finds what is uncovered.
            return
        self._running.add(task)
        try:
            await self._extract(entry)
        finally:
            self._running.discard(task)
            self._changed.set()

    async def _extract(self, entry: Entry) -> None:
        session = entry.session
        failures: Mapping[str, ExtractionError]
        try:
            failures = (await self._pipeline.run(session, skip_days=frozenset(entry.parked))).failures
            days = await self._uncovered(session)
        except Exception as error:
            # Nothing is known but that it failed; the session must come again, and others must go on.
            _logger.exception("session %s could not be worked on", session.key)
            failure = ExtractionTransient(f"source or notes can't be used ({type(error).__name__})")
            days = entry.days or {"": entry.pending}
            failures = dict.fromkeys(days, failure)
        for day, reason in failures.items():
            _logger.warning("session %s has no note of %s: %s", session.key, day, type(reason).__name__)
        self._schedule.finished(session, days, failures)

    async def _measure(self, session: SessionRef) -> None:
        self._schedule.measured(session, await self._uncovered(session))

    async def _uncovered(self, session: SessionRef) -> dict[str, int]:
        """Uncovered turns by day, read again when turns arrived meanwhile."""
        for _ in range(_MEASURED_AT_MOST):
            before = self._touched.get(session.key, 0)
            days = await asyncio.to_thread(self._pipeline.pending_days, session)
            if self._touched.get(session.key, 0) == before:
                break
        return days
