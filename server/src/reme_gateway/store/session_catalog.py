"""Which sessions are on disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

from reme_gateway.ports import SessionRef
from reme_gateway.store.session_file import numbered_lines
from reme_gateway.store.session_folders import session_files, session_folders
from reme_gateway.store.session_line import Tombstone, decode, session_named_in


class SessionCatalog:
    """Lists the folder each time, but reads a file's first line only once.

    An append keeps both inode and first line; whatever else may change the first line (a forget, a
    restore) makes a new inode.
    """

    def __init__(self, dialog: Path) -> None:
        self._dialog = dialog
        self._known: dict[tuple[str, str, int], SessionRef] = {}
        self._listing = threading.Lock()

    def sessions(self) -> Iterator[SessionRef]:
        """Sessions with at least one live event that names them, in path order. Raises ``OSError``."""
        with self._listing:
            fresh: dict[tuple[str, str, int], SessionRef] = {}
            for folder in session_folders(self._dialog):
                for path in session_files(folder):
                    inode = path.lstat().st_ino
                    place = folder.name, path.stem, inode
                    found = self._known.get(place) or _session_in(path)
                    # Nothing readable yet: it may be a file whose first line is just being written.
                    if found is not None:
                        fresh[place] = found
            self._known = fresh
        return iter(list(fresh.values()))

    def emptied(self, path: str) -> SessionRef | None:
        """The session of a file all of whose events are forgotten: host and key, which its path tells.

        Raises ``OSError``.
        """
        for folder in session_folders(self._dialog):
            for file in session_files(folder):
                session = SessionRef(folder.name, "", "", file.stem)
                if session.path == path and _has_tombstone(file):
                    return session
        return None


def _has_tombstone(path: Path) -> bool:
    return any(isinstance(decode(raw, number), Tombstone) for number, raw in numbered_lines(path))


def _session_in(path: Path) -> SessionRef | None:
    for _, raw in numbered_lines(path):
        named = session_named_in(raw)
        if named is not None:
            host, scope_id, session_id = named
            # A line that speaks of another host was copied here by hand: its path would not be this one.
            return SessionRef(host, scope_id, session_id, path.stem) if host == path.parent.name else None
    return None
