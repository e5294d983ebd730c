"""What Codex has of ours: read from its configuration file and its plugin cache, without starting it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reme_gateway.integrations import package_files, toml_document
from reme_gateway.integrations.clashes import is_generic_package
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.failures import InstallationFailed

_FEATURES = ("hooks", "codex_hooks", "plugins")


def configuration_folder(home: Path, variables: Mapping[str, str]) -> Path:
    """``CODEX_HOME``, or ``~/.codex``."""
    named = variables.get("CODEX_HOME", "").strip()
    return Path(named) if named else home / ".codex"


@dataclass(frozen=True, slots=True)
class CodexState:
    """One configuration folder of Codex; ``document`` is its config.toml."""

    folder: Path
    descriptor: Descriptor
    document: Mapping[str, Any]

    @property
    def file(self) -> Path:
        """The configuration file."""
        return self.folder / "config.toml"

    @property
    def source(self) -> Path | None:
        """Where the marketplace of our name is, as far as it is a folder."""
        entry = _table(self.document, "marketplaces", self.descriptor.marketplace)
        return Path(str(entry.get("source", ""))) if entry is not None else None

    @property
    def enabled(self) -> bool | None:
        """Whether our plugin is switched on; None when it is not configured."""
        entry = _table(self.document, "plugins", self.descriptor.selector)
        return None if entry is None else entry.get("enabled") is not False

    @property
    def cache(self) -> Path:
        """Where Codex keeps its copies of our plugin, one folder per version."""
        return self.folder / "plugins" / "cache" / self.descriptor.marketplace / self.descriptor.plugin

    @property
    def data(self) -> Path:
        """The folder that Codex names to our hooks as their own."""
        return self.folder / "plugins" / "data" / f"{self.descriptor.plugin}-{self.descriptor.marketplace}"

    @property
    def trust_files(self) -> tuple[Path, ...]:
        """Files in which Codex notes what our plugin looked like when it was trusted."""
        hashes = {
            str(entry.get("trusted_content_hash"))
            for key, entry in (_table(self.document, "hooks", "state") or {}).items()
            if key.startswith(f"{self.descriptor.selector}:") and isinstance(entry, dict)
        }
        try:
            names = sorted((self.folder / ".hook-trust").iterdir())
            return tuple(path for path in names if path.read_text("utf-8").strip() in hashes)
        except (OSError, UnicodeDecodeError):
            return ()

    @property
    def cached(self) -> tuple[Path, ...]:
        """The copies that are there."""
        try:
            return tuple(sorted(path for path in self.cache.iterdir() if path.is_dir()))
        except OSError:
            return ()

    def holds(self, plugin: Path) -> bool:
        """Whether the one copy equals this plugin folder."""
        return len(self.cached) == 1 and package_files.is_same(plugin, self.cached[0])

    @property
    def server(self) -> Mapping[str, Any] | None:
        """The user's own MCP entry with our name, which replaces the plugin's."""
        return _table(self.document, "mcp_servers", self.descriptor.server_name)

    @property
    def other_servers(self) -> dict[str, str]:
        """Address or command of the other MCP entries by their names."""
        servers = self.document.get("mcp_servers", {})
        return {
            name: str(
                entry.get("url")
                or " ".join([str(entry.get("command", "")), *map(str, entry.get("args", []))])
            )
            for name, entry in (servers.items() if isinstance(servers, dict) else ())
            if isinstance(entry, dict)
            and name != self.descriptor.server_name
            and entry.get("enabled") is not False
        }

    @property
    def other_plugins(self) -> tuple[str, ...]:
        """Plugins of our name from other marketplaces that are switched on."""
        plugins = self.document.get("plugins", {})
        return tuple(
            selector
            for selector, entry in (plugins.items() if isinstance(plugins, dict) else ())
            if selector.partition("@")[0] == self.descriptor.plugin
            and selector != self.descriptor.selector
            and isinstance(entry, dict)
            and entry.get("enabled") is not False
        )

    @property
    def generic_packages(self) -> tuple[str, ...]:
        """Plugins that are switched on and are our package for clients without hooks."""
        plugins = self.document.get("plugins", {})
        return tuple(
            selector
            for selector, entry in (plugins.items() if isinstance(plugins, dict) else ())
            if isinstance(entry, dict)
            and entry.get("enabled") is not False
            and any(is_generic_package(copy) for copy in self._copies(selector))
        )

    def _copies(self, selector: str) -> list[Path]:
        plugin, _, marketplace = selector.partition("@")
        return sorted((self.folder / "plugins" / "cache" / marketplace / plugin).glob("*"))

    @property
    def features_off(self) -> tuple[str, ...]:
        """Features that hooks need and that the user has switched off."""
        features = self.document.get("features", {})
        return tuple(name for name in _FEATURES if isinstance(features, dict) and features.get(name) is False)


def read_state(folder: Path, descriptor: Descriptor) -> CodexState:
    """What is there now. Raises ``InstallationFailed`` for a file that Codex couldn't read either."""
    path = folder / "config.toml"
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return CodexState(folder, descriptor, {})
    except (OSError, UnicodeDecodeError) as error:
        raise InstallationFailed(f"{path} can't be read: {error}", "correct it") from error
    document = toml_document.parse(text)
    if document is None:
        raise InstallationFailed(f"{path} is no TOML, so Codex can't start either", f"correct {path}")
    return CodexState(folder, descriptor, document)


def _table(document: Mapping[str, Any], *path: str) -> Mapping[str, Any] | None:
    value: Any = document
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else None
