"""The command `reme` as a person runs it on a machine with hosts."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.hosts.real import claude_host, codex_host
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.machine import Done, Machine, run


class Reme:
    """The command line on a machine; ``programs`` are the hosts on its PATH, by their commands' names."""

    def __init__(self, machine: Machine, programs: Mapping[str, Path]) -> None:
        self._machine = machine
        folder = machine.root / "bin"
        folder.mkdir()
        for name, program in programs.items():
            (folder / name).symlink_to(program)
        self._path = f"{folder}:{Path(sys.executable).parent}:/usr/bin:/bin"

    def __call__(self, *arguments: str) -> Done:
        command = [sys.executable, "-m", "reme_gateway.cli", *arguments]
        # Where the harness lets both hosts keep their files.
        own = {"CLAUDE_CONFIG_DIR": str(self._machine.home / ".claude")}
        environment = self._machine.environment(own) | {"PATH": self._path}
        return run(command, environment, self._machine.project)

    def changes(self, *arguments: str) -> list[dict[str, Any]]:
        """The steps that a successful command took."""
        done = self(*arguments, "--json")
        assert done.code == 0, done.errors
        return [step for host in done.json()["hosts"].values() for step in host["steps"]]

    def findings(self, *arguments: str) -> dict[str, str | None]:
        """Code and fix of every problem that doctor names."""
        return {item["code"]: item["fix"] for item in self("doctor", *arguments, "--json").json()["problems"]}


def reme_beside(host: Codex | Claude) -> Reme:
    """On that host's machine, with no other host there."""
    if isinstance(host, Codex):
        return Reme(host.machine, {"codex": codex_host.program()})
    return Reme(host.machine, {"claude": claude_host.program()})
