"""The packages as they lie in the repository, started the way a host starts them, beside the real gateway."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway_process import JSON_ONLY, GatewayProcess
from tests.hooks.plugin import Plugin
from tests.hosts.matrix import PROCESS_PACKAGES

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """One server for all tests here; each keeps to a scope of its own."""
    root = tmp_path_factory.mktemp("packages")
    with GatewayProcess(root / "workspace", root / "home", JSON_ONLY) as running:
        yield running


@pytest.fixture(params=PROCESS_PACKAGES)
def plugin(request: pytest.FixtureRequest, tmp_path: Path, gateway: GatewayProcess) -> Plugin:
    """A package for a person whose server runs."""
    folder = str(request.param)
    made = Plugin(
        ROOT / "packages" / folder / "reme", tmp_path / "home", host=folder.replace("-", "_"), url=gateway.url
    )
    # Names of tests are unique, so scopes are.
    made.environment["REME_SCOPE"] = request.node.name
    return made


@pytest.fixture
def scope(plugin: Plugin) -> str:
    return plugin.environment["REME_SCOPE"]
