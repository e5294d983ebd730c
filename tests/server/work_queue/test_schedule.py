from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from reme_gateway.extraction.extractor import ExtractionPermanent, ExtractionQuota, ExtractionTransient
from reme_gateway.ports import FlushReason, PendingSession, SessionRef
from reme_gateway.work_queue.schedule import NEVER, SessionSchedule
from reme_gateway.work_queue.settings import QueueSettings, retry_delay

DAY = "2026-03-28"
SETTINGS = QueueSettings(
    turn_events=4,
    turn_seconds=60,
    idle_seconds=300,
    retry_first_seconds=2,
    retry_most_seconds=100,
    retry_jitter=0.5,
)


@dataclass
class Clocks:
    now: float = 1000.0
    wall: datetime = field(default_factory=lambda: datetime(2026, 3, 28, 12, tzinfo=UTC))


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def schedule(clocks: Clocks) -> SessionSchedule:
    return SessionSchedule(SETTINGS, lambda: clocks.now, lambda: clocks.wall, lambda: 0.0)


@pytest.fixture
def session(new_session: Callable[..., SessionRef]) -> SessionRef:
    return new_session()


def run(schedule: SessionSchedule, session: SessionRef, days: dict[str, int], **failures: Exception) -> None:
    assert schedule.take_due() == [session]
    assert schedule.started(session.key) is not None
    schedule.finished(session, days, {key.replace("_", "-"): error for key, error in failures.items()})  # type: ignore[misc]


def test_a_turn_end_waits_for_more_turns_or_for_its_time(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 2)
    assert schedule.request(session, "turn_end")
    assert schedule.next_due() == 1060
    clocks.now = 1030
    schedule.touched(session, 1)
    schedule.request(session, "turn_end")
    assert schedule.next_due() == 1060  # counted from the first request
    schedule.touched(session, 1)
    schedule.request(session, "turn_end")
    assert schedule.next_due() == 1030
    assert schedule.take_due() == [session]


@pytest.mark.parametrize("reason", ["pre_compact", "session_end", "shutdown", "manual", "idle"])
def test_every_other_reason_is_due_at_once(
    schedule: SessionSchedule, session: SessionRef, reason: FlushReason
) -> None:
    schedule.touched(session, 1)
    assert schedule.request(session, reason)
    assert schedule.take_due() == [session]
    assert schedule.take_due() == []


def test_a_session_that_nobody_flushed_is_due_after_it_was_idle(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 1)
    clocks.now += 299
    schedule.touched(session, 1)
    assert schedule.take_due() == []
    clocks.now += 299
    assert schedule.take_due() == []
    clocks.now += 1
    assert schedule.take_due() == [session]


def test_an_unknown_or_covered_session_has_nothing_to_wait_for(
    schedule: SessionSchedule, session: SessionRef
) -> None:
    assert not schedule.request(session, "manual")
    schedule.measured(session, {})
    schedule.touched(session, 0)
    assert not schedule.request(session, "session_end")
    assert (schedule.next_due(), schedule.pending()) == (NEVER, [])


def test_a_session_is_taken_once_until_it_finished(schedule: SessionSchedule, session: SessionRef) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    assert schedule.started(session.key) is None
    assert schedule.take_due() == [session]
    schedule.request(session, "manual")
    assert schedule.take_due() == []
    assert schedule.started(session.key) is not None
    assert schedule.started(session.key) is None
    schedule.finished(session, {DAY: 1}, {})
    assert schedule.take_due() == [session]


