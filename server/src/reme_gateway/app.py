"""The application: one Starlette router, one lifespan, both surfaces, one set of services."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.routing import Router
from starlette.types import ASGIApp, Receive, Scope, Send

from reme_gateway.assembly import open_services
from reme_gateway.http_api.gatekeeper import Gatekeeper
from reme_gateway.http_api.routes import build_endpoints, unknown_operation
from reme_gateway.jobs.services import Services
from reme_gateway.mcp_endpoint.endpoint import PATH as MCP_PATH
from reme_gateway.mcp_endpoint.endpoint import McpEndpoint
from reme_gateway.settings import Settings

# Of a server that offers only MCP, these still answer over JSON: a client has to find out what it talks to.
SERVICE_PATHS = frozenset({"/version", "/health", "/status", "/help", "/openapi.json"})


class Gateway:
    """One server: enter its lifespan once, then it answers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.services: Services | None = None
        # Paths have no parameters: a table finds in one step what a router would look for route by route.
        self._endpoints: dict[str, ASGIApp] = {}
        self._router = Router(lifespan=self._lifespan, default=self._dispatch, redirect_slashes=False)
        self._gate = Gatekeeper(
            self._router,
            token=settings.token,
            allowed_hosts=settings.allowed_hosts,
            allowed_origins=settings.allowed_origins,
            is_stopping=lambda: self.services is None or self.services.stopping,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._gate(scope, receive, send)

    async def _dispatch(self, scope: Scope, receive: Receive, send: Send) -> None:
        endpoint = unknown_operation if scope["type"] != "http" else self._endpoints.get(scope["path"])
        await (endpoint or unknown_operation)(scope, receive, send)

    @asynccontextmanager
    async def _lifespan(self, _app: object) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(open_services(self.settings))
            endpoints: dict[str, ASGIApp] = {**build_endpoints(services)}
            if self.settings.backend == "mcp":
                endpoints = {path: endpoints[path] for path in endpoints if path in SERVICE_PATHS}
            if self.settings.backend in ("gateway", "mcp"):
                mcp = McpEndpoint(services)
                mcp.start()
                stack.push_async_callback(mcp.stop)
                endpoints |= {MCP_PATH: mcp, MCP_PATH + "/": mcp}
            self._endpoints = endpoints
            self.services = services
            try:
                yield
            finally:
                services.stopping = True


def build_app(settings: Settings) -> Gateway:
    """The ASGI application of one server. Build it anew for each start."""
    return Gateway(settings)
