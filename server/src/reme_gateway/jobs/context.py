"""agent_session_context: what an agent should know without asking."""

from __future__ import annotations

from dataclasses import dataclass, field

from reme_gateway._contract.v1.models import ContextReply, ContextRequest
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.daily_list import in_scope
from reme_gateway.jobs.services import Services
from reme_gateway.jobs.sessions import session_ref
from reme_gateway.ports import SessionRef, StoredEvent

RECENT_FACTS = 12
RECENT_NOTES = 8
LAST_TURNS = 12
# One turn takes at most this share of the budget, so that a pasted file doesn't crowd out the rest.
TURN_SHARE = 4


async def run(request: ContextRequest, services: Services) -> ContextReply:
    """``start``: remembered facts and recent notes of the scope; ``compact``: this session's own thread."""
    brief = Brief(request.max_chars)
    if request.purpose == "start":
        _start(brief, request.scope_id, services)
    else:
        if request.host is None or request.session_id is None:
            raise GatewayError("invalid_request", "compact needs host and session_id.", pointer="/session_id")
        _continuity(brief, session_ref(request.host, request.scope_id, request.session_id), services)
    text = brief.text()
    return ContextReply(text=text, sources=brief.sources, truncated=brief.truncated, total_chars=len(text))


@dataclass(slots=True)
class Brief:
    """Lines under headings within a budget of code points; a heading without lines is never shown."""

    max_chars: int
    lines: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    truncated: bool = False
    size: int = 0

    def section(self, heading: str, entries: list[tuple[str, str]]) -> None:
        """Add entries of (source path, line) as long as they fit."""
        opened = False
        for source, line in entries:
            added = ([] if opened else [heading]) + [line]
            cost = sum(len(part) + 1 for part in added)
            # The joined text has one newline less than it has lines.
            if self.size + cost - 1 > self.max_chars:
                self.truncated = True
                return
            self.lines += added
            self.size += cost
            opened = True
            if source not in self.sources:
                self.sources.append(source)

    def text(self) -> str:
        return "\n".join(self.lines)


def _start(brief: Brief, scope_id: str, services: Services) -> None:
    facts = [fact for fact in services.notes.facts() if fact.scope_id == scope_id]
    brief.section("Remembered:", [(fact.path, f"- {fact.description}") for fact in facts[:RECENT_FACTS]])
    notes: list[tuple[str, str]] = []
    for day in services.notes.days():
        notes += [
            (note.path, f"- {day} {note.name}: {note.description}")
            for note in services.notes.notes_on(day)
            if in_scope(note, scope_id)
        ]
        if len(notes) >= RECENT_NOTES:
            break
    brief.section("Recent sessions:", notes[:RECENT_NOTES])


def _continuity(brief: Brief, session: SessionRef, services: Services) -> None:
    notes = [
        (note.path, f"- {note.day} {note.name}: {note.description}")
        for note in reversed(services.notes.notes_of(session))
    ]
    brief.section("This session so far:", notes)
    # Newest turns matter most, so they are chosen from the end and shown in order.
    heading = "Last turns of this session:"
    room = brief.max_chars - brief.size - len(heading) - 1
    chosen: list[tuple[str, str]] = []
    for event in reversed(services.log.read(session, after_line=_tail_start(session, services))):
        line = _turn_line(event, max(80, brief.max_chars // TURN_SHARE))
        room -= len(line) + 1
        if room < 0:
            brief.truncated = True
            break
        chosen.append((session.path, line))
    brief.section(heading, list(reversed(chosen)))


def _tail_start(session: SessionRef, services: Services) -> int:
    return max(0, services.log.last_line(session) - LAST_TURNS)


def _turn_line(event: StoredEvent, longest: int) -> str:
    text = " ".join(event.text.split())
    return f"{event.role}: {text if len(text) <= longest else text[: longest - 1] + '…'}"
