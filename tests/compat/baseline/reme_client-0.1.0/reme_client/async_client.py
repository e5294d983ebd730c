"""The asynchronous client."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

import anyio
import httpx

from ._generated.v1.models import AppendReply, ClientInfo, SessionEvent
from .batches import summed
from .calls import Call, Calls, Fields, ReplyT
from .configuration import ClientConfig
from .core import ClientCore
from .errors import ConfigurationError, RemeError, RequestTooLargeError, TooManyEventsError
from .exchange import AnswerBuffer, Exchange
from .presentation import presented_like
from .replies import Answer
from .retry import RetryPolicy
from .route import Route

_Params = ParamSpec("_Params")
_Reply = TypeVar("_Reply")


def _operation(
    build: Callable[Concatenate[Calls, _Params], Call[_Reply]],
) -> Callable[Concatenate[AsyncClient, _Params], Coroutine[Any, Any, _Reply]]:
    """A method that builds a call, carries it out and returns its reply."""

    @presented_like(build)
    async def method(self: AsyncClient, /, *args: _Params.args, **kwargs: _Params.kwargs) -> _Reply:
        return await self._perform(build(self._core.calls, *args, **kwargs))

    return method


class AsyncClient:
    """A ReMe gateway, asked with ``await``. Arguments and errors are those of ``Client``."""

    def __init__(
        self,
        url: str | None = None,
        *,
        token: str | None = None,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
        retry: RetryPolicy | None = RetryPolicy(),  # noqa: B008 - immutable
        client_info: ClientInfo | None = None,
        config_file: str | Path | None = None,
        environ: Mapping[str, str] | None = None,
        ssl_context: ssl.SSLContext | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._core = ClientCore(
            url=url,
            token=token,
            scope_id=scope_id,
            timeout_ms=timeout_ms,
            retry=retry,
            client_info=client_info,
            config_file=config_file,
            environ=environ,
        )
        self._transport = transport or _network(self._core.route, self._core.ssl_context(ssl_context))

    @property
    def config(self) -> ClientConfig:
        """The effective configuration, with the origin of each value."""
        return self._core.config

    @property
    def route(self) -> str:
        """``direct``, or which proxy the requests go through."""
        return str(self._core.route)

    agent_session_append = _operation(Calls.agent_session_append)
    agent_session_flush = _operation(Calls.agent_session_flush)
    agent_memory_recall = _operation(Calls.agent_memory_recall)
    agent_session_context = _operation(Calls.agent_session_context)
    search = _operation(Calls.search)
    read = _operation(Calls.read)
    traverse = _operation(Calls.traverse)
    daily_list = _operation(Calls.daily_list)
    remember = _operation(Calls.remember)
    forget = _operation(Calls.forget)
    reindex = _operation(Calls.reindex)
    version = _operation(Calls.version)
    health = _operation(Calls.health)
    status = _operation(Calls.status)
    help = _operation(Calls.help)
    openapi = _operation(Calls.openapi)
    call = _operation(Calls.call)

    async def append_in_batches(
        self,
        events: Iterable[SessionEvent | Fields],
        *,
        host: str,
        session_id: str,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> AppendReply:
        """Append any number of events, split to the contract's limits; ``timeout_ms`` holds for each batch.

        A batch that is refused as too large all the same is halved. When this raises, earlier batches are
        stored; sending everything again stores nothing twice.
        """
        batches = self.iter_append(
            events, host=host, session_id=session_id, scope_id=scope_id, timeout_ms=timeout_ms
        )
        return summed([reply async for reply in batches])

    async def iter_append(
        self,
        events: Iterable[SessionEvent | Fields],
        *,
        host: str,
        session_id: str,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> AsyncIterator[AppendReply]:
        """The same, yielding each batch's reply once it is stored. Events are read as they are needed."""
        queue = self._core.batches(
            events, host=host, session_id=session_id, scope_id=scope_id, timeout_ms=timeout_ms
        )
        while (call := queue.take()) is not None:
            try:
                reply = await self._perform(call)
            except (RequestTooLargeError, TooManyEventsError) as refusal:
                queue.split(refusal)
            else:
                yield reply

    async def aclose(self) -> None:
        """Close the connections; the client can't be used afterwards."""
        await self._transport.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return self._core.describe(type(self).__name__)

    async def _perform(self, call: Call[ReplyT]) -> ReplyT:
        exchange = self._core.begin(call)
        while True:
            try:
                return exchange.reply(await self._send(exchange))
            except (RemeError, httpx.TransportError) as failure:
                pause = exchange.pause_after(failure)
            await anyio.sleep(pause)

    async def _send(self, exchange: Exchange[Any]) -> Answer:
        request = exchange.request()
        with anyio.move_on_after(exchange.deadline.remaining()):
            response = await self._transport.handle_async_request(request)
            try:
                buffer = AnswerBuffer(response, exchange.deadline)
                if not isinstance(response.stream, httpx.AsyncByteStream):
                    raise TypeError("The transport of an AsyncClient must answer with an AsyncByteStream.")
                async for chunk in response.stream:
                    buffer.add(chunk)
                return buffer.answer()
            finally:
                await response.aclose()
        raise httpx.TimeoutException("the deadline has passed")


def _network(route: Route, ssl_context: ssl.SSLContext) -> httpx.AsyncHTTPTransport:
    proxy = httpx.Proxy(route.proxy, auth=route.proxy_auth) if route.proxy else None
    try:
        return httpx.AsyncHTTPTransport(verify=ssl_context, trust_env=False, proxy=proxy)
    except ImportError:
        raise ConfigurationError(
            "The proxy variables name a SOCKS proxy.", hint="Install reme-client[socks], or set NO_PROXY."
        ) from None
