"""A home folder with fake hosts on a PATH of its own."""

from __future__ import annotations

import json
import shutil
import stat
import sys
from pathlib import Path
from typing import Any

from reme_gateway.integrations.installer import HostInstaller, HostReport, ServerAddress
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.registry import installer_for
from reme_gateway.integrations.steps import Plan

DEFAULT = ServerAddress("http://127.0.0.1:2333", is_default=True)
HERE = Path(__file__).parent


class HostHome:
    """What the tests of hosts start from; ``variables`` is the environment that commands get."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.variables = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.home)}
        self.places = Places(self.home, self.variables)

    def add(self, name: str) -> Path:
        """Put the fake host ``name`` on the PATH, and return the folder of its switches and calls."""
        state = self.bin.parent / f"fake-{name}"
        state.mkdir()
        shutil.copy(HERE / f"fake_{name}.py", state / "program.py")
        script = self.bin / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "{state}/program.py" "$@"\n')
        script.chmod(0o755)
        return state

    def installer(self, host: str) -> HostInstaller:
        """The installer under test."""
        return installer_for(host, self.places, self.variables)

    def install(self, host: str, server: ServerAddress = DEFAULT) -> Plan:
        """Install, and return what was done."""
        return done(self.installer(host).install(server))

    def uninstall(self, host: str, *, keep_data: bool = False) -> Plan:
        """Uninstall, and return what was done."""
        return done(self.installer(host).uninstall(keep_data))

    def inspect(self, host: str, url: str = DEFAULT.url, *, wanted: bool = True) -> HostReport:
        """What doctor finds out of the host itself."""
        report = HostReport(host, host, wanted)
        self.installer(host).inspect(report, self.home, url)
        return report


def done(plan: Plan) -> Plan:
    """Do every step of a plan."""
    for step in plan.steps:
        step.act()
    return plan


def calls(state: Path) -> list[dict[str, Any]]:
    """What a fake was called with, oldest first."""
    path = state / "calls.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Every file below a folder with its bytes and permission bits."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def codes(report: HostReport) -> list[str]:
    """The findings of a report by their codes."""
    return [finding.code for finding in report.findings]
