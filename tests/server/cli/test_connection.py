from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from reme_gateway.cli.configuration import ClientConfiguration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.outcome import FAILED, UNREACHABLE, CommandFailed

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, problem, status


def configuration(url: str, token: str | None = None, timeout_ms: int = 5000) -> ClientConfiguration:
    origins = {"url": "flag --url", "token": "file x", "scope": "default", "timeout_ms": "default"}
    return ClientConfiguration(url, token, "default", timeout_ms, origins)


def refusal(url: str, operation: str = "status", **options: object) -> CommandFailed:
    with pytest.raises(CommandFailed) as caught:
        Connection(configuration(url, **options)).call(operation)  # type: ignore[arg-type]
    return caught.value


@pytest.fixture
def silent() -> Iterator[int]:
    """Takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def babbler() -> Iterator[int]:
    """Answers with something that is not HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def babble() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(1000)
                connection.sendall(b"220 mail.example ESMTP\r\n")

        thread = threading.Thread(target=babble)
        thread.start()
        yield listener.getsockname()[1]
        thread.join()


def test_a_request_carries_version_token_and_body() -> None:
    with FakeGateway(search={"hits": []}) as gateway:
        Connection(configuration(gateway.url, token="reme_secret")).call("search", {"query": "部署"})
    assert gateway.asked == [("search", {"query": "部署"})]
    assert gateway.headers[0]["reme-api-version"] == "1.0"
    assert gateway.headers[0]["authorization"] == "Bearer reme_secret"
    assert gateway.headers[0]["content-type"] == "application/json"


def test_a_path_in_the_address_stays_before_the_operation() -> None:
    with FakeGateway(status=status()) as gateway:
        Connection(configuration(f"{gateway.url}/memory")).call("status")
    assert gateway.targets == ["/memory/status"]


def test_fields_of_a_newer_server_are_ignored() -> None:
    with FakeGateway(status={**status(), "mood": "fine"}) as gateway:
        assert Connection(configuration(gateway.url)).call("status")["mood"] == "fine"


def test_nobody_there_is_exit_code_3_with_the_way_out() -> None:
    failure = refusal("http://127.0.0.1:1")
    assert failure.exit_code == UNREACHABLE
    assert "no ReMe Gateway at http://127.0.0.1:1: Connection refused" in failure.line
    assert "reme start" in failure.line


def test_no_answer_in_time_is_exit_code_3(silent: int) -> None:
    failure = refusal(f"http://127.0.0.1:{silent}", timeout_ms=100)
    assert failure.exit_code == UNREACHABLE
    assert "within 100 ms" in failure.line


def test_another_protocol_is_told_apart(babbler: int) -> None:
    failure = refusal(f"http://127.0.0.1:{babbler}")
    assert failure.exit_code == UNREACHABLE
    assert "is no ReMe Gateway" in failure.line


@pytest.mark.parametrize(
    "answer", [(200, b"<html>hello</html>"), (200, b"[1]"), (404, b"not here"), (404, {"error": "nope"})]
)
def test_another_web_server_is_told_apart(answer: tuple[int, object]) -> None:
    with FakeGateway(status=answer) as gateway:
        failure = refusal(gateway.url)
    assert failure.exit_code == UNREACHABLE
    assert "is no ReMe Gateway" in failure.line
    assert "flag --url" in failure.line


def test_a_refusal_is_one_line_and_its_code_is_for_scripts() -> None:
    refused = problem("store_unavailable", "The disk is full.\nReally.", "Make room, please.")
    with FakeGateway(search=(400, refused)) as gateway:
        failure = refusal(gateway.url, "search")
    assert failure.exit_code == FAILED
    assert failure.code == "store_unavailable"
    assert failure.line == "The disk is full. Really; make room, please"


@pytest.mark.parametrize(
    ("pointer", "detail", "line"),
    [
        (
            "/limit",
            "/limit: Input should be less than or equal to 100",
            "--limit must be less than or equal to 100",
        ),
        (
            "/query",
            "/query: String should have at most 9 characters",
            "the query must have at most 9 characters",
        ),
        ("/targets/0/path", "/targets/0/path: Field required", "the path: Field required"),
        ("/targets/0/path", "It is empty.", "It is empty (the path)"),
        ("/some_new/field_name", "It is wrong.", "It is wrong (field name)"),
    ],
)
def test_a_refused_value_is_called_as_the_command_line_calls_it(pointer: str, detail: str, line: str) -> None:
    refused = problem("invalid_request", detail, "Correct what `pointer` names.", pointer=pointer)
    with FakeGateway(search=(400, refused)) as gateway:
        assert refusal(gateway.url, "search").line == f"{line}; the command's --help shows what it takes"


@pytest.mark.parametrize("remedy", ["ReMe has to be there", "REME_URL is wrong", "PATH:1 is one line"])
def test_names_keep_their_letters_behind_the_semicolon(remedy: str) -> None:
    assert CommandFailed("It failed.", remedy).line == f"It failed; {remedy}"


@pytest.mark.parametrize(("token", "remedy"), [(None, "set REME_TOKEN"), ("reme_x", "comes from file x")])
def test_a_missing_token_and_a_wrong_one_have_different_remedies(token: str | None, remedy: str) -> None:
    with FakeGateway(status=(401, problem("unauthorized", "The request carries no valid token."))) as gateway:
        failure = refusal(gateway.url, token=token)
    assert failure.code == "unauthorized"
    assert remedy in failure.line
    assert "reme_x" not in failure.line


def test_a_request_to_loopback_never_goes_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with FakeGateway(status=status()) as gateway:
        assert Connection(configuration(gateway.url)).call("status")["pid"] == 4711


def test_a_request_elsewhere_goes_through_the_proxy(home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeGateway(status=status()) as proxy:
        monkeypatch.setenv("http_proxy", f"http://user:p%40ss@127.0.0.1:{proxy.port}")
        Connection(configuration("http://memory.example:2333")).call("status")
    assert proxy.targets == ["http://memory.example:2333/status"]
    assert proxy.headers[0]["proxy-authorization"] == "Basic dXNlcjpwQHNz"
    assert proxy.headers[0]["host"] == "memory.example:2333"


def test_a_host_in_no_proxy_is_asked_directly(home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeGateway(status=status()) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("no_proxy", "memory.invalid")
        failure = refusal("http://memory.invalid:2333")
    assert proxy.asked == []
    assert failure.exit_code == UNREACHABLE


def test_a_proxy_that_cannot_be_used_does_not_show_its_password(
    home: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "socks5://user:pw-secret@127.0.0.1:1")
    failure = refusal("http://memory.example:2333")
    assert failure.exit_code == 4
    assert "pw-secret" not in failure.line
    assert "socks5://127.0.0.1:1" in failure.line


def test_the_address_is_named_with_its_origin_when_it_cannot_be_used(reme: Reme) -> None:
    ended = reme("status", "--url", "ftp://x")
    assert ended.code == 4
    assert "flag --url" in ended.err
