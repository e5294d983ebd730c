"""Whatever a network does, a caller gets one named exception within the call's deadline."""

from __future__ import annotations

import socket
import traceback
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from reme_client import (
    Client,
    ConnectionFailedError,
    InvalidReplyError,
    RemeError,
    RequestTimeoutError,
    RetryPolicy,
    ServerFaultError,
)

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import Act, StubServer, answer, drip, hang, raw, reset

Serve = Callable[..., StubServer]
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
VERSION = {"name": "reme-gateway", "version": "9.9", "integration_api_version": "1.0"}
SHORT_MS = 400


def refusal(twin: Twin, server: StubServer, **options: object) -> RemeError:
    with pytest.raises(RemeError) as caught:
        twin.ask({"url": server.url, **options}, "version", timeout_ms=SHORT_MS)
    return caught.value


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(hang, id="never answers"),
        pytest.param(drip(b"", b"H"), id="drips the status line"),
        pytest.param(drip(HEAD, b"X-Drop: 1\r\n"), id="drips headers"),
        pytest.param(drip(HEAD + b"Content-Length: 100000\r\n\r\n{", b" "), id="drips the body"),
        pytest.param(drip(HEAD + b"Content-Length: 100000\r\n\r\n{", b""), id="stops amid the body"),
    ],
)
def test_a_server_that_takes_for_ever_becomes_a_timeout(twin: Twin, serve: Serve, act: Act) -> None:
    server = serve(act)

    error = refusal(twin, server)

    assert type(error) is RequestTimeoutError
    assert (error.code, error.status, error.retryable) == ("request_timeout", 0, True)
    assert "0.4 s" in str(error)
    assert len(server.requests) == 1


def test_a_server_that_reads_nothing_becomes_a_timeout(twin: Twin) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        event = {"event_id": "e", "role": "user", "content": "x" * 30_000_000, "created_at": "-"}

        with pytest.raises(RequestTimeoutError):
            twin.ask(
                {"url": url},
                "agent_session_append",
                host="codex",
                session_id="s",
                events=[event],
                timeout_ms=SHORT_MS,
            )


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(reset, id="resets"),
        pytest.param(raw(b""), id="hangs up"),
        pytest.param(raw(b"SSH-2.0-OpenSSH_9.2\r\n"), id="speaks another protocol"),
        pytest.param(raw(bytes(range(256))), id="sends garbage"),
        pytest.param(raw(HEAD + b"Content-Length: 100\r\n\r\n{}"), id="breaks off amid the body"),
        pytest.param(raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"), id="sends a broken chunk"),
        pytest.param(raw(HEAD + b"Content-Length: -5\r\n\r\n"), id="sends an impossible length"),
    ],
)
def test_a_broken_connection_is_named_and_tried_again(twin: Twin, serve: Serve, act: Act) -> None:
    server = serve(act)

    error = refusal(twin, server)

    assert type(error) is ConnectionFailedError
    assert (error.code, error.status, error.retryable) == ("connection_failed", 0, True)
    assert len(server.requests) == 3


def test_a_closed_port_is_named_with_what_to_do(twin: Twin) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

    with pytest.raises(ConnectionFailedError) as caught:
        twin.ask({"url": f"http://127.0.0.1:{port}"}, "health")

    assert f"http://127.0.0.1:{port}" in str(caught.value)
    assert "reme start" in caught.value.hint
    trace = "".join(traceback.format_exception(caught.value))
    assert trace.count("Traceback") == 1, "nothing of the HTTP library stands before what happened"
    assert trace.splitlines()[-1].endswith("or correct REME_URL.")


def test_the_systems_reason_stands_in_the_error(tmp_path: Path) -> None:
    options = {"environ": {"HOME": str(tmp_path)}, "retry": None, "url": "http://127.0.0.1:1"}
    with Client(**options) as client, pytest.raises(ConnectionFailedError) as caught:  # type: ignore[arg-type]
        client.health()

    assert "cannot be reached (direct connection): Connection refused. " in str(caught.value)


def test_a_call_works_when_a_later_try_does(twin: Twin, serve: Serve) -> None:
    server = serve(reset, raw(b""), answer(200, VERSION))

    assert twin.ask({"url": server.url}, "version").version == "9.9"
    assert len(server.requests) == 3


def test_a_connection_that_died_between_two_calls_is_replaced(twin: Twin, serve: Serve) -> None:
    def then_hang_up(connection: socket.socket, server: StubServer) -> bool:
        answer(200, VERSION)(connection, server)
        return False

    server = serve(then_hang_up)

    replies = twin.script({"url": server.url}, [("version", (), {})] * 3)

    assert [reply.version for reply in replies] == ["9.9"] * 3


def test_no_retry_when_switched_off(twin: Twin, serve: Serve) -> None:
    server = serve(reset)

    assert type(refusal(twin, server, retry=None)) is ConnectionFailedError
    assert len(server.requests) == 1


def test_no_pause_outlasts_the_deadline(twin: Twin, serve: Serve) -> None:
    server = serve(reset)
    patient = RetryPolicy(attempts=2, first_pause=20, longest_pause=20)

    assert type(refusal(twin, server, retry=patient)) is ConnectionFailedError
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_fault_without_a_problem_document_is_final(twin: Twin, serve: Serve, status: int) -> None:
    server = serve(answer(status, b"<h1>Oh no</h1>", Content_Type="text/html", Reme_Api_Version=""))

    error = refusal(twin, server)

    assert type(error) is ServerFaultError
    assert (error.code, error.status, error.retryable) == ("server_fault", status, False)
    assert "Oh no" not in str(error)
    assert len(server.requests) == 1


def test_an_endless_reply_is_cut_off(twin: Twin, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reme_client.exchange.REPLY_BYTES", 1000)
    server = serve(answer(200, b" " * 1001))

    error = refusal(twin, server)

    assert type(error) is InvalidReplyError
    assert "1000 bytes" in str(error)


def test_a_transport_of_the_callers_own_is_used_and_its_failure_translated(tmp_path: object) -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadError("broken", request=request)

    options = {"environ": {"HOME": str(tmp_path)}, "retry": None, "transport": httpx.MockTransport(fail)}
    with Client(**options) as client, pytest.raises(ConnectionFailedError) as caught:  # type: ignore[arg-type]
        client.search("a secret question")

    assert "secret" not in str(caught.value)
    assert isinstance(caught.value.__context__, httpx.ReadError)
