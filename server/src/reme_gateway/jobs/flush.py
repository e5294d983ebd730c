"""agent_session_flush: ask for a session's new turns to be distilled, and return at once."""

from __future__ import annotations

from reme_gateway._contract.v1.models import FlushReply, FlushRequest
from reme_gateway.jobs.services import Services
from reme_gateway.jobs.sessions import session_ref


async def run(request: FlushRequest, services: Services) -> FlushReply:
    """An unknown session, or one that the notes cover, is fine: nothing is queued."""
    session = session_ref(request.host, request.scope_id, request.session_id)
    pending = services.pipeline.pending(session)
    queued = await services.queue.enqueue(session, request.reason) if pending else False
    return FlushReply(queued=queued, pending=pending)
