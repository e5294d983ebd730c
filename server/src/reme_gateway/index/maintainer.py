"""Keeps the index in step with the files it is made from: at start, after edits, after damage."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from ..ports import Document
from .keyword_index import KeywordIndex
from .posting_file import FileStamp, IndexDamagedError, IndexUnwritableError

_log = logging.getLogger(__name__)

NOTES_LOOKED_AT_SECONDS = 3.0
_PAUSE_AFTER_FAILURE_SECONDS = 10.0
_TRIES = 5


@dataclass(frozen=True, slots=True)
class SourceText:
    """What a file holds. ``lines``: how far an append-only file was read; None for a file read whole."""

    documents: list[Document]
    lines: int | None


class DocumentSource(Protocol):
    """Where documents come from."""

    def files(self, *, notes_only: bool = False) -> Iterable[tuple[str, FileStamp]]:
        """Every source file by workspace-relative path, and how it looks now."""
        ...

    def stamp(self, path: str) -> FileStamp | None:
        """How a file looks now; None when it is gone or no source."""
        ...

    def read(self, path: str) -> SourceText:
        """The documents of a file. Raises ``FileNotFoundError``."""
        ...

    def is_append_only(self, path: str) -> bool:
        """Whether a file only grows, and is replaced by another file when a line in it changes."""
        ...


class IndexMaintainer:
    """One thread that compares, repairs and rebuilds; the methods work from any thread too."""

    def __init__(self, index: KeywordIndex, source: DocumentSource) -> None:
        self._index, self._source = index, source
        self._working = threading.RLock()
        self._wake = threading.Event()
        self._stopping = False
        self._compared = threading.Event()
        self._agrees = False  # whether everything was compared once, and not only the notes
        self._unreadable: dict[str, OSError] = {}
        self._thread = threading.Thread(target=self._run, name="index-maintenance", daemon=True)
        index.on_damage = self._wake.set

    def start(self, wait_seconds: float = 0.0) -> bool:
        """Start; wait so long for the first comparison, True when it is done."""
        self._index.report(0, sum(1 for _ in self._source.files()))
        self._thread.start()
        return self._compared.wait(wait_seconds)

    def stop(self) -> None:
        """Stop after the file at hand."""
        self._stopping = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def request_rebuild(self) -> bool:
        """Ask for a rebuild in the background; False when one runs already."""
        if self._index.is_building:
            return False
        self._index.begin_rebuild()
        self._wake.set()
        return True

    def rebuild(self) -> None:
        """Read everything anew into an index beside the present one, then let it answer."""
        with self._working:
            self._index.begin_rebuild()
            self._fill()

    def reconcile(self, *, notes_only: bool = False) -> int:
        """Index what changed in the source since the index last agreed with it; returns how many files."""
        with self._working:
            return self._compare(notes_only=notes_only)

    def reindex_file(self, path: str) -> None:
        """Bring one file up to date, or out of the index when it is gone."""
        for _ in range(_TRIES):
            stamp = self._source.stamp(path)
            if stamp is None:
                if self._index.replace(path, [], None, still_so=lambda: self._source.stamp(path) is None):
                    return
                continue
            try:
                text = self._source.read(path)
            except FileNotFoundError:
                continue
            if self._index.replace(
                path,
                text.documents,
                stamp,
                up_to_line=text.lines,
                still_so=partial(self._as_read, path, stamp),
            ):
                return

    def _as_read(self, path: str, stamp: FileStamp) -> bool:
        now = self._source.stamp(path)
        if now is None or self._stopping:
            return False
        if self._source.is_append_only(path):
            return now.inode == stamp.inode and now.size >= stamp.size
        return now == stamp

    def _run(self) -> None:
        self._attempt(self._fill if self._index.is_building else self._compare)
        self._compared.set()
        if not self._stopping:
            self._index.verify()
        while not self._stopping:
            self._wake.wait(0 if self._index.is_building else NOTES_LOOKED_AT_SECONDS)
            self._wake.clear()
            if not self._stopping:
                self._attempt(
                    self._fill if self._index.is_building else partial(self._compare, notes_only=self._agrees)
                )

    def _attempt(self, work: Callable[[], object]) -> None:
        try:
            with self._working:
                work()
        except (IndexDamagedError, IndexUnwritableError, OSError) as error:
            self._index.report(0, 0, failure=f"The index could not be brought up to date: {error}")
            self._wake.wait(_PAUSE_AFTER_FAILURE_SECONDS)

    def _fill(self) -> None:
        files = [path for path, _ in self._source.files()]
        for done, path in enumerate(files):
            if self._stopping:
                return
            self._index.report(done, len(files))
            self._try_file(path)
        self._compare()  # what changed meanwhile
        if not self._stopping:
            self._check_any_readable(len(files))
            self._index.finish_rebuild()
            self._agrees = True
            self._index.report(len(files), len(files))

    def _compare(self, *, notes_only: bool = False) -> int:
        known = self._index.stamps()
        now = dict(self._source.files(notes_only=notes_only))
        changed = [path for path, stamp in now.items() if known.get(path) != stamp]
        changed += [
            path
            for path in self._index.paths()
            if path not in now and not (notes_only and self._source.is_append_only(path))
        ]
        tells = not notes_only and not self._index.is_building
        for left, path in zip(range(len(changed), 0, -1), changed, strict=True):
            if self._stopping:
                return len(changed)
            if tells:
                self._index.report(max(0, len(now) - left), len(now))
            self._try_file(path)
        self._remark()
        if tells:
            self._check_any_readable(len(now))
            self._agrees = True
            self._index.report(len(now), len(now))
        return len(changed)

    def _try_file(self, path: str) -> None:
        """One file that cannot be read costs that file only; it is tried again like a changed one."""
        try:
            self.reindex_file(path)
        except OSError as error:
            if path not in self._unreadable:
                _log.warning("a file cannot be read and is not searchable: %s", type(error).__name__)
            self._unreadable[path] = error
        else:
            self._unreadable.pop(path, None)

    def _check_any_readable(self, files: int) -> None:
        """Raises ``OSError`` when not one file could be read: then it is the disk and not a file."""
        if files and len(self._unreadable) >= files:
            raise next(iter(self._unreadable.values()))

    def _remark(self) -> None:
        count = len(self._unreadable)
        self._index.remark(f"{count} file(s) cannot be read and are not searchable." if count else None)
