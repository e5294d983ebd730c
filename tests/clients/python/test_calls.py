"""What goes over the wire for each operation."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from reme_client import (
    AsyncClient,
    Client,
    ExcludeSession,
    ForgetSession,
    ForgetTarget,
    InvalidRequestError,
    RememberMessage,
    SessionEvent,
    __version__,
    operations,
)
from reme_client._generated.v1.operations import OPERATIONS
from reme_client.models import SearchRequest

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import StubServer, answer

Serve = Callable[..., StubServer]
CLIENT = {"name": "reme-client", "version": __version__}
EVENT = {"event_id": "t1:u:0", "role": "user", "content": "hi", "created_at": "2026-11-30T10:00:00Z"}
APPENDED = {
    "appended": 1,
    "duplicate": 0,
    "conflict": 0,
    "filtered": 0,
    "rejected": 0,
    "total": 1,
    "redactions": 0,
    "outcomes": [{"event_id": "t1:u:0", "outcome": "appended"}],
}
HITS = {"hits": [], "truncated": False, "total_chars": 0}
CONTEXT = {"text": "", "sources": [], "truncated": False, "total_chars": 0}
FORGOTTEN = {"events": 0, "notes": 0, "documents": 0, "requeued": 0}
INDEX = {"state": "ready", "documents": 0, "done": 0, "total": 0}
QUEUE = {
    "backend": "sqlite",
    "extractor": "outline",
    "pending_sessions": 0,
    "pending_events": 0,
    "sessions": [],
}
STORE = dict.fromkeys(
    ("sessions", "appended", "duplicate", "conflict", "filtered", "rejected", "redactions"), 0
)
STATUS = {
    "version": "1",
    "integration_api_version": "1.0",
    "pid": 1,
    "address": "http://127.0.0.1:1",
    "workspace": "w",
    "zone": "UTC",
    "uptime_seconds": 0,
    "surfaces": ["json"],
    "health": {"status": "ok", "reasons": []},
    "store": STORE,
    "index": INDEX,
    "queue": QUEUE,
    "clients": [],
}

# Operation: arguments, named arguments, the document that is sent, a reply.
WIRE: dict[str, tuple[tuple[Any, ...], dict[str, Any], Any, dict[str, Any]]] = {
    "agent_session_append": (
        (),
        {"host": "codex", "session_id": "s1", "events": [SessionEvent(**EVENT), EVENT, {"bad": None}]},
        {"host": "codex", "session_id": "s1", "client": CLIENT, "events": [EVENT, EVENT, {"bad": None}]},
        APPENDED,
    ),
    "agent_session_flush": (
        (),
        {"host": "codex", "session_id": "s1", "reason": "pre_compact"},
        {"host": "codex", "session_id": "s1", "reason": "pre_compact"},
        {"queued": True, "pending": 3},
    ),
    "agent_memory_recall": (
        ("部署?",),
        {
            "limit": 2,
            "max_chars": 50,
            "exclude_session": ExcludeSession(host="codex", session_id="s1"),
            "exclude_ids": {"a1"},
            "min_score": 0.5,
        },
        {
            "query": "部署?",
            "limit": 2,
            "max_chars": 50,
            "exclude_session": {"host": "codex", "session_id": "s1"},
            "exclude_ids": ["a1"],
            "min_score": 0.5,
        },
        HITS,
    ),
    "agent_session_context": (("start",), {"max_chars": 9}, {"purpose": "start", "max_chars": 9}, CONTEXT),
    "search": (("where",), {"scope_id": "work"}, {"query": "where", "scope_id": "work"}, HITS),
    "read": (
        ("daily/a.md",),
        {"line_start": 2, "line_end": 3},
        {"path": "daily/a.md", "line_start": 2, "line_end": 3},
        {
            "path": "daily/a.md",
            "line_start": 2,
            "line_end": 3,
            "total_lines": 9,
            "text": "x",
            "truncated": False,
        },
    ),
    "traverse": (
        ("digest/a.md",),
        {"direction": "in", "depth": 2, "limit": 3},
        {"path": "digest/a.md", "direction": "in", "depth": 2, "limit": 3},
        {"path": "digest/a.md", "links": [], "truncated": False},
    ),
    "daily_list": (("2026-11-30",), {}, {"date": "2026-11-30"}, {"days": [], "truncated": False}),
    "remember": (
        (),
        {"messages": [RememberMessage(role="user", content="tabs, not spaces")]},
        {"messages": [{"role": "user", "content": "tabs, not spaces"}]},
        {"outcome": "stored", "path": "digest/remembered/x.md", "redactions": 0},
    ),
    "forget": (
        (),
        {"targets": [ForgetTarget(path="digest/a.md"), {"path": "digest/b.md", "line_start": 1}]},
        {"targets": [{"path": "digest/a.md"}, {"path": "digest/b.md", "line_start": 1}]},
        FORGOTTEN,
    ),
    "reindex": ((), {}, {}, {"started": True}),
    "version": ((), {}, None, {"name": "x", "version": "1", "integration_api_version": "1.0"}),
    "health": ((), {}, None, {"status": "ok", "reasons": []}),
    "status": ((), {}, None, STATUS),
    "help": ((), {}, None, {"operations": []}),
    "openapi": ((), {}, None, {"openapi": "3.1.0", "paths": {"/search": {}}}),
}


def test_every_operation_has_a_case_and_a_method() -> None:
    names = [row.name for row in OPERATIONS]

    assert sorted(WIRE) == sorted(names)
    for name in names:
        assert inspect.signature(getattr(Client, name)) == inspect.signature(getattr(AsyncClient, name))
        assert getattr(Client, name).__doc__
        assert not inspect.iscoroutinefunction(getattr(Client, name))
        assert inspect.iscoroutinefunction(getattr(AsyncClient, name))


def test_typed_operations_agree_with_the_contract() -> None:
    typed = {
        value.row.name: value
        for value in vars(operations).values()
        if isinstance(value, operations.TypedOperation)
    }

    assert sorted(typed) == sorted(row.name for row in OPERATIONS)
    for row in OPERATIONS:
        assert (typed[row.name].request, typed[row.name].reply) == (row.request, row.reply)
        assert typed[row.name].row is row
        assert getattr(operations, row.name.upper()) is typed[row.name]


@pytest.mark.parametrize("name", sorted(WIRE))
def test_an_operation_sends_its_document_and_reads_its_reply(twin: Twin, serve: Serve, name: str) -> None:
    arguments, named, document, reply = WIRE[name]
    row = next(row for row in OPERATIONS if row.name == name)
    server = serve(answer(200, {**reply, "of_a_newer_minor": {"deep": [1]}}, Reme_Api_Version="1.7"))

    result = twin.ask({"url": server.url, "token": "abc"}, name, *arguments, **named)

    sent = server.requests[0]
    assert (sent.method, sent.target) == (row.method, row.path)
    assert (sent.document if sent.body else None) == document
    assert sent.headers["reme-api-version"] == "1.0"
    assert sent.headers["user-agent"] == f"reme-client/{__version__}"
    assert sent.headers["accept-encoding"] == "identity"
    assert sent.headers.get("content-type") == (None if document is None else "application/json")
    assert sent.headers.get("authorization") == ("Bearer abc" if row.token_required else None)
    assert "cookie" not in sent.headers
    if name == "openapi":
        assert result["paths"] == {"/search": {}}
    else:
        assert type(result) is row.reply
        assert result.wire() == reply


def test_a_path_below_the_origin_is_kept(twin: Twin, serve: Serve) -> None:
    server = serve(answer(200, HITS))

    twin.ask({"url": f"{server.url}/team/"}, "search", "q")

    assert server.requests[0].target == "/team/search"


@pytest.mark.parametrize(
    ("method", "arguments", "named"),
    [
        ("search", ("q",), {}),
        ("call", (operations.SEARCH, SearchRequest(query="q")), {}),
    ],
)
def test_the_clients_scope_fills_an_open_one(
    twin: Twin, serve: Serve, method: str, arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    server = serve(answer(200, HITS))

    twin.ask({"url": server.url, "scope_id": "mine"}, method, *arguments, **named)

    assert server.requests[0].document == {"query": "q", "scope_id": "mine"}


def test_a_scope_that_was_asked_for_stays(twin: Twin, serve: Serve) -> None:
    server = serve(answer(200, HITS))
    request = SearchRequest(query="q", scope_id="default", limit=3)

    twin.ask({"url": server.url, "scope_id": "mine"}, "call", operations.SEARCH, request)
    twin.ask({"url": server.url, "scope_id": "mine"}, "search", "q", scope_id="yours")

    assert [sent.document["scope_id"] for sent in server.requests] == ["default", "yours"]
    assert server.requests[0].document["limit"] == 3


def test_forgetting_a_session_means_the_clients_scope(twin: Twin, serve: Serve) -> None:
    server = serve(answer(200, FORGOTTEN))
    session = {"host": "codex", "session_id": "s1"}

    twin.ask({"url": server.url, "scope_id": "mine"}, "forget", session=ForgetSession(**session))
    twin.ask({"url": server.url}, "forget", session=session)

    assert server.requests[0].document["session"]["scope_id"] == "mine"
    assert server.requests[1].document["session"] == session


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\ud800b", "a\ufffdb"),
        ("\udfff", "\ufffd"),
        ("\ud83d\ude00", "\U0001f600"),
        ("\u2028\u2029\x85\x00", "\u2028\u2029\x85\x00"),
    ],
)
def test_text_that_is_not_well_formed_is_repaired(twin: Twin, serve: Serve, text: str, expected: str) -> None:
    server = serve(answer(200, HITS), answer(200, APPENDED))

    steps = [
        ("search", (text,), {}),
        (
            "agent_session_append",
            (),
            {"host": "codex", "session_id": "s", "events": [{**EVENT, "content": text}]},
        ),
    ]
    twin.script({"url": server.url}, steps)

    assert server.requests[0].document["query"] == expected
    assert server.requests[1].document["events"][0]["content"] == expected


@pytest.mark.parametrize(
    ("method", "arguments", "named", "pointer"),
    [
        ("search", (5,), {}, "/query"),
        ("search", ("q",), {"limit": 0}, "/limit"),
        ("search", ("q",), {"limit": True}, "/limit"),
        ("search", ("q",), {"scope_id": ""}, "/scope_id"),
        ("agent_memory_recall", ("q",), {"min_score": float("nan")}, "/min_score"),
        ("agent_memory_recall", ("q",), {"exclude_session": {"host": "NO", "session_id": "s"}}, None),
        ("agent_session_context", ("later",), {}, "/purpose"),
        ("agent_session_append", (), {"host": "No!", "session_id": "s", "events": []}, "/host"),
        (
            "agent_session_append",
            (),
            {"host": "codex", "session_id": "s", "events": [EVENT, {"x": b""}]},
            "/events/1",
        ),
        ("forget", (), {"targets": [{"path": "a", "line": 3}]}, "/targets/0/line"),
        ("daily_list", ("yesterday",), {}, "/date"),
        ("version", (), {"timeout_ms": 0}, None),
    ],
)
def test_a_request_that_breaks_the_contract_is_not_sent(
    twin: Twin,
    serve: Serve,
    method: str,
    arguments: tuple[Any, ...],
    named: dict[str, Any],
    pointer: str | None,
) -> None:
    server = serve(answer(200, HITS))

    with pytest.raises(InvalidRequestError) as caught:
        twin.ask({"url": server.url}, method, *arguments, **named)

    assert caught.value.code == "invalid_request"
    if pointer is not None:
        assert caught.value.pointer == pointer
    assert server.requests == []


def test_a_value_that_refers_to_itself_is_refused(twin: Twin) -> None:
    endless: list[Any] = []
    endless.append(endless)

    with pytest.raises(InvalidRequestError):
        twin.ask({}, "agent_session_append", host="codex", session_id="s", events=[{"content": endless}])
