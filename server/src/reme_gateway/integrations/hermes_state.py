"""What a home of Hermes holds: its configuration, our provider, our skill, and what stands beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.failures import InstallationFailed

SKILL = "reme-memory"
TOKEN_VARIABLE = "REME_TOKEN"  # noqa: S105 - the name of a variable
_PLAIN = re.compile(r"[A-Za-z0-9._~+/=-]+")
# As the host writes it, which it did when our provider was selected.
_PROVIDER_LINE = re.compile(rb"^(memory:\n(?:[ ].*\n)*?)[ ]+provider: .*\n", re.MULTILINE)


def home_folder(person: Path, variables: Mapping[str, str]) -> Path:
    """The home that HERMES_HOME names, or the host's default."""
    named = variables.get("HERMES_HOME", "").strip()
    if named:
        return Path(named).expanduser()
    if os.name == "nt":
        return Path(variables.get("LOCALAPPDATA") or person) / "hermes"
    return person / ".hermes"


@dataclass(slots=True)
class HermesState:
    """One home; ``provider`` is the selected one, an empty text for none."""

    folder: Path
    plugin: Path
    skill: Path
    provider: str = ""
    servers: dict[str, str] = field(default_factory=dict)

    @property
    def config(self) -> Path:
        """The host's configuration."""
        return self.folder / "config.yaml"

    @property
    def settings(self) -> Path:
        """Our provider's settings for this home."""
        return self.folder / "reme.json"

    @property
    def variables(self) -> Path:
        """Variables that the host loads, among them keys of others."""
        return self.folder / ".env"

    @property
    def is_ours(self) -> bool:
        """Whether the plugin's folder holds our package, in any version."""
        return (self.plugin / "host.py").is_file() and (self.plugin / "provider").is_dir()

    def profiles_without(self) -> list[Path]:
        """Homes of profiles beside the main home in which our provider is missing."""
        profiles = [path for path in (self.folder / "profiles").glob("*") if path.is_dir()]
        return sorted(path for path in profiles if not (path / "plugins" / self.plugin.name).is_dir())


def read_state(folder: Path, own: Descriptor) -> HermesState:
    """What is there. Raises ``InstallationFailed`` for a configuration that can't be read."""
    state = HermesState(folder, folder / "plugins" / own.plugin, folder / "skills" / SKILL)
    document = parse(_content(state.config), state.config)
    servers = document.get("mcp_servers")
    state.provider = _provider(document)
    if isinstance(servers, dict):
        state.servers = {str(name): _place(entry) for name, entry in servers.items()}
    return state


def parse(content: bytes | None, path: Path) -> dict[str, Any]:
    """The configuration's object; nothing at all is an empty one. Raises ``InstallationFailed``."""
    try:
        document = yaml.safe_load(content or b"")
    except (yaml.YAMLError, RecursionError) as error:
        raise InstallationFailed(f"{path} is no YAML", "correct it: hermes config edit") from error
    if document is None:
        return {}
    if not isinstance(document, dict):
        raise InstallationFailed(f"{path} holds no settings", "correct it: hermes config edit")
    return document


def restored(before: bytes | None, current: bytes, path: Path, own: str) -> bytes | None:
    """What the configuration should hold without the provider ``own`` being selected.

    The host's command drops the person's comments: the bytes of ``before`` come back when nothing else was
    changed since.
    """
    document, earlier = parse(current, path), parse(before, path)
    text = current
    if _provider(document) == own:
        # The host is gone, so its command could not do it.
        provider = _provider(earlier)
        document = {**document, "memory": {**document["memory"], "provider": provider}}
        line = f"  provider: {provider}\n".encode() if provider else b""
        text = _PROVIDER_LINE.sub(lambda found: found[1] + line, current, count=1)
    wanted = _without_shells(document)
    if wanted == _without_shells(earlier):
        return before
    return text if _without_shells(parse(text, path)) == wanted else current


def token_of(path: Path) -> str | None:
    """The token in a file of variables, or None."""
    for line in _lines(path):
        name, _, value = line.partition("=")
        if name.strip() == TOKEN_VARIABLE:
            return _unquoted(value.strip())
    return None


def with_token(path: Path, token: str | None) -> bytes:
    """The file's content with that token, or without one; every other line stays as it is."""
    kept = [line for line in _lines(path) if line.partition("=")[0].strip() != TOKEN_VARIABLE]
    if token is not None:
        kept.append(f"{TOKEN_VARIABLE}={_quoted(token)}")
    return "".join(f"{line}\n" for line in kept).encode("utf-8", "surrogateescape")


def _place(entry: object) -> str:
    """An MCP entry's address, or its command line."""
    if not isinstance(entry, dict):
        return ""
    if entry.get("url"):
        return str(entry["url"])
    arguments = entry.get("args")
    return " ".join(
        [str(entry.get("command", "")), *map(str, arguments if isinstance(arguments, list) else [])]
    )


def _provider(document: dict[str, Any]) -> str:
    memory = document.get("memory")
    return str(memory.get("provider") or "") if isinstance(memory, dict) else ""


def _without_shells(document: dict[str, Any]) -> dict[str, Any]:
    """An empty provider and an empty section say nothing."""
    memory = document.get("memory")
    if isinstance(memory, dict):
        memory = {key: value for key, value in memory.items() if (key, value or "") != ("provider", "")}
    return {
        key: memory if key == "memory" else value
        for key, value in document.items()
        if key != "memory" or memory
    }


def _quoted(token: str) -> str:
    if _PLAIN.fullmatch(token):
        return token
    escaped = token.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _unquoted(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("\\'", "'").replace("\\\\", "\\")
    return value.strip('"')


def _lines(path: Path) -> list[str]:
    content = _content(path)
    return [] if content is None else content.decode("utf-8", "surrogateescape").splitlines()


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise InstallationFailed(
            f"{path} can't be read: {error.strerror}", "correct its permissions"
        ) from error
