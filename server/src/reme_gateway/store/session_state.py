"""What the log remembers about one session so that nothing is stored twice."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from reme_gateway.ports import AppendOutcome, NewEvent
from reme_gateway.store.session_file import SessionContents
from reme_gateway.store.session_line import ContentDigest, content_digest
from reme_gateway.store.session_writer import SessionWriter

Normalise = Callable[[str], str]
"""Today's strip, redaction and truncation."""

StoredText = tuple[str, str]
"""Role and normalised text of an event that is on disk."""

# Measured with getsizeof over whole states: the digest, and the two entries' share of the dictionary.
_BYTES_PER_EVENT = 49 + 100
_BYTES_PER_SESSION = 1500


@dataclass(slots=True)
class Judgement:
    """Outcomes in order; ``fresh`` are the events to write.

    ``unsettled`` are ids whose stored text has to be compared before anything can be said: the
    bytes differ, but may have been stored under older rules.
    """

    outcomes: list[AppendOutcome] = field(default_factory=list)
    fresh: list[NewEvent] = field(default_factory=list)
    digests: dict[str, ContentDigest] = field(default_factory=dict)
    unsettled: set[str] = field(default_factory=set)


class SessionState:
    """Ids and content digests of a session, in-flight ones included. Belongs to the event loop's thread."""

    def __init__(self, contents: SessionContents, writer: SessionWriter) -> None:
        self.writer = writer
        self.digests = contents.digests
        self.lines = contents.lines
        self.live = contents.live
        self.durable_lines = contents.lines
        self.in_flight = 0
        self.followed = contents.fingerprint
        self.bytes = _BYTES_PER_SESSION + sum(map(_cost, self.digests))

    def judge(
        self,
        events: Sequence[NewEvent],
        forgotten: Collection[str],
        known: Mapping[str, StoredText | None],
        normalise: Normalise,
    ) -> Judgement:
        """Say what becomes of each event; changes nothing.

        ``known`` holds stored texts that were looked up for an earlier judgement; None for an id
        that the file did not hold.
        """
        judged = Judgement()
        first_in_batch: dict[str, NewEvent] = {}
        for event in events:
            event_id = event.event_id
            if event_id in forgotten:
                judged.outcomes.append("forgotten")
                continue
            digest = content_digest(event.role, event.text)
            seen = self.digests.get(event_id) or judged.digests.get(event_id)
            if seen is None:
                judged.digests[event_id] = digest
                judged.fresh.append(event)
                first_in_batch[event_id] = event
                judged.outcomes.append("appended")
            elif seen == digest:
                judged.outcomes.append("duplicate")
            elif (first := first_in_batch.get(event_id)) is not None:
                stored = first.role, normalise(first.text)
                judged.outcomes.append(_compare(event, stored, normalise))
            elif event_id in known:
                judged.outcomes.append(_compare(event, known[event_id], normalise))
            else:
                judged.unsettled.add(event_id)
        return judged

    def reserve(self, judged: Judgement) -> int:
        """Take the fresh events in before they are written; returns the bytes that this costs."""
        self.digests.update(judged.digests)
        self.lines += len(judged.fresh)
        self.live += len(judged.fresh)
        self.in_flight += 1
        cost = sum(map(_cost, judged.digests))
        self.bytes += cost
        return cost

    def is_usable(self) -> bool:
        """Whether the file is what this state says; the disk is not asked while writes are under way."""
        return not self.writer.broken and (self.in_flight > 0 or self.writer.is_current())


class StateCache:
    """Session states, least recently used first out, within a number of bytes.

    A state with writes under way stays, and so does the newest one whatever its size.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._states: OrderedDict[str, SessionState] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._states)

    def get(self, path: str) -> SessionState | None:
        """The state of a session, which becomes the newest."""
        state = self._states.get(path)
        if state is not None:
            self._states.move_to_end(path)
        return state

    def peek(self, path: str) -> SessionState | None:
        """The same from any thread, without changing the order."""
        return self._states.get(path)

    def put(self, path: str, state: SessionState) -> None:
        """Keep a state; older ones may go."""
        self.drop(path)
        self._states[path] = state
        self.grew(state.bytes)

    def grew(self, added: int) -> None:
        """Account for bytes that a state took on; older ones may go."""
        self.bytes += added
        if self.bytes > self._limit:
            for path, state in list(self._states.items())[:-1]:
                if self.bytes <= self._limit:
                    break
                if not state.in_flight:
                    self.drop(path)

    def drop(self, path: str) -> None:
        """Forget a state; the file will be read again."""
        state = self._states.pop(path, None)
        if state is not None:
            self.bytes -= state.bytes

    def clear(self) -> None:
        """Forget every state."""
        self._states.clear()
        self.bytes = 0


def _compare(event: NewEvent, stored: StoredText | None, normalise: Normalise) -> AppendOutcome:
    same = stored is not None and stored == (event.role, normalise(event.text))
    return "duplicate" if same else "conflict"


def _cost(event_id: str) -> int:
    return sys.getsizeof(event_id) + _BYTES_PER_EVENT
