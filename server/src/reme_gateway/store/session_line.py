"""One line of a session file: contract/v1/session-line.schema.json, both ways."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from reme_gateway.ports import NewEvent, SessionRef, StoredEvent

# What JSON leaves as it is although some line reader takes it for a line break, a control, or no text at all.
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

ContentDigest = bytes


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Stands where a forgotten event stood."""

    event_id: str
    forgotten_at: str


def encode_event(session: SessionRef, event: NewEvent, received_at: str) -> bytes:
    """The line of a new event, LF included. No reader, whatever it splits on, sees more than one line."""
    line: dict[str, Any] = {
        "event_id": event.event_id,
        "host": session.host,
        "scope_id": session.scope_id,
        "session_id": session.session_id,
    }
    if event.turn_id is not None:
        line["turn_id"] = event.turn_id
    line["role"] = event.role
    line["created_at"] = event.created_at
    line["received_at"] = received_at
    line["id"] = event.event_id
    line["name"] = event.role
    line["content"] = [{"type": "text", "text": event.text}]
    return _line(line)


def encode_events(session: SessionRef, events: Sequence[NewEvent], received_at: str) -> bytes:
    """The lines of a batch, in order."""
    return b"".join([encode_event(session, event, received_at) for event in events])


def encode_tombstone(event_id: str, forgotten_at: str) -> bytes:
    """The line that replaces a forgotten event, LF included."""
    return _line({"event_id": event_id, "forgotten_at": forgotten_at})


def decode(raw: bytes, line: int) -> StoredEvent | Tombstone | None:
    """What a line holds; None when it is damaged, or no line of ours."""
    record = parse_object(raw)
    if record is None:
        return None
    event_id = record.get("event_id")
    if not isinstance(event_id, str):
        return None
    forgotten_at = record.get("forgotten_at")
    if isinstance(forgotten_at, str):
        return Tombstone(event_id, forgotten_at)
    role, created_at = record.get("role"), record.get("created_at")
    text = _text(record.get("content"))
    if role not in ("user", "assistant") or not isinstance(created_at, str) or text is None:
        return None
    received_at, turn_id = record.get("received_at"), record.get("turn_id")
    return StoredEvent(
        event_id,
        role,
        text,
        created_at,
        received_at if isinstance(received_at, str) else created_at,
        turn_id if isinstance(turn_id, str) else None,
        line,
    )


def session_named_in(raw: bytes) -> tuple[str, str, str] | None:
    """Host, scope and session id as a live line of ours states them."""
    record = parse_object(raw)
    if record is None or not isinstance(record.get("event_id"), str):
        return None
    names = record.get("host"), record.get("scope_id"), record.get("session_id")
    host, scope_id, session_id = names
    if isinstance(host, str) and isinstance(scope_id, str) and isinstance(session_id, str):
        return host, scope_id, session_id
    return None


def parse_object(raw: bytes) -> dict[str, Any] | None:
    """The JSON object that these bytes are, or None."""
    try:
        # Not json.loads(bytes): that would take NUL bytes for UTF-16.
        record = json.loads(raw.removeprefix(_BYTE_ORDER_MARK).decode())
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def content_digest(role: str, text: str) -> ContentDigest:
    """16 bytes that are equal when role and text are, as they come back from disk."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        # Two surrogates in a row are one character once they have been through JSON.
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        data = joined.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(role.encode() + b"\0" + data, digest_size=16).digest()


def _line(record: dict[str, Any]) -> bytes:
    text = _encode(record)
    if not text.isascii() or "\x7f" in text:
        text = _UNSAFE.sub(_escape, text)
    return text.encode() + b"\n"


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match.group()):04x}"


def _text(content: object) -> str | None:
    if not isinstance(content, list):
        return None
    texts = [
        block.get("text") for block in content if isinstance(block, dict) and block.get("type") == "text"
    ]
    whole = [text for text in texts if isinstance(text, str)]
    return "\n".join(whole) if whole else None
