"""agent_session_append: events are judged one by one and on disk before the answer."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError

from reme_gateway._contract.v1.limits import EVENTS_PER_REQUEST
from reme_gateway._contract.v1.models import AppendRequest, SessionEvent
from reme_gateway.errors import GatewayError
from reme_gateway.jobs.content import ContentRules
from reme_gateway.jobs.indexing import PORTION_CHARS, make_searchable, portions
from reme_gateway.jobs.pointer import first_error, invalid_request
from reme_gateway.jobs.services import ClientSeen, Services
from reme_gateway.jobs.sessions import session_ref, turn_document
from reme_gateway.ports import NewEvent, SessionRef
from reme_gateway.store.days import moment_of

_encode = json.JSONEncoder(separators=(",", ":")).encode

TOOL_ROLES = frozenset({"tool", "function", "tool_result", "toolresult", "tool_use"})


@dataclass(frozen=True, slots=True)
class AppendBatch:
    """A request whose envelope is valid; its events are still as they came."""

    request: AppendRequest
    events: list[Any]


def parse(body: dict[str, Any]) -> AppendBatch:
    """Check the envelope only. Raises ``invalid_request`` or ``too_many_events`` for the whole request."""
    events = body.get("events")
    if not isinstance(events, list):
        raise GatewayError("invalid_request", "/events: an array of events is needed.", pointer="/events")
    if len(events) > EVENTS_PER_REQUEST:
        raise GatewayError(
            "too_many_events",
            f"The request carries {len(events)} events, at most {EVENTS_PER_REQUEST} are taken.",
            pointer="/events",
            limit=EVENTS_PER_REQUEST,
        )
    try:
        request = AppendRequest.model_validate({**body, "events": []})
    except ValidationError as error:
        raise invalid_request(error) from None
    return AppendBatch(request, events)


async def run(batch: AppendBatch, services: Services) -> bytes:
    """Store what is new, and answer with an ``AppendReply`` once it is on disk and searchable."""
    request = batch.request
    session = session_ref(request.host, request.scope_id, request.session_id)
    judgement = await _judge(batch.events, services.rules)
    with services.under_way.into(session.path):
        result = await services.log.append(session, judgement.accepted)
        documents = [turn_document(session, event) for event in result.stored]
        await make_searchable(documents, services.index)
    for position, outcome in zip(judgement.positions, result.outcomes, strict=True):
        if outcome == "forgotten":
            judgement.outcomes[position] |= {"outcome": "filtered", "reason": "forgotten"}
        else:
            judgement.outcomes[position]["outcome"] = outcome
    if documents:
        services.queue.touched(session, len(documents))
    _note_client(request, session, services)
    return _reply(judgement, result.total, services)


@dataclass(slots=True)
class Judgement:
    """Outcomes so far; the accepted events belong at ``positions``."""

    outcomes: list[dict[str, str]]
    accepted: list[NewEvent]
    positions: list[int]
    redactions: int = 0


async def _judge(events: list[Any], rules: ContentRules) -> Judgement:
    judgement = Judgement([], [], [])
    sizes = [_content_chars(event) for event in events]
    for part in portions(sizes):
        if sum(sizes[part]) > PORTION_CHARS:
            await asyncio.to_thread(_judge_part, part, events, judgement, rules)
            continue
        if part.start:
            await asyncio.sleep(0)
        _judge_part(part, events, judgement, rules)
    return judgement


def _content_chars(event: Any) -> int:
    content = event.get("content") if isinstance(event, dict) else None
    return len(content) if isinstance(content, str) else 0


def _judge_part(part: slice, events: list[Any], judgement: Judgement, rules: ContentRules) -> None:
    for position, event in enumerate(events[part], start=part.start):
        _judge_event(position, event, judgement, rules)


def _judge_event(position: int, raw: Any, judgement: Judgement, rules: ContentRules) -> None:
    try:
        event = SessionEvent.model_validate(raw)
        moment_of(event.created_at, UTC)
    except ValidationError as error:
        pointer, detail = first_error(error)
        judgement.outcomes.append(_rejected(raw, pointer, detail))
        return
    except ValueError as error:
        judgement.outcomes.append(_rejected(raw, "/created_at", str(error)))
        return
    if event.role not in ("user", "assistant"):
        reason = "tool_result" if event.role.lower() in TOOL_ROLES else "role"
        judgement.outcomes.append(_outcome(event.event_id, "filtered", reason=reason))
        return
    content = rules.clean(event.content)
    judgement.redactions += content.redactions
    if content.reason is not None:
        judgement.outcomes.append(_outcome(event.event_id, "filtered", reason=content.reason))
        return
    judgement.outcomes.append(_outcome(event.event_id, "appended"))
    judgement.accepted.append(
        NewEvent(event.event_id, event.role, content.text, event.created_at, event.turn_id)  # type: ignore[arg-type]
    )
    judgement.positions.append(position)


def _outcome(event_id: str | None, outcome: str, **extra: str) -> dict[str, str]:
    named = {} if event_id is None else {"event_id": event_id}
    return {**named, "outcome": outcome, **extra}


def _rejected(raw: Any, pointer: str, detail: str) -> dict[str, str]:
    event_id = raw.get("event_id") if isinstance(raw, dict) else None
    readable = event_id if isinstance(event_id, str) and event_id.isascii() and len(event_id) <= 200 else None
    return _outcome(readable, "rejected", reason="malformed", pointer=pointer, detail=detail)


def _note_client(request: AppendRequest, session: SessionRef, services: Services) -> None:
    if request.client is not None:
        seen = ClientSeen(session.host, request.client.name, request.client.version, _now())
        services.clients[session.host, seen.name] = seen


def _reply(judgement: Judgement, total: int, services: Services) -> bytes:
    counts = dict.fromkeys(("appended", "duplicate", "conflict", "filtered", "rejected"), 0)
    for outcome in judgement.outcomes:
        counts[outcome["outcome"]] += 1
    services.counters.add(counts, judgement.redactions)
    reply = {**counts, "total": total, "redactions": judgement.redactions, "outcomes": judgement.outcomes}
    return _encode(reply).encode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
