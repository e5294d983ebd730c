"""What OpenClaw has of ours: read from its configuration file and its plugin folders."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reme_gateway.integrations import json_document
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.host_program import HostProgram

_MANIFEST = "openclaw.plugin.json"


@dataclass(frozen=True, slots=True)
class OpenClawFolder:
    """Where OpenClaw keeps its state, and its configuration file."""

    state: Path
    config: Path

    def extension(self, own: Descriptor) -> Path:
        """Where a plugin goes that was installed from a folder or an archive."""
        return self.state / "extensions" / own.plugin

    def registry_copies(self, own: Descriptor) -> list[Path]:
        """Where it goes when it was installed from npm."""
        name = own.values["packages"][0]["name"]
        return sorted((self.state / "npm" / "projects").glob(f"*/node_modules/{name}"))


def openclaw_folder(home: Path, variables: Mapping[str, str]) -> OpenClawFolder:
    """What its own variables name, or ``.openclaw`` in the home folder."""

    def named(name: str) -> str:
        return variables.get(name, "").strip()

    state = Path(named("OPENCLAW_STATE_DIR") or Path(named("OPENCLAW_HOME") or home) / ".openclaw")
    return OpenClawFolder(state, Path(named("OPENCLAW_CONFIG_PATH") or state / "openclaw.json"))


@dataclass(frozen=True, slots=True)
class OpenClawState:
    """One configuration of OpenClaw; ``document`` is what the file says."""

    own: Descriptor
    folder: OpenClawFolder
    document: Mapping[str, Any] = field(default_factory=dict)

    @property
    def entry(self) -> Mapping[str, Any] | None:
        """What the configuration says about our plugin."""
        found = _at(self.document, "plugins", "entries", self.own.plugin)
        return found if isinstance(found, dict) else None

    @property
    def disabled(self) -> bool:
        """Whether it is switched off: by the person, or by the marker that the host's uninstall leaves."""
        return self.entry is not None and self.entry.get("enabled") is False

    @property
    def place(self) -> Path | None:
        """The copy that the host loads."""
        linked = _at(self.document, "plugins", "load", "paths")
        for path in (
            *(Path(str(item)) for item in (linked if isinstance(linked, list) else ())),
            self.folder.extension(self.own),
            *self.folder.registry_copies(self.own),
        ):
            manifest = _read(path / _MANIFEST)
            if manifest.get("id") == self.own.plugin:
                return path
        return None

    @property
    def has_access(self) -> bool:
        """Whether its hooks may read the conversation."""
        return _at(self.entry, "hooks", "allowConversationAccess") is True

    @property
    def may_inject(self) -> bool:
        """Whether its prompt hook may run."""
        return _at(self.entry, "hooks", "allowPromptInjection") is not False

    @property
    def url(self) -> str:
        """The server's address in the plugin's own configuration; empty when it is elsewhere."""
        return str(_at(self.entry, "config", "baseUrl") or "").rstrip("/")

    @property
    def slot(self) -> str:
        """Who owns the memory slot, as far as the configuration says so."""
        return str(_at(self.document, "plugins", "slots", "memory") or "")

    @property
    def servers(self) -> dict[str, str]:
        """Address or command of the MCP servers by their names."""
        found = _at(self.document, "mcp", "servers")
        return {
            name: str(
                entry.get("url")
                or " ".join([str(entry.get("command", "")), *map(str, entry.get("args") or [])])
            )
            for name, entry in (found.items() if isinstance(found, dict) else ())
            if isinstance(entry, dict) and entry.get("enabled") is not False
        }


def read_state(folder: OpenClawFolder, own: Descriptor, program: HostProgram | None) -> OpenClawState:
    """What is there now. A file with comments is read by the host itself. Raises ``InstallationFailed``."""
    try:
        content = folder.config.read_bytes()
    except OSError:
        return OpenClawState(own, folder)
    document = json_document.parse(content)
    if document is None and program is not None:
        document = {name: _asked(program, name) for name in ("plugins", "mcp")}
    return OpenClawState(own, folder, document or {})


def without_ours(document: Mapping[str, Any], own: Descriptor) -> dict[str, Any]:
    """The configuration without our entries and the shells around them."""
    rest: dict[str, Any] = json.loads(json.dumps(document))
    plugins = rest.get("plugins")
    if not isinstance(plugins, dict):
        return rest
    entries, allowed = plugins.get("entries"), plugins.get("allow")
    if isinstance(entries, dict):
        entries.pop(own.plugin, None)
        if not entries:
            del plugins["entries"]
    if isinstance(allowed, list):
        # The host leaves no empty list either.
        plugins["allow"] = [name for name in allowed if name != own.plugin]
        if not plugins["allow"]:
            del plugins["allow"]
    if not plugins:
        del rest["plugins"]
    return rest


def _asked(program: HostProgram, name: str) -> Any:
    """A part of the configuration; an unset one is an error for the host."""
    ended = program.run("config", "get", name, "--json")
    return json_document.parse(ended.out.encode()) if ended.code == 0 else None


def _at(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _read(path: Path) -> dict[str, Any]:
    try:
        return json_document.parse(path.read_bytes()) or {}
    except OSError:
        return {}
