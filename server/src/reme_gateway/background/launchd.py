"""launchd: an agent of the user on macOS."""

from __future__ import annotations

import os
import plistlib
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from reme_gateway.background.definition import ServiceDefinition
from reme_gateway.background.manager import ServiceStatus, control_program
from reme_gateway.background.service_files import content_of, file_step, removal_steps, token_steps
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.folders import make_private
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.steps import Plan, Step

LABEL = "reme.gateway"
_UMASK = 0o077


class Launchd:
    """The user's launchd. Every change goes through ``launchctl``."""

    name = "launchd"

    def __init__(self, home: Path, variables: Mapping[str, str]) -> None:
        self._file = home / "Library" / "LaunchAgents" / f"{LABEL}.plist"
        self._program = control_program("launchctl", variables)
        self._domain = f"gui/{os.getuid()}"

    def missing(self) -> str | None:
        """What this machine lacks."""
        if self._program is None:
            return "launchctl is not on PATH"
        if self._program.run("print", self._domain, seconds=10).code:
            return f"launchd has no session {self._domain}: log in at the screen first"
        return None

    def status(self, definition: ServiceDefinition) -> ServiceStatus:
        """Asks launchd; without it only the agent's file is known."""
        content = content_of(self._file)
        current = content == plist_bytes(definition)
        lacking = self.missing()
        if lacking or self._program is None:
            return ServiceStatus(
                self.name, self._file, content is not None, False, False, current, None, lacking or ""
            )
        ended = self._program.run("print", self._service)
        state = re.search(r"^\s*state = (.+)$", ended.out, re.MULTILINE)
        pid = re.search(r"^\s*pid = (\d+)$", ended.out, re.MULTILINE)
        return ServiceStatus(
            self.name,
            self._file,
            content is not None,
            ended.code == 0,
            bool(pid),
            current,
            int(pid[1]) if pid else None,
            state[1] if state and not ended.code else "not loaded",
        )

    def install(self, definition: ServiceDefinition) -> Plan:
        """Agent, then load; a changed one is unloaded before."""
        program = self._working()
        status = self.status(definition)
        steps = token_steps(definition)
        if not status.current:
            steps.append(file_step(self._file, plist_bytes(definition)))
        if not definition.log.parent.is_dir():
            make = partial(make_private, definition.log.parent)
            steps.append(Step("make a folder for its log", files=(definition.log.parent,), act=make))
        if status.enabled and steps:
            steps.append(program.step("unload the earlier one", (), "bootout", self._service))
        if steps or not status.enabled:
            steps.append(program.step("load and start it", (), "bootstrap", self._domain, str(self._file)))
        elif not status.active:
            steps.append(program.step("start it", (), "kickstart", self._service))
        return Plan(tuple(steps), (f"It starts when you log in. Its log: {definition.log}",))

    def uninstall(self, definition: ServiceDefinition) -> Plan:
        """Unload and remove."""
        status = self.status(definition)
        steps = []
        if self._program is not None and status.enabled:
            steps.append(self._program.step("stop and unload it", (), "bootout", self._service))
        return Plan((*steps, *removal_steps(self._file, definition.token_file)))

    @property
    def _service(self) -> str:
        return f"{self._domain}/{LABEL}"

    def _working(self) -> HostProgram:
        lacking = self.missing()
        if lacking or self._program is None:
            raise InstallationFailed(str(lacking), "have `reme start` run at login by other means")
        return self._program


def plist_bytes(definition: ServiceDefinition) -> bytes:
    """The agent. Restarts failures, at most every ten seconds."""
    return plistlib.dumps(
        {
            "Label": LABEL,
            "ProgramArguments": list(definition.arguments),
            "EnvironmentVariables": dict(sorted(definition.settings.items())),
            "RunAtLoad": True,
            "KeepAlive": {"SuccessfulExit": False},
            "ThrottleInterval": 10,
            "ProcessType": "Background",
            "Umask": _UMASK,
            "StandardOutPath": str(definition.log),
            "StandardErrorPath": str(definition.log),
        }
    )
