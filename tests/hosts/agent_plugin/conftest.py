"""The generic package with a client that knows nothing of us, beside the real gateway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess
from tests.hosts.adapters import ROOT
from tests.hosts.agent_plugin.plain_client import PlainClient

PACKAGE = ROOT / "packages" / "agent-plugin"


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """One server for all tests here; each keeps to a scope of its own."""
    root = tmp_path_factory.mktemp("agent-plugin")
    with GatewayProcess(root / "workspace", root / "home") as running:
        yield running


@pytest.fixture
def client(gateway: GatewayProcess, tmp_path: Path) -> Iterator[PlainClient]:
    """A client after its handshake."""
    with PlainClient(PACKAGE, tmp_path, REME_URL=gateway.url) as running:
        running.initialize()
        yield running


@pytest.fixture
def scope(request: pytest.FixtureRequest) -> str:
    """Names of tests are unique, so scopes are."""
    return str(request.node.name)
