"""One real gateway for all tests of a module."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gateway_process import JSON_ONLY, GatewayProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    folder = tmp_path_factory.mktemp("gateway")
    with GatewayProcess(folder / "workspace", folder / "server home", JSON_ONLY) as running:
        yield running


def rows(server: GatewayProcess, session: str) -> list[dict[str, Any]]:
    """What the workspace holds of a session, by its own files."""
    files = sorted((Path(server.workspace) / "session" / "dialog").rglob("*.jsonl"))
    lines = [json.loads(line) for path in files for line in path.read_bytes().split(b"\n") if line]
    return [line for line in lines if line.get("session_id") == session]


def said(server: GatewayProcess, session: str) -> list[tuple[str, str]]:
    return [(row["role"][0], row["content"][0]["text"]) for row in rows(server, session)]
