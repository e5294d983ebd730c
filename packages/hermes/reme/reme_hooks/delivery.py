# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/delivery.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Brings spooled events to the server, oldest first, and settles each by the server's own outcome."""

from ._generated.v1 import hooks as rules
from .exchange import Server, Unanswered
from .json_text import decode, encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .journal import Journal
    from .spool import Spool

APPEND = "agent_session_append"
_DONE = ("appended", "duplicate", "filtered")
_REFUSED = ("conflict", "rejected")


class _Stop(Exception):
    """Nothing more can be delivered now."""


class _Kept:
    """A spool file: its name, its bytes and what they say."""

    __slots__ = ("body", "events", "key", "name", "request")

    def __init__(self, name: str, body: bytes) -> None:
        """Raises ValueError for what is no append request."""
        request = decode(body.decode("utf-8"))
        events = request.get("events") if isinstance(request, dict) else None
        if not isinstance(request, dict) or not isinstance(events, list) or not events:
            raise ValueError("The file holds no append request.")
        self.name = name
        self.body = body
        self.request = request
        self.events = events
        self.key = encode([request.get("host"), request.get("scope_id"), request.get("session_id")])


class Delivery:
    """One process's attempt. ``result`` is ``delivered`` or why not, ``sent`` counts settled events."""

    __slots__ = ("_journal", "_server", "_spool", "result", "sent", "server_version")

    def __init__(self, spool: "Spool", server: Server, journal: "Journal") -> None:
        self._spool = spool
        self._server = server
        self._journal = journal
        self.result = ""
        self.sent = 0
        self.server_version = ""

    def deliver(self, names: "list[str]", careful: bool, healthy: bool) -> None:
        """Deliver these files as far as time allows.

        ``careful`` is for after a failure: one event at a time, so that an event on which the server fails
        stays behind alone. ``healthy`` says that the server has just answered something else.
        """
        try:
            if not careful:
                self._in_batches(names)
        except _Stop:
            careful = self.result == "failed"
            names = self._spool.names()
        if careful:
            try:
                self._one_by_one(names, healthy)
            except _Stop:
                return

    def send(self, body: bytes) -> None:
        """Deliver a request that no spool could keep."""
        try:
            self._send([_Kept("", body)])
        except _Stop:
            return

    def _in_batches(self, names: "list[str]") -> None:
        position = 0
        while position < len(names):
            groups: dict[str, list[_Kept]] = {}
            count = size = 0
            while position < len(names) and count < rules.BATCH_EVENTS and size < rules.BATCH_BYTES:
                kept = self._read(names[position])
                position += 1
                if kept is not None:
                    groups.setdefault(kept.key, []).append(kept)
                    count += len(kept.events)
                    size += len(kept.body)
            for group in groups.values():
                self._send(group)

    def _one_by_one(self, names: "list[str]", healthy: bool) -> None:
        """An event is blamed, and lets others go first, only once the server is known to work."""
        for name in names:
            kept = self._read(name)
            if kept is None:
                continue
            if healthy:
                # Before sending: the time may run out while waiting.
                self._spool.postpone(name)
            try:
                self._send([kept])
                healthy = True
            except _Stop:
                if self.result != "failed":
                    if self.result != "timeout":
                        self._spool.resume(name)
                    raise
                if not healthy:
                    if name == names[-1]:
                        raise
                    self._probe(names[-1])
                    healthy = True
                    self._spool.postpone(name)
        self.result = "delivered"

    def _probe(self, name: str) -> None:
        """Send the newest out of turn, to learn whether anything gets through."""
        kept = self._read(name)
        if kept is None:
            raise _Stop
        self._send([kept])

    def _read(self, name: str) -> "_Kept | None":
        if self._spool.is_postponed(name):
            return None
        body = self._spool.read(name)
        if body is None:
            return None
        try:
            return _Kept(name, body)
        except ValueError:
            self._reject(name, "damaged")
            return None

    def _send(self, group: "list[_Kept]") -> None:
        # Should the time run out while waiting, this is what remains.
        self.result = "timeout"
        try:
            answer = self._server.post(APPEND, _body(group))
        except Unanswered as unanswered:
            self.result = unanswered.reason
            raise _Stop from None
        verdict = answer.verdict()
        self._journal.note("append", events=len(group), status=answer.status, verdict=verdict)
        if verdict == "ok":
            self._settle(group, answer.body)
        elif verdict in ("too_large", "refused"):
            self._send_parts(group)
        else:
            self.result = verdict
            self.server_version = answer.version
            raise _Stop

    def _send_parts(self, group: "list[_Kept]") -> None:
        if len(group) == 1:
            self._reject(group[0].name, "refused")
            self.result = "delivered"
            return
        middle = len(group) // 2
        self._send(group[:middle])
        self._send(group[middle:])

    def _settle(self, group: "list[_Kept]", body: bytes) -> None:
        try:
            reply = decode(body.decode("utf-8"))
        except ValueError:
            reply = None
        outcomes = reply.get("outcomes") if isinstance(reply, dict) else None
        if not isinstance(outcomes, list) or len(outcomes) != sum(len(kept.events) for kept in group):
            self.result = "stranger"
            raise _Stop
        self.result = "delivered"
        position = 0
        for kept in group:
            words = {_outcome(entry) for entry in outcomes[position : position + len(kept.events)]}
            position += len(kept.events)
            if words.issubset(_DONE):
                self._spool.remove(kept.name)
                self.sent += len(kept.events)
            elif words.issubset((*_DONE, *_REFUSED)):
                self._reject(kept.name, "refused")

    def _reject(self, name: str, reason: str) -> None:
        self._journal.error("spool", reason)
        if not name:
            return
        try:
            self._spool.reject(name)
        except OSError:
            self._spool.postpone(name)


def _body(group: "list[_Kept]") -> bytes:
    if len(group) == 1:
        return group[0].body
    request = dict(group[0].request)
    request["events"] = [event for kept in group for event in kept.events]
    return encode(request).encode("ascii")


def _outcome(entry: object) -> str:
    word = entry.get("outcome") if isinstance(entry, dict) else None
    return word if isinstance(word, str) else ""
