"""agent_session_flush: ask for a session's new turns to be distilled, and return at once."""

from __future__ import annotations

import asyncio

from reme_gateway._contract.v1.models import FlushReply, FlushRequest
from reme_gateway.jobs.services import Services
from reme_gateway.jobs.sessions import session_ref
from reme_gateway.ports import SessionRef


async def run(request: FlushRequest, services: Services) -> FlushReply:
    """An unknown session, or one that the notes cover, is fine: nothing is queued."""
    session = session_ref(request.host, request.scope_id, request.session_id)
    pending = await pending_events(session, services)
    queued = await services.queue.enqueue(session, request.reason) if pending else False
    return FlushReply(queued=queued, pending=pending)


async def pending_events(session: SessionRef, services: Services) -> int:
    """Events of a session that no note covers yet, worked out from source and notes."""
    return sum((await asyncio.to_thread(services.pipeline.pending_days, session)).values())
