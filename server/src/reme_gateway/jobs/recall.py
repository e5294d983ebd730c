"""agent_memory_recall and search: one index, with the relevance floor and exclusions only for recall."""

from __future__ import annotations

from typing import TypeVar

from reme_gateway._contract.v1.models import (
    MemoryHit,
    RecallReply,
    RecallRequest,
    SearchReply,
    SearchRequest,
)
from reme_gateway.jobs.services import Services
from reme_gateway.jobs.sessions import session_ref
from reme_gateway.ports import ExcludeSession, IndexHit, IndexQuery

ReplyT = TypeVar("ReplyT", RecallReply, SearchReply)


async def run(request: RecallRequest, services: Services) -> RecallReply:
    """Hits within ``limit`` and ``max_chars``; none for an unrelated prompt."""
    query = IndexQuery(
        text=request.query,
        limit=request.limit,
        max_chars=request.max_chars,
        scope_id=request.scope_id,
        exclude_session=_excluded(request),
        exclude_ids=frozenset(request.exclude_ids or ()),
        min_score=request.min_score,
    )
    return _found(RecallReply, query, services)


async def run_search(request: SearchRequest, services: Services) -> SearchReply:
    """Like recall, but whatever matches at all is shown."""
    query = IndexQuery(
        text=request.query,
        limit=request.limit,
        max_chars=request.max_chars,
        scope_id=request.scope_id,
        min_score=0.0,
    )
    return _found(SearchReply, query, services)


def _found(reply: type[ReplyT], query: IndexQuery, services: Services) -> ReplyT:
    found = services.index.search(query)
    return reply.model_construct(
        None,
        hits=[_hit(hit) for hit in found.hits],
        truncated=found.truncated,
        total_chars=sum(len(hit.snippet) for hit in found.hits),
    )


def _excluded(request: RecallRequest) -> ExcludeSession | None:
    excluded = request.exclude_session
    if excluded is None:
        return None
    session = session_ref(excluded.host, request.scope_id, excluded.session_id)
    return ExcludeSession(session.key, excluded.after)


def _hit(hit: IndexHit) -> MemoryHit:
    return MemoryHit.model_construct(
        None,
        id=hit.id,
        path=hit.path,
        line_start=hit.line_start,
        line_end=hit.line_end,
        snippet=hit.snippet,
        score=hit.score,
        kind=hit.kind,
        created_at=hit.created_at,
        truncated=hit.truncated,
    )
