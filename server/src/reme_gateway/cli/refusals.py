"""A server's refusal for somebody at a terminal: options instead of fields, commands instead of paths."""

from __future__ import annotations

import re

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Where the contract's hint speaks to whoever writes a client.
_REMEDIES = {
    "file_not_found": "`reme search` and `reme daily-list` print the paths that there are",
    "invalid_request": "the command's --help shows what it takes",
    "method_not_allowed": "`reme version` shows whether the server is older than this program",
    "operation_unknown": "`reme version` shows whether the server is older than this program",
    "path_refused": "write the path as `reme search` and `reme daily-list` print it",
    "request_too_large": "shorten the text",
    "server_stopping": "try again when it is back",
}
_OPTIONS = {
    "date": "DATE",
    "depth": "--depth",
    "direction": "--direction",
    "event_id": "--event",
    "fact": "the text",
    "host": "HOST",
    "limit": "--limit",
    "line_end": "the last line",
    "line_start": "the first line",
    "max_chars": "--max-chars",
    "path": "the path",
    "query": "the query",
    "scope_id": "--scope",
    "session_id": "SESSION",
    "targets": "the list of paths",
}
# As the schema's validator begins its sentences about a value.
_SHOULD = re.compile(r"^(?:[A-Z][a-z]+ )?[a-z ]*should ")


def what_happened(problem: Mapping[str, Any], status: int) -> str:
    """The refusal's own words about what was typed."""
    detail = str(problem.get("detail") or problem.get("title") or f"status {status}")
    pointer = str(problem.get("pointer") or "")
    if not pointer:
        return detail
    name, said = _option_at(pointer), detail.removeprefix(f"{pointer}: ")
    if said == detail:
        return f"{detail.rstrip('.')} ({name})"
    told = _SHOULD.sub("must ", said)
    return f"{name} {told}" if told != said else f"{name}: {said}"


def what_to_do(problem: Mapping[str, Any]) -> str:
    """The remedy in terms of the command line, or the server's hint where that is one."""
    return _REMEDIES.get(str(problem.get("code"))) or str(problem.get("hint") or "")


def _option_at(pointer: str) -> str:
    """What a person calls the field: the option that fills it, otherwise its name in words."""
    fields = [part for part in pointer.split("/") if part and not part.isdecimal()]
    name = fields[-1] if fields else "the request"
    return _OPTIONS.get(name, name.replace("_", " "))
