"""Any number of events gets through, whatever the limits cut them into."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from reme_client import (
    Client,
    InvalidRequestError,
    RequestTooLargeError,
    ServerStoppingError,
    TooManyEventsError,
)
from reme_client._generated.v1.limits import EVENTS_PER_REQUEST, REQUEST_BYTES

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import Act, StubServer, answer, problem

Serve = Callable[..., StubServer]
SESSION = {"host": "codex", "session_id": "s1"}


def event(number: int, content: str = "x") -> dict[str, str]:
    return {
        "event_id": f"e{number}",
        "role": "user",
        "content": content,
        "created_at": "2026-11-30T10:00:00Z",
    }


def store(most: int | None = None) -> Act:
    """Acknowledge every event, or refuse a batch with more than ``most`` of them."""
    stored: list[str] = []

    def act(connection: socket.socket, server: StubServer) -> bool:
        ids = [item["event_id"] for item in server.requests[-1].document["events"]]
        if most is not None and len(ids) > most:
            return problem("too_many_events", 413, limit=most)(connection, server)
        stored.extend(ids)
        counts = dict.fromkeys(("duplicate", "conflict", "filtered", "rejected", "redactions"), 0)
        outcomes = [{"event_id": name, "outcome": "appended"} for name in ids]
        reply = {"appended": len(ids), **counts, "total": len(stored), "outcomes": outcomes}
        return answer(200, reply)(connection, server)

    return act


def sizes(server: StubServer) -> list[int]:
    return [len(request.document["events"]) for request in server.requests]


def ids_of(reply: Any) -> list[str]:
    return [outcome.event_id for outcome in reply.outcomes]


def test_events_are_split_at_the_most_per_request(twin: Twin, serve: Serve) -> None:
    server = serve(store())
    events = [event(number) for number in range(EVENTS_PER_REQUEST + 5)]

    reply = twin.ask({"url": server.url}, "append_in_batches", events, **SESSION)

    assert sizes(server) == [EVENTS_PER_REQUEST, 5]
    assert reply.appended == reply.total == len(events)
    assert ids_of(reply) == [item["event_id"] for item in events]


def test_events_are_split_at_the_largest_body(twin: Twin, serve: Serve) -> None:
    server = serve(store())
    # Three bytes of UTF-8 each, so that counting characters would overflow the body.
    events = [event(number, "部" * 1_500_000) for number in range(8)]

    replies = twin.ask({"url": server.url}, "iter_append", events, scope_id="work", **SESSION)

    assert sizes(server) == [3, 3, 2]
    assert max(len(request.body) for request in server.requests) <= REQUEST_BYTES
    assert [request.document["scope_id"] for request in server.requests] == ["work"] * 3
    assert [reply.appended for reply in replies] == [3, 3, 2]


def test_a_batch_fills_the_body_to_the_last_byte(twin: Twin, serve: Serve) -> None:
    server = serve(store())
    empty = {
        **SESSION,
        "client": {"name": "reme-client", "version": "0.1.0"},
        "events": [event(0, ""), event(1, "")],
    }
    overhead = len(json.dumps(empty, separators=(",", ":")))
    events = [event(0, "x" * (REQUEST_BYTES - overhead - 1)), event(1, "x")]

    twin.ask({"url": server.url}, "append_in_batches", events, **SESSION)
    twin.ask({"url": server.url}, "append_in_batches", [events[0], event(1, "xx")], **SESSION)

    assert sizes(server) == [2, 1, 1]
    assert len(server.requests[0].body) == REQUEST_BYTES


def test_a_batch_that_is_refused_as_too_large_is_halved_in_order(twin: Twin, serve: Serve) -> None:
    server = serve(store(most=3))
    events = [event(number) for number in range(10)]

    reply = twin.ask({"url": server.url}, "append_in_batches", events, **SESSION)

    assert ids_of(reply) == [item["event_id"] for item in events]
    assert (reply.appended, reply.total) == (10, 10)
    assert sizes(server) == [10, 5, 2, 3, 5, 2, 3]


@pytest.mark.parametrize(
    ("code", "kind"), [("request_too_large", RequestTooLargeError), ("too_many_events", TooManyEventsError)]
)
def test_a_single_event_that_is_refused_is_not_sent_for_ever(
    twin: Twin, serve: Serve, code: str, kind: type[Exception]
) -> None:
    server = serve(problem(code, 413, limit=9))

    with pytest.raises(kind) as caught:
        twin.ask({"url": server.url}, "append_in_batches", [event(0), event(1)], **SESSION)

    assert getattr(caught.value, "code", None) == code
    assert getattr(caught.value, "limit", None) == 9
    assert sizes(server) == [2, 1]


def test_another_refusal_ends_the_batches(twin: Twin, serve: Serve) -> None:
    server = serve(store(), problem("server_stopping", 503))
    events = [event(number) for number in range(EVENTS_PER_REQUEST + 1)]

    with pytest.raises(ServerStoppingError):
        twin.ask({"url": server.url}, "append_in_batches", events, **SESSION)

    assert len(server.requests) == 2


def test_no_events_need_no_request(twin: Twin, serve: Serve) -> None:
    server = serve(store())

    reply = twin.ask({"url": server.url}, "append_in_batches", [], **SESSION)

    assert (reply.appended, reply.total, reply.outcomes) == (0, 0, [])
    assert server.requests == []


def test_a_bad_envelope_is_named_before_an_event_is_read(twin: Twin) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        twin.ask({}, "append_in_batches", iter([event(0)]), host="NO", session_id="s")

    assert caught.value.pointer == "/host"


def test_the_first_reply_comes_before_later_events_are_read(serve: Serve, tmp_path: object) -> None:
    server = serve(store())
    read = []

    def events() -> Iterator[dict[str, str]]:
        for number in range(EVENTS_PER_REQUEST * 2):
            read.append(number)
            yield event(number)

    with Client(server.url, environ={"HOME": str(tmp_path)}) as client:
        replies = client.iter_append(events(), host="codex", session_id="s1")
        next(replies)
        # One event more than the batch holds tells that the batch is full.
        assert len(read) == EVENTS_PER_REQUEST + 1
        assert sum(reply.appended for reply in replies) == EVENTS_PER_REQUEST
