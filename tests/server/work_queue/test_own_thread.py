from __future__ import annotations

import asyncio
import threading

import pytest
from reme_gateway.work_queue.own_thread import OwnThread

pytestmark = pytest.mark.anyio


async def test_calls_give_what_they_return_or_raise_and_the_thread_ends() -> None:
    thread = OwnThread("own")
    assert await thread.run(lambda: threading.current_thread().name) == "own"
    with pytest.raises(ZeroDivisionError):
        await thread.run(lambda: 1 // 0)
    thread.close()
    await thread.join()
    assert "own" not in {running.name for running in threading.enumerate()}


async def test_a_call_that_nobody_waits_for_any_more_is_not_made() -> None:
    thread = OwnThread("own")
    go = threading.Event()
    made: list[str] = []
    first = asyncio.create_task(thread.run(go.wait))
    second = asyncio.create_task(thread.run(lambda: made.append("second")))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.sleep(0)
    go.set()
    assert await first
    thread.close()
    await thread.join()
    assert made == []


async def test_a_thread_that_was_never_used_has_nothing_to_end() -> None:
    thread = OwnThread("own")
    thread.close()
    await thread.join()


async def test_the_process_can_end_while_a_call_hangs() -> None:
    thread = OwnThread("own")
    go = threading.Event()
    hanging = asyncio.create_task(thread.run(go.wait))
    await asyncio.sleep(0)
    own = next(running for running in threading.enumerate() if running.name == "own")
    assert own.daemon
    go.set()
    await hanging
    thread.close()
    await thread.join()
