# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/operations.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/operations.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""What can be asked, and how."""

API_VERSION = "1.0"
API_MAJOR = 1
API_MINOR = 0
VERSION_HEADER = "Reme-Api-Version"
OPERATIONS = {
    "agent_session_append": {
        "method": "POST",
        "path": "/agent_session_append",
        "deadline_ms": 10000,
        "retry_safe": True,
        "token_required": True,
    },
    "agent_session_flush": {
        "method": "POST",
        "path": "/agent_session_flush",
        "deadline_ms": 3000,
        "retry_safe": True,
        "token_required": True,
    },
    "agent_memory_recall": {
        "method": "POST",
        "path": "/agent_memory_recall",
        "deadline_ms": 2500,
        "retry_safe": True,
        "token_required": True,
    },
    "agent_session_context": {
        "method": "POST",
        "path": "/agent_session_context",
        "deadline_ms": 2500,
        "retry_safe": True,
        "token_required": True,
    },
    "search": {
        "method": "POST",
        "path": "/search",
        "deadline_ms": 5000,
        "retry_safe": True,
        "token_required": True,
    },
    "read": {
        "method": "POST",
        "path": "/read",
        "deadline_ms": 5000,
        "retry_safe": True,
        "token_required": True,
    },
    "traverse": {
        "method": "POST",
        "path": "/traverse",
        "deadline_ms": 5000,
        "retry_safe": True,
        "token_required": True,
    },
    "daily_list": {
        "method": "POST",
        "path": "/daily_list",
        "deadline_ms": 5000,
        "retry_safe": True,
        "token_required": True,
    },
    "remember": {
        "method": "POST",
        "path": "/remember",
        "deadline_ms": 10000,
        "retry_safe": True,
        "token_required": True,
    },
    "forget": {
        "method": "POST",
        "path": "/forget",
        "deadline_ms": 30000,
        "retry_safe": True,
        "token_required": True,
    },
    "reindex": {
        "method": "POST",
        "path": "/reindex",
        "deadline_ms": 3000,
        "retry_safe": True,
        "token_required": True,
    },
    "version": {
        "method": "GET",
        "path": "/version",
        "deadline_ms": 1000,
        "retry_safe": True,
        "token_required": False,
    },
    "health": {
        "method": "GET",
        "path": "/health",
        "deadline_ms": 1000,
        "retry_safe": True,
        "token_required": False,
    },
    "status": {
        "method": "GET",
        "path": "/status",
        "deadline_ms": 3000,
        "retry_safe": True,
        "token_required": True,
    },
    "help": {
        "method": "GET",
        "path": "/help",
        "deadline_ms": 1000,
        "retry_safe": True,
        "token_required": True,
    },
    "openapi": {
        "method": "GET",
        "path": "/openapi.json",
        "deadline_ms": 1000,
        "retry_safe": True,
        "token_required": True,
    },
}
