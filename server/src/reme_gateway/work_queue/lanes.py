"""The threads that DBOS runs its workflows in, at work for the event loop."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import math
import threading
from collections.abc import Callable, Coroutine
from typing import Any

_logger = logging.getLogger(__name__)

_CANCEL_SECONDS = 1.0


class Lanes:
    """Each workflow is a lane: it waits in its thread while its coroutine runs on the event loop."""

    def __init__(self, work: Callable[[str], Coroutine[Any, Any, None]], clock: Callable[[], float]) -> None:
        """``work`` is called with a workflow's key; it belongs to the event loop, and must not raise."""
        self._work = work
        self._clock = clock
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: set[concurrent.futures.Future[None]] = set()
        self._running: set[asyncio.Task[Any]] = set()
        self._lock = threading.Lock()
        self.last_end = -math.inf

    def open(self) -> None:
        """From now on work is done, on the running loop."""
        self._loop = asyncio.get_running_loop()

    def run(self, key: str) -> None:
        """Called by DBOS in one of its threads; returns when the work is done or given up."""
        with self._lock:
            loop = self._loop
            if loop is None or loop.is_closed():
                return
            future = asyncio.run_coroutine_threadsafe(self._ride(key), loop)
            self._waiting.add(future)
        try:
            future.result()
        except concurrent.futures.CancelledError:
            _logger.info("an extraction was given up at the stop")
        finally:
            self.last_end = self._clock()
            with self._lock:
                self._waiting.discard(future)

    async def close(self, drain_seconds: float) -> None:
        """Take nothing more, wait so long for what runs, then cancel it."""
        with self._lock:
            self._loop = None
        await self._settle(drain_seconds)
        with self._lock:
            left = list(self._waiting)
        for future in left:
            future.cancel()
        if left:
            _logger.warning("%d extractions were given up; they are found again at the next start", len(left))
            await self._settle(_CANCEL_SECONDS)

    async def _ride(self, key: str) -> None:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - a coroutine on a loop is in a task
        self._running.add(task)
        try:
            await self._work(key)
        finally:
            self._running.discard(task)

    async def _settle(self, seconds: float) -> None:
        if self._running:
            await asyncio.wait(self._running, timeout=max(seconds, 0.0))
