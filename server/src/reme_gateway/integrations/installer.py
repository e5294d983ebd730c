"""What a host's module offers to the commands, and what it finds out for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from reme_gateway.integrations.steps import Plan

NOTE = "note"
PROBLEM = "problem"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, and the one command that changes it.

    ``code`` is a stable word for scripts. A ``note`` is worth knowing and no fault.
    """

    code: str
    what: str
    fix: str = ""
    level: str = PROBLEM


@dataclass(slots=True)
class HostReport:
    """What was found out about one host."""

    host: str
    name: str
    wanted: bool = True
    program: dict[str, Any] = field(default_factory=dict)
    plugin: dict[str, Any] = field(default_factory=dict)
    hooks: list[dict[str, Any]] = field(default_factory=list)
    fired: dict[str, Any] = field(default_factory=dict)
    spool: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)

    def add(self, code: str, what: str, fix: str = "", level: str = PROBLEM) -> None:
        """Note a finding."""
        self.findings.append(Finding(code, what, fix, level))

    @property
    def is_installed(self) -> bool:
        """Whether our plugin is in this host."""
        return bool(self.plugin.get("installed"))


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """What a host has to be told of the server: the address, and the token when one is asked for."""

    url: str
    is_default: bool
    token: str | None = field(default=None, repr=False)


class HostInstaller(Protocol):
    """One host. Nothing is changed before a step's ``act``."""

    @property
    def descriptor(self) -> Mapping[str, Any]:
        """The host's slice of the contract."""

    def install(self, server: ServerAddress) -> Plan:
        """What is missing for a working installation. Raises ``InstallationFailed``."""

    def uninstall(self, keep_data: bool) -> Plan:
        """What is there of ours. Raises ``InstallationFailed``."""

    def inspect(self, report: HostReport, folder: Path, url: str) -> None:
        """Fill in program, plugin and hooks, with what is wrong.

        ``folder`` is where sessions would run, ``url`` the server that commands and hooks talk to.
        """
