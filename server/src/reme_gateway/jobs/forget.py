"""forget: gone from source, notes and index when it returns, and it does not come back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from reme_gateway._contract.v1.models import ForgetReply, ForgetRequest, ForgetTarget
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.flush import pending_events
from reme_gateway.jobs.services import Services
from reme_gateway.jobs.sessions import session_ref
from reme_gateway.ports import DailyNote, SessionRef
from reme_gateway.store.atomic_file import remove_durably, write_atomically
from reme_gateway.store.days import day_of, zone_of
from reme_gateway.store.markdown import MarkdownFile
from reme_gateway.store.paths import read_memory_file, resolve_memory_path
from reme_gateway.store.remembered import FACTS, text_without


@dataclass(slots=True)
class Forgotten:
    """What went so far."""

    events: int = 0
    notes: int = 0
    documents: int = 0
    requeued: int = 0


async def run(request: ForgetRequest, services: Services) -> ForgetReply:
    """Every target is checked before the first is touched, so a wrong path forgets nothing."""
    if (request.targets is None) == (request.session is None):
        raise GatewayError("invalid_request", "Send exactly one of targets and session.", pointer="")
    gone = Forgotten()
    if request.session is not None:
        wanted = request.session
        session = session_ref(wanted.host, wanted.scope_id, wanted.session_id)
        await _forget_events(session, _lines_of(session, wanted.event_id, services), gone, services)
        if not gone.events:
            await _finish_earlier(session, gone, services)
    else:
        targets = request.targets or []
        for position, target in enumerate(targets):
            _check(position, target, services)
        for target in targets:
            await _forget_target(target, gone, services)
    return ForgetReply(events=gone.events, notes=gone.notes, documents=gone.documents, requeued=gone.requeued)


def _lines_of(session: SessionRef, event_id: str | None, services: Services) -> list[int] | None:
    if event_id is None:
        return None
    return [event.line for event in services.log.read(session) if event.event_id == event_id]


def _check(position: int, target: ForgetTarget, services: Services) -> None:
    """Raises ``path_refused``, ``file_not_found`` or ``invalid_request`` before anything is changed."""
    data = read_memory_file(services.workspace, target.path)
    first, last = target.line_start, target.line_end
    if first is None and last is not None:
        raise GatewayError(
            "invalid_request", "line_end needs line_start.", pointer=f"/targets/{position}/line_start"
        )
    if first is not None and last is not None and last < first:
        raise GatewayError(
            "invalid_request", "line_end lies before line_start.", pointer=f"/targets/{position}/line_end"
        )
    note = _daily_note(target.path, services)
    if note is not None and note.cursor is not None and first is not None:
        span = _derived_span(data)
        if span is not None and first <= span[1] and (last or first) >= span[0]:
            raise GatewayError(
                "invalid_request",
                "These lines are made from turns and would be made again; forget the whole note, "
                "which forgets its turns, or lines of its session.",
                pointer=f"/targets/{position}/line_start",
            )


async def _forget_target(target: ForgetTarget, gone: Forgotten, services: Services) -> None:
    session = services.log.session_at(target.path)
    if session is not None:
        lines = None if target.line_start is None else _range(target, services.log.last_line(session))
        before = gone.events
        await _forget_events(session, lines, gone, services)
        if gone.events == before:
            await _finish_earlier(session, gone, services)
        return
    note = _daily_note(target.path, services)
    if note is not None and note.session_key is not None and target.line_start is None:
        await _forget_note(note, gone, services)
    path = resolve_memory_path(services.workspace, target.path)
    if not path.exists():
        return
    data = path.read_bytes()
    if target.line_start is not None and target.path.startswith(FACTS + "/"):
        left = text_without(data, _range(target, data.count(b"\n") + 1))
        if left is not None:
            _keep_rest(data, left, services)
            target = ForgetTarget(path=target.path)
    gone.documents += services.index.forget(target.path)
    gone.notes += 1
    if target.line_start is None:
        remove_durably(path)
    else:
        write_atomically(path, _without_lines(data, target))
        services.index.reindex_file(target.path)
    if note is not None:
        services.notes.refresh_day(note.day)


def _keep_rest(data: bytes, left: str, services: Services) -> None:
    """A remembered fact loses a part of its text: the rest is a fact of its own, as old as that one."""
    if not left:
        return
    front = MarkdownFile.parse(data).metadata()
    scope, created_at = front.get("scope_id") or "default", front.get("created_at", "")
    kept = services.notes.remember(left, scope, created_at, front.get("host") or None)
    services.index.reindex_file(kept.path)


async def _forget_note(note: DailyNote, gone: Forgotten, services: Services) -> None:
    """A daily note is made from turns: without forgetting those, it would come back."""
    session = next((item for item in services.log.sessions() if item.key == note.session_key), None)
    if session is None:
        return
    zone = zone_of(services.workspace.zone)
    lines = [
        event.line
        for event in services.log.read(session)
        if day_of(event.created_at, zone, event.received_at) == note.day
    ]
    await _forget_events(session, lines, gone, services)


async def _forget_events(
    session: SessionRef, lines: Sequence[int] | None, gone: Forgotten, services: Services
) -> None:
    if lines is not None and not lines:
        return
    events = await services.log.forget(session, lines)
    if not events:
        return
    await _forget_copies(session, {event.event_id for event in events}, gone, services)
    gone.events += len(events)
    # An append that stored them before may be putting them into the index just now.
    await services.under_way.settled(session.path)
    lines_gone = [event.line for event in events]
    gone.documents += await asyncio.to_thread(services.index.forget, session.path, lines_gone)
    changes = await asyncio.to_thread(services.pipeline.retract_stale, session)
    gone.notes += sum(1 for change in changes if not is_day_page(change.path))
    if await pending_events(session, services) and await services.queue.enqueue(session, "manual"):
        gone.requeued += 1


async def _finish_earlier(session: SessionRef, gone: Forgotten, services: Services) -> None:
    """The source has its tombstones already: a forget before may have failed at the index or the notes."""
    await asyncio.to_thread(services.index.reindex_file, session.path)
    changes = await asyncio.to_thread(services.pipeline.retract_stale, session)
    gone.notes += sum(1 for change in changes if not is_day_page(change.path))


async def _forget_copies(
    session: SessionRef, event_ids: set[str], gone: Forgotten, services: Services
) -> None:
    """A fork repeats its parent's events under a session of its own; they are the same words."""
    for other in [item for item in services.log.sessions() if item.host == session.host]:
        if other.key != session.key:
            events = await asyncio.to_thread(services.log.read, other)
            lines = [event.line for event in events if event.event_id in event_ids]
            await _forget_events(other, lines, gone, services)


