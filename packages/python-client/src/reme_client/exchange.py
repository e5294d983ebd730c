"""One call under way: what to send, and what its outcome means. Pure: the clients move the bytes."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, field
from typing import Generic

import httpx

from ._generated.v1.operations import API_VERSION, VERSION_HEADER
from .calls import Call, ReplyT
from .deadline import Deadline
from .errors import ConnectionFailedError, InvalidReplyError, RemeError, RequestTimeoutError
from .replies import REPLY_BYTES, Answer, read_reply
from .retry import RetryPolicy, next_pause

logger = logging.getLogger("reme_client")

_BRACKETED = re.compile(r"\[[^\]]*\] ")


@dataclass(frozen=True)
class Endpoint:
    """Where calls go and how: ``timeout_ms`` None leaves each operation its own deadline of the contract."""

    url: str
    token: str | None = field(repr=False)
    timeout_ms: int | None
    retry: RetryPolicy | None
    user_agent: str
    route: str


class Exchange(Generic[ReplyT]):
    """The tries of one call within one deadline, which starts when this is made."""

    def __init__(self, call: Call[ReplyT], endpoint: Endpoint) -> None:
        self._call = call
        self._endpoint = endpoint
        self._tries = 0
        milliseconds = call.timeout_ms or endpoint.timeout_ms or call.operation.deadline_ms
        self.deadline = Deadline(milliseconds / 1000)

    def request(self) -> httpx.Request:
        """The next try. Raises ``httpx.TimeoutException`` when no time is left for it."""
        self._tries += 1
        remaining = self.deadline.remaining()
        if remaining <= 0:
            raise httpx.TimeoutException("the deadline has passed")
        return httpx.Request(
            self._call.operation.method,
            self._endpoint.url + self._call.operation.path,
            headers=self._headers(),
            content=self._call.body,
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), remaining)},
        )

    def reply(self, answer: Answer) -> ReplyT:
        """The reply. Raises the ``RemeError`` that the answer stands for."""
        reply = read_reply(answer, self._call.parse)
        logger.debug("%s try %d: %d bytes", self._call.operation.name, self._tries, len(answer.body))
        return reply

    def pause_after(self, failure: RemeError | httpx.TransportError) -> float:
        """Seconds until the next try; raises the failure as a ``RemeError`` when there is none."""
        error = failure if isinstance(failure, RemeError) else self._transport_error(failure)
        operation = self._call.operation
        pause = next_pause(self._endpoint.retry, operation, error, self._tries, self.deadline.remaining())
        logger.debug("%s try %d: %s (status %d)", operation.name, self._tries, error.code, error.status)
        if pause is None:
            # It tells all; httpx's own trace, still in `__context__`, would hide it from a reader.
            raise error from None
        return pause

    def _headers(self) -> dict[str, str]:
        headers = {
            "Accept": "application/json",
            # Compressed answers could grow without bounds, and loopback gains nothing from them.
            "Accept-Encoding": "identity",
            "User-Agent": self._endpoint.user_agent,
            VERSION_HEADER: API_VERSION,
        }
        if self._call.body is not None:
            headers["Content-Type"] = "application/json"
        if self._endpoint.token and self._call.operation.token_required:
            headers["Authorization"] = f"Bearer {self._endpoint.token}"
        return headers

    def _transport_error(self, failure: httpx.TransportError) -> RemeError:
        place = f"{self._call.operation.name} at {self._endpoint.url}"
        if isinstance(failure, httpx.TimeoutException):
            return RequestTimeoutError(f"{place} did not answer within {self.deadline.seconds:g} s.")
        if isinstance(failure, httpx.ProxyError):
            return ConnectionFailedError(
                f"{place} cannot be reached {self._endpoint.route}.",
                hint="Correct the proxy variables, or add the host to NO_PROXY.",
            )
        if isinstance(failure, httpx.ConnectError):
            why = _reason(failure)
            return ConnectionFailedError(
                f"{place} cannot be reached ({self._endpoint.route} connection): {why}."
            )
        return ConnectionFailedError(f"{place} broke the connection off, or does not speak HTTP.")


def _reason(failure: httpx.ConnectError) -> str:
    """The system's words, without the number or code in brackets before them."""
    return _BRACKETED.sub("", str(failure)).rstrip(".") or "nobody answers"


class AnswerBuffer:
    """Collects an answer's body, bounded in size and time."""

    def __init__(self, response: httpx.Response, deadline: Deadline) -> None:
        self._response = response
        self._deadline = deadline
        self._body = bytearray()

    def add(self, chunk: bytes) -> None:
        """Take a piece. Raises InvalidReplyError when it is too much, ``httpx.TimeoutException`` too late."""
        self._body += chunk
        if len(self._body) > REPLY_BYTES:
            raise InvalidReplyError(
                f"The reply is larger than {REPLY_BYTES} bytes.", status=self._response.status_code
            )
        if self._deadline.remaining() <= 0:
            raise httpx.TimeoutException("the deadline has passed")

    def answer(self) -> Answer:
        """The whole answer."""
        headers = {name.lower(): value for name, value in self._response.headers.items()}
        return Answer(self._response.status_code, headers, bytes(self._body))
