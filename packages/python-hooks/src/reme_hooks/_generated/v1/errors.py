# Generated: do not edit, your change would be lost.
# From contract/v1/errors.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""Codes of refusals."""

ERRORS = {
    "api_version_unsupported": {
        "status": 400,
        "retryable": False,
        "hint": "Upgrade the older side: `reme version` shows what the server speaks, the package's README what it needs.",
    },
    "confirmation_missing": {
        "status": 403,
        "retryable": False,
        "hint": "Ask the user; use a client that supports MCP elicitation, or run `reme forget` in a terminal.",
    },
    "deadline_exceeded": {
        "status": 504,
        "retryable": True,
        "hint": "Try again later; `reme status` shows whether the index is being rebuilt.",
    },
    "file_not_found": {
        "status": 404,
        "retryable": False,
        "hint": "Use a path that search, daily_list or traverse returned.",
    },
    "host_refused": {
        "status": 403,
        "retryable": False,
        "hint": "Call the server by its loopback address, or add the name to `allowed_hosts`.",
    },
    "index_unavailable": {
        "status": 503,
        "retryable": True,
        "hint": "It is rebuilt by itself; `reme status` shows the progress, `reme reindex` starts it by hand.",
    },
    "internal_error": {
        "status": 500,
        "retryable": False,
        "hint": "Look into the server's log for the request id, and report it.",
    },
    "invalid_json": {"status": 400, "retryable": False, "hint": "Send one JSON object encoded in UTF-8."},
    "invalid_request": {
        "status": 400,
        "retryable": False,
        "hint": "Correct the value that `pointer` names; /openapi.json has the schema.",
    },
    "media_type_unsupported": {"status": 415, "retryable": False, "hint": "Send `Content-Type: application/json`."},
    "method_not_allowed": {"status": 405, "retryable": False, "hint": "Use the method that /help lists."},
    "nothing_to_remember": {
        "status": 422,
        "retryable": False,
        "hint": "The text was empty, private or recalled; send a fact in its own words.",
    },
    "operation_unknown": {
        "status": 404,
        "retryable": False,
        "hint": "Use a path that /help lists; a newer client may need a newer server.",
    },
    "origin_refused": {
        "status": 403,
        "retryable": False,
        "hint": "Browsers may not call this server; add the origin to `allowed_origins` when it is yours.",
    },
    "path_refused": {
        "status": 400,
        "retryable": False,
        "hint": "Use a path relative to the workspace that search, daily_list or traverse returned.",
    },
    "request_too_large": {
        "status": 413,
        "retryable": False,
        "hint": "Split the batch; `limit` is the largest body in bytes.",
    },
    "server_stopping": {
        "status": 503,
        "retryable": True,
        "hint": "Try again when it is back; keep the event until then.",
    },
    "store_unavailable": {
        "status": 503,
        "retryable": True,
        "hint": "Check free space and permissions of the workspace; nothing was acknowledged.",
    },
    "too_deep": {
        "status": 400,
        "retryable": False,
        "hint": "Send plain text as content; `limit` is the deepest nesting.",
    },
    "too_many_events": {
        "status": 413,
        "retryable": False,
        "hint": "Split the batch; `limit` is the largest number of events.",
    },
    "unauthorized": {
        "status": 401,
        "retryable": False,
        "hint": "Send `Authorization: Bearer <token>`; `reme config show` tells where the token comes from.",
    },
}
