"""What the service runs, whichever manager runs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# Variables of the command's environment that the service needs as well; the token goes into a file instead.
_SETTINGS = ("REME_WORKSPACE_DIR", "REME_HOST", "REME_PORT")
_TOKEN = "REME_TOKEN"  # noqa: S105


@dataclass(frozen=True, slots=True)
class ServiceDefinition:
    """The command line, plain settings, and the token with the file that it belongs into."""

    command: tuple[str, ...]
    settings: Mapping[str, str]
    token_file: Path
    token: str | None
    log: Path

    @property
    def arguments(self) -> tuple[str, ...]:
        """The whole command line; every user can read it, so it names the token's file."""
        return (*self.command, "start", *(("--token-file", str(self.token_file)) if self.token else ()))


def definition_from(variables: Mapping[str, str], home: Path) -> ServiceDefinition:
    """The running program with the settings of this environment; everything else is in server.json."""
    return ServiceDefinition(
        own_command(sys.argv[0]),
        {name: _absolute(name, variables[name]) for name in _SETTINGS if variables.get(name, "").strip()},
        home / ".reme" / "service-token",
        variables.get(_TOKEN, "").strip() or None,
        home / ".reme" / "logs" / "server.log",
    )


def own_command(started_as: str) -> tuple[str, ...]:
    """The absolute path of this program, as it was found: a link survives an upgrade, its target may not."""
    path = Path(started_as)
    if path.stem == "reme" and path.suffix in ("", ".exe") and os.access(path, os.X_OK):
        return (str(path.absolute()),)
    return (sys.executable, "-m", "reme_gateway.cli")


def _absolute(name: str, value: str) -> str:
    return str(Path(value).expanduser().absolute()) if name.endswith("_DIR") else value.strip()