def test_turns_that_arrive_during_a_run_wait_like_any_others(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    schedule.take_due()
    schedule.started(session.key)
    schedule.touched(session, 1)
    schedule.request(session, "turn_end")
    schedule.finished(session, {DAY: 1}, {})
    assert schedule.next_due() == clocks.now + 60


def test_a_finished_session_is_forgotten(schedule: SessionSchedule, session: SessionRef) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    run(schedule, session, {})
    assert schedule.entry(session.key) is None
    assert schedule.pending() == []


def test_what_changed_under_the_extractor_is_tried_again_soon(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    run(schedule, session, {DAY: 1})
    assert schedule.next_due() == clocks.now + 2


def test_transient_failures_are_retried_later_each_time_and_then_forgotten(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    waits = []
    for _ in range(8):
        run(schedule, session, {DAY: 1}, **{DAY.replace("-", "_"): ExtractionTransient("no answer")})
        waits.append(schedule.next_due() - clocks.now)
        schedule.request(session, "session_end")  # asking again doesn't shorten the wait
        assert schedule.next_due() - clocks.now == waits[-1]
        clocks.now = schedule.next_due()
    assert waits == [2, 4, 8, 16, 32, 64, 100, 100]
    assert schedule.pending() == [PendingSession(session, 1, attempts=8)]
    run(schedule, session, {})
    schedule.touched(session, 1)
    assert schedule.pending() == [PendingSession(session, 1, attempts=0)]


def test_a_manual_flush_does_not_wait_for_the_next_try(
    schedule: SessionSchedule, session: SessionRef
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    run(schedule, session, {DAY: 1}, **{DAY.replace("-", "_"): ExtractionTransient("no answer")})
    schedule.request(session, "manual")
    assert schedule.take_due() == [session]


@pytest.mark.parametrize(
    ("reset_in", "wait"),
    [
        (timedelta(minutes=45), 2700),
        (timedelta(days=-1), 60),
        (timedelta(seconds=5), 60),
        (timedelta(days=400), 86400),
    ],
)
def test_a_quota_is_waited_for_and_burns_no_attempt(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks, reset_in: timedelta, wait: float
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    for _ in range(3):
        error = ExtractionQuota("spent", clocks.wall + reset_in)
        run(schedule, session, {DAY: 1}, **{DAY.replace("-", "_"): error})
        assert schedule.next_due() - clocks.now == wait
        clocks.now = schedule.next_due()
    assert schedule.pending() == [PendingSession(session, 1, attempts=0)]


def test_a_permanent_failure_parks_the_day_until_someone_asks(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    run(schedule, session, {DAY: 1}, **{DAY.replace("-", "_"): ExtractionPermanent("refused")})
    assert schedule.next_due() == NEVER
    assert schedule.pending() == [PendingSession(session, 1, attempts=1, parked="refused")]
    assert schedule.parked() == 1
    for reason in ("turn_end", "session_end", "idle", "pre_compact"):
        assert not schedule.request(session, reason)  # type: ignore[arg-type]
    assert schedule.request(session, "manual")
    assert schedule.take_due() == [session]


def test_turns_of_another_day_run_although_one_day_is_parked(
    schedule: SessionSchedule, session: SessionRef
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    run(schedule, session, {DAY: 1}, **{DAY.replace("-", "_"): ExtractionPermanent("refused")})
    schedule.touched(session, 1)
    assert schedule.request(session, "session_end")
    assert schedule.take_due() == [session]
    entry = schedule.started(session.key)
    assert entry is not None
    assert set(entry.parked) == {DAY}
    schedule.finished(session, {DAY: 1}, {})
    assert schedule.pending() == [PendingSession(session, 1, parked="refused")]
    assert schedule.next_due() == NEVER


def test_a_parked_day_whose_turns_were_forgotten_is_parked_no_longer(
    schedule: SessionSchedule, session: SessionRef
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    run(schedule, session, {DAY: 1}, **{DAY.replace("-", "_"): ExtractionPermanent("refused")})
    schedule.measured(session, {})
    assert schedule.pending() == []


def test_a_day_with_only_a_stale_note_is_work_but_nothing_pending(
    schedule: SessionSchedule, session: SessionRef
) -> None:
    schedule.measured(session, {DAY: 0})
    assert schedule.pending() == []
    assert schedule.request(session, "idle")
    assert schedule.take_due() == [session]


def test_a_session_that_could_not_be_handed_on_comes_again(
    schedule: SessionSchedule, session: SessionRef, clocks: Clocks
) -> None:
    schedule.touched(session, 1)
    schedule.request(session, "manual")
    schedule.take_due()
    schedule.returned(session)
    assert schedule.next_due() == clocks.now + 2
    assert schedule.pending() == [PendingSession(session, 1)]


def test_the_longest_waiting_session_goes_first(
    schedule: SessionSchedule, new_session: Callable[..., SessionRef], clocks: Clocks
) -> None:
    late, early = new_session("a"), new_session("b")
    schedule.touched(early, 1)
    schedule.request(early, "manual")
    clocks.now += 1
    schedule.touched(late, 1)
    schedule.request(late, "manual")
    assert schedule.take_due() == [early, late]


def test_a_thousand_sessions_come_up_in_their_order_each_once(
    schedule: SessionSchedule, new_session: Callable[..., SessionRef], clocks: Clocks
) -> None:
    sessions = [new_session(f"s{number}") for number in range(1000)]
    for session in sessions:
        schedule.touched(session, 1)
        clocks.now += 0.001
    for session in sessions[::2]:
        schedule.touched(session, 1)  # their idle clock starts again
    clocks.now += 299.9995
    assert schedule.take_due() == sessions[1::2]
    assert schedule.next_due() == pytest.approx(clocks.now + 0.0005)
    clocks.now = schedule.next_due()
    assert {session.key for session in schedule.take_due()} == {session.key for session in sessions[::2]}
    assert (schedule.take_due(), schedule.next_due()) == ([], NEVER)


def test_turns_do_not_make_the_schedule_grow(schedule: SessionSchedule, session: SessionRef) -> None:
    for _ in range(1000):
        schedule.touched(session, 1)
        schedule.request(session, "turn_end")
    assert len(schedule._heap) <= 3


@pytest.mark.parametrize(("share", "expected"), [(0.0, 8.0), (1.0, 4.0), (0.5, 6.0)])
def test_jitter_takes_a_share_off(share: float, expected: float) -> None:
    assert retry_delay(3, SETTINGS, share) == expected


def test_the_delay_stays_within_its_cap_however_often_it_failed() -> None:
    assert retry_delay(10**9, SETTINGS, 0.0) == 100
