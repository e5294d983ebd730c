"""The ASGI endpoint at ``/mcp``: loads the SDK after the server answers, and owns its session manager."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from starlette.types import Message, Receive, Scope, Send

from reme_gateway._contract.v1.limits import REQUEST_BYTES
from reme_gateway.errors import GatewayError
from reme_gateway.http_api.body import BodyStream, ClientGone, check_depth, read_body
from reme_gateway.http_api.problem import send_problem
from reme_gateway.jobs.services import Services

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

PATH = "/mcp"
# Unless somebody asks earlier: loading at once would compete with the first answers of the JSON surface.
LOAD_AFTER_SECONDS = 1.0


class McpEndpoint:
    """Requests wait until the SDK is loaded: importing it takes longer than starting the whole server.

    Stateless, because a restarted server must not break its clients' sessions, and with SSE answers,
    because only they let a client cancel a running tool by closing its request.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._wanted = asyncio.Event()
        self._ready = asyncio.Event()
        self._stop = asyncio.Event()
        self._manager: StreamableHTTPSessionManager | None = None
        self._task: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        stream = receive if isinstance(receive, BodyStream) else BodyStream(receive)
        try:
            replayed = await self._checked_body(scope, stream)
            manager = await self._loaded()
        except ClientGone:
            return
        except GatewayError as error:
            await send_problem(error, scope, stream, send)
            return
        await manager.handle_request(scope, replayed, send)

    async def _checked_body(self, scope: Scope, stream: BodyStream) -> Receive:
        """The same limits as on the JSON surface; the body is then handed on as one message."""
        if scope["method"] != "POST":
            return stream
        body = await read_body(stream)
        check_depth(body)
        first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return first.pop() if first else await stream()

        return replay

    async def _loaded(self) -> StreamableHTTPSessionManager:
        self._wanted.set()
        if self._task is not None and not self._ready.is_set():
            await asyncio.wait(
                {self._task, ready := asyncio.ensure_future(self._ready.wait())},
                return_when=asyncio.FIRST_COMPLETED,
            )
            ready.cancel()
        if self._manager is None:
            raise GatewayError("server_stopping", "The MCP surface is not running.")
        return self._manager

    def start(self) -> None:
        """Load soon; the manager's task group is entered and left in this one task, as anyio demands."""
        self._task = asyncio.create_task(self._serve(), name="mcp")

    async def stop(self) -> None:
        """End running calls and leave the session manager. Raises what made loading fail."""
        self._stop.set()
        self._wanted.set()
        if self._task is not None:
            await self._task

    async def _serve(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOAD_AFTER_SECONDS):
                await self._wanted.wait()
        if self._stop.is_set():
            return
        manager = await asyncio.to_thread(self._build)
        async with manager.run():
            self._manager = manager
            self._ready.set()
            await self._stop.wait()
            self._manager = None

    def _build(self) -> StreamableHTTPSessionManager:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

        from reme_gateway.mcp_endpoint.tools import build_server

        return StreamableHTTPSessionManager(
            app=build_server(self._services),
            json_response=False,
            stateless=True,
            # Host and Origin are checked by the gatekeeper, which answers 403 where the SDK says 421.
            security_settings=None,
            max_request_body_size=REQUEST_BYTES,
        )
