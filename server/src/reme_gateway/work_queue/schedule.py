"""Which session is due when. Pure bookkeeping on a clock that is passed in; nothing here waits or reads."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from reme_gateway.extraction.extractor import ExtractionError, ExtractionPermanent, ExtractionQuota
from reme_gateway.ports import FlushReason, PendingSession, SessionRef
from reme_gateway.work_queue.settings import QueueSettings, retry_delay

NEVER = math.inf


@dataclass(slots=True)
class Entry:
    """What is known of one session. Times are on the schedule's clock."""

    session: SessionRef
    days: dict[str, int] = field(default_factory=dict)
    unmeasured: int = 0
    new_events: int = 0
    due: float = NEVER
    idle_at: float = NEVER
    not_before: float = 0.0
    attempts: int = 0
    parked: dict[str, str] = field(default_factory=dict)
    submitted: bool = False
    running: bool = False
    # The earliest of its times in the schedule's heap; a later one is put there when this one comes up.
    planned: float = NEVER

    @property
    def pending(self) -> int:
        return sum(self.days.values()) + self.unmeasured

    @property
    def has_work(self) -> bool:
        """Whether a run could do something: a day that isn't parked, or turns whose day isn't known yet."""
        return bool(self.unmeasured) or any(day not in self.parked for day in self.days)


class SessionSchedule:
    """Decides when each session's turn comes. Not thread-safe: it belongs to the event loop."""

    def __init__(
        self,
        settings: QueueSettings,
        clock: Callable[[], float],
        wall_clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._wall_clock = wall_clock
        self._chance = chance
        self._entries: dict[str, Entry] = {}
        self._heap: list[tuple[float, str, str]] = []

    def entry(self, key: str) -> Entry | None:
        return self._entries.get(key)

    def touched(self, session: SessionRef, events: int) -> bool:
        """New turns were stored; the idle clock starts again. Whether something is due sooner than before."""
        if events <= 0:
            return False
        entry = self._entries.setdefault(session.key, Entry(session))
        entry.unmeasured += events
        entry.new_events += events
        entry.idle_at = self._clock() + self._settings.idle_seconds
        return self._plan(entry)

    def measured(self, session: SessionRef, days: Mapping[str, int]) -> None:
        """What source and notes say is uncovered; replaces every guess."""
        entry = self._entries.get(session.key)
        if entry is None:
            if not days:
                return
            entry = self._entries.setdefault(session.key, Entry(session))
        entry.days = dict(days)
        entry.unmeasured = 0
        entry.parked = {day: reason for day, reason in entry.parked.items() if day in days}
        self._plan(entry)
        self._drop_if_done(entry)

    def request(self, session: SessionRef, reason: FlushReason) -> bool:
        """Someone wants the session's notes; True when it is waiting or running now."""
        entry = self._entries.get(session.key)
        if entry is None:
            return False
        if reason == "manual":
            entry.parked.clear()
            entry.attempts = 0
            entry.not_before = 0.0
        if not entry.has_work:
            return entry.submitted
        now = self._clock()
        if reason == "turn_end" and entry.new_events < self._settings.turn_events:
            entry.due = min(entry.due, now + self._settings.turn_seconds)
        else:
            entry.due = now
        self._plan(entry)
        return True

    def next_due(self) -> float:
        """The time at which ``take_due`` will next have something; ``NEVER`` when nothing waits."""
        while self._heap:
            at, _, key = self._heap[0]
            entry = self._entries.get(key)
            if entry is not None and self._due_at(entry) == at:
                return at
            heapq.heappop(self._heap)
            if entry is not None and entry.planned == at:
                entry.planned = NEVER
                self._plan(entry)
        return NEVER

    def take_due(self) -> list[SessionRef]:
        """Sessions whose time has come, the longest waiting first; each is out until it finished."""
        now = self._clock()
        due = []
        while self.next_due() <= now:
            _, _, key = heapq.heappop(self._heap)
            entry = self._entries[key]
            entry.submitted = True
            entry.due = entry.idle_at = entry.planned = NEVER
            entry.new_events = 0
            due.append(entry.session)
        return due

    def started(self, key: str) -> Entry | None:
        """The entry of a session that may run now; None for one that wasn't taken, or that runs already."""
        entry = self._entries.get(key)
        if entry is None or not entry.submitted or entry.running:
            return None
        entry.running = True
        return entry

    def finished(
        self, session: SessionRef, days: Mapping[str, int], failures: Mapping[str, ExtractionError]
    ) -> None:
        """A run ended: ``days`` is what is still uncovered, ``failures`` why."""
        entry = self._entries.get(session.key)
        if entry is None:
            return
        entry.submitted = entry.running = False
        for day, failure in failures.items():
            if isinstance(failure, ExtractionPermanent):
                entry.parked[day] = failure.reason
        self.measured(session, days)
        if session.key not in self._entries:
            return
        self._schedule_after(entry, list(failures.values()))

    def returned(self, session: SessionRef) -> None:
        """A session that was taken couldn't be handed on: its time comes again, later."""
        entry = self._entries.get(session.key)
        if entry is not None:
            entry.submitted = entry.running = False
            entry.due = self._clock() + self._settings.retry_first_seconds
            self._plan(entry)

    def pending(self) -> list[PendingSession]:
        """Sessions with uncovered turns, in path order."""
        return [
            PendingSession(
                entry.session,
                entry.pending,
                entry.attempts,
                "; ".join(sorted(set(entry.parked.values()))) or None,
            )
            for entry in sorted(self._entries.values(), key=lambda entry: entry.session.path)
            if entry.pending
        ]

    def parked(self) -> int:
        """How many sessions have a day that is not being tried any more."""
        return sum(1 for entry in self._entries.values() if entry.parked)

    def _schedule_after(self, entry: Entry, failures: list[ExtractionError]) -> None:
        now = self._clock()
        resets = [failure.reset_at for failure in failures if isinstance(failure, ExtractionQuota)]
        if len(failures) > len(resets):
            entry.attempts += 1
        elif not failures:
            entry.attempts = 0
        entry.not_before = 0.0
        if resets:
            entry.not_before = now + self._quota_wait(max(resets))
        elif any(not isinstance(failure, ExtractionPermanent) for failure in failures):
            entry.not_before = now + retry_delay(entry.attempts, self._settings, self._chance())
        if entry.not_before:
            entry.due = entry.not_before
        elif entry.has_work and entry.due == entry.idle_at == NEVER:
            # Turns changed while they were extracted: nobody else will ask for them again.
            entry.due = now + self._settings.retry_first_seconds
        self._plan(entry)

    def _quota_wait(self, reset_at: datetime) -> float:
        wait = (reset_at - self._wall_clock()).total_seconds()
        return min(max(wait, self._settings.quota_least_seconds), self._settings.quota_most_seconds)

    def _due_at(self, entry: Entry) -> float:
        if entry.submitted or not entry.has_work:
            return NEVER
        return max(min(entry.due, entry.idle_at), entry.not_before)

    def _plan(self, entry: Entry) -> bool:
        """Note when the entry is due, unless something earlier is noted: that leads here again."""
        at = self._due_at(entry)
        if at >= entry.planned:
            return False
        entry.planned = at
        heapq.heappush(self._heap, (at, entry.session.path, entry.session.key))
        return True

    def _drop_if_done(self, entry: Entry) -> None:
        if not entry.days and not entry.unmeasured and not entry.submitted:
            self._entries.pop(entry.session.key, None)
