"""Runs one server process: application, socket, signals, and an end that comes within bounds."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Generator, MutableMapping
from types import FrameType
from typing import Any

import uvicorn

from reme_gateway.app import Gateway, build_app
from reme_gateway.cli.http_connection import GatheringProtocol
from reme_gateway.cli.outcome import FAILED, OK
from reme_gateway.settings import Settings

logger = logging.getLogger(__name__)

# How long answers under way, and streams that never end by themselves, may take once a stop was asked for.
CONNECTION_SECONDS = 3
# What closing store, index and queue may take beyond the work that is drained.
CLOSING_SECONDS = 10.0
_TICK_SECONDS = 1.0


class StopRequest:
    """What SIGTERM, Ctrl-C and a closing terminal do: the first asks for a stop, the second ends at once."""

    def __init__(self) -> None:
        self.asked = False
        self._on_stop: list[Callable[[], None]] = []

    def install(self) -> None:
        """Take over the signals; one that the parent ignored (`nohup`) stays ignored."""
        for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)

    def then(self, action: Callable[[], None]) -> None:
        """Call ``action`` when a stop is asked for."""
        self._on_stop.append(action)

    def _handle(self, number: int, _frame: FrameType | None) -> None:
        if self.asked:
            # Nothing that was acknowledged is lost by this: it is on disk before the answer.
            os._exit(128 + number)
        self.asked = True
        for action in self._on_stop:
            action()


class Lifespan:
    """Drives the application's lifespan, so that its own exception reaches whoever starts it."""

    def __init__(self, app: Gateway) -> None:
        self._app = app
        self._requests: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._answers: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def startup(self) -> None:
        """Raises what the application raised."""
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": {}}
        self._task = asyncio.create_task(self._app(scope, self._requests.get, self._answers.put))
        await self._step("lifespan.startup")

    async def shutdown(self) -> None:
        """Raises what the application raised, and ``TimeoutError`` is the caller's business."""
        await self._step("lifespan.shutdown")
        if self._task is not None:
            await self._task

    async def _step(self, name: str) -> None:
        assert self._task is not None  # noqa: S101 - startup comes first
        await self._requests.put({"type": name})
        answer = asyncio.ensure_future(self._answers.get())
        await asyncio.wait({answer, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if answer.done() and answer.result()["type"] == f"{name}.complete":
            return
        answer.cancel()
        # A failed step ends the task with the application's own exception.
        await self._task
        raise RuntimeError(f"the application ended during {name}")


class Server(uvicorn.Server):
    """uvicorn without its own signal handling, telling when the socket answers, and quiet in between."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        """To be made on the loop that serves."""
        super().__init__(config)
        self._on_ready = on_ready
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()

    def stop(self) -> None:
        """Stop accepting and end; from a signal handler or any thread."""
        self.should_exit = True
        # The loop may be waiting for its sockets, which a signal doesn't end.
        self._loop.call_soon_threadsafe(self._stop.set)

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def main_loop(self) -> None:
        """As uvicorn's, but it looks once a second, for the Date header, and not ten times for a stop."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_TICK_SECONDS):
                    await self._stop.wait()


def serve(settings: Settings, listener: socket.socket, on_ready: Callable[[], None]) -> int:
    """Run until a signal asks for a stop; returns the exit code.

    Raises ``StartRefused`` and whatever else the application raises at its start.
    """
    _log_to_stderr(settings.log_level)
    stop = StopRequest()
    stop.install()
    return asyncio.run(_run(settings, listener, on_ready, stop))


async def _run(
    settings: Settings, listener: socket.socket, on_ready: Callable[[], None], stop: StopRequest
) -> int:
    gateway = build_app(settings)
    lifespan = Lifespan(gateway)
    await lifespan.startup()
    _collect_less_often()
    try:
        server = Server(_server_config(gateway), on_ready)

        def refuse_new_work() -> None:
            server.stop()
            if gateway.services is not None:
                gateway.services.stopping = True

        stop.then(refuse_new_work)
        if not stop.asked:
            await server.serve(sockets=[listener])
    finally:
        code = await _close(lifespan, settings.drain_seconds + CLOSING_SECONDS)
    return code


def _collect_less_often() -> None:
    """What is there now stays until the end; looking through it again and again slows every request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


async def _close(lifespan: Lifespan, seconds: float) -> int:
    try:
        async with asyncio.timeout(seconds):
            await lifespan.shutdown()
    except TimeoutError:
        logger.error(  # noqa: TRY400 - the trace would show nothing but the wait
            "The server did not close within %s seconds and ends now; what was acknowledged is on disk.",
            seconds,
        )
        sys.stderr.flush()
        os._exit(FAILED)
    return OK


def _server_config(gateway: Gateway) -> uvicorn.Config:
    return uvicorn.Config(
        gateway,
        # Over h11: httptools strips header values in a way that fails an MCP conformance scenario.
        http=GatheringProtocol,
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        workers=1,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=CONNECTION_SECONDS,
    )


def _log_to_stderr(level: str) -> None:
    logging.basicConfig(
        stream=sys.stderr,
        level=level.upper(),
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    logging.getLogger("uvicorn.error").addFilter(_is_no_cancellation)


def _is_no_cancellation(record: logging.LogRecord) -> bool:
    """A request that was cut off by the stop is told in one line; its trace would say nothing more."""
    return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)
