from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest
from reme_gateway.extraction.quiet_thread import QuietThread

pytestmark = pytest.mark.anyio


class Times:
    """A thread whose calls take as long as the test says."""

    def __init__(self) -> None:
        self.now = 100.0
        self.rests: list[float] = []

    def work(self, seconds: float) -> float:
        self.now += seconds
        return seconds

    def rest(self, seconds: float) -> None:
        self.rests.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture
def times() -> Times:
    return Times()


@pytest.fixture
def quiet(times: Times) -> Iterator[QuietThread]:
    thread = QuietThread("quiet", clock=lambda: times.now, spent=lambda: times.now, rest=times.rest)
    yield thread
    thread.close()


async def test_a_call_is_followed_by_a_rest_as_long_as_it_worked(quiet: QuietThread, times: Times) -> None:
    assert await quiet.run(times.work, 0.03) == 0.03
    assert times.rests == []
    await quiet.run(times.work, 0.5)
    await quiet.run(times.work, 0.0)
    await quiet.run(times.work, 0.0)
    assert times.rests == [0.03, 0.1]


async def test_time_that_passed_anyway_is_rest(quiet: QuietThread, times: Times) -> None:
    await quiet.run(times.work, 0.05)
    times.now += 0.04
    await quiet.run(times.work, 0.0)
    times.now += 1.0
    await quiet.run(times.work, 0.0)
    assert times.rests == [0.01]


async def test_calls_run_one_at_a_time_in_a_thread_of_their_own(quiet: QuietThread) -> None:
    together = threading.Semaphore(1)

    def alone() -> str:
        assert together.acquire(blocking=False)
        threading.Event().wait(0.01)
        together.release()
        return threading.current_thread().name

    names = await asyncio.gather(*(quiet.run(alone) for _ in range(5)))
    assert len(set(names)) == 1
    assert names[0] != threading.current_thread().name


async def test_what_a_call_raises_reaches_who_asked_and_the_next_call_runs(quiet: QuietThread) -> None:
    with pytest.raises(ZeroDivisionError):
        await quiet.run(lambda: 1 // 0)
    assert await quiet.run(len, "four") == 4
