"""The protocol of a service manager, and which one this system has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from reme_gateway.background.definition import ServiceDefinition
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram, find
from reme_gateway.integrations.steps import Plan


@dataclass(frozen=True, slots=True)
class ServiceStatus:
    """``enabled``: it starts by itself; ``active``: it runs; ``current``: as this program would write it."""

    manager: str
    file: Path
    installed: bool
    enabled: bool
    active: bool
    current: bool
    pid: int | None = None
    detail: str = ""


class ServiceManager(Protocol):
    """One kind of service of a user."""

    @property
    def name(self) -> str:
        """What it is called."""

    def missing(self) -> str | None:
        """What this machine lacks for it, in one sentence; None when it works."""

    def status(self, definition: ServiceDefinition) -> ServiceStatus:
        """What is there. Raises ``InstallationFailed``."""

    def install(self, definition: ServiceDefinition) -> Plan:
        """What is missing for a service that runs. Raises ``InstallationFailed``."""

    def uninstall(self, definition: ServiceDefinition) -> Plan:
        """What is there of ours. Raises ``InstallationFailed``."""


def manager_for(platform: str, home: Path, variables: Mapping[str, str]) -> ServiceManager:
    """The manager of ``sys.platform``. Raises ``InstallationFailed`` where there is none for us."""
    if platform == "darwin":
        from reme_gateway.background.launchd import Launchd

        return Launchd(home, variables)
    if platform.startswith("linux"):
        from reme_gateway.background.systemd import Systemd

        return Systemd(home, variables)
    raise InstallationFailed(
        f"there is no service for {platform}: only systemd and launchd are supported",
        "have `reme start` run at login by other means",
    )


def control_program(name: str, variables: Mapping[str, str]) -> HostProgram | None:
    """systemctl or launchctl with the variables by which it finds the user's session."""
    path = find(name, variables)
    wanted = (
        "PATH",
        "HOME",
        "USER",
        "LOGNAME",
        "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME",
        "DBUS_SESSION_BUS_ADDRESS",
    )
    environment = {key: variables[key] for key in wanted if key in variables}
    return HostProgram(name, path, environment | {"LC_ALL": "C"}) if path else None
