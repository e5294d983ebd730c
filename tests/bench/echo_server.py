"""The yardstick: Starlette on uvicorn with h11 and asyncio, as the gateway runs, answering with what it got.

Run as a file: ``python echo_server.py PORT``.
"""

from __future__ import annotations

import sys

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route


async def echo(request: Request) -> Response:
    return Response(await request.body(), media_type="application/json")


if __name__ == "__main__":
    uvicorn.run(
        Starlette(routes=[Route("/echo", echo, methods=["POST"])]),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
    )
