"""A place for work that nobody waits for: one thread that rests as long as it worked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_LONGEST_REST_SECONDS = 0.1


class QuietThread:
    """Runs calls one at a time; between two of them it leaves the interpreter to those who answer."""

    def __init__(
        self,
        name: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        spent: Callable[[], float] = time.thread_time,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        """``spent`` is the processor time of the calling thread in seconds, ``rest`` how it waits."""
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._clock = clock
        self._spent = spent
        self._rest = rest
        self._rested_at = clock()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of ``work``, or what it raised."""
        call = partial(work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._executor, self._run, call)

    def close(self) -> None:
        """Wait for what is running; take nothing more."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def _run(self, call: Callable[[], T]) -> T:
        owed = self._rested_at - self._clock()
        if owed > 0:
            self._rest(owed)
        before = self._spent()
        try:
            return call()
        finally:
            self._rested_at = self._clock() + min(self._spent() - before, _LONGEST_REST_SECONDS)
