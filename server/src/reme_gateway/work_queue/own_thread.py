"""One daemon thread for calls that block, which a stop can leave behind when a call never comes back."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class OwnThread:
    """Runs calls one after the other. An executor's thread would be waited for when the process ends."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: queue.SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """The result of ``work``, or what it raised; a caller that goes away leaves it running."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._serve, name=self._name, daemon=True)
            self._thread.start()
        future: Future[T] = Future()
        self._calls.put((future, work))
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the thread once what was asked for is done; doesn't wait."""
        if self._thread is not None:
            self._calls.put(None)

    async def join(self) -> None:
        """Wait for the end that ``close`` asked for."""
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        while (call := self._calls.get()) is not None:
            future, work = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except BaseException as error:  # noqa: BLE001 - it is the caller's, whatever it is
                future.set_exception(error)
