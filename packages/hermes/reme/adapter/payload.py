"""What Hermes reports, in the contract's words."""

from __future__ import annotations

from typing import NamedTuple

from ..host import HOST
from ..reme_hooks.identity import digest, session_key
from ..reme_hooks.observation import Observation, text_at
from ..reme_hooks.truncation import well_formed

_HASH_CHARS = 16
_PRIMARY = "primary"
# Where machines report to an agent: what starts such a session is an event, and nobody's words.
NO_CONVERSATIONS = frozenset({"cron", "curator", "homeassistant", "msgraph_webhook", "subagent", "webhook"})
# The only platform whose process runs in the folder that the person works in.
_LOCAL = "cli"
_COMPACTION = "compression"


class Conversation(NamedTuple):
    """What earlier calls have told: most payloads name neither a home nor a session.

    ``session_id`` is the session's name on the wire, ``folder`` where the person works, or empty.
    """

    home: str = ""
    session_id: str = ""
    folder: str = ""
    counts: bool = False


def begin(payload: dict[str, object], folder: str) -> Conversation:
    """The conversation that ``initialize`` tells of; ``hermes_home`` is the home's real path."""
    arguments = _arguments(payload)
    home, platform = text_at(arguments, "hermes_home"), text_at(arguments, "platform")
    session = text_at(arguments, "session_id")
    context = text_at(arguments, "agent_context") or _PRIMARY
    return Conversation(
        home=home,
        session_id=session_name(home, session) if session else "",
        folder=folder if platform in ("", _LOCAL) else "",
        counts=context == _PRIMARY and platform not in NO_CONVERSATIONS,
    )


def go_on(kept: Conversation, payload: dict[str, object]) -> Conversation:
    """The conversation after ``on_session_switch``."""
    session = text_at(_arguments(payload), "new_session_id")
    return kept._replace(session_id=session_name(kept.home, session)) if session else kept


def observe(event: str, payload: dict[str, object], kept: Conversation) -> Observation | None:
    """What happened, or None where nothing may be remembered or nothing has happened."""
    if not kept.counts:
        return None
    arguments = _arguments(payload)
    session, turn = kept.session_id, ""
    prompt = answer = None
    if event == "prefetch":
        prompt = text_at(arguments, "query")
    elif event == "sync_turn":
        prompt, answer = text_at(arguments, "user_content"), text_at(arguments, "assistant_content")
        # A turn may be reported after the switch to another session.
        session = _named(kept, arguments, "session_id") or session
        turn = f"{session}:{turn_hash(prompt, answer)}"
    elif event == "on_session_switch":
        compacted = text_at(arguments, "reason") == _COMPACTION
        new = _named(kept, arguments, "new_session_id")
        session = new if compacted else _named(kept, arguments, "parent_session_id") or session
        if session == new and not compacted:
            return None  # the session goes on
    if not session:
        return None
    return Observation(session, turn=turn, prompt=prompt, answer=answer or None, folder=kept.folder)


def session_name(home: str, session: str) -> str:
    """A session's name on the wire: safe as a file's name, and another one in every home.

    Clients of Hermes' API server choose any string, and one server may remember for several homes.
    """
    return session_key(str(HOST["id"]), home, session)


def turn_hash(prompt: str, answer: str) -> str:
    """What tells turns of a session apart: after an undo the host gives turn numbers out again."""
    texts = (well_formed(text).replace("\r\n", "\n") for text in (prompt, answer))
    return digest("\0".join(texts).encode("utf-8"))[:_HASH_CHARS]


def _named(kept: Conversation, arguments: dict[str, object], name: str) -> str:
    session = text_at(arguments, name)
    return session_name(kept.home, session) if session else ""


def _arguments(payload: dict[str, object]) -> dict[str, object]:
    value = payload.get("payload")
    return value if isinstance(value, dict) else {}
