# Generated: do not edit, your change would be lost.
# From contract/v1/errors.json
# By   templates/python-client/errors.py.jinja
# Edit those and run `nox -s generate`.
"""One exception per error code of the contract, below one root.

RemeError
├── ApiVersionUnsupportedError
├── ConfirmationMissingError
├── DeadlineExceededError
├── FileNotFoundError
├── HostRefusedError
├── IndexUnavailableError
├── InternalError
├── InvalidJsonError
├── InvalidRequestError
├── MediaTypeUnsupportedError
├── MethodNotAllowedError
├── NothingToRememberError
├── OperationUnknownError
├── OriginRefusedError
├── PathRefusedError
├── RequestTooLargeError
├── ServerStoppingError
├── StoreUnavailableError
├── TooDeepError
├── TooManyEventsError
└── UnauthorizedError
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final


class RemeError(Exception):
    """The server refused, or could not be asked. Subclasses carry the contract's values of their code.

    ``message`` says what happened, ``hint`` what to do; ``pointer`` names the value that is to blame and
    ``limit`` the limit that was passed, where there is one.
    """

    code: str = "unknown"
    status: int = 0
    retryable: bool = False
    hint: str = ""

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        status: int | None = None,
        retryable: bool | None = None,
        hint: str | None = None,
        detail: str | None = None,
        pointer: str | None = None,
        limit: int | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = type(self).code if code is None else code
        self.status = type(self).status if status is None else status
        self.retryable = type(self).retryable if retryable is None else retryable
        self.hint = type(self).hint if hint is None else hint
        self.detail = message if detail is None else detail
        self.pointer = pointer
        self.limit = limit

    def __str__(self) -> str:
        return f"{self.message} {self.hint}" if self.hint else self.message


class ApiVersionUnsupportedError(RemeError):
    """Another major version of the integration API."""

    code = "api_version_unsupported"
    status = 400
    retryable = False
    hint = "Upgrade the older side: `reme version` shows what the server speaks, the package's README what it needs."


class ConfirmationMissingError(RemeError):
    """The user did not confirm."""

    code = "confirmation_missing"
    status = 403
    retryable = False
    hint = "Ask the user; use a client that supports MCP elicitation, or run `reme forget` in a terminal."


class DeadlineExceededError(RemeError):
    """The answer took too long."""

    code = "deadline_exceeded"
    status = 504
    retryable = True
    hint = "Try again later; `reme status` shows whether the index is being rebuilt."


class FileNotFoundError(RemeError):
    """No such file in the workspace."""

    code = "file_not_found"
    status = 404
    retryable = False
    hint = "Use a path that search, daily_list or traverse returned."


class HostRefusedError(RemeError):
    """The Host header is not one of this server's names."""

    code = "host_refused"
    status = 403
    retryable = False
    hint = "Call the server by its loopback address, or add the name to `allowed_hosts`."


class IndexUnavailableError(RemeError):
    """The index cannot answer."""

    code = "index_unavailable"
    status = 503
    retryable = True
    hint = "It is rebuilt by itself; `reme status` shows the progress, `reme reindex` starts it by hand."


class InternalError(RemeError):
    """A fault in the server."""

    code = "internal_error"
    status = 500
    retryable = False
    hint = "Look into the server's log for the request id, and report it."


class InvalidJsonError(RemeError):
    """The body is not JSON."""

    code = "invalid_json"
    status = 400
    retryable = False
    hint = "Send one JSON object encoded in UTF-8."


class InvalidRequestError(RemeError):
    """The request does not match its schema."""

    code = "invalid_request"
    status = 400
    retryable = False
    hint = "Correct the value that `pointer` names; /openapi.json has the schema."


class MediaTypeUnsupportedError(RemeError):
    """The body's media type is not JSON."""

    code = "media_type_unsupported"
    status = 415
    retryable = False
    hint = "Send `Content-Type: application/json`."


class MethodNotAllowedError(RemeError):
    """The operation exists, but not for this HTTP method."""

    code = "method_not_allowed"
    status = 405
    retryable = False
    hint = "Use the method that /help lists."


