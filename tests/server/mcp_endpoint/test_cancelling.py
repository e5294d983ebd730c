"""Closing the request of an MCP call ends the tool, in both eras, over real HTTP."""

from __future__ import annotations

import asyncio
import dataclasses
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from mcp import Client
from reme_gateway.app import build_app
from reme_gateway.jobs import registry
from reme_gateway.settings import Settings

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[str]:
    """The real application on a real socket, in this event loop."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app = build_app(dataclasses.replace(settings, port=port))
    config = uvicorn.Config(
        app,
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="on",
        log_config=None,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        assert not task.done()
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await task
        listener.close()


class SlowSearch:
    """A search that never ends by itself and tells what becomes of it."""

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.cancelled = asyncio.Event()

    async def run(self, _request: Any, _services: Any) -> Any:
        self.started.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
async def test_a_client_that_gives_up_ends_the_tool(
    era: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowSearch()
    job = dataclasses.replace(registry.JOBS["search"], run=slow.run, bounded=False)
    monkeypatch.setitem(registry.JOBS, "search", job)
    async with serving(Settings(workspace_dir=tmp_path / "workspace", queue="off")) as url:
        async with Client(f"{url}/mcp", mode=era) as client:
            call = asyncio.create_task(client.call_tool("reme_search", {"query": "slow"}))
            await asyncio.wait_for(slow.started.wait(), 30)
            call.cancel()
            await asyncio.wait([call], timeout=30)
        await asyncio.wait_for(slow.cancelled.wait(), 30)


async def test_the_application_starts_twice_in_one_process(tmp_path: Path) -> None:
    for _ in range(2):
        async with (
            serving(Settings(workspace_dir=tmp_path / "workspace", queue="off")) as url,
            Client(f"{url}/mcp") as client,
        ):
            assert len((await client.list_tools()).tools) == 5
