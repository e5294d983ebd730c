"""Which events of which host were forgotten: read from the source, cached without going stale unseen."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reme_gateway.store.atomic_file import sweep_temporary, write_atomically
from reme_gateway.store.session_file import numbered_lines, repair
from reme_gateway.store.session_folders import session_files, session_folders
from reme_gateway.store.session_line import Tombstone, decode, session_named_in
from reme_gateway.store.session_writer import Fingerprint, fingerprint

_log = logging.getLogger(__name__)

# A folder of its own, because what is left over in it is swept.
CACHE_PATH = "metadata/session-log/tombstones.json"
DIALOG_PATH = "session/dialog"
TORN_PATH = "metadata/torn"
_CACHE_VERSION = 1
_NONE: frozenset[str] = frozenset()

FileEntry = tuple[Fingerprint, tuple[str, ...]]
"""A session file as it was when it was read, and the ids forgotten in it."""


class Tombstones:
    """Forgotten event ids per host, over all sessions.

    The tombstone lines in the session files are the truth. The cache keeps, per file, the ids found
    in it and the file's inode, size and time; at start a file is read again when any of the three
    differs. So a process killed between the rename that forgets and the next save costs one more
    read, and a file that was restored or edited is noticed.
    """

    def __init__(self, root: Path) -> None:
        self._dialog = root / DIALOG_PATH
        self._torn = root / TORN_PATH
        self._cache = root / CACHE_PATH
        self._ids: dict[str, set[str]] = {}
        self._files: dict[str, FileEntry] = {}
        self._loading = threading.Lock()
        self._loaded = False

    def load(self) -> None:
        """Learn every tombstone, repair torn ends and sweep temporary files; only the first call works.

        Reads the files that changed since the cache was saved. Raises ``OSError`` when the folder
        can't be listed; one file that can't be read is logged, and tried again at the next start.
        """
        with self._loading:
            if self._loaded:
                return
            sweep_temporary(self._cache.parent)
            cached = self._read_cache()
            for folder in session_folders(self._dialog):
                sweep_temporary(folder)
                for path in session_files(folder):
                    try:
                        self._learn_file(path, cached.get(_name(path)))
                    except OSError as error:
                        _log.warning("%s was not read: %s", _name(path), error.strerror)
            changed = self._files != cached
            self._loaded = True
        if changed:
            self.save()

    def of(self, host: str) -> Collection[str]:
        """Ids of this host that may not come back."""
        return self._ids.get(host, _NONE)

    def add(self, host: str, event_ids: Iterable[str]) -> None:
        """Take in ids whose tombstones are durable in the source."""
        self._ids.setdefault(host, set()).update(event_ids)

    def follow(self, path: Path, before: Fingerprint | None, after: Fingerprint) -> None:
        """Keep the cache valid over an append of ours to a file that was as we knew it."""
        name = _name(path)
        entry = self._files.get(name)
        if entry is not None and entry[0] == before:
            self._files[name] = after, entry[1]
        elif entry is None and before is None:
            self._files[name] = after, ()
        else:
            self._files.pop(name, None)

    def save(self) -> None:
        """Write the cache. That it can't be written costs time at the next start, nothing else."""
        with self._loading:
            if not self._loaded:
                return
            files = dict(self._files)
        rows = {name: [*state, ids] for name, (state, ids) in files.items()}
        record = {"version": _CACHE_VERSION, "files": rows}
        try:
            write_atomically(self._cache, json.dumps(record, separators=(",", ":")).encode())
        except OSError as error:
            _log.warning("the tombstone cache was not saved: %s", error.strerror)

    def _learn_file(self, path: Path, entry: FileEntry | None) -> None:
        state = fingerprint(path.lstat())
        if entry is None or entry[0] != state:
            found = _read_tombstones(path)
            if found.ours and found.size != state[1]:
                repair(path, self._torn)
                state = fingerprint(path.lstat())
            entry = state, tuple(found.event_ids)
        self._files[_name(path)] = entry
        self.add(path.parent.name, entry[1])

    def _read_cache(self) -> dict[str, FileEntry]:
        try:
            record: Any = json.loads(self._cache.read_bytes())
            if record["version"] != _CACHE_VERSION:
                return {}
            return {
                str(name): ((int(inode), int(size), int(time)), tuple(map(str, ids)))
                for name, (inode, size, time, ids) in record["files"].items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}


@dataclass(slots=True)
class _Found:
    event_ids: list[str]
    size: int = 0
    ours: bool = False


def _read_tombstones(path: Path) -> _Found:
    """Forgotten ids, bytes in complete lines, and whether any line says that the file is one of ours."""
    found = _Found([])
    for number, raw in numbered_lines(path):
        found.size += len(raw) + 1
        if not found.ours:
            found.ours = session_named_in(raw) is not None
        if b'"forgotten_at"' in raw:
            stored = decode(raw, number)
            if isinstance(stored, Tombstone):
                found.event_ids.append(stored.event_id)
                found.ours = True
    return found


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
