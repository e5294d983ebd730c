"""The work queue on DBOS: one running extraction per session, a bounded number across sessions.

What to do is never read from the queue: at the start every session is measured against its notes, and the
queue only knows whose turn comes next. Losing its database loses nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from reme_gateway.extraction.extractor import ExtractionError, ExtractionTransient
from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import FlushReason, PendingSession, SessionLog, SessionRef
from reme_gateway.work_queue.dbos_runtime import DbosRuntime
from reme_gateway.work_queue.failures import place_of
from reme_gateway.work_queue.lanes import Lanes
from reme_gateway.work_queue.schedule import NEVER, Entry, SessionSchedule
from reme_gateway.work_queue.settings import QueueSettings

_logger = logging.getLogger(__name__)

_OUTCOME_SECONDS = 2.0
# What a start of DBOS under way gets at a stop even when draining has used up its time.
_LAUNCH_SECONDS = 1.0
_MEASURED_AT_MOST = 3


@dataclass(frozen=True, slots=True)
class QueueState:
    """For ``status``: whether work is being done, and what keeps it from being done."""

    state: Literal["starting", "ready", "failed", "stopped"]
    reason: str | None = None


class DbosQueue:
    """Implements the queue's port, on the event loop that started it."""

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
        self._lanes = Lanes(self._work_from, clock)
        self._runtime = DbosRuntime(workspace, database_url, self._settings, self._lanes.run)
        self._state = QueueState("starting")
        self._touched: dict[str, int] = {}
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        # None until the start has listed what there is to look at.
        self._unmeasured: dict[str, SessionRef] | None = None
        # What ``pending`` read itself before that: turns that had arrived, and how many are uncovered.
        self._looked: dict[str, tuple[int, int]] = {}
        # Due sessions in their order, what DBOS was handed, and how many of those are being worked on.
        self._ready: OrderedDict[str, SessionRef] = OrderedDict()
        self._handed: dict[str, SessionRef] = {}
        self._working = 0
        # When a session was last handed over, begun or finished.
        self._moved_at = clock()
        self._stopping = False

    async def start(self) -> None:
        """Begin; returns at once. Sessions are measured, and DBOS is imported, in the background."""
        self._lanes.open()
        self._tasks.append(asyncio.create_task(self._look_at_all(), name="queue survey"))
        self._tasks.append(asyncio.create_task(self._hand_on(), name="queue schedule"))

    def state(self) -> QueueState:
        return self._state

    def touched(self, session: SessionRef, events: int) -> None:
        self._touched[session.key] = self._touched.get(session.key, 0) + events
        if self._schedule.touched(session, events):
            self._changed.set()

    async def enqueue(self, session: SessionRef, reason: FlushReason) -> bool:
        if self._stopping:
            return False
        if reason == "manual" or self._schedule.entry(session.key) is None:
            await self._measure(session)
        asked = self._schedule.request(session, reason)
        if session.key in self._ready:
            # Someone asks for it now: it need not wait for all that a start has found.
            self._ready.move_to_end(session.key, last=False)
        self._changed.set()
        return asked

    def pending(self) -> list[PendingSession]:
        """Before the start has looked at every session, this looks at the rest itself."""
        found = {item.session.path: item for item in self._schedule.pending()}
        for session in self._log.sessions() if self._unmeasured is None else list(self._unmeasured.values()):
            uncovered = self._looked_up(session)
            if uncovered and session.path not in found:
                found[session.path] = PendingSession(session, uncovered)
        return [found[path] for path in sorted(found)]

    def _looked_up(self, session: SessionRef) -> int:
        """Uncovered turns, read once until more arrive: who gave up waiting finds them at the next call."""
        touched = self._touched.get(session.key, 0)
        known = self._looked.get(session.key)
        if known is None or known[0] != touched:
            known = (touched, sum(self._pipeline.pending_days(session).values()))
            self._looked[session.key] = known
        return known[1]

    def parked(self) -> int:
        return self._schedule.parked()

    async def stop(self, drain_seconds: float) -> None:
        """Wait up to ``drain_seconds`` for what is running, cancel the rest, and end every thread."""
        if self._state.state == "stopped":
            return
        self._stopping = True
        self._state = QueueState("stopped")
        until = time.monotonic() + drain_seconds
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._lanes.close(drain_seconds)
        left = max(until - time.monotonic(), _LAUNCH_SECONDS)
        await self._runtime.destroy(self._outcome_seconds(), left)

    def _outcome_seconds(self) -> float:
        """How long DBOS may still be writing down how the last runs ended."""
        return _OUTCOME_SECONDS if self._clock() - self._lanes.last_end < _OUTCOME_SECONDS else 0.0

    async def _look_at_all(self) -> None:
        """Find out what is uncovered in the whole workspace, and ask for what nobody is adding to."""
        try:
            sessions = await asyncio.to_thread(lambda: list(self._log.sessions()))
        except Exception as error:  # noqa: BLE001 - flushes and new turns still find their sessions
            _logger.error("the sessions can't be listed: %s", place_of(error))  # noqa: TRY400
            return
        self._unmeasured = {session.key: session for session in sessions}
        await asyncio.sleep(self._settings.start_after_seconds)
        try:
            await asyncio.to_thread(self._pipeline.repair)
        except Exception as error:  # noqa: BLE001 - the notes themselves are what matters
            _logger.error("the day pages could not be brought up to date: %s", place_of(error))  # noqa: TRY400
        for session in sessions:
            try:
                await self._measure(session)
            except Exception as error:  # noqa: BLE001 - others must go on
                _logger.error("session %s can't be read: %s", session.key, place_of(error))  # noqa: TRY400
            self._unmeasured.pop(session.key, None)
            if session.key not in self._touched:
                self._schedule.request(session, "idle")
                self._changed.set()

    async def _hand_on(self) -> None:
        """Give sessions to DBOS when their time comes, and put DBOS away when there is nothing to do."""
        await asyncio.sleep(self._settings.start_after_seconds)
        if self._runtime.needs_server:
            # Whether it can be used should be known before a note depends on it.
            await self._launch()
        self._state = QueueState("ready")
        while True:
            self._changed.clear()
            self._take_due()
            if self._ready:
                await self._hand_over()
            if self._clock() >= self._patience_ends():
                await self._put_away()
            await self._change_or(min(self._schedule.next_due(), self._patience_ends()))

    def _patience_ends(self) -> float:
        """When a DBOS that does nothing is put away: later when there is something that it should do."""
        if self._working or not self._runtime.is_launched:
            return NEVER
        seconds = self._settings.pickup_seconds if self._handed else self._settings.keep_seconds
        return self._moved_at + seconds

    async def _put_away(self) -> None:
        for session in self._handed.values():
            _logger.error("session %s was queued and never begun; the queue starts anew", session.key)
            self._schedule.returned(session)
        self._handed.clear()
        await self._runtime.put_away(self._outcome_seconds())

    async def _change_or(self, until: float) -> None:
        """Wait for something to change, at most until then."""
        wait = until - self._clock()
        with suppress(TimeoutError):
            async with asyncio.timeout(None if wait == NEVER else max(wait, 0.01)):
                await self._changed.wait()

    def _take_due(self) -> None:
        for session in self._schedule.take_due():
            self._ready[session.key] = session

    async def _hand_over(self) -> None:
        """Put as many due sessions into DBOS's queue as there are free workers."""
        if not self._runtime.is_launched:
            await self._launch()
        while self._ready and len(self._handed) + self._working < self._settings.workers:
            _, session = self._ready.popitem(last=False)
            key = session.key[-16:]
            self._handed[key] = session
            self._moved_at = self._clock()
            try:
                await self._runtime.submit(key)
            except Exception as error:  # noqa: BLE001 - it comes again
                _logger.error("session %s could not be queued: %s", session.key, place_of(error))  # noqa: TRY400
                self._handed.pop(key, None)
                self._schedule.returned(session)

    async def _launch(self) -> None:
        wait = self._settings.retry_first_seconds
        while True:
            try:
                await self._runtime.launch()
            except Exception as error:  # noqa: BLE001 - it is told, and tried again
                # Only the class: a message may quote the database's address with its password.
                reason = f"the queue's database can't be used ({type(error).__name__})"
                self._state = QueueState("failed", reason)
                _logger.error("%s; no notes are made until it can", reason)  # noqa: TRY400
                await asyncio.sleep(wait)
                wait = min(wait * 2, self._settings.retry_most_seconds)
            else:
                self._state = QueueState("ready")
                return

    async def _work_from(self, key: str) -> None:
        """What a workflow does: the session it was queued for, then whatever is due, until nothing is."""
        session = self._handed.pop(key, None)
        if session is None:
            # Left over from an earlier process: the start finds what is uncovered.
            return
        self._working += 1
        try:
            while session is not None and not self._stopping:
                entry = self._schedule.started(session.key)
                if entry is not None:
                    await self._extract(entry)
                self._take_due()
                session = self._ready.popitem(last=False)[1] if self._ready else None
        finally:
            self._working -= 1
            self._moved_at = self._clock()
            self._changed.set()

    async def _extract(self, entry: Entry) -> None:
        session = entry.session
        failures: Mapping[str, ExtractionError]
        try:
            report = await self._pipeline.run(session, frozenset(entry.parked), lambda: bool(self._ready))
            failures = report.failures
            days = await self._uncovered(session)
        except Exception as error:  # noqa: BLE001
            # Nothing is known but that it failed; the session must come again, and others must go on.
            _logger.error("session %s could not be worked on: %s", session.key, place_of(error))  # noqa: TRY400
            failure = ExtractionTransient(f"source or notes can't be used ({type(error).__name__})")
            days = entry.days or {"": entry.pending}
            failures = dict.fromkeys(days, failure)
        for day, reason in failures.items():
            _logger.warning("session %s has no note of %s: %s", session.key, day, type(reason).__name__)
        self._schedule.finished(session, days, failures)

    async def _measure(self, session: SessionRef) -> None:
        self._schedule.measured(session, await self._uncovered(session))
        self._looked.pop(session.key, None)

    async def _uncovered(self, session: SessionRef) -> dict[str, int]:
        """Uncovered turns by day, read again when turns arrived meanwhile."""
        for _ in range(_MEASURED_AT_MOST):
            before = self._touched.get(session.key, 0)
            days = await asyncio.to_thread(self._pipeline.pending_days, session)
            if self._touched.get(session.key, 0) == before:
                break
        return days
