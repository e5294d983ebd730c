# Generated: do not edit, your change would be lost.
# From contract/v1/errors.json
# By   templates/server-contract/errors.py.jinja
# Edit those and run `nox -s generate`.
"""The error table: every refusal has a stable code, a status and one sentence on what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

ErrorCode = Literal[
    "api_version_unsupported",
    "confirmation_missing",
    "deadline_exceeded",
    "file_not_found",
    "host_refused",
    "index_unavailable",
    "internal_error",
    "invalid_json",
    "invalid_request",
    "media_type_unsupported",
    "method_not_allowed",
    "nothing_to_remember",
    "operation_unknown",
    "origin_refused",
    "path_refused",
    "request_too_large",
    "server_stopping",
    "store_unavailable",
    "too_deep",
    "too_many_events",
    "unauthorized",
]


@dataclass(frozen=True)
class ErrorSpec:
    """One code. ``retryable`` says whether the same request may succeed later."""

    code: ErrorCode
    status: int
    retryable: bool
    title: str
    hint: str

    @property
    def type(self) -> str:
        """The problem document's ``type``."""
        return f"urn:reme:error:{self.code}"


_ROWS: Final[tuple[ErrorSpec, ...]] = (
    ErrorSpec(
        code="api_version_unsupported",
        status=400,
        retryable=False,
        title="Another major version of the integration API",
        hint="Upgrade the older side: `reme version` shows what the server speaks, the package's README what it needs.",
    ),
    ErrorSpec(
        code="confirmation_missing",
        status=403,
        retryable=False,
        title="The user did not confirm",
        hint="Ask the user; use a client that supports MCP elicitation, or run `reme forget` in a terminal.",
    ),
    ErrorSpec(
        code="deadline_exceeded",
        status=504,
        retryable=True,
        title="The answer took too long",
        hint="Try again later; `reme status` shows whether the index is being rebuilt.",
    ),
    ErrorSpec(
        code="file_not_found",
        status=404,
        retryable=False,
        title="No such file in the workspace",
        hint="Use a path that search, daily_list or traverse returned.",
    ),
    ErrorSpec(
        code="host_refused",
        status=403,
        retryable=False,
        title="The Host header is not one of this server's names",
        hint="Call the server by its loopback address, or add the name to `allowed_hosts`.",
    ),
    ErrorSpec(
        code="index_unavailable",
        status=503,
        retryable=True,
        title="The index cannot answer",
        hint="It is rebuilt by itself; `reme status` shows the progress, `reme reindex` starts it by hand.",
    ),
    ErrorSpec(
        code="internal_error",
        status=500,
        retryable=False,
        title="A fault in the server",
        hint="Look into the server's log for the request id, and report it.",
    ),
    ErrorSpec(
        code="invalid_json",
        status=400,
        retryable=False,
        title="The body is not JSON",
        hint="Send one JSON object encoded in UTF-8.",
    ),
    ErrorSpec(
        code="invalid_request",
        status=400,
        retryable=False,
        title="The request does not match its schema",
        hint="Correct the value that `pointer` names; /openapi.json has the schema.",
    ),
    ErrorSpec(
        code="media_type_unsupported",
        status=415,
        retryable=False,
        title="The body's media type is not JSON",
        hint="Send `Content-Type: application/json`.",
    ),
    ErrorSpec(
        code="method_not_allowed",
        status=405,
        retryable=False,
        title="The operation exists, but not for this HTTP method",
        hint="Use the method that /help lists.",
    ),
    ErrorSpec(
        code="nothing_to_remember",
        status=422,
        retryable=False,
        title="Nothing is left to store",
        hint="The text was empty, private or recalled; send a fact in its own words.",
    ),
    ErrorSpec(
        code="operation_unknown",
        status=404,
        retryable=False,
        title="No such operation",
        hint="Use a path that /help lists; a newer client may need a newer server.",
    ),
    ErrorSpec(
        code="origin_refused",
        status=403,
        retryable=False,
        title="A web page of another origin asked",
        hint="Browsers may not call this server; add the origin to `allowed_origins` when it is yours.",
    ),
    ErrorSpec(
        code="path_refused",
        status=400,
        retryable=False,
        title="The path leaves the workspace or is no memory file",
        hint="Use a path relative to the workspace that search, daily_list or traverse returned.",
    ),
    ErrorSpec(
        code="request_too_large",
        status=413,
        retryable=False,
        title="The body is larger than the limit",
        hint="Split the batch; `limit` is the largest body in bytes.",
    ),
    ErrorSpec(
        code="server_stopping",
        status=503,
        retryable=True,
        title="The server is shutting down",
        hint="Try again when it is back; keep the event until then.",
    ),
    ErrorSpec(
        code="store_unavailable",
        status=503,
        retryable=True,
        title="The workspace cannot be written or read",
        hint="Check free space and permissions of the workspace; nothing was acknowledged.",
    ),
    ErrorSpec(
        code="too_deep",
        status=400,
        retryable=False,
        title="The JSON is nested too deeply",
        hint="Send plain text as content; `limit` is the deepest nesting.",
    ),
    ErrorSpec(
        code="too_many_events",
        status=413,
        retryable=False,
        title="More events than one request may carry",
        hint="Split the batch; `limit` is the largest number of events.",
    ),
    ErrorSpec(
        code="unauthorized",
        status=401,
        retryable=False,
        title="The token is missing or wrong",
        hint="Send `Authorization: Bearer <token>`; `reme config show` tells where the token comes from.",
    ),
)

ERRORS: Final[Mapping[ErrorCode, ErrorSpec]] = MappingProxyType({row.code: row for row in _ROWS})