class NothingToRememberError(RemeError):
    """Nothing is left to store."""

    code = "nothing_to_remember"
    status = 422
    retryable = False
    hint = "The text was empty, private or recalled; send a fact in its own words."


class OperationUnknownError(RemeError):
    """No such operation."""

    code = "operation_unknown"
    status = 404
    retryable = False
    hint = "Use a path that /help lists; a newer client may need a newer server."


class OriginRefusedError(RemeError):
    """A web page of another origin asked."""

    code = "origin_refused"
    status = 403
    retryable = False
    hint = "Browsers may not call this server; add the origin to `allowed_origins` when it is yours."


class PathRefusedError(RemeError):
    """The path leaves the workspace or is no memory file."""

    code = "path_refused"
    status = 400
    retryable = False
    hint = "Use a path relative to the workspace that search, daily_list or traverse returned."


class RequestTooLargeError(RemeError):
    """The body is larger than the limit."""

    code = "request_too_large"
    status = 413
    retryable = False
    hint = "Split the batch; `limit` is the largest body in bytes."


class ServerStoppingError(RemeError):
    """The server is shutting down."""

    code = "server_stopping"
    status = 503
    retryable = True
    hint = "Try again when it is back; keep the event until then."


class StoreUnavailableError(RemeError):
    """The workspace cannot be written or read."""

    code = "store_unavailable"
    status = 503
    retryable = True
    hint = "Check free space and permissions of the workspace; nothing was acknowledged."


class TooDeepError(RemeError):
    """The JSON is nested too deeply."""

    code = "too_deep"
    status = 400
    retryable = False
    hint = "Send plain text as content; `limit` is the deepest nesting."


class TooManyEventsError(RemeError):
    """More events than one request may carry."""

    code = "too_many_events"
    status = 413
    retryable = False
    hint = "Split the batch; `limit` is the largest number of events."


class UnauthorizedError(RemeError):
    """The token is missing or wrong."""

    code = "unauthorized"
    status = 401
    retryable = False
    hint = "Send `Authorization: Bearer <token>`; `reme config show` tells where the token comes from."


ERRORS: Final[Mapping[str, type[RemeError]]] = MappingProxyType(
    {
        "api_version_unsupported": ApiVersionUnsupportedError,
        "confirmation_missing": ConfirmationMissingError,
        "deadline_exceeded": DeadlineExceededError,
        "file_not_found": FileNotFoundError,
        "host_refused": HostRefusedError,
        "index_unavailable": IndexUnavailableError,
        "internal_error": InternalError,
        "invalid_json": InvalidJsonError,
        "invalid_request": InvalidRequestError,
        "media_type_unsupported": MediaTypeUnsupportedError,
        "method_not_allowed": MethodNotAllowedError,
        "nothing_to_remember": NothingToRememberError,
        "operation_unknown": OperationUnknownError,
        "origin_refused": OriginRefusedError,
        "path_refused": PathRefusedError,
        "request_too_large": RequestTooLargeError,
        "server_stopping": ServerStoppingError,
        "store_unavailable": StoreUnavailableError,
        "too_deep": TooDeepError,
        "too_many_events": TooManyEventsError,
        "unauthorized": UnauthorizedError,
    }
)


def error_from_problem(problem: Mapping[str, Any]) -> RemeError:
    """The exception for a problem document. A code that this client doesn't know yet becomes a plain RemeError."""
    code = str(problem.get("code", "unknown"))
    detail = str(problem.get("detail") or problem.get("title") or code)
    status, retryable, hint = problem.get("status"), problem.get("retryable"), problem.get("hint")
    pointer, limit = problem.get("pointer"), problem.get("limit")
    return ERRORS.get(code, RemeError)(
        detail,
        code=code,
        status=status if isinstance(status, int) else None,
        retryable=retryable if isinstance(retryable, bool) else None,
        hint=hint if isinstance(hint, str) else None,
        detail=detail,
        pointer=pointer if isinstance(pointer, str) else None,
        limit=limit if isinstance(limit, int) else None,
    )
