# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/capture.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Turns what was said into append requests, cleaned of what is never stored."""

from ._generated.v1 import limits
from .content import normalise_content
from .identity import event_id
from .json_text import encode
from .moments import timestamp
from .truncation import well_formed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .descriptor import Host


class Said:
    """One message: its id from the host's own text, and the text that may be kept, empty when none may."""

    __slots__ = ("created_at", "event_id", "reason", "role", "text", "turn")

    def __init__(self, role: str, text: str, turn: str, session_id: str) -> None:
        content = normalise_content(text)
        self.role = role
        self.turn = turn
        self.event_id = event_id(turn or session_id, role, text)
        self.text = content.text
        self.reason = content.reason
        self.created_at = timestamp()

    def request(self, host: "Host", scope: str, session_id: str) -> bytes:
        """The body of a complete append request for this message alone."""
        event = {
            "event_id": self.event_id,
            "role": self.role,
            "content": self.text,
            "created_at": self.created_at,
        }
        if self.turn:
            event["turn_id"] = well_formed(self.turn[: limits.SESSION_ID_CHARS])
        value = {
            "host": host.id,
            "scope_id": well_formed(scope),
            "session_id": well_formed(session_id),
            "events": [event],
            "client": {"name": "reme-" + host.folder, "version": host.version},
        }
        return encode(value).encode("ascii")
