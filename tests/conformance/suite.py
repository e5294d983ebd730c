"""The official MCP conformance suite as `nox -s conformance` installs it, with the Node.js that it needs."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.gateway_process import clean_environment

Checks = list[dict[str, str]]


@dataclass(frozen=True)
class Suite:
    """The installed tools, and a home for their runs."""

    node: Path
    program: Path
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

    def checks(self, side: str, scenario: str, *arguments: str) -> tuple[int, Checks]:
        """Exit code and every check of one scenario, against a server or a client."""
        output = self.home / f"out-{side}-{scenario}-{len(list(self.home.iterdir()))}"
        done = self.run(side, "--scenario", scenario, "-o", str(output), *arguments)
        files = sorted(output.rglob("checks.json"))
        assert files, done.stdout + done.stderr
        return done.returncode, [check for file in files for check in json.loads(file.read_text())]


def installed(home: Path) -> Suite:
    """The tools that the session put into the folder REME_CONFORMANCE_TOOLS."""
    tools = Path(os.environ["REME_CONFORMANCE_TOOLS"]) / "node_modules"
    machine = {"x86_64": "x64", "aarch64": "arm64"}[platform.machine()]
    return Suite(
        tools / f"node-linux-{machine}" / "bin" / "node",
        tools / "@modelcontextprotocol" / "conformance" / "dist" / "index.js",
        home,
    )


def failures(checks: Checks) -> list[str]:
    return [
        f"{check['id']}: {check.get('errorMessage', '')}" for check in checks if check["status"] == "FAILURE"
    ]
