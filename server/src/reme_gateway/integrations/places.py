"""Our own folders below the home folder, as the hook runtime names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reme_gateway._vendor.reme_hooks._generated.v1 import hooks as rules
from reme_gateway._vendor.reme_hooks._generated.v1.hosts import HOSTS


@dataclass(frozen=True, slots=True)
class Places:
    """Paths below one home folder; ``folder`` is a host's, as ``claude-code``.

    ``variables`` is the environment, which may say where a host has its own home.
    """

    home: Path
    variables: Mapping[str, str] = field(default_factory=dict)

    def packages(self, folder: str) -> Path:
        """The installed marketplace of a host: one path for all versions, because hosts remember it."""
        return self.home / ".reme" / "packages" / folder

    def records(self) -> Path:
        """What the hosts' configuration held before we came."""
        return self.home / ".reme" / "installations"

    def private(self, folder: str) -> Path:
        """The hook runtime's own folder: spool, state and heartbeat."""
        return self.home / rules.PRIVATE_FOLDER / folder

    def spool(self, folder: str) -> Path:
        """Turns that the server has not acknowledged, where the host's descriptor says."""
        host = next((host for host in HOSTS.values() if host["folder"] == folder and "spool" in host), None)
        if host is None:
            return self.private(folder) / rules.SPOOL_FOLDER
        place = str(host["spool"]["directory"])
        name, _, below = place.partition("/")
        own = self.variables.get(name.removeprefix("$"), "").strip() if name.startswith("$") else ""
        if own:
            return Path(own).expanduser() / below
        return self.home / str(host["spool"].get("fallback", place)).removeprefix("~/")

    def rejected(self, folder: str) -> Path:
        """Turns that the server refused for good."""
        return self.spool(folder) / rules.REJECTED_FOLDER

    def heartbeat(self, folder: str) -> Path:
        """What fired last."""
        return self.private(folder) / rules.HEARTBEAT_FILE

    def short(self, path: Path) -> str:
        """A path as people write it: with a tilde below the home folder."""
        try:
            return f"~/{path.relative_to(self.home).as_posix()}"
        except ValueError:
            return str(path)
