"""HTTP over blocking sockets that keep one deadline.

A socket's own time-out starts anew with every byte that arrives, so a server that drips its answer would hold
a caller for ever. Here each read and write gets what is left of the call's whole budget.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import httpcore
import httpx

from .deadline import current_deadline
from .errors import ConfigurationError
from .route import Route

_WRITE_BYTES = 65_536


def left_of(timeout: float | None) -> float | None:
    """The shorter of a socket time-out and what is left of the call's deadline, in seconds.

    Raises ``httpcore.TimeoutException`` when nothing is left.
    """
    deadline = current_deadline.get()
    if deadline is None:
        return timeout
    remaining = deadline.remaining()
    if remaining <= 0:
        raise httpcore.TimeoutException("the deadline has passed")
    return remaining if timeout is None else min(timeout, remaining)


class DeadlineStream(httpcore.NetworkStream):
    """A connection whose every operation ends with the deadline of the call that uses it."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """At most ``max_bytes`` bytes, empty at the end."""
        return self._stream.read(max_bytes, left_of(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of it, looking at the clock between pieces."""
        view = memoryview(buffer)
        for start in range(0, len(view), _WRITE_BYTES):
            self._stream.write(bytes(view[start : start + _WRITE_BYTES]), left_of(timeout))

    def close(self) -> None:
        """Close the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """The same connection, encrypted."""
        return DeadlineStream(self._stream.start_tls(ssl_context, server_hostname, left_of(timeout)))

    def get_extra_info(self, info: str) -> Any:
        """What the connection below knows about itself."""
        return self._stream.get_extra_info(info)


class DeadlineBackend(httpcore.NetworkBackend):
    """Opens connections that keep the deadline."""

    def __init__(self) -> None:
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect within the deadline."""
        stream = self._sockets.connect_tcp(host, port, left_of(timeout), local_address, socket_options)
        return DeadlineStream(stream)


class BlockingTransport(httpx.BaseTransport):
    """A pool of connections to one origin; follows no redirect, keeps no cookie and reads no variable."""

    def __init__(self, route: Route, ssl_context: ssl.SSLContext) -> None:
        self._pool = _pool(route, ssl_context)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request. Raises ``httpx.TransportError``; the answer's body is still to be read."""
        target = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        core_request = httpcore.Request(
            method=request.method,
            url=target,
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _httpx_errors():
            response = self._pool.handle_request(core_request)
        return httpx.Response(
            status_code=response.status,
            headers=response.headers,
            stream=_ReplyStream(response),
            extensions=response.extensions,
        )

    def close(self) -> None:
        """Close every connection."""
        self._pool.close()


class _ReplyStream(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _httpx_errors():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


def _pool(route: Route, ssl_context: ssl.SSLContext) -> httpcore.ConnectionPool:
    backend = DeadlineBackend()
    if route.proxy is None:
        return httpcore.ConnectionPool(ssl_context=ssl_context, keepalive_expiry=5.0, network_backend=backend)
    if route.proxy.startswith("socks"):
        try:
            return httpcore.SOCKSProxy(
                route.proxy, proxy_auth=route.proxy_auth, ssl_context=ssl_context, network_backend=backend
            )
        except ImportError:
            raise ConfigurationError(
                "The proxy variables name a SOCKS proxy.", hint="Install reme-client[socks], or set NO_PROXY."
            ) from None
    return httpcore.HTTPProxy(
        route.proxy,
        proxy_auth=route.proxy_auth,
        ssl_context=ssl_context,
        keepalive_expiry=5.0,
        network_backend=backend,
    )


@contextmanager
def _httpx_errors() -> Iterator[None]:
    try:
        yield
    except httpcore.TimeoutException as error:
        raise httpx.TimeoutException(str(error)) from error
    except httpcore.ConnectError as error:
        raise httpx.ConnectError(str(error)) from error
    except httpcore.NetworkError as error:
        raise httpx.NetworkError(str(error)) from error
    except httpcore.ProxyError as error:
        raise httpx.ProxyError(str(error)) from error
    except httpcore.ProtocolError as error:
        raise httpx.ProtocolError(str(error)) from error
