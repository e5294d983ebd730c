from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.ports import NewEvent
from reme_gateway.store.session_file import SessionContents
from reme_gateway.store.session_line import content_digest
from reme_gateway.store.session_state import Judgement, SessionState, StateCache, StoredText
from reme_gateway.store.session_writer import SessionWriter


def new(event_id: str, text: str = "hello", role: Any = "user") -> NewEvent:
    return NewEvent(event_id, role, text, "2026-03-01T10:00:00Z")


def state_of(*events: NewEvent) -> SessionState:
    digests = {event.event_id: content_digest(event.role, event.text) for event in events}
    contents = SessionContents(lines=len(events), live=len(events), digests=digests)
    return SessionState(contents, SessionWriter(Path("unused"), 0, None))


def judge(
    state: SessionState,
    *events: NewEvent,
    forgotten: Collection[str] = (),
    known: dict[str, StoredText | None] | None = None,
) -> Judgement:
    return state.judge(events, forgotten, known or {}, str.lower)


def test_judging_changes_nothing_until_it_is_reserved() -> None:
    state = state_of(new("a"))
    judged = judge(state, new("b"), new("c"))
    assert (state.lines, state.live, list(state.digests)) == (1, 1, ["a"])
    before = state.bytes
    assert state.reserve(judged) == state.bytes - before > 0
    assert (state.lines, state.live, state.in_flight, list(state.digests)) == (3, 3, 1, ["a", "b", "c"])


def test_a_tombstone_comes_before_everything() -> None:
    judged = judge(state_of(new("a")), new("a"), new("a", "other"), new("b"), forgotten={"a", "b"})
    assert judged.outcomes == ["forgotten"] * 3
    assert judged.fresh == []


def test_other_bytes_are_unsettled_until_the_stored_text_is_known() -> None:
    state = state_of(new("a", "Hello"))
    assert judge(state, new("a", "hello")).unsettled == {"a"}
    for stored, outcome in (
        (("user", "hello"), "duplicate"),
        (("assistant", "hello"), "conflict"),
        (None, "conflict"),
    ):
        judged = judge(state, new("a", "HELLO"), known={"a": stored})
        assert (judged.outcomes, judged.unsettled) == ([outcome], set())


def test_equal_bytes_need_no_rules() -> None:
    def fail(_: str) -> str:
        raise AssertionError("normalised although the bytes are equal")

    judged = state_of(new("a")).judge([new("a"), new("b"), new("b")], (), {}, fail)
    assert judged.outcomes == ["duplicate", "appended", "duplicate"]


def test_the_least_recently_used_state_goes_first_and_the_newest_never() -> None:
    cache = StateCache(limit=2 * state_of().bytes)
    for path in ("a", "b"):
        cache.put(path, state_of())
    assert cache.get("a") is not None
    cache.put("c", state_of())
    assert [cache.peek(path) is not None for path in "abc"] == [True, False, True]
    huge = state_of(*(new(f"event-{n}") for n in range(1000)))
    cache.put("d", huge)
    assert (len(cache), cache.peek("d"), cache.bytes) == (1, huge, huge.bytes)


def test_a_state_with_writes_under_way_stays() -> None:
    cache = StateCache(limit=1)
    busy = state_of()
    cache.put("busy", busy)
    busy.reserve(judge(busy, new("a")))
    cache.put("next", state_of())
    assert cache.peek("busy") is busy
    busy.in_flight = 0
    cache.grew(0)
    assert cache.peek("busy") is None


@pytest.mark.parametrize("count", [100, 1000, 10_000])
def test_the_estimated_size_is_near_the_real_one(count: int) -> None:
    state = state_of(*(new(f"0b5e2c1a-77aa-4c1e-9d7b-{n:012d}:u:0123456789abcdef") for n in range(count)))
    parts = sum(sys.getsizeof(key) + sys.getsizeof(value) for key, value in state.digests.items())
    real = sys.getsizeof(state.digests) + parts
    assert 0.7 * real < state.bytes < 1.5 * real
