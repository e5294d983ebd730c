"""The official MCP conformance suite's wire scenarios, against the real gateway.

Scenarios that call a fixture tool by name pass vacuously on a server without it, so only those count here
that any server can pass or fail. Run by `nox -s conformance`, which installs the pinned tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.conformance.suite import Checks, Suite, failures, installed
from tests.gateway_process import GatewayProcess

SCENARIOS = {
    "server-initialize",
    "ping",
    "tools-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
    "input-required-result-ignore-extra-params",
}
# Two checks of `server-stateless` need a tool that the suite's own example server has; the others must pass.
STATELESS = "server-stateless"
NEEDS_FIXTURE_TOOL = "test_missing_capability"


@dataclass(frozen=True)
class Wire:
    """The suite, and the address under test."""

    suite: Suite
    url: str

    def checks(self, scenario: str) -> tuple[int, Checks]:
        """Exit code and every check of one scenario."""
        return self.suite.checks("server", scenario, "--url", self.url)


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    root = tmp_path_factory.mktemp("conformance")
    (root / "suite").mkdir()
    with GatewayProcess(root / "workspace", root / "home") as gateway:
        yield Wire(installed(root / "suite"), f"{gateway.url}/mcp")


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_a_wire_scenario_passes(scenario: str, wire: Wire) -> None:
    code, checks = wire.checks(scenario)
    assert failures(checks) == []
    assert any(check["status"] == "SUCCESS" for check in checks)
    assert code == 0


def test_the_server_is_stateless(wire: Wire) -> None:
    _, checks = wire.checks(STATELESS)
    assert [failure for failure in failures(checks) if NEEDS_FIXTURE_TOOL not in failure] == []
    assert sum(check["status"] == "SUCCESS" for check in checks) >= 20


def test_every_scenario_named_here_exists_in_this_suite(wire: Wire) -> None:
    listed = wire.suite.run("list", "--server").stdout
    assert [name for name in sorted({*SCENARIOS, STATELESS}) if name not in listed] == []
