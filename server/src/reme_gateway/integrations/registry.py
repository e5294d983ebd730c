"""Which hosts can be installed and inspected; a host's module is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from reme_gateway.integrations.installer import HostInstaller
from reme_gateway.integrations.places import Places

# Host ids of the contract; the module of the same name has a class Installer(places, variables).
INSTALLABLE = ("codex", "claude_code", "dsh", "openclaw", "hermes")


def installer_for(host: str, places: Places, variables: Mapping[str, str]) -> HostInstaller:
    """The installer of a host in INSTALLABLE; ``variables`` is the environment of the command."""
    module = import_module(f"reme_gateway.integrations.{host}")
    installer: HostInstaller = module.Installer(places, variables)
    return installer
