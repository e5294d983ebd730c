"""Our own folders below the home folder, as the hook runtime names them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reme_gateway._vendor.reme_hooks._generated.v1 import hooks as rules


@dataclass(frozen=True, slots=True)
class Places:
    """Paths below one home folder; ``folder`` is a host's, as ``claude-code``."""

    home: Path

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
        """Turns that the server has not acknowledged."""
        return self.private(folder) / rules.SPOOL_FOLDER

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
