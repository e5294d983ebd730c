"""daily_list: the notes of one day, or of all days, newest first."""

from __future__ import annotations

from reme_gateway._contract.v1.models import DailyListReply, DailyListRequest, MemoryDay, NoteSummary
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.services import Services
from reme_gateway.ports import DailyNote
from reme_gateway.store.days import is_day

# Most notes in one answer; the newest days come first, so that what is left out is old.
MOST_NOTES = 200


async def run(request: DailyListRequest, services: Services) -> DailyListReply:
    """Notes of this scope; the owner's own notes, which have no scope, belong to ``default``."""
    if request.date is not None and not is_day(request.date):
        raise GatewayError("invalid_request", "/date: there is no such day.", pointer="/date")
    days: list[MemoryDay] = []
    room = MOST_NOTES
    truncated = False
    for day in [request.date] if request.date is not None else services.notes.days():
        notes = [note for note in services.notes.notes_on(day) if in_scope(note, request.scope_id)]
        truncated = truncated or len(notes) > room
        if notes and room:
            days.append(MemoryDay(date=day, notes=[summary(note) for note in notes[:room]]))
            room -= len(notes[:room])
        if truncated:
            break
    return DailyListReply(days=days, truncated=truncated)


def in_scope(note: DailyNote, scope_id: str) -> bool:
    """Whether a note belongs to a scope."""
    return (note.scope_id or "default") == scope_id


def summary(note: DailyNote) -> NoteSummary:
    """What a list shows of a note."""
    return NoteSummary(path=note.path, name=note.name, description=note.description)
