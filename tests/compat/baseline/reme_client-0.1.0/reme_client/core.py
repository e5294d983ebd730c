"""What the blocking and the asynchronous client have in common: everything but moving bytes."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterable, Mapping
from pathlib import Path

import httpx

from ._generated.v1.models import ClientInfo, SessionEvent
from .batches import BatchQueue
from .calls import Call, Calls, Fields, ReplyT
from .configuration import DEFAULT_ORIGIN, ClientConfig, load_config
from .errors import ConfigurationError
from .exchange import Endpoint, Exchange
from .identity import NAME, __version__
from .retry import RetryPolicy
from .route import Route, route_to


class ClientCore:
    """Configuration, route and call building of one client. Raises ConfigurationError."""

    def __init__(
        self,
        *,
        url: str | None,
        token: str | None,
        scope_id: str | None,
        timeout_ms: int | None,
        retry: RetryPolicy | None,
        client_info: ClientInfo | None,
        config_file: str | Path | None,
        environ: Mapping[str, str] | None,
    ) -> None:
        variables = dict(os.environ if environ is None else environ)
        arguments = {"url": url, "token": token, "scope": scope_id, "timeout_ms": timeout_ms}
        self.config: ClientConfig = load_config(arguments, config_file=config_file, environ=variables)
        self.route: Route = _route(self.config.url, variables)
        scope = self.config.scope_id if self.config.origins["scope_id"] != DEFAULT_ORIGIN else None
        self.calls = Calls(scope, client_info or ClientInfo(name=NAME, version=__version__))
        self._retry = retry
        self._endpoint = Endpoint(
            url=self.config.url,
            token=self.config.token,
            timeout_ms=self.config.timeout_ms,
            retry=retry,
            user_agent=f"{NAME}/{__version__}",
            route=str(self.route),
        )

    def begin(self, call: Call[ReplyT]) -> Exchange[ReplyT]:
        """The call with its deadline running."""
        return Exchange(call, self._endpoint)

    def batches(
        self,
        events: Iterable[SessionEvent | Fields],
        *,
        host: str,
        session_id: str,
        scope_id: str | None,
        timeout_ms: int | None,
    ) -> BatchQueue:
        """The appends that a long list of events becomes."""
        return BatchQueue(
            self.calls, events, host=host, session_id=session_id, scope_id=scope_id, timeout_ms=timeout_ms
        )

    def ssl_context(self, given: ssl.SSLContext | None) -> ssl.SSLContext:
        """The given context, or httpx's; for plain HTTP one without certificates: loading them takes time."""
        if given is not None:
            return given
        if self.config.url.startswith("https:"):
            return httpx.create_ssl_context()
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)

    def describe(self, class_name: str) -> str:
        """The ``repr`` of a client: what helps in a log, and never the token."""
        token = "set" if self.config.token else "none"
        return (
            f"<{class_name} {self.config.url} ({self.route}) scope={self.config.scope_id} "
            f"token={token} retry={'on' if self._retry else 'off'}>"
        )


def _route(url: str, environ: Mapping[str, str]) -> Route:
    try:
        return route_to(url, environ)
    except ValueError as error:
        raise ConfigurationError(
            f"The proxy variables can't be used: {error}.", hint="Correct them, or set NO_PROXY."
        ) from None
