"""From a request's words for a session to its reference, and from a stored event to a searchable one."""

from __future__ import annotations

from functools import lru_cache

from reme_gateway._vendor.reme_hooks.identity import session_key
from reme_gateway.ports import Document, SessionRef, StoredEvent


@lru_cache(maxsize=1024)
def session_ref(host: str, scope_id: str, session_id: str) -> SessionRef:
    """The reference that names the session's file; cached, because a session's hooks come in series."""
    return SessionRef(host, scope_id, session_id, session_key(host, scope_id, session_id))


def turn_document(session: SessionRef, event: StoredEvent) -> Document:
    """What the index gets to know of one stored event."""
    return Document(
        path=session.path,
        line_start=event.line,
        line_end=event.line,
        text=event.text,
        kind="turn",
        scope_id=session.scope_id,
        created_at=event.created_at,
        session_key=session.key,
    )
