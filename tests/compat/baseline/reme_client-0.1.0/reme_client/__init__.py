"""Client of a ReMe gateway: one local memory for all of a developer's coding agents.

``Client`` and ``AsyncClient`` have a method for each operation of the contract; requests and replies are the
typed models in ``reme_client.models``, and every exception has ``RemeError`` as its root.
"""

from __future__ import annotations

from . import models, operations
from .async_client import AsyncClient
from .client import Client
from .configuration import ClientConfig
from .errors import (
    ApiVersionUnsupportedError,
    ConfigurationError,
    ConfirmationMissingError,
    ConnectionFailedError,
    DeadlineExceededError,
    HostRefusedError,
    IndexUnavailableError,
    InternalError,
    InvalidJsonError,
    InvalidReplyError,
    InvalidRequestError,
    MediaTypeUnsupportedError,
    MemoryFileNotFoundError,
    MethodNotAllowedError,
    NothingToRememberError,
    OperationUnknownError,
    OriginRefusedError,
    PathRefusedError,
    RefusedError,
    RemeError,
    RequestTimeoutError,
    RequestTooLargeError,
    ServerFaultError,
    ServerStoppingError,
    StoreUnavailableError,
    TooDeepError,
    TooManyEventsError,
    UnauthorizedError,
)
from .identity import __version__
from .models import ExcludeSession, ForgetSession, ForgetTarget, RememberMessage, SessionEvent
from .retry import RetryPolicy

__all__ = [
    "ApiVersionUnsupportedError",
    "AsyncClient",
    "Client",
    "ClientConfig",
    "ConfigurationError",
    "ConfirmationMissingError",
    "ConnectionFailedError",
    "DeadlineExceededError",
    "ExcludeSession",
    "ForgetSession",
    "ForgetTarget",
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
    "RememberMessage",
    "RequestTimeoutError",
    "RequestTooLargeError",
    "RetryPolicy",
    "ServerFaultError",
    "ServerStoppingError",
    "SessionEvent",
    "StoreUnavailableError",
    "TooDeepError",
    "TooManyEventsError",
    "UnauthorizedError",
    "__version__",
    "models",
    "operations",
]
