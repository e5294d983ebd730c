from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
import uvicorn
from reme_gateway.app import Gateway
from reme_gateway.cli.serving import Lifespan, Server, StopRequest

Handler = Callable[[Any, Any], Awaitable[None]]


def lifespan_of(handler: Handler) -> Lifespan:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "lifespan"
        await handler(receive, send)

    return Lifespan(cast(Gateway, app))


@pytest.mark.anyio
async def test_a_lifespan_is_entered_and_left() -> None:
    seen: list[str] = []

    async def handler(receive: Any, send: Any) -> None:
        for name in ("startup", "shutdown"):
            message = await receive()
            seen.append(message["type"])
            await send({"type": f"lifespan.{name}.complete"})

    lifespan = lifespan_of(handler)
    await lifespan.startup()
    assert seen == ["lifespan.startup"]
    await lifespan.shutdown()
    assert seen == ["lifespan.startup", "lifespan.shutdown"]


@pytest.mark.anyio
@pytest.mark.parametrize("tells", [True, False])
async def test_an_error_at_startup_comes_out_as_it_is(tells: bool) -> None:
    async def handler(receive: Any, send: Any) -> None:
        await receive()
        if tells:
            await send({"type": "lifespan.startup.failed", "message": "a trace"})
        raise LookupError("the real reason")

    with pytest.raises(LookupError, match="the real reason"):
        await lifespan_of(handler).startup()


@pytest.mark.anyio
async def test_an_error_at_shutdown_comes_out_as_it_is() -> None:
    async def handler(receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        raise LookupError("the real reason")

    lifespan = lifespan_of(handler)
    await lifespan.startup()
    with pytest.raises(LookupError, match="the real reason"):
        await lifespan.shutdown()


@pytest.mark.anyio
async def test_an_application_that_just_ends_is_an_error() -> None:
    async def handler(receive: Any, send: Any) -> None:
        await receive()
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="ended during"):
        await lifespan_of(handler).startup()


SCRIPT = r"""
import os, signal, time
from reme_gateway.cli.serving import StopRequest
stop = StopRequest()
stop.install()
# print would be entered twice when the signal comes while it is printing
stop.then(lambda: os.write(1, b"stopping\n"))
print("ready", flush=True)
while True:
    time.sleep(0.01)
"""


def heed_interrupts() -> None:
    """A shell's background jobs ignore them, and these tests may run in one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def waiting_process(script: str = SCRIPT) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(n, marks=pytest.mark.slow) for n in (signal.SIGINT, signal.SIGHUP))],
)
def test_the_first_signal_asks_and_the_second_ends_at_once(number: signal.Signals) -> None:
    with waiting_process() as process:
        assert process.stdout is not None
        process.send_signal(number)
        assert process.stdout.readline() == "stopping\n"
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(60) == 128 + number


def test_a_signal_that_the_parent_ignored_stays_ignored() -> None:
    ignoring = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n" + SCRIPT
    with waiting_process(ignoring) as process:
        assert process.stdout is not None
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "stopping\n"
        process.kill()


def test_what_was_not_asked_for_has_not_happened() -> None:
    assert not StopRequest().asked


@pytest.mark.anyio
async def test_a_server_that_nobody_asks_looks_once_a_second_and_stops_when_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError(scope)

    waits: list[float] = []
    timeout = asyncio.timeout

    def noted(seconds: float) -> asyncio.Timeout:
        waits.append(seconds)
        return timeout(0.01 if len(waits) < 4 else None)

    ready = asyncio.Event()
    server = Server(uvicorn.Config(nothing, lifespan="off", log_config=None), ready.set)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        await ready.wait()
        monkeypatch.setattr(asyncio, "timeout", noted)
        while len(waits) < 4:  # noqa: ASYNC110 - what is waited for are the server's own looks
            await asyncio.sleep(0.01)
        monkeypatch.undo()
        threading.Thread(target=server.stop).start()
        await serving
    assert waits == [1.0] * 4
