"""The folder that one server owns: its layout, its zone, and the lock that keeps a second server out."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from reme_gateway.errors import StartRefused, WorkspaceInUse
from reme_gateway.ports import Workspace
from reme_gateway.store.atomic_file import (
    make_private_folder,
    remove_durably,
    sweep_temporary,
    write_atomically,
)
from reme_gateway.store.days import UnknownZoneError, machine_zone, zone_of

LAYOUT = ("session/dialog", "daily", "digest", "metadata")
# Not below metadata/, which anybody may delete at any time: the zone must survive that, and a lock
# that was deleted would let a second server in.
OWN_FOLDER = ".reme-gateway"
SETTINGS_FILE = f"{OWN_FOLDER}/workspace.json"
LOCK_FILE = f"{OWN_FOLDER}/lock"
OWNER_FILE = f"{OWN_FOLDER}/owner.json"
# How long a refused server waits for the owner to write down who it is.
OWNER_SECONDS = 0.5


@dataclass(slots=True)
class OwnedWorkspace:
    """A workspace that this process owns until ``release``."""

    workspace: Workspace
    _lock: FileLock

    def announce(self, address: str) -> None:
        """Correct the address for whoever is refused, once it is known. Raises ``StartRefused``."""
        try:
            _write_owner(self.workspace.root, address)
        except OSError as error:
            raise _unusable(self.workspace.root, error) from error

    def release(self) -> None:
        """Let the next server in."""
        if self._lock.is_locked:
            try:
                remove_durably(self.workspace.root / OWNER_FILE)
            finally:
                self._lock.release()


@contextmanager
def open_workspace(path: Path, address: str, zone: str | None = None) -> Iterator[OwnedWorkspace]:
    """Own the folder, making what is missing in it (folders 0700, files 0600).

    The zone is the one written at the first start; before that ``zone``, or the machine's own. A
    process that was killed owns nothing any more. Raises ``WorkspaceInUse`` naming the owner, or
    ``StartRefused`` when the folder or its settings can't be used.
    """
    root = Path(os.path.realpath(path))
    try:
        make_private_folder(root / OWN_FOLDER)
        lock = FileLock(root / LOCK_FILE, mode=0o600, thread_local=False)
        lock.acquire(timeout=0)
    except Timeout:
        pid, address_of_owner = _owner_of(root)
        raise WorkspaceInUse(str(root), pid, address_of_owner) from None
    except (OSError, NotImplementedError) as error:
        raise _unusable(root, error) from error
    try:
        opened = _prepare(root, lock, address, zone)
        try:
            yield opened
        finally:
            opened.release()
    finally:
        lock.release()


def _prepare(root: Path, lock: FileLock, address: str, zone: str | None) -> OwnedWorkspace:
    try:
        # First, so that nobody who is refused reads the name of an owner that was killed.
        _write_owner(root, address)
        for folder in LAYOUT:
            make_private_folder(root / folder)
        sweep_temporary(root / OWN_FOLDER)
        workspace = Workspace(root, _zone_of_workspace(root, zone))
    except OSError as error:
        raise _unusable(root, error) from error
    return OwnedWorkspace(workspace, lock)


def _write_owner(root: Path, address: str) -> None:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    owner = {"pid": os.getpid(), "address": address, "started_at": now}
    write_atomically(root / OWNER_FILE, json.dumps(owner).encode() + b"\n")


def _zone_of_workspace(root: Path, wanted: str | None) -> str:
    file = root / SETTINGS_FILE
    try:
        settings: Any = json.loads(file.read_bytes())
        zone = settings["zone"]
        zone_of(zone)
    except FileNotFoundError:
        zone = wanted or machine_zone()
        try:
            zone_of(zone)
        except UnknownZoneError as error:
            raise StartRefused(f"{error}.") from error
        write_atomically(file, json.dumps({"zone": zone}).encode() + b"\n")
    except UnknownZoneError as error:
        raise StartRefused(f"{file}: {error}. Correct it, or install the tzdata package.") from error
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise StartRefused(
            f'{file} is damaged: write {{"zone": "<name>"}} into it, the zone in which its days were counted.'
        ) from error
    return str(zone)


def _owner_of(root: Path) -> tuple[int | None, str | None]:
    deadline = time.monotonic() + OWNER_SECONDS
    while True:
        try:
            owner: Any = json.loads((root / OWNER_FILE).read_bytes())
            return int(owner["pid"]), str(owner["address"])
        except (OSError, ValueError, TypeError, KeyError):
            if time.monotonic() > deadline:
                return None, None
            time.sleep(0.02)


def _unusable(root: Path, error: Exception) -> StartRefused:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return StartRefused(
        f"The workspace {root} cannot be used: {reason}. Choose another folder or correct its permissions."
    )
