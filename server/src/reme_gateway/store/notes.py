"""Daily notes on disk: one per session and day, ours between markers, everything else the owner's.

The front matter carries the cursor, so a note and what it covers change in one rename.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress

from reme_gateway.ports import (
    DailyNote,
    ExtractedNote,
    KeptFact,
    NoteChange,
    NoteCursor,
    RememberedFact,
    SessionRef,
)
from reme_gateway.store.atomic_file import remove_durably, sweep_temporary, sync_folder, write_atomically
from reme_gateway.store.day_page import with_links_to
from reme_gateway.store.days import is_day
from reme_gateway.store.markdown import MarkdownFile
from reme_gateway.store.note_folders import NoteFolders, Resolve
from reme_gateway.store.remembered import FactFiles
from reme_gateway.store.slugs import slug_of

_KEPT_WHEN_RETRACTED = ("session_id", "source_conversation", "host", "scope_id")
_DERIVED = ("name", "description", "extractor", "covered_events", "covered_digest")


class NoteFiles:
    """The note store in a workspace folder; safe to use from several threads."""

    def __init__(self, resolve: Resolve) -> None:
        """``resolve`` turns a workspace-relative POSIX path into one inside the workspace, or raises."""
        self._resolve = resolve
        self._facts = FactFiles(resolve)
        self._folders = NoteFolders(resolve)
        self._lock = threading.RLock()

    def sweep(self) -> int:
        """Delete what a killed process left half-written; call once, before anything else, as the owner."""
        folders = [self._resolve("daily"), self._resolve("digest/remembered")]
        folders += [self._resolve(f"daily/{day}") for day in self._folders.day_names()]
        return sum(sweep_temporary(folder) for folder in folders)

    def note(self, session: SessionRef, day: str) -> DailyNote | None:
        with self._lock:
            return _the_sessions_own(session, self._folders.notes_on(day))

    def notes_of(self, session: SessionRef) -> list[DailyNote]:
        with self._lock:
            own = self._folders.of_session(session.key)
            by_day = (
                _the_sessions_own(session, [note for note in own if note.day == day])
                for day in sorted({note.day for note in own})
            )
            return [note for note in by_day if note is not None]

    def text(self, note: DailyNote) -> str | None:
        with self._lock:
            return self._load(note.path).block()

    def write(
        self, session: SessionRef, day: str, note: ExtractedNote, cursor: NoteCursor, extractor: str
    ) -> NoteChange:
        with self._lock:
            existing = self._existing(session, day)
            path = existing.path if existing else self._new_path(session, day, note.name)
            changed = (
                self._load(path)
                .with_metadata(
                    {
                        "name": note.name,
                        "description": note.description,
                        "session_id": session.key,
                        "source_conversation": f"[[{session.path}]]",
                        "host": session.host,
                        "scope_id": session.scope_id,
                        "extractor": extractor,
                        "covered_events": cursor.count,
                        "covered_digest": cursor.digest,
                    }
                )
                .with_block(note.body)
            )
            self._store(path, changed)
            self._folders.wrote(path, day, changed.encode())
            return NoteChange(path)

    def retract(self, session: SessionRef, day: str) -> list[NoteChange]:
        with self._lock:
            note = self.note(session, day)
            if note is None:
                return []
            file = self._load(note.path)
            if not file.owners_text() and set(file.metadata()) <= {*_KEPT_WHEN_RETRACTED, *_DERIVED}:
                remove_durably(self._resolve(note.path))
                self._folders.removed(note.path, day)
                return [NoteChange(note.path, removed=True)]
            left = file.without_block().with_metadata(dict.fromkeys(_DERIVED))
            self._store(note.path, left)
            self._folders.wrote(note.path, day, left.encode())
            neutral = _neutral_path(session, note)
            if neutral == note.path or self._resolve(neutral).exists():
                return [NoteChange(note.path)]
            # A name that was made from a turn's words must not outlive the turn.
            self._resolve(note.path).rename(self._resolve(neutral))
            sync_folder(self._resolve(neutral).parent)
            self._folders.removed(note.path, day)
            self._folders.wrote(neutral, day, left.encode())
            return [NoteChange(note.path, removed=True), NoteChange(neutral)]

    def refresh_day(self, day: str) -> NoteChange | None:
        with self._lock:
            path = f"daily/{day}.md"
            before = self._load(path)
            notes = [note for note in self.notes_on(day) if note.cursor is not None]
            after = with_links_to(before, day, notes)
            if after is None:
                remove_durably(self._resolve(path))
                return NoteChange(path, removed=True)
            return NoteChange(path) if self._store(path, after) else None

    def refresh_all_days(self) -> list[NoteChange]:
        with self._lock:
            changes = (
                self.refresh_day(day) for day in sorted({*self._folders.day_names(), *self._page_names()})
            )
            return [change for change in changes if change is not None]

    def days(self) -> list[str]:
        with self._lock:
            return self._folders.days()

    def notes_on(self, day: str) -> list[DailyNote]:
        with self._lock:
            return self._folders.notes_on(day)

    def remember(self, text: str, scope_id: str, created_at: str, host: str | None = None) -> RememberedFact:
        with self._lock:
            return self._facts.remember(text, scope_id, created_at, host)

    def facts(self) -> list[KeptFact]:
        with self._lock:
            return self._facts.facts()

    def _existing(self, session: SessionRef, day: str) -> DailyNote | None:
        """The session's note, without a look at every other one of the day."""
        return next((note for note in self.notes_of(session) if note.day == day), None)

    def _new_path(self, session: SessionRef, day: str, name: str) -> str:
        slug = slug_of(name, otherwise=session.host)
        path = f"daily/{day}/{slug}-{_short_key(session)}.md"
        if self._resolve(path).exists():
            return f"daily/{day}/{slug}-{session.key[-16:]}.md"
        return path

    def _load(self, path: str) -> MarkdownFile:
        try:
            return MarkdownFile.parse(self._resolve(path).read_bytes())
        except FileNotFoundError:
            return MarkdownFile.empty()

    def _store(self, path: str, file: MarkdownFile) -> bool:
        """Write the file unless it holds exactly that; True when it was written."""
        data = file.encode()
        target = self._resolve(path)
        with suppress(FileNotFoundError):
            if target.read_bytes() == data:
                return False
        if not data:
            return False
        write_atomically(target, data)
        return True

    def _page_names(self) -> list[str]:
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self._resolve("daily")) as entries:
            names = [entry.name.removesuffix(".md") for entry in entries if entry.name.endswith(".md")]
            return [name for name in names if is_day(name)]
        return []


def _the_sessions_own(session: SessionRef, notes: list[DailyNote]) -> DailyNote | None:
    """The note of this session; when the owner copied it, the one that still has its cursor and its name."""
    own = [note for note in notes if note.session_key == session.key]
    own.sort(key=lambda note: (note.cursor is None, not _carries_key(session, note.path), note.path))
    return own[0] if own else None


def _short_key(session: SessionRef) -> str:
    return session.key[-16:-8]


def _carries_key(session: SessionRef, path: str) -> bool:
    return path.endswith((f"-{_short_key(session)}.md", f"-{session.key[-16:]}.md"))


def _neutral_path(session: SessionRef, note: DailyNote) -> str:
    if not _carries_key(session, note.path):
        return note.path
    return f"daily/{note.day}/{slug_of(session.host, 'session')}-{session.key[-16:]}.md"
