"""From a session's turns to its daily notes, and which turns no note covers yet.

Everything is worked out from the source and the notes. Running it again changes nothing, whenever it stopped.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import tzinfo
from typing import Any

from reme_gateway.extraction.extractor import ExtractionError, ExtractionQuota, ExtractionTransient
from reme_gateway.ports import (
    DailyNote,
    ExtractedNote,
    ExtractionInput,
    Extractor,
    NoteChange,
    NoteCursor,
    NoteStore,
    SessionLog,
    SessionRef,
    StoredEvent,
)
from reme_gateway.store.days import day_of

_logger = logging.getLogger(__name__)

_UNDATED = "1970-01-01"
_FAILURES_IN_A_ROW = 3
_PAGES_SECONDS = 5.0

ChangeListener = Callable[[NoteChange], None]
# Runs a blocking call with its arguments beside the event loop, as ``asyncio.to_thread`` does.
Aside = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class DayWork:
    """One day of a session: its live turns, how many of them the note covers, and whether the note is off.

    A stale note was made from turns that are gone or changed; what it says must go before anything else.
    """

    day: str
    events: tuple[StoredEvent, ...]
    covered: int
    stale: bool
    note: DailyNote | None

    @property
    def pending(self) -> int:
        return len(self.events) - self.covered

    @property
    def needed(self) -> bool:
        return self.stale or self.pending > 0


@dataclass(slots=True)
class RunReport:
    """What one run did: paths of the notes it wrote, and why a day has none."""

    written: list[str] = field(default_factory=list)
    failures: dict[str, ExtractionError] = field(default_factory=dict)


class NotePipeline:
    """Keeps the daily notes of sessions up to date. Methods that aren't coroutines block on files."""

    def __init__(
        self,
        log: SessionLog,
        notes: NoteStore,
        extractor: Extractor,
        zone: tzinfo,
        on_change: ChangeListener,
        *,
        extraction_seconds: float = 300.0,
        aside: Aside = asyncio.to_thread,
    ) -> None:
        """``on_change`` hears of each file after it changed, in a worker thread.

        An extraction that takes longer than ``extraction_seconds`` counts as a transient failure.
        ``aside`` is where coroutines here do what blocks.
        """
        self._log = log
        self._notes = notes
        self._extractor = extractor
        self._zone = zone
        self._on_change = on_change
        self._extraction_seconds = extraction_seconds
        self._aside = aside
        self._outdated_pages: set[str] = set()
        self._pages_at = time.monotonic()
        # A note is only written when its turns are still there; forgetting takes the same lock to retract.
        self._writing = threading.Lock()

    def work(self, session: SessionRef) -> list[DayWork]:
        """Every day on which the session has turns or a note, by day."""
        by_day: dict[str, list[StoredEvent]] = {}
        for event in self._log.read(session):
            by_day.setdefault(self._day(event), []).append(event)
        notes = {note.day: note for note in self._notes.notes_of(session)}
        days = sorted({*by_day, *notes})
        return [_day_work(day, tuple(by_day.get(day, ())), notes.get(day)) for day in days]

    def pending_days(self, session: SessionRef) -> dict[str, int]:
        """Uncovered turns by day; days with nothing to do are left out, one with only a stale note is 0."""
        return {item.day: item.pending for item in self.work(session) if item.needed}

    def retract_stale(self, session: SessionRef) -> list[NoteChange]:
        """Take out what notes say about turns that are gone: to be called before a forget returns."""
        return [
            change for item in self.work(session) if item.stale for change in self._retract(session, item.day)
        ]

    def repair(self) -> None:
        """Bring day pages up to date that a stop left behind; for the start."""
        for change in self._notes.refresh_all_days():
            self._tell(change)

    async def run(
        self,
        session: SessionRef,
        skip_days: Collection[str] = (),
        more_to_come: Callable[[], bool] = lambda: False,
    ) -> RunReport:
        """Bring the notes of all days but ``skip_days`` up to date; a day's failure leaves the others alone.

        The pages of those days follow, unless there is ``more_to_come``: then one for all of it, every few
        seconds and after the last. Raises ``OSError`` when source or notes can't be read or written.
        """
        report = RunReport()
        try:
            await self._run(session, skip_days, report)
        finally:
            if self._outdated_pages and not (more_to_come() and self._pages_are_fresh()):
                await self._aside(self._refresh_outdated_pages)
        return report

    async def _run(self, session: SessionRef, skip_days: Collection[str], report: RunReport) -> None:
        in_a_row = 0
        for item in await self._aside(self.work, session):
            if item.stale:
                await self._aside(self._retract, session, item.day)
            if not item.pending and not (item.stale and item.events):
                continue
            if item.day in skip_days:
                continue
            try:
                await self._extract(session, item, report)
                in_a_row = 0
            except ExtractionError as error:
                report.failures[item.day] = error
                in_a_row += isinstance(error, ExtractionTransient)
                if isinstance(error, ExtractionQuota) or in_a_row >= _FAILURES_IN_A_ROW:
                    break

    async def _extract(self, session: SessionRef, item: DayWork, report: RunReport) -> None:
        source = await self._aside(self._source, session, item)
        try:
            async with asyncio.timeout(self._extraction_seconds):
                note = await self._extractor.extract(source)
        except ExtractionError:
            raise
        except TimeoutError as error:
            raise ExtractionTransient(f"no note within {self._extraction_seconds:g} seconds") from error
        except Exception as error:
            # The message may quote the transcript, so only the class is passed on.
            _logger.warning("extractor %s failed with %s", self._extractor.id, type(error).__name__)
            raise ExtractionTransient(f"the extractor failed with {type(error).__name__}") from error
        path = await self._aside(self._write, session, item, note)
        if path is not None:
            report.written.append(path)

    def _source(self, session: SessionRef, item: DayWork) -> ExtractionInput:
        previous = self._notes.text(item.note) if item.note is not None and not item.stale else None
        covered = item.covered if previous is not None else 0
        return ExtractionInput(session, item.day, item.events, covered, previous)

    def _write(self, session: SessionRef, item: DayWork, note: ExtractedNote) -> str | None:
        """Write the note unless its turns changed since they were read; None when they did."""
        cursor = cursor_over(item.events)
        with self._writing:
            now = [event for event in self._log.read(session) if self._day(event) == item.day]
            if cursor_over(now[: cursor.count]) != cursor:
                return None
            change = self._notes.write(session, item.day, note, cursor, self._extractor.id)
            self._outdated_pages.add(item.day)
            self._tell(change)
        return change.path

    def _pages_are_fresh(self) -> bool:
        return time.monotonic() - self._pages_at < _PAGES_SECONDS

    def _refresh_outdated_pages(self) -> None:
        with self._writing:
            for day in sorted(self._outdated_pages):
                self._tell(self._notes.refresh_day(day))
                self._outdated_pages.discard(day)
            self._pages_at = time.monotonic()

    def _retract(self, session: SessionRef, day: str) -> list[NoteChange]:
        with self._writing:
            item = next((item for item in self.work(session) if item.day == day), None)
            if item is None or not item.stale:
                return []
            changes = self._notes.retract(session, day)
            page = self._notes.refresh_day(day)
            changes += [page] if page is not None else []
            self._tell(*changes)
        return changes

    def _tell(self, *changes: NoteChange | None) -> None:
        for change in changes:
            if change is None:
                continue
            try:
                self._on_change(change)
            except Exception:
                # The note stands; an index that missed it finds it by its time of change.
                _logger.exception("nobody could be told that %s changed", change.path)

    def _day(self, event: StoredEvent) -> str:
        try:
            return day_of(event.created_at, self._zone, fallback=event.received_at)
        except ValueError:
            return _UNDATED


def cursor_over(events: Sequence[StoredEvent]) -> NoteCursor:
    """The cursor of a note made from exactly these turns."""
    digest = hashlib.sha256()
    for event in events:
        for part in (event.event_id, event.role, event.created_at, event.text):
            encoded = part.encode("utf-8", "surrogatepass")
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return NoteCursor(len(events), digest.hexdigest()[:32])


def _day_work(day: str, events: tuple[StoredEvent, ...], note: DailyNote | None) -> DayWork:
    cursor = note.cursor if note is not None else None
    if cursor is None:
        return DayWork(day, events, covered=0, stale=False, note=note)
    if events and cursor_over(events[: cursor.count]) == cursor:
        return DayWork(day, events, covered=cursor.count, stale=False, note=note)
    return DayWork(day, events, covered=0, stale=True, note=note)
