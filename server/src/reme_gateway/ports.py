"""The borders inside the server: what a store, an index, a queue and an extractor must promise.

The default implementations keep everything in one workspace folder. A store for teams, or an
embedding index, is another class behind the same protocol; nothing in ``jobs`` changes for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

Role = Literal["user", "assistant"]
Kind = Literal["turn", "daily", "digest"]
AppendOutcome = Literal["appended", "duplicate", "conflict", "forgotten"]
FlushReason = Literal["turn_end", "pre_compact", "session_end", "shutdown", "manual", "idle"]


@dataclass(frozen=True, slots=True)
class SessionRef:
    """Who a session belongs to, in the host's own words, and the key made from them."""

    host: str
    scope_id: str
    session_id: str
    key: str

    @property
    def path(self) -> str:
        """Workspace-relative POSIX path of the session's source file."""
        return f"session/dialog/{self.host}/{self.key}.jsonl"


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event after strip, redaction and truncation: what may be written to disk."""

    event_id: str
    role: Role
    text: str
    created_at: str
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One live line of a session file. ``line`` counts from 1 and never changes."""

    event_id: str
    role: Role
    text: str
    created_at: str
    received_at: str
    turn_id: str | None
    line: int


@dataclass(frozen=True, slots=True)
class AppendResult:
    """What became of each event, in order, and what is on disk now.

    ``stored`` holds the new lines of this call only; ``total`` counts the live events of the session.
    """

    outcomes: tuple[AppendOutcome, ...]
    stored: tuple[StoredEvent, ...]
    total: int


class SessionLog(Protocol):
    """The source of truth for turns: append-only, fsynced, exactly once per event id."""

    async def append(self, session: SessionRef, events: Sequence[NewEvent]) -> AppendResult:
        """Return once every new event is on disk. Raises ``StoreUnavailable`` when the disk refuses."""
        ...

    def read(self, session: SessionRef, after_line: int = 0) -> list[StoredEvent]:
        """Live events behind line ``after_line``, in order; an unknown session has none."""
        ...

    def sessions(self) -> Iterable[SessionRef]:
        """Every session on disk, in path order."""
        ...

    def session_at(self, path: str) -> SessionRef | None:
        """The session whose source file this is; one that has nothing left but tombstones has no names."""
        ...

    def last_line(self, session: SessionRef) -> int:
        """Number of the last line, tombstones included; 0 for an unknown session."""
        ...

    async def forget(self, session: SessionRef, lines: Sequence[int] | None) -> list[StoredEvent]:
        """Replace these lines (all when None) by tombstones, durably; returns what stood there."""
        ...


@dataclass(frozen=True, slots=True)
class Document:
    """One thing that recall can return: a turn, or a piece of a note."""

    path: str
    line_start: int
    line_end: int
    text: str
    kind: Kind
    scope_id: str
    created_at: str
    session_key: str | None = None


@dataclass(frozen=True, slots=True)
class ExcludeSession:
    """A session whose turns are still in its agent's own context; ``after`` lets older ones back."""

    session_key: str
    after: str | None = None


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """What to look for. ``max_chars`` counts code points over all snippets."""

    text: str
    limit: int
    max_chars: int
    scope_id: str
    exclude_session: ExcludeSession | None = None
    exclude_ids: frozenset[str] = field(default_factory=frozenset)
    min_score: float | None = None


@dataclass(frozen=True, slots=True)
class IndexHit:
    """One result; ``score`` lies in 0…1 and depends on stored content only."""

    id: str
    path: str
    line_start: int
    line_end: int
    snippet: str
    score: float
    kind: Kind
    created_at: str
    truncated: bool


@dataclass(frozen=True, slots=True)
class IndexResult:
    """Hits within the budget; ``truncated`` when one was cut or left out for it."""

    hits: list[IndexHit]
    truncated: bool


@dataclass(frozen=True, slots=True)
class IndexState:
    """Progress of the index: ``done`` of ``total`` source files are searchable."""

    state: Literal["ready", "rebuilding", "failed"]
    documents: int
    done: int
    total: int
    reason: str | None = None


class MemoryIndex(Protocol):
    """Search over turns and notes. Derived from the source: deleting it loses nothing."""

    def add(self, documents: Sequence[Document]) -> None:
        """Make documents searchable before returning."""
        ...

    def search(self, query: IndexQuery) -> IndexResult:
        """Best hits first; same store and query, same hits, whatever happened in between."""
        ...

    def forget(self, path: str, lines: Sequence[int] | None = None) -> int:
        """Purge a file, or the documents that touch these lines; returns how many documents went."""
        ...

    def reindex_file(self, path: str) -> None:
        """Bring one file up to date before returning, or out of the index when it is gone."""
        ...

    def rebuild(self) -> bool:
        """Rebuild aside, in the background; False when that is happening already."""
        ...

    def knows_term(self, term: str) -> bool:
        """Whether any live or purged document still puts this term into the index files."""
        ...

    def state(self) -> IndexState: ...


