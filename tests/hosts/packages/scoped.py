"""What one test's scope holds in the shared server's workspace."""

from __future__ import annotations

from typing import Any

from tests.behaviour.session_files import stored_lines, text_of
from tests.gateway_process import GatewayProcess, event


def lines(gateway: GatewayProcess, scope: str) -> list[dict[str, Any]]:
    """Stored lines of a scope, session by session."""
    return [line for line in stored_lines(gateway.workspace) if line["scope_id"] == scope]


def rows(gateway: GatewayProcess, scope: str) -> list[tuple[str, str]]:
    """Role and text of everything stored in a scope."""
    return [(line["role"], text_of(line)) for line in lines(gateway, scope)]


def remember(gateway: GatewayProcess, scope: str, *texts: str) -> None:
    """Turns that another host captured."""
    events = [event(f"t{number}:u", text) for number, text in enumerate(texts)]
    gateway.ask(
        "agent_session_append", host="hermes", scope_id=scope, session_id=f"of {scope}", events=events
    )
