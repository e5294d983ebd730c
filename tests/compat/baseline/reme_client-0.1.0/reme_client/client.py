"""The blocking client."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

import httpx

from ._generated.v1.models import AppendReply, ClientInfo, SessionEvent
from .batches import summed
from .blocking_transport import BlockingTransport
from .calls import Call, Calls, Fields, ReplyT
from .configuration import ClientConfig
from .core import ClientCore
from .deadline import current_deadline
from .errors import RemeError, RequestTooLargeError, TooManyEventsError
from .exchange import AnswerBuffer, Exchange
from .presentation import presented_like
from .replies import Answer
from .retry import RetryPolicy

_Params = ParamSpec("_Params")
_Reply = TypeVar("_Reply")


def _operation(
    build: Callable[Concatenate[Calls, _Params], Call[_Reply]],
) -> Callable[Concatenate[Client, _Params], _Reply]:
    """A method that builds a call, carries it out and returns its reply."""

    @presented_like(build)
    def method(self: Client, /, *args: _Params.args, **kwargs: _Params.kwargs) -> _Reply:
        return self._perform(build(self._core.calls, *args, **kwargs))

    return method


class Client:
    """A ReMe gateway, asked with blocking calls. Safe to share between threads.

    An argument wins over the environment (``REME_URL``, ``REME_TOKEN``, ``REME_SCOPE``, ``REME_TIMEOUT_MS``),
    which wins over ``~/.reme/config.json`` (``config_file``), which wins over the default; ``config`` tells
    what came from where. ``timeout_ms`` is a call's deadline in milliseconds over all its tries; without one
    each operation has the contract's. ``retry=None`` switches retries off. Loopback never goes through a
    proxy. ``transport`` replaces the network, for tests; it is closed with the client.

    Every operation raises a ``RemeError``; the constructor raises ``ConfigurationError``.
    """

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
        transport: httpx.BaseTransport | None = None,
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
        self._transport = transport or BlockingTransport(
            self._core.route, self._core.ssl_context(ssl_context)
        )

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

    def append_in_batches(
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
        return summed(
            self.iter_append(
                events, host=host, session_id=session_id, scope_id=scope_id, timeout_ms=timeout_ms
            )
        )

    def iter_append(
        self,
        events: Iterable[SessionEvent | Fields],
        *,
        host: str,
        session_id: str,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> Iterator[AppendReply]:
        """The same, yielding each batch's reply once it is stored. Events are read as they are needed."""
        queue = self._core.batches(
            events, host=host, session_id=session_id, scope_id=scope_id, timeout_ms=timeout_ms
        )
        while (call := queue.take()) is not None:
            try:
                reply = self._perform(call)
            except (RequestTooLargeError, TooManyEventsError) as refusal:
                queue.split(refusal)
            else:
                yield reply

    def close(self) -> None:
        """Close the connections; the client can't be used afterwards."""
        self._transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return self._core.describe(type(self).__name__)

    def _perform(self, call: Call[ReplyT]) -> ReplyT:
        exchange = self._core.begin(call)
        while True:
            try:
                return exchange.reply(self._send(exchange))
            except (RemeError, httpx.TransportError) as failure:
                pause = exchange.pause_after(failure)
            time.sleep(pause)

    def _send(self, exchange: Exchange[Any]) -> Answer:
        token = current_deadline.set(exchange.deadline)
        try:
            response = self._transport.handle_request(exchange.request())
            try:
                buffer = AnswerBuffer(response, exchange.deadline)
                if not isinstance(response.stream, httpx.SyncByteStream):
                    raise TypeError("The transport of a Client must answer with a SyncByteStream.")
                for chunk in response.stream:
                    buffer.add(chunk)
                return buffer.answer()
            finally:
                response.close()
        finally:
            current_deadline.reset(token)
