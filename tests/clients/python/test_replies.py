"""What counts as an answer, and how a client lives with a newer or another server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from reme_client import ApiVersionUnsupportedError, InvalidReplyError, RemeError
from reme_client._generated.v1.wire_model import MalformedDocument
from reme_client.models import AppendReply, HealthReply, RecallReply, TraverseReply
from reme_client.newer_values import parse_reply

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import StubServer, answer, problem, raw

Serve = Callable[..., StubServer]
VERSION = {"name": "reme-gateway", "version": "9.9", "integration_api_version": "1.0"}
HIT = {
    "id": "h1",
    "path": "digest/a.md",
    "line_start": 1,
    "line_end": 2,
    "snippet": "tabs",
    "score": 0.5,
    "kind": "weekly",
    "created_at": "2026-11-30T10:00:00Z",
    "truncated": False,
}


def refusal(twin: Twin, server: StubServer, **options: Any) -> RemeError:
    with pytest.raises(RemeError) as caught:
        twin.ask({"url": server.url, **options}, "version")
    return caught.value


@pytest.mark.parametrize("version", ["1.0", "1.99", "1", " 1.3 "])
def test_a_newer_minor_and_its_fields_are_fine(twin: Twin, serve: Serve, version: str) -> None:
    server = serve(answer(200, {**VERSION, "future": {"x": None}}, Reme_Api_Version=version))

    assert twin.ask({"url": server.url}, "version").version == "9.9"


def test_a_server_that_names_no_version_is_taken_at_its_word(twin: Twin, serve: Serve) -> None:
    assert twin.ask({"url": serve(answer(200, VERSION, Reme_Api_Version="")).url}, "version").version == "9.9"


@pytest.mark.parametrize("version", ["2.0", "0.9", "10.0", "one", "11"])
@pytest.mark.parametrize("status", [200, 404, 500])
def test_another_major_is_refused_whatever_it_says(
    twin: Twin, serve: Serve, version: str, status: int
) -> None:
    server = serve(answer(status, VERSION, Reme_Api_Version=version))

    error = refusal(twin, server)

    assert type(error) is ApiVersionUnsupportedError
    assert (error.code, error.status, error.retryable) == ("api_version_unsupported", status, False)
    assert version in str(error)
    assert "1.0" in str(error)
    assert len(server.requests) == 1


def test_a_server_that_refuses_our_major_raises_the_same(twin: Twin, serve: Serve) -> None:
    assert type(refusal(twin, serve(problem("api_version_unsupported", 400)))) is ApiVersionUnsupportedError


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_error_and_takes_no_token_along(twin: Twin, serve: Serve, status: int) -> None:
    elsewhere = serve(answer(200, VERSION))
    server = serve(answer(status, b"", Location=f"{elsewhere.url}/version"))

    with pytest.raises(InvalidReplyError) as caught:
        twin.ask({"url": server.url, "token": "hush"}, "status")

    assert (caught.value.code, caught.value.status) == ("invalid_reply", status)
    assert "redirects are not followed" in str(caught.value)
    assert "REME_URL" in caught.value.hint
    assert elsewhere.requests == []
    assert len(server.requests) == 1


def test_cookies_are_not_kept(twin: Twin, serve: Serve) -> None:
    server = serve(answer(200, VERSION, Set_Cookie="id=1; Path=/"))

    twin.script({"url": server.url}, [("version", (), {})] * 2)

    assert len(server.requests) == 2
    assert "cookie" not in server.requests[1].headers


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html>It works!</html>",
        b"{",
        b"[]",
        b"null",
        b'{"name": "x"}',
        b'{"name": NaN}',
        b"\xff\xfe{}",
        b"[" * 100_000,
        b'{"name": "x", "version": 1, "integration_api_version": "1.0"}',
        b'{"name": "x", "version": null, "integration_api_version": "1.0"}',
    ],
)
def test_an_answer_that_breaks_the_contract_is_named(twin: Twin, serve: Serve, body: bytes) -> None:
    server = serve(answer(200, body))

    error = refusal(twin, server)

    assert type(error) is InvalidReplyError
    assert (error.code, error.status, error.retryable) == ("invalid_reply", 200, False)
    assert "REME_URL" in error.hint
    assert len(server.requests) == 1


def test_the_place_of_a_fault_is_named_without_its_value(twin: Twin, serve: Serve) -> None:
    reply = {
        "hits": [{**HIT, "kind": "turn"}, {**HIT, "score": "a secret"}],
        "truncated": False,
        "total_chars": 4,
    }
    server = serve(answer(200, reply))

    with pytest.raises(InvalidReplyError) as caught:
        twin.ask({"url": server.url}, "agent_memory_recall", "tabs or spaces")

    assert caught.value.pointer == "/hits/1/score"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("status", [201, 204, 206])
def test_another_success_than_200_is_no_reply(twin: Twin, serve: Serve, status: int) -> None:
    error = refusal(twin, serve(answer(status, VERSION)))

    assert type(error) is InvalidReplyError
    assert error.status == status


def test_an_unrequested_compression_is_refused(twin: Twin, serve: Serve) -> None:
    error = refusal(twin, serve(answer(200, b"\x1f\x8b", Content_Encoding="gzip")))

    assert type(error) is InvalidReplyError
    assert "compressed" in str(error)


def test_a_chunked_answer_with_an_interim_one_is_read(twin: Twin, serve: Serve) -> None:
    content = (
        b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        b'2d\r\n{"name": "x", "version": "9.9", "integration_\r\n'
        b'18\r\napi_version": "1.0"}    \r\n0\r\n\r\n'
    )

    assert twin.ask({"url": serve(raw(content)).url}, "version").version == "9.9"


def test_an_unknown_word_of_a_newer_minor_is_kept(twin: Twin, serve: Serve) -> None:
    reply = {"hits": [HIT, {**HIT, "kind": "turn"}], "truncated": False, "total_chars": 8}

    result = twin.ask({"url": serve(answer(200, reply)).url}, "search", "tabs")

    assert [hit.kind for hit in result.hits] == ["weekly", "turn"]
    assert result.wire() == reply


@pytest.mark.parametrize(
    ("model", "document"),
    [
        (HealthReply, {"status": "dreaming", "reasons": []}),
        (
            TraverseReply,
            {
                "path": "a.md",
                "links": [{"path": "b.md", "name": "b", "direction": "sideways", "depth": 1, "exists": True}],
                "truncated": False,
            },
        ),
        (
            AppendReply,
            {
                **dict.fromkeys(("appended", "duplicate", "conflict", "rejected", "total", "redactions"), 0),
                "filtered": 2,
                "outcomes": [
                    {"outcome": "filtered", "reason": "boring"},
                    {"outcome": "deferred", "reason": "late"},
                ],
            },
        ),
    ],
)
def test_unknown_words_are_kept_wherever_they_stand(model: Any, document: dict[str, Any]) -> None:
    assert parse_reply(model, document).wire() == document


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"hits": [{**HIT, "kind": 5}], "truncated": False, "total_chars": 4}, "/hits/0/kind"),
        ({"hits": [{**HIT, "line_start": "1"}], "truncated": False, "total_chars": 4}, "/hits/0/line_start"),
        ({"hits": [{**HIT, "kind": None}], "truncated": False, "total_chars": 4}, "/hits/0/kind"),
    ],
)
def test_a_wrong_kind_of_value_is_still_a_fault(document: dict[str, Any], pointer: str) -> None:
    with pytest.raises(MalformedDocument) as caught:
        parse_reply(RecallReply, document)

    assert caught.value.pointer == pointer
