"""Neither token nor content shows up where a developer would print or log it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from typing import Any

import pytest
from reme_client import AsyncClient, Client, InvalidRequestError, RemeError

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import Act, StubServer, answer, problem, raw, reset

Serve = Callable[..., StubServer]
TOKEN = "hush-token-4711"
SECRET = "canary 4711"
HITS = {
    "hits": [
        {
            "id": "h1",
            "path": "digest/a.md",
            "line_start": 1,
            "line_end": 2,
            "snippet": SECRET,
            "score": 0.5,
            "kind": "turn",
            "created_at": "2026-11-30T10:00:00Z",
            "truncated": False,
        }
    ],
    "truncated": False,
    "total_chars": 11,
}


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_client_shows_everything_but_the_token(kind: type[Client], tmp_path: object) -> None:
    environ = {"HOME": str(tmp_path), "REME_TOKEN": TOKEN}

    client = kind("http://127.0.0.1:4711", environ=environ, scope_id="work")

    assert repr(client) == (f"<{kind.__name__} http://127.0.0.1:4711 (direct) scope=work token=set retry=on>")
    assert repr(kind(environ={"HOME": str(tmp_path)}, retry=None)).endswith("token=none retry=off>")
    assert client.config.token == TOKEN
    assert TOKEN not in repr(client.config) + str(client.config)


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(answer(200, HITS), id="good reply"),
        pytest.param(answer(200, {**HITS, "hits": SECRET}), id="malformed reply"),
        pytest.param(answer(200, f"{SECRET} is no JSON".encode()), id="no JSON"),
        pytest.param(answer(500, SECRET.encode()), id="no problem document"),
        pytest.param(problem("index_unavailable", 503, retryable=True), id="retried refusal"),
        pytest.param(reset, id="reset"),
        pytest.param(raw(b""), id="hang-up"),
    ],
)
def test_nothing_that_was_sent_or_received_is_logged_or_raised(
    twin: Twin, serve: Serve, act: Act, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve(act)
    printed = ""

    try:
        twin.ask({"url": server.url, "token": TOKEN}, "agent_memory_recall", SECRET, scope_id=SECRET)
    except RemeError as error:
        printed = "".join(traceback.format_exception(error))

    assert server.requests
    assert "agent_memory_recall" in caplog.text
    for text in (caplog.text, printed):
        assert "4711" not in text


@pytest.mark.parametrize(
    ("method", "arguments", "named"),
    [
        ("search", (SECRET,), {"limit": SECRET}),
        ("remember", (), {"messages": [{"role": SECRET, "content": SECRET}]}),
        (
            "agent_session_append",
            (),
            {"host": "codex", "session_id": SECRET, "events": [{"a": {SECRET.encode()}}]},
        ),
    ],
)
def test_a_refused_argument_is_not_repeated(
    twin: Twin, method: str, arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        twin.ask({}, method, *arguments, **named)

    assert "4711" not in "".join(traceback.format_exception(caught.value))


def test_the_token_goes_to_its_origin_only_where_it_is_needed(twin: Twin, serve: Serve) -> None:
    server = serve(answer(200, {"status": "ok", "reasons": []}), answer(200, HITS))

    twin.script({"url": server.url, "token": TOKEN}, [("health", (), {}), ("search", ("q",), {})])

    assert [request.headers.get("authorization") for request in server.requests] == [
        None,
        f"Bearer {TOKEN}",
    ]
