"""The one ASGI layer in front of both surfaces: who may call, and in which version of the contract."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from reme_gateway._contract.v1.operations import API_VERSION, OPERATIONS, VERSION_HEADER
from reme_gateway.errors import GatewayError
from reme_gateway.http_api.body import BodyStream
from reme_gateway.http_api.problem import send_problem

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
_OPEN_PATHS = frozenset(operation.path for operation in OPERATIONS if not operation.token_required)
_VERSION_HEADER = VERSION_HEADER.lower().encode()
_VERSION_REPLY = (VERSION_HEADER.encode(), API_VERSION.encode())
_API_MAJOR = API_VERSION.partition(".")[0]


def host_name(value: str) -> str:
    """Name part of a Host header or authority, lower-case, without port and brackets."""
    value = value.strip().lower()
    if value.startswith("["):
        name, _, port = value[1:].partition("]")
        return name if not port or port[1:].isdecimal() else value
    name, colon, port = value.rpartition(":")
    # What stands behind the colon must be a port: `127.0.0.1:80,evil.example` is no loopback name.
    return name if colon and port.isdecimal() and ":" not in name else value


class Gatekeeper:
    """Refuses foreign hosts, foreign origins, missing tokens and other API majors before anything is read.

    A browser page on another site can reach a loopback port, and DNS rebinding lets it do so under its own
    name: hence the Host and Origin checks also without a token.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str | None,
        allowed_hosts: Iterable[str] = (),
        allowed_origins: Iterable[str] = (),
        is_stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self._app = app
        self._token = token.encode() if token else None
        self._hosts = LOOPBACK_NAMES | {host_name(name) for name in allowed_hosts}
        self._origins = frozenset(origin.rstrip("/").lower() for origin in allowed_origins)
        self._is_stopping = is_stopping

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_version_header(send)
        body = BodyStream(receive)
        try:
            self._check(scope)
        except GatewayError as error:
            await send_problem(error, scope, body, send)
            return
        await self._app(scope, body, send)

    def _check(self, scope: Scope) -> None:
        hosts: list[str] = []
        origin = authorization = version = None
        for name, value in scope["headers"]:
            if name == b"host":
                hosts.append(value.decode("latin-1"))
            elif name == b"origin":
                origin = value.decode("latin-1")
            elif name == b"authorization":
                authorization = value
            elif name == _VERSION_HEADER:
                version = value.decode("latin-1").strip()
        if len(hosts) != 1 or host_name(hosts[0]) not in self._hosts:
            raise GatewayError(
                "host_refused", f"Host {', '.join(hosts) or '(none)'} is not a name of this server."
            )
        if origin is not None and not self._origin_allowed(origin):
            raise GatewayError("origin_refused", f"Origin {origin} may not call this server.")
        if version is not None and version.partition(".")[0] != _API_MAJOR:
            raise GatewayError(
                "api_version_unsupported",
                f"The request speaks integration API {version[:20]}, this server speaks {API_VERSION}.",
            )
        if (
            self._token
            and scope["path"] not in _OPEN_PATHS
            and not _bearer_matches(authorization, self._token)
        ):
            raise GatewayError("unauthorized", "The request carries no valid token.")
        if self._is_stopping() and scope["path"] not in _OPEN_PATHS:
            raise GatewayError("server_stopping", "The server is shutting down and takes no new requests.")

    def _origin_allowed(self, origin: str) -> bool:
        origin = origin.rstrip("/").lower()
        if origin in self._origins:
            return True
        scheme, separator, authority = origin.partition("://")
        return bool(separator) and scheme in ("http", "https") and host_name(authority) in LOOPBACK_NAMES


def _bearer_matches(header: bytes | None, token: bytes) -> bool:
    if header is None:
        return False
    scheme, _, value = header.strip().partition(b" ")
    return scheme.lower() == b"bearer" and hmac.compare_digest(value.strip(), token)


def _with_version_header(send: Send) -> Callable[[Message], Awaitable[None]]:
    async def send_versioned(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), _VERSION_REPLY]
        await send(message)

    return send_versioned
