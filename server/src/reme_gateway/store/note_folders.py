"""What the folders ``daily/<day>/`` hold, without reading them again for each question.

A folder is looked through afresh when an answer must be exact. Otherwise what was seen a moment ago will do,
and our own writes are entered as they happen: a thousand notes of a day must not be read for each of them.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from reme_gateway.ports import DailyNote, NoteCursor
from reme_gateway.store.days import is_day
from reme_gateway.store.markdown import MarkdownFile

Resolve = Callable[[str], Path]
Signature = tuple[int, int, int]

_FOLDER_SETTLES_NS = 2_000_000_000
_LOOKED_UP_ANEW_SECONDS = 1.0


@dataclass(slots=True)
class _Folder:
    """What one day's folder held when it was last looked through, and what we wrote since."""

    changed_ns: int
    seen_ns: int
    files: dict[str, tuple[Signature, DailyNote]]


class NoteFolders:
    """Not thread-safe: its owner has the lock."""

    def __init__(self, resolve: Resolve, clock: Callable[[], float] = time.monotonic) -> None:
        """``resolve`` turns a workspace-relative POSIX path into one inside the workspace, or raises."""
        self._resolve = resolve
        self._clock = clock
        self._folders: dict[str, _Folder] = {}
        self._by_session: dict[str, dict[str, DailyNote]] = {}
        self._session_at: dict[str, str] = {}
        self._looked_at: float | None = None

    def notes_on(self, day: str) -> list[DailyNote]:
        """The notes of a day by path, exactly as they are now."""
        return self._look_through(day, trust_folder=False)

    def days(self) -> list[str]:
        """The days that have notes, the latest first."""
        parent = self._resolve("daily")
        named = sorted(self.day_names(), reverse=True)
        return [day for day in named if self._look_through(day, trust_folder=True, parent=parent)]

    def of_session(self, key: str) -> list[DailyNote]:
        """The notes that name a session, by path; one that begins to name it shows in a second."""
        now = self._clock()
        if self._looked_at is None or now - self._looked_at > _LOOKED_UP_ANEW_SECONDS:
            self._by_session, self._session_at = {}, {}
            parent = self._resolve("daily")
            for day in self.day_names():
                for note in self._look_through(day, trust_folder=True, parent=parent):
                    self._enter(note)
            self._looked_at = now
        own = self._by_session.get(key, {})
        for day in {note.day for note in own.values() if not self._is_unchanged(note)}:
            self._relearn(day)
        own = self._by_session.get(key, {})
        return [own[path] for path in sorted(own)]

    def wrote(self, path: str, day: str, data: bytes) -> None:
        """We wrote a note: what is known of its folder and its session follows."""
        note = note_from(path, day, data)
        signature = _signature(self._resolve(path).lstat())
        folder = self._folders.get(day)
        if folder is not None:
            folder.files[_name(path)] = (signature, note)
        self._forget(path)
        self._enter(note)

    def removed(self, path: str, day: str) -> None:
        """We removed or renamed a note."""
        folder = self._folders.get(day)
        if folder is not None:
            folder.files.pop(_name(path), None)
        self._forget(path)

    def day_names(self) -> Iterator[str]:
        """The days that have a folder."""
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self._resolve("daily")) as entries:
            for entry in entries:
                if is_day(entry.name) and entry.is_dir(follow_symlinks=False):
                    yield entry.name

    def _enter(self, note: DailyNote) -> None:
        if note.session_key is not None:
            self._session_at[note.path] = note.session_key
            self._by_session.setdefault(note.session_key, {})[note.path] = note

    def _forget(self, path: str) -> None:
        key = self._session_at.pop(path, None)
        if key is not None:
            del self._by_session[key][path]

    def _relearn(self, day: str) -> None:
        for path in [path for path in self._session_at if path.startswith(f"daily/{day}/")]:
            self._forget(path)
        for note in self.notes_on(day):
            self._enter(note)

    def _is_unchanged(self, note: DailyNote) -> bool:
        """Whether the note's file is still the one it was read from."""
        folder = self._folders.get(note.day)
        known = folder.files.get(_name(note.path)) if folder is not None else None
        with suppress(FileNotFoundError):
            return known is not None and known[0] == _signature(self._resolve(note.path).lstat())
        return False

    def _look_through(self, day: str, *, trust_folder: bool, parent: Path | None = None) -> list[DailyNote]:
        """The notes of a day by path. Unchanged files aren't read again, nor is a trusted folder."""
        if not is_day(day):
            return []
        known = self._folders.get(day)
        seen_ns = time.time_ns()
        try:
            folder = (parent or self._resolve("daily")) / day
            status = folder.stat(follow_symlinks=False)
            if not stat.S_ISDIR(status.st_mode):
                return []
            changed_ns = status.st_mtime_ns
            settled = known is not None and known.seen_ns - changed_ns > _FOLDER_SETTLES_NS
            if known is None or known.changed_ns != changed_ns or not settled or not trust_folder:
                known = _Folder(changed_ns, seen_ns, _read_folder(folder, day, known.files if known else {}))
                self._folders[day] = known
        except (FileNotFoundError, NotADirectoryError):
            self._folders.pop(day, None)
            return []
        return [known.files[name][1] for name in sorted(known.files)]


def note_from(path: str, day: str, data: bytes) -> DailyNote:
    """What a note's front matter says."""
    front = MarkdownFile.parse(data).metadata()
    count, digest = front.get("covered_events", ""), front.get("covered_digest", "")
    is_cursor = count.isascii() and count.isdigit() and len(count) < 10 and bool(digest)
    return DailyNote(
        path=path,
        day=day,
        name=front.get("name") or _name(path).removesuffix(".md"),
        description=front.get("description", ""),
        session_key=front.get("session_id") or None,
        host=front.get("host") or None,
        scope_id=front.get("scope_id") or None,
        extractor=front.get("extractor") or None,
        cursor=NoteCursor(int(count), digest) if is_cursor else None,
    )


def _read_folder(
    folder: Path, day: str, known: dict[str, tuple[Signature, DailyNote]]
) -> dict[str, tuple[Signature, DailyNote]]:
    files = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.endswith(".md") or not entry.is_file(follow_symlinks=False):
                continue
            with suppress(FileNotFoundError):
                signature = _signature(entry.stat(follow_symlinks=False))
                before = known.get(entry.name)
                if before is not None and before[0] == signature:
                    files[entry.name] = before
                else:
                    note = note_from(f"daily/{day}/{entry.name}", day, Path(entry.path).read_bytes())
                    files[entry.name] = (signature, note)
    return files


def _signature(status: os.stat_result) -> Signature:
    return status.st_mtime_ns, status.st_size, status.st_ino


def _name(path: str) -> str:
    return path.rpartition("/")[2]
