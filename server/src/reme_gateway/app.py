"""The application: one Starlette router, one lifespan, both surfaces, one set of services."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.routing import BaseRoute, Route, Router
from starlette.types import Receive, Scope, Send

from reme_gateway.assembly import open_services
from reme_gateway.http_api.gatekeeper import Gatekeeper
from reme_gateway.http_api.routes import build_routes, unknown_operation
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
        self._router = Router(lifespan=self._lifespan, default=unknown_operation, redirect_slashes=False)
        self._gate = Gatekeeper(
            self._router,
            token=settings.token,
            allowed_hosts=settings.allowed_hosts,
            allowed_origins=settings.allowed_origins,
            is_stopping=lambda: self.services is None or self.services.stopping,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._gate(scope, receive, send)

    @asynccontextmanager
    async def _lifespan(self, _app: object) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(open_services(self.settings))
            routes: list[BaseRoute] = []
            if self.settings.backend in ("gateway", "mcp"):
                endpoint = McpEndpoint(services)
                endpoint.start()
                stack.push_async_callback(endpoint.stop)
                routes += [Route(MCP_PATH, endpoint=endpoint), Route(MCP_PATH + "/", endpoint=endpoint)]
            json_routes = build_routes(services)
            if self.settings.backend == "mcp":
                json_routes = [route for route in json_routes if route.path in SERVICE_PATHS]
            self._router.routes[:] = [*json_routes, *routes]
            self.services = services
            try:
                yield
            finally:
                services.stopping = True


def build_app(settings: Settings) -> Gateway:
    """The ASGI application of one server. Build it anew for each start."""
    return Gateway(settings)
