"""What the gateway's workspace holds, as role and text in the order of storing."""

from __future__ import annotations

from pathlib import Path

from tests.behaviour.session_files import stored_lines, text_of
from tests.gateway_process import GatewayProcess


def rows(workspace: Path | GatewayProcess, host: str | None = None) -> list[tuple[str, str]]:
    """Role and text of every stored event, session by session."""
    folder = workspace.workspace if isinstance(workspace, GatewayProcess) else workspace
    return [(line["role"], text_of(line)) for line in stored_lines(folder) if host in (None, line["host"])]


def said(workspace: Path | GatewayProcess, host: str | None = None) -> list[str]:
    """What persons said."""
    return [text for role, text in rows(workspace, host) if role == "user"]


def sessions(workspace: Path | GatewayProcess) -> list[str]:
    """Ids of the sessions that hold something, in the order of their files."""
    folder = workspace.workspace if isinstance(workspace, GatewayProcess) else workspace
    found: list[str] = []
    for line in stored_lines(folder):
        if line["session_id"] not in found:
            found.append(line["session_id"])
    return found
