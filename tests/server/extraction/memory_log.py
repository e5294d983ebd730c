"""A session log in memory, and sessions to fill it with."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from reme_gateway.ports import AppendResult, NewEvent, SessionRef, StoredEvent


def make_session(session_id: str = "native-1", host: str = "codex", scope_id: str = "default") -> SessionRef:
    digest = hashlib.sha256(f"{host}\0{scope_id}\0{session_id}".encode()).hexdigest()[:16]
    return SessionRef(host, scope_id, session_id, f"{host}-{session_id}-{digest}")


@dataclass
class MemoryLog:
    """What the session log promises, without a disk: tombstones keep their line."""

    lines: dict[SessionRef, list[StoredEvent | None]] = field(default_factory=dict)

    def say(
        self, session: SessionRef, role: str, text: str, created_at: str, turn_id: str | None = None
    ) -> StoredEvent:
        stored = self.lines.setdefault(session, [])
        number = len(stored) + 1
        assert role in ("user", "assistant")
        event = StoredEvent(
            f"{number}:{role[0]}", role, text, created_at, "2026-12-01T00:00:00Z", turn_id, number
        )  # type: ignore[arg-type]
        stored.append(event)
        return event

    async def append(self, session: SessionRef, events: Sequence[NewEvent]) -> AppendResult:
        known = {event.event_id for event in self.lines.get(session, []) if event}
        new = [event for event in events if event.event_id not in known]
        stored = tuple(
            self.say(session, event.role, event.text, event.created_at, event.turn_id) for event in new
        )
        outcomes = tuple("appended" if event in new else "duplicate" for event in events)
        return AppendResult(outcomes, stored, len(self.read(session)))  # type: ignore[arg-type]

    def read(self, session: SessionRef, after_line: int = 0) -> list[StoredEvent]:
        return [event for event in self.lines.get(session, []) if event and event.line > after_line]

    def sessions(self) -> Iterable[SessionRef]:
        return sorted(self.lines, key=lambda session: session.path)

    def session_at(self, path: str) -> SessionRef | None:
        return next((session for session in self.lines if session.path == path), None)

    def last_line(self, session: SessionRef) -> int:
        return len(self.lines.get(session, []))

    async def forget(self, session: SessionRef, lines: Sequence[int] | None) -> list[StoredEvent]:
        stored = self.lines[session]
        gone = [event for event in stored if event and (lines is None or event.line in lines)]
        for event in gone:
            stored[event.line - 1] = None
        return gone