@dataclass(frozen=True, slots=True)
class PendingSession:
    """A session with turns that no note covers yet. ``parked`` says why it is not being tried."""

    session: SessionRef
    pending: int
    attempts: int = 0
    parked: str | None = None


class WorkQueue(Protocol):
    """Holds only "this session has something new"; the work itself comes from source and cursor."""

    async def enqueue(self, session: SessionRef, reason: FlushReason) -> bool:
        """Ask for an extraction soon; True when one is now waiting or running."""
        ...

    def touched(self, session: SessionRef, events: int) -> None:
        """Tell that so many events were just stored: starts the idle clock, makes them count as pending."""
        ...

    def pending(self) -> list[PendingSession]:
        """Sessions with something uncovered, in path order; from source and notes, so call it in a thread."""
        ...

    def parked(self) -> int:
        """How many sessions are not being tried any more, as far as is known; never blocks."""
        ...

    async def stop(self, drain_seconds: float) -> None:
        """Finish what is running within the bound, then stop; the rest is found again at start."""
        ...


@dataclass(frozen=True, slots=True)
class ExtractionInput:
    """The live turns of one session on one day, in the order they were stored.

    The first ``covered`` of them went into ``previous``, the text of the note as it stands.
    """

    session: SessionRef
    day: str
    events: tuple[StoredEvent, ...]
    covered: int
    previous: str | None


@dataclass(frozen=True, slots=True)
class ExtractedNote:
    """What an extractor made of a day's turns: a title, one sentence, and Markdown."""

    name: str
    description: str
    body: str


@dataclass(frozen=True, slots=True)
class NoteCursor:
    """What a note covers: the first ``count`` live events of its day, and a digest over exactly those."""

    count: int
    digest: str


@dataclass(frozen=True, slots=True)
class DailyNote:
    """A Markdown file below ``daily/<day>/``; one that isn't ours has no cursor and no extractor."""

    path: str
    day: str
    name: str
    description: str
    session_key: str | None
    host: str | None
    scope_id: str | None
    extractor: str | None
    cursor: NoteCursor | None


@dataclass(frozen=True, slots=True)
class NoteChange:
    """A note file that was written (or is gone): what the index has to hear."""

    path: str
    removed: bool = False


@dataclass(frozen=True, slots=True)
class RememberedFact:
    """Where a fact is kept; ``duplicate`` when the same text was there in that scope already."""

    path: str
    duplicate: bool


@dataclass(frozen=True, slots=True)
class KeptFact:
    """A remembered fact as its file's front matter describes it now."""

    path: str
    name: str
    description: str
    scope_id: str
    created_at: str


class NoteStore(Protocol):
    """Markdown that the user owns: our text lies between markers, everything else is kept byte for byte."""

    def note(self, session: SessionRef, day: str) -> DailyNote | None:
        """The session's note of that day."""
        ...

    def notes_of(self, session: SessionRef) -> list[DailyNote]:
        """The session's notes of all days, by day."""
        ...

    def text(self, note: DailyNote) -> str | None:
        """What stands between our markers in that note; None when the markers are gone."""
        ...

    def write(
        self, session: SessionRef, day: str, note: ExtractedNote, cursor: NoteCursor, extractor: str
    ) -> NoteChange:
        """Put text and cursor in place in one rename."""
        ...

    def retract(self, session: SessionRef, day: str) -> list[NoteChange]:
        """Take out what was made from the session's turns of that day; a file left empty goes."""
        ...

    def refresh_day(self, day: str) -> NoteChange | None:
        """Bring the links of the day page up to date; None when nothing had to change."""
        ...

    def refresh_all_days(self) -> list[NoteChange]:
        """Bring every day page up to date, after a stop at an awkward moment."""
        ...

    def days(self) -> list[str]:
        """Days that have notes, newest first."""
        ...

    def notes_on(self, day: str) -> list[DailyNote]:
        """All notes of a day, the owner's too, by path."""
        ...

    def remember(self, text: str, scope_id: str, created_at: str, host: str | None = None) -> RememberedFact:
        """Keep a fact, durably, below ``digest/remembered/``."""
        ...

    def facts(self) -> list[KeptFact]:
        """Remembered facts of all scopes, the newest first."""
        ...


class Extractor(Protocol):
    """Turns a transcript into a note. The transcript is data: nothing in it is an instruction.

    Raises ``ExtractionTransient`` (try again), ``ExtractionQuota`` (wait for the reset) or
    ``ExtractionPermanent`` (park the session, visibly). Must end when its task is cancelled: that is
    how a shutdown gets rid of a call that hangs.
    """

    id: str

    async def extract(self, source: ExtractionInput) -> ExtractedNote: ...


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that one server owns, and the zone in which its days are counted."""

    root: Path
    zone: str
