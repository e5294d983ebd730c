"""The official MCP conformance suite's wire scenarios, against the real gateway.

Scenarios that call a fixture tool by name pass vacuously on a server without it, so only those count here
that any server can pass or fail. Run by `nox -s conformance`, which installs the pinned tools.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, clean_environment

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
class Suite:
    """The installed tools and the address under test."""

    node: Path
    program: Path
    url: str
    home: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.node), str(self.program), *arguments],
            env=clean_environment(self.home),
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def checks(self, scenario: str) -> tuple[int, list[dict[str, str]]]:
        """Exit code and every check of one scenario."""
        output = self.home / f"out-{scenario}"
        done = self.run("server", "--url", self.url, "--scenario", scenario, "-o", str(output))
        files = sorted(output.rglob("checks.json"))
        assert files, done.stdout + done.stderr
        return done.returncode, [check for file in files for check in json.loads(file.read_text())]


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Suite]:
    tools = Path(os.environ["REME_CONFORMANCE_TOOLS"]) / "node_modules"
    machine = {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]
    root = tmp_path_factory.mktemp("conformance")
    with GatewayProcess(root / "workspace", root / "home") as gateway:
        yield Suite(
            tools / f"node-linux-{machine}" / "bin" / "node",
            tools / "@modelcontextprotocol" / "conformance" / "dist" / "index.js",
            f"{gateway.url}/mcp",
            root / "home",
        )


def failures(checks: list[dict[str, str]]) -> list[str]:
    return [
        f"{check['id']}: {check.get('errorMessage', '')}" for check in checks if check["status"] == "FAILURE"
    ]


@pytest.mark.parametrize("scenario", sorted(SCENARIOS))
def test_a_wire_scenario_passes(scenario: str, suite: Suite) -> None:
    code, checks = suite.checks(scenario)
    assert failures(checks) == []
    assert any(check["status"] == "SUCCESS" for check in checks)
    assert code == 0


def test_the_server_is_stateless(suite: Suite) -> None:
    _, checks = suite.checks(STATELESS)
    assert [failure for failure in failures(checks) if NEEDS_FIXTURE_TOOL not in failure] == []
    assert sum(check["status"] == "SUCCESS" for check in checks) >= 20


def test_every_scenario_named_here_exists_in_this_suite(suite: Suite) -> None:
    listed = suite.run("list", "--server").stdout
    assert [name for name in sorted({*SCENARIOS, STATELESS}) if name not in listed] == []
