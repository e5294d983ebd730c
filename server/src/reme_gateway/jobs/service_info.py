"""What the server tells about itself: version, health, status, help, OpenAPI; and starting a rebuild."""

from __future__ import annotations

import asyncio
import os
import time
from functools import cache
from importlib import resources

from reme_gateway import __version__
from reme_gateway._contract.v1 import models
from reme_gateway._contract.v1.operations import API_VERSION, OPERATIONS
from reme_gateway.jobs.services import Services
from reme_gateway.ports import IndexState, PendingSession

# A status answer stays small however many sessions wait.
MOST_SESSIONS = 100


async def version(_request: models.EmptyRequest, _services: Services) -> models.VersionReply:
    """Server and API version; needs no token."""
    return models.VersionReply(name="reme-gateway", version=__version__, integration_api_version=API_VERSION)


async def health(_request: models.EmptyRequest, services: Services) -> models.HealthReply:
    """Whether everything works; needs no token and names no path."""
    return health_of(services)


def health_of(services: Services) -> models.HealthReply:
    """Loud about what does not work: a degraded server must not look healthy."""
    index = services.index.state()
    reasons: list[str] = []
    if index.state == "rebuilding":
        reasons.append(f"The index is being rebuilt: {index.done} of {index.total} files.")
    if index.state == "failed":
        reasons.append("The index has failed; `reme reindex` rebuilds it.")
    parked = services.queue.parked()
    if parked:
        reasons.append(f"{parked} session(s) cannot be distilled; `reme status` says why.")
    if services.queue_backend() == "failed":
        reasons.append("The work queue did not start; turns are kept, notes are not made.")
    if services.stopping:
        return models.HealthReply(status="stopping", reasons=reasons)
    if index.state == "failed" or parked or services.queue_backend() == "failed":
        return models.HealthReply(status="degraded", reasons=reasons)
    return models.HealthReply(status="rebuilding" if reasons else "ok", reasons=reasons)


async def status(_request: models.EmptyRequest, services: Services) -> models.StatusReply:
    """Counts and states, never the content of a memory."""
    settings = services.settings
    counters = services.counters
    pending = await asyncio.to_thread(services.queue.pending)
    return models.StatusReply(
        version=__version__,
        integration_api_version=API_VERSION,
        pid=os.getpid(),
        address=settings.address,
        workspace=str(services.workspace.root),
        zone=services.workspace.zone,
        uptime_seconds=int(time.monotonic() - services.started),
        surfaces={"gateway": ["json", "mcp"], "http": ["json"], "mcp": ["mcp"]}[settings.backend],
        health=health_of(services),
        store=models.StoreStatus(
            sessions=sum(1 for _ in services.log.sessions()),
            appended=counters.appended,
            duplicate=counters.duplicate,
            conflict=counters.conflict,
            filtered=counters.filtered,
            rejected=counters.rejected,
            redactions=counters.redactions,
        ),
        index=_index_status(services.index.state()),
        queue=models.QueueStatus(
            backend=services.queue_backend(),  # type: ignore[arg-type]
            extractor=settings.extractor,
            pending_sessions=len(pending),
            pending_events=sum(item.pending for item in pending),
            sessions=[_pending_session(item) for item in pending[:MOST_SESSIONS]],
        ),
        clients=[
            models.ClientStatus(
                host=seen.host, name=seen.name, version=seen.version, last_seen=seen.last_seen
            )
            for _, seen in sorted(services.clients.items())
        ],
    )


def _index_status(state: IndexState) -> models.IndexStatus:
    reply: dict[str, object] = {
        "state": state.state,
        "documents": state.documents,
        "done": state.done,
        "total": state.total,
    }
    if state.reason is not None:
        reply["reason"] = state.reason
    return models.IndexStatus.model_validate(reply)


def _pending_session(item: PendingSession) -> models.PendingSession:
    reply: dict[str, object] = {
        "host": item.session.host,
        "scope_id": item.session.scope_id,
        "session_id": item.session.session_id,
        "pending": item.pending,
        "attempts": item.attempts,
    }
    if item.parked is not None:
        reply["parked"] = item.parked
    return models.PendingSession.model_validate(reply)


async def list_operations(_request: models.EmptyRequest, _services: Services) -> models.HelpReply:
    """The contract's operations, in its order."""
    return models.HelpReply(
        operations=[
            models.OperationHelp(
                name=operation.name,
                method=operation.method,
                path=operation.path,
                title=operation.title,
                audience=list(operation.audience),
            )
            for operation in OPERATIONS
        ]
    )


async def openapi(_request: models.EmptyRequest, _services: Services) -> bytes:
    """The generated OpenAPI document, byte for byte."""
    return _openapi_document()


@cache
def _openapi_document() -> bytes:
    return resources.files("reme_gateway._contract.v1").joinpath("openapi.json").read_bytes()


async def reindex(_request: models.EmptyRequest, services: Services) -> models.ReindexReply:
    """Start a rebuild aside of the present index; ``status`` shows its progress."""
    return models.ReindexReply(started=services.index.rebuild())
