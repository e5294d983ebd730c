"""What a host's hooks have kept on disk for a server that did not take it."""

from __future__ import annotations

import os
import stat
import time
from dataclasses import dataclass
from pathlib import Path

from reme_gateway._vendor.reme_hooks._generated.v1 import hooks as rules


@dataclass(frozen=True, slots=True)
class WaitingTurns:
    """Counts of files, one per event; ``oldest_seconds`` is the age of the oldest that waits."""

    waiting: int
    size: int
    oldest_seconds: int | None
    rejected: int

    @property
    def any(self) -> bool:
        """Whether something would be lost with the folder."""
        return bool(self.waiting or self.rejected)


def waiting_turns(spool: Path) -> WaitingTurns:
    """What is in a spool folder; one that is not there holds nothing."""
    files = _files(spool)
    stamps = [int(path.name.partition("-")[0]) for path in files if path.name.partition("-")[0].isdigit()]
    oldest = max(0, (time.time_ns() - min(stamps)) // 1_000_000_000) if stamps else None
    rejected = _files(spool / rules.REJECTED_FOLDER)
    return WaitingTurns(len(files), sum(_size(path) for path in files), oldest, len(rejected))


def open_to_others(folder: Path) -> bool:
    """Whether other users of the machine may enter a private folder."""
    if os.name != "posix":
        return False
    try:
        return bool(stat.S_IMODE(folder.stat().st_mode) & 0o077)
    except OSError:
        return False


def _files(folder: Path) -> list[Path]:
    try:
        return [
            path
            for path in folder.iterdir()
            if path.suffix == ".json" and not path.name.startswith(rules.TEMPORARY_PREFIX)
        ]
    except OSError:
        return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
