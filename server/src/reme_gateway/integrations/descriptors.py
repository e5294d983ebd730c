"""A host's slice of the contract, with what the modules here read of it most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from reme_gateway._vendor.reme_hooks._generated.v1.hosts import HOSTS


@dataclass(frozen=True, slots=True)
class Descriptor:
    """Names and versions of one host."""

    values: Mapping[str, Any]

    @property
    def host(self) -> str:
        """The host's id, as ``claude_code``."""
        return str(self.values["id"])

    @property
    def folder(self) -> str:
        """Its name in paths and on the command line, as ``claude-code``."""
        return str(self.values["folder"])

    @property
    def name(self) -> str:
        """Its name for people."""
        return str(self.values["display_name"])

    @property
    def plugin(self) -> str:
        """The name under which the host knows the plugin."""
        return str(self.values["plugin_id"])

    @property
    def marketplace(self) -> str:
        """The name under which the host knows our folder."""
        return str(self.values["packages"][0]["name"])

    @property
    def selector(self) -> str:
        """The plugin as hosts write it: ``plugin@marketplace``."""
        return f"{self.plugin}@{self.marketplace}"

    @property
    def version(self) -> str:
        """The package's version."""
        return str(self.values["version"])

    @property
    def tested(self) -> tuple[str, ...]:
        """Versions of the host that the package was tested with."""
        return tuple(self.values["host"]["tested"])

    @property
    def distribution(self) -> str:
        """What the host is called in its registry."""
        return str(self.values["host"].get("distribution", ""))

    @property
    def install_command(self) -> str:
        """What installs the host itself."""
        manager = {"pypi": "pip install --upgrade", "npm": "npm install -g"}
        return f"{manager[str(self.values['host'].get('registry', 'npm'))]} {self.distribution}"

    @property
    def natives(self) -> tuple[str, ...]:
        """The host's events that have a hook of ours, in the contract's order."""
        return tuple(dict.fromkeys(str(row["native"]) for row in self.values.get("events", ())))

    @property
    def server_name(self) -> str:
        """The name of our MCP server in this host."""
        return str(self.values["mcp_server"])


def descriptor_of(host: str) -> Descriptor:
    """The descriptor of a host id. Raises ``KeyError`` for one that the contract does not know."""
    return Descriptor(cast("Mapping[str, Any]", HOSTS[host]))
