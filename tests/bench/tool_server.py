"""A minimal MCP server, built as the gateway builds its own: one tool answers at once, one takes some time.

Run as a file: ``python tool_server.py PORT sse|json SECONDS``. ``POST /observed`` tells what became of slow
calls.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import mcp.types as types
import uvicorn
from mcp.server import Server, ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Mount, Route

observed: Counter[str] = Counter()


async def list_tools(_context: ServerRequestContext[Any], _params: Any) -> types.ListToolsResult:
    schema = {"type": "object"}
    return types.ListToolsResult(
        tools=[types.Tool(name=name, description=name, input_schema=schema) for name in ("quick", "slow")]
    )


async def call_tool(
    _context: ServerRequestContext[Any], params: types.CallToolRequestParams
) -> types.CallToolResult:
    if params.name == "slow":
        observed["started"] += 1
        try:
            await asyncio.sleep(float(sys.argv[3]))
        except asyncio.CancelledError:
            observed["cancelled"] += 1
            raise
        observed["finished"] += 1
    return types.CallToolResult(content=[types.TextContent(type="text", text=params.name)])


def application(json_response: bool) -> Starlette:
    """The server under ``/mcp``, stateless as the gateway's."""
    manager = StreamableHTTPSessionManager(
        app=Server("bench", version="1", on_list_tools=list_tools, on_call_tool=call_tool),
        json_response=json_response,
        stateless=True,
    )

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with manager.run():
            yield

    async def tell(_request: Request) -> JSONResponse:
        return JSONResponse(observed)

    routes = [Route("/observed", tell, methods=["POST"]), Mount("/", app=manager.handle_request)]
    return Starlette(routes=routes, lifespan=lifespan)


if __name__ == "__main__":
    uvicorn.run(
        application(sys.argv[2] == "json"),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        http="h11",
        loop="asyncio",
        ws="none",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )
