"""What Claude Code has of ours: asked of its own command line, and read from its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reme_gateway.integrations import json_document
from reme_gateway.integrations.clashes import is_generic_package
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.host_program import HostProgram

USER = "user"
# What the plugin is called that ReMe had before this gateway.
_OLDER = "reme"


@dataclass(frozen=True, slots=True)
class ClaudeFolder:
    """The files of one configuration folder."""

    folder: Path
    state_file: Path

    @property
    def settings(self) -> Path:
        """The user's settings; plugins, marketplaces and plain options are written there."""
        return self.folder / "settings.json"

    @property
    def marketplaces(self) -> Path:
        """Where the host keeps which marketplaces it knows."""
        return self.folder / "plugins" / "known_marketplaces.json"

    @property
    def plugins(self) -> Path:
        """Where the host keeps which plugins are installed."""
        return self.folder / "plugins" / "installed_plugins.json"

    @property
    def credentials(self) -> Path:
        """Where the host keeps secrets; its content is none of our business."""
        return self.folder / ".credentials.json"

    def cache(self, own: Descriptor) -> Path:
        """The host's copies of our plugin."""
        return self.folder / "plugins" / "cache" / own.marketplace

    def data(self, own: Descriptor) -> Path:
        """The folder that the host names to our hooks as their own."""
        return self.folder / "plugins" / "data" / f"{own.plugin}-{own.marketplace}"


def claude_folder(home: Path, variables: Mapping[str, str]) -> ClaudeFolder:
    """``CLAUDE_CONFIG_DIR``, or ``~/.claude`` with its state file beside it."""
    named = variables.get("CLAUDE_CONFIG_DIR", "").strip()
    if named:
        return ClaudeFolder(Path(named), Path(named) / ".claude.json")
    return ClaudeFolder(home / ".claude", home / ".claude.json")


@dataclass(frozen=True, slots=True)
class ClaudeState:
    """Plugins and marketplaces as the host lists them, and its settings."""

    own: Descriptor
    plugins: list[dict[str, Any]] = field(default_factory=list)
    marketplaces: list[dict[str, Any]] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def entry(self) -> dict[str, Any] | None:
        """Our plugin as the user has it."""
        ours = [item for item in self.plugins if item.get("id") == self.own.selector]
        return next((item for item in ours if item.get("scope") == USER), ours[0] if ours else None)

    @property
    def source(self) -> Path | None:
        """Where the marketplace of our name is."""
        for item in self.marketplaces:
            if item.get("name") == self.own.marketplace:
                return Path(str(item.get("path") or item.get("installLocation") or ""))
        return None

    @property
    def options(self) -> dict[str, Any]:
        """The plain options of our plugin; secrets are elsewhere and stay there."""
        entry = _object(_object(self.settings.get("pluginConfigs")).get(self.own.selector))
        return _object(entry.get("options"))

    @property
    def other_plugins(self) -> tuple[str, ...]:
        """ReMe's older plugin, and plugins of our name from other marketplaces, that are switched on.

        The generic package is none. What our own marketplace no longer has can't be loaded.
        """
        found = [str(item.get("id")) for item in self.plugins if item.get("enabled")]
        return tuple(
            selector
            for selector in found
            if selector.partition("@")[0] in (_OLDER, self.own.plugin)
            and selector.partition("@")[2] != self.own.marketplace
            and selector not in self.generic_packages
        )

    @property
    def generic_packages(self) -> tuple[str, ...]:
        """Plugins that are switched on and are our package for clients without hooks."""
        return tuple(
            str(item.get("id"))
            for item in self.plugins
            if item.get("enabled")
            and is_generic_package(Path(str(item.get("readFromFolder") or item.get("installPath") or "")))
        )


def read_state(program: HostProgram, files: ClaudeFolder, own: Descriptor) -> ClaudeState:
    """What is there now. Raises ``InstallationFailed`` when the host does not tell."""
    if not files.folder.is_dir():
        # Asking would make the folder.
        return ClaudeState(own)
    plugins = program.ask("plugin", "list", "--json")
    marketplaces = program.ask("plugin", "marketplace", "list", "--json")
    return ClaudeState(own, _objects(plugins), _objects(marketplaces), read_settings(files))


def read_settings(files: ClaudeFolder) -> dict[str, Any]:
    """The user's settings; empty when there are none or they can't be read."""
    try:
        return json_document.parse(files.settings.read_bytes()) or {}
    except OSError:
        return {}


def servers_beside(files: ClaudeFolder, folder: Path) -> list[tuple[str, str, str]]:
    """(scope, name, address or command) of MCP servers outside plugins, for a session in ``folder``.

    Of the state file nothing but these is looked at.
    """
    state = _file(files.state_file)
    project = _object(_object(state.get("projects")).get(str(folder)))
    found = []
    for scope, servers in (
        ("user", state.get("mcpServers")),
        ("local", project.get("mcpServers")),
        ("project", _file(folder / ".mcp.json").get("mcpServers")),
    ):
        for name, entry in _object(servers).items():
            values = _object(entry)
            command = " ".join([str(values.get("command", "")), *map(str, values.get("args") or [])])
            found.append((scope, name, str(values.get("url") or command)))
    return found


def _file(path: Path) -> dict[str, Any]:
    try:
        return json_document.parse(path.read_bytes()) or {}
    except OSError:
        return {}


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
