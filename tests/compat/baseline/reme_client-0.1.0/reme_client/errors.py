"""Every exception of this package: the contract's, one per code, and the ones of a client that got no good
answer.

All have ``RemeError`` as their root and carry ``code``, ``status`` (0 without an answer), ``retryable``,
``hint``, ``pointer`` and ``limit``. None repeats what was sent or remembered.
"""

from __future__ import annotations

from ._generated.v1.errors import (
    ERRORS,
    ApiVersionUnsupportedError,
    ConfirmationMissingError,
    DeadlineExceededError,
    HostRefusedError,
    IndexUnavailableError,
    InternalError,
    InvalidJsonError,
    InvalidRequestError,
    MediaTypeUnsupportedError,
    MethodNotAllowedError,
    NothingToRememberError,
    OperationUnknownError,
    OriginRefusedError,
    PathRefusedError,
    RemeError,
    RequestTooLargeError,
    ServerStoppingError,
    StoreUnavailableError,
    TooDeepError,
    TooManyEventsError,
    UnauthorizedError,
)
from ._generated.v1.errors import FileNotFoundError as MemoryFileNotFoundError

__all__ = [
    "ERRORS",
    "ApiVersionUnsupportedError",
    "ConfigurationError",
    "ConfirmationMissingError",
    "ConnectionFailedError",
    "DeadlineExceededError",
    "HostRefusedError",
    "IndexUnavailableError",
    "InternalError",
    "InvalidJsonError",
    "InvalidReplyError",
    "InvalidRequestError",
    "MediaTypeUnsupportedError",
    "MemoryFileNotFoundError",
    "MethodNotAllowedError",
    "NothingToRememberError",
    "OperationUnknownError",
    "OriginRefusedError",
    "PathRefusedError",
    "RefusedError",
    "RemeError",
    "RequestTimeoutError",
    "RequestTooLargeError",
    "ServerFaultError",
    "ServerStoppingError",
    "StoreUnavailableError",
    "TooDeepError",
    "TooManyEventsError",
    "UnauthorizedError",
]


class ConfigurationError(RemeError):
    """An address, token, time-out or configuration file that can't be used; nothing was sent."""

    code = "configuration_invalid"
    hint = "Correct the setting; `reme config show` tells where each value comes from."


class ConnectionFailedError(RemeError):
    """Nobody answered: refused, reset, broken off, or something that doesn't speak HTTP."""

    code = "connection_failed"
    retryable = True
    hint = "Start the server with `reme start`, or correct REME_URL."


class RequestTimeoutError(RemeError):
    """The call's own deadline passed without a whole answer; the server may have carried it out."""

    code = "request_timeout"
    retryable = True
    hint = "Try again later, or raise REME_TIMEOUT_MS; `reme status` shows whether the server is busy."


class InvalidReplyError(RemeError):
    """An answer that the contract doesn't know: no JSON, a missing member, a redirect, too large."""

    code = "invalid_reply"
    hint = "Check that a ReMe gateway, and nothing else, listens at REME_URL."


class RefusedError(RemeError):
    """A refusal (status 4xx) whose code this version doesn't know, or that has none."""

    code = "refused"


class ServerFaultError(RemeError):
    """A server's fault (status 5xx) whose code this version doesn't know, or that has none."""

    code = "server_fault"
