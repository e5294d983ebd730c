"""Real server processes for the promises of this product."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.gateway_process import JSON_ONLY, GatewayProcess


@pytest.fixture
def gateway_at(tmp_path: Path) -> Iterator[Callable[..., GatewayProcess]]:
    """Makes servers of the JSON surface that are not started yet; whatever still runs at the end is ended."""
    made: list[GatewayProcess] = []

    def make(*options: str, workspace: Path | None = None, **environment: str) -> GatewayProcess:
        made.append(
            GatewayProcess(
                workspace or tmp_path / "workspace", tmp_path / "home", (*JSON_ONLY, *options), environment
            )
        )
        return made[-1]

    yield make
    for gateway in made:
        if gateway.process is not None:
            gateway.kill()


@pytest.fixture
def gateway(gateway_at: Callable[..., GatewayProcess]) -> GatewayProcess:
    """A running server on an empty workspace."""
    return gateway_at().start()


@pytest.fixture(scope="module")
def shared_gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """One running server, MCP included, for tests of a module that keep to their own sessions and scopes."""
    root = tmp_path_factory.mktemp("shared")
    with GatewayProcess(root / "workspace", root / "home") as running:
        yield running