def is_day_page(path: str) -> bool:
    """Whether a path below ``daily/`` names a day's own page and not a note of that day."""
    return path.startswith("daily/") and path.count("/") == 1


def _daily_note(path: str, services: Services) -> DailyNote | None:
    folder, _, day_and_name = path.partition("/")
    day, separator, _ = day_and_name.partition("/")
    if folder != "daily" or not separator:
        return None
    return next((note for note in services.notes.notes_on(day) if note.path == path), None)


def _derived_span(data: bytes) -> tuple[int, int] | None:
    """First and last line of what is ours in a note: its front matter and the marked block."""
    text = data.decode("utf-8", "surrogateescape")
    file = MarkdownFile.parse(data)
    block = file.block()
    if block is None:
        return None
    head = 1 + len(file.front) + 1 if file.has_front_matter else 0
    last = text[: text.rindex(block) + len(block)].count("\n") + 2
    return 1 if head else last, last


def _range(target: ForgetTarget, last_line: int) -> range:
    first = target.line_start or 1
    return range(first, min(target.line_end or first, last_line) + 1)


def _without_lines(data: bytes, target: ForgetTarget) -> bytes:
    lines = data.split(b"\n")
    dropped = _range(target, len(lines))
    return b"\n".join(line for number, line in enumerate(lines, start=1) if number not in dropped)
