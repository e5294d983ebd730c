"""Splitting a long list of events into append requests that keep the contract's limits."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from ._generated.v1.errors import RemeError
from ._generated.v1.limits import EVENTS_PER_REQUEST, REQUEST_BYTES
from ._generated.v1.models import AppendReply, SessionEvent
from .calls import Call, Calls, Fields
from .wire_values import encode

_CLOSING_BYTES = len(b"]}")


class BatchQueue:
    """Batches still to be sent, in the order of their events. Reads the events as they are needed.

    Raises InvalidRequestError when the envelope breaks the contract.
    """

    def __init__(
        self,
        calls: Calls,
        events: Iterable[SessionEvent | Fields],
        *,
        host: str,
        session_id: str,
        scope_id: str | None,
        timeout_ms: int | None,
    ) -> None:
        self._calls = calls
        self._envelope = calls.append_envelope(host=host, session_id=session_id, scope_id=scope_id)
        self._timeout_ms = timeout_ms
        self._fresh = self._full_batches(events)
        self._halves: deque[list[bytes]] = deque()
        self._current: list[bytes] = []

    def take(self) -> Call[AppendReply] | None:
        """The next batch as a call, or None when all events have been taken."""
        batch = self._halves.popleft() if self._halves else next(self._fresh, None)
        if batch is None:
            return None
        self._current = batch
        return self._calls.append_call(self._envelope, batch, self._timeout_ms)

    def split(self, refusal: RemeError) -> None:
        """Put the refused batch back as two halves. Raises ``refusal`` when it was a single event."""
        batch = self._current
        if len(batch) < 2:
            raise refusal
        middle = len(batch) // 2
        self._halves.extendleft((batch[middle:], batch[:middle]))

    def _full_batches(self, events: Iterable[SessionEvent | Fields]) -> Iterator[list[bytes]]:
        room = REQUEST_BYTES - len(self._envelope) - _CLOSING_BYTES
        batch: list[bytes] = []
        size = 0
        for index, event in enumerate(events):
            encoded = encode(event, f"/events/{index}")
            if batch and (len(batch) == EVENTS_PER_REQUEST or size + 1 + len(encoded) > room):
                yield batch
                batch, size = [], 0
            size += len(encoded) + (1 if batch else 0)
            batch.append(encoded)
        if batch:
            yield batch


def summed(replies: Iterable[AppendReply]) -> AppendReply:
    """One reply for all batches: counts and outcomes added up, ``total`` as of the last one."""
    counts = dict.fromkeys(("appended", "duplicate", "conflict", "filtered", "rejected", "redactions"), 0)
    outcomes = []
    total = 0
    for reply in replies:
        for name in counts:
            counts[name] += getattr(reply, name)
        outcomes.extend(reply.outcomes)
        total = reply.total
    return AppendReply(**counts, total=total, outcomes=outcomes)
