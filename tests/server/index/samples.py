"""Documents and queries to test with."""

from __future__ import annotations

from reme_gateway.index.keyword_index import KeywordIndex
from reme_gateway.ports import Document, IndexHit, IndexQuery, Kind


def turn(
    text: str,
    line: int = 1,
    session: str = "s",
    *,
    scope: str = "default",
    created_at: str = "2026-11-30T10:00:00Z",
) -> Document:
    return Document(
        path=f"session/dialog/codex/{session}.jsonl",
        line_start=line,
        line_end=line,
        text=text,
        kind="turn",
        scope_id=scope,
        created_at=created_at,
        session_key=session,
    )


def note(text: str, line: int = 1, path: str = "digest/a.md", kind: Kind = "digest") -> Document:
    return Document(path, line, line + text.count("\n"), text, kind, "default", "2026-11-30T10:00:00Z")


def query(text: str, limit: int = 20, max_chars: int = 20_000, **more: object) -> IndexQuery:
    return IndexQuery(text=text, limit=limit, max_chars=max_chars, **{"scope_id": "default", **more})  # type: ignore[arg-type]


def found(index: KeywordIndex, text: str, **more: object) -> list[IndexHit]:
    return index.search(query(text, **more)).hits  # type: ignore[arg-type]


def texts(hits: list[IndexHit]) -> list[str]:
    return [hit.snippet for hit in hits]
