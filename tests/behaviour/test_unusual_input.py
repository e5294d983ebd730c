"""Odd text and odd sizes: the right outcome or the named error, and neighbours unharmed."""

from __future__ import annotations

import base64
import json
import random
from typing import Any

import pytest
from reme_gateway._contract.v1.limits import EVENT_BYTES, EVENTS_PER_REQUEST, REQUEST_BYTES

from tests.behaviour.session_files import stored_lines, text_of
from tests.gateway_process import GatewayProcess, event

ODD_TEXTS = {
    "line separators": "one\u2028two\u2029three\u0085four\x0bfive\x0csix\x1cseven",
    "nul": "before\x00after",
    "controls": "bell\x07 escape\x1b[31m delete\x7f c1\x9b",
    "zwj": "family 👨‍👩‍👧‍👦 and flag 🏳️‍🌈",
    "rtl": "\u202eמה נשמע\u202c and العربية",
    "combining": "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G",
    "astral": "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𠮷野家",
    "crlf": "windows\r\nline\r\nends",
    "json in text": '{"role": "user", "content": "\\"quoted\\" \\\\ back"}',
    "bom": "\ufeffstarts with a mark",
}


@pytest.fixture
def session(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"host": "codex", "session_id": request.node.name}


def texts(gateway: GatewayProcess, session: dict[str, Any]) -> list[str]:
    return [
        text_of(line)
        for line in stored_lines(gateway.workspace)
        if line["session_id"] == session["session_id"]
    ]


@pytest.mark.parametrize("name", sorted(ODD_TEXTS))
def test_odd_text_comes_back_as_it_was_and_splits_no_line(
    name: str, shared_gateway: GatewayProcess, session: dict[str, Any]
) -> None:
    events = [
        event("before", "left neighbour"),
        event("odd", ODD_TEXTS[name]),
        event("after", "right neighbour"),
    ]
    assert shared_gateway.ask("agent_session_append", **session, events=events)["appended"] == 3
    assert texts(shared_gateway, session) == ["left neighbour", ODD_TEXTS[name], "right neighbour"]
    # No reader that splits on more than LF may find a different number of lines.
    for path in (shared_gateway.workspace / "session").rglob("*.jsonl"):
        data = path.read_bytes()
        assert len(data.decode().splitlines()) == data.count(b"\n")
    assert shared_gateway.ask("agent_session_append", **session, events=events)["duplicate"] == 3


def test_lone_surrogates_become_replacement_characters(
    shared_gateway: GatewayProcess, session: dict[str, Any]
) -> None:
    body = json.dumps(
        {**session, "events": [event("a", "x\ud800y"), event("b", "\udfff"), event("c", "fine \U0001f600")]}
    )
    with shared_gateway.client() as client:
        reply = client.post(
            "/agent_session_append", content=body.encode(), headers={"Content-Type": "application/json"}
        )
    assert reply.json()["appended"] == 3, reply.text
    assert texts(shared_gateway, session) == ["x\ufffdy", "\ufffd", "fine \U0001f600"]


def test_one_mebibyte_is_kept_and_more_is_cut_with_a_marker(
    shared_gateway: GatewayProcess, session: dict[str, Any]
) -> None:
    words = random.Random(1)
    exact = " ".join(f"word{words.randrange(10**6)}" for _ in range(120_000))[:EVENT_BYTES]
    longer = "ü" * EVENT_BYTES
    reply = shared_gateway.ask(
        "agent_session_append", **session, events=[event("a", exact), event("b", longer), event("c", "small")]
    )
    assert reply["appended"] == 3
    kept = texts(shared_gateway, session)
    assert kept[0] == exact.strip()
    assert len(kept[1].encode()) <= EVENT_BYTES
    assert kept[1].startswith("üüü")
    assert "cut" in kept[1][-80:]
    assert kept[2] == "small"
    again = shared_gateway.ask("agent_session_append", **session, events=[event("b", longer)])
    assert again["duplicate"] == 1


def test_ten_thousand_events_are_taken_and_one_more_is_refused(
    shared_gateway: GatewayProcess, session: dict[str, Any]
) -> None:
    events = [event(f"e{number}", f"message {number}") for number in range(EVENTS_PER_REQUEST)]
    reply = shared_gateway.ask("agent_session_append", **session, events=events)
    assert (reply["appended"], reply["total"]) == (EVENTS_PER_REQUEST, EVENTS_PER_REQUEST)
    refused = shared_gateway.post(
        "agent_session_append", {**session, "events": [*events, event("more", "x")]}
    )
    problem = refused.json()
    assert (refused.status_code, problem["code"], problem["limit"]) == (
        413,
        "too_many_events",
        EVENTS_PER_REQUEST,
    )


@pytest.mark.parametrize("path", ["/agent_session_append", "/mcp"])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_of_fifty_megabytes_gets_a_413_and_no_reset(
    path: str, chunked: bool, shared_gateway: GatewayProcess
) -> None:
    chunk = b" " * 1_000_000
    content: Any = (chunk for _ in range(50)) if chunked else chunk * 50
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    with shared_gateway.client() as client:
        response = client.post(path, content=content, headers=headers)
        problem = response.json()
        assert (response.status_code, problem["code"], problem["limit"]) == (
            413,
            "request_too_large",
            REQUEST_BYTES,
        )
        assert client.get("/health").json()["status"] == "ok"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"host":' * 100 + b"1" + b"}" * 100, "too_deep"),
        (b"[" * 200_000, "too_deep"),
        (b"{", "invalid_json"),
        (b"\xff\xfe", "invalid_json"),
        (b"[]", "invalid_request"),
        (b"{}", "invalid_request"),
        (b'{"host":"codex","session_id":"s","events":{}}', "invalid_request"),
        (b'{"host":"Codex","session_id":"s","events":[]}', "invalid_request"),
        (b'{"host":"codex","session_id":"","events":[]}', "invalid_request"),
        (b'{"host":"codex","session_id":"s","events":[],"path":"/etc"}', "invalid_request"),
    ],
)
def test_a_request_that_is_none_gets_its_named_error(
    body: bytes, code: str, shared_gateway: GatewayProcess
) -> None:
    with shared_gateway.client() as client:
        response = client.post(
            "/agent_session_append", content=body, headers={"Content-Type": "application/json"}
        )
    assert (response.status_code, response.json()["code"]) == (400, code)


def test_another_media_type_is_refused(shared_gateway: GatewayProcess) -> None:
    with shared_gateway.client() as client:
        response = client.post("/search", content=b'{"query":"x"}', headers={"Content-Type": "text/plain"})
    assert (response.status_code, response.json()["code"]) == (415, "media_type_unsupported")


def test_unknown_paths_and_wrong_methods_have_names(shared_gateway: GatewayProcess) -> None:
    with shared_gateway.client() as client:
        assert client.post("/auto_memory", json={}).json()["code"] == "operation_unknown"
        assert client.get("/search").json()["code"] == "method_not_allowed"
        assert client.delete("/forget").json()["code"] == "method_not_allowed"


def test_bad_events_are_rejected_alone(shared_gateway: GatewayProcess, session: dict[str, Any]) -> None:
    bad: list[Any] = [
        "no object",
        None,
        {"event_id": "no-role", "content": "x", "created_at": "2026-11-30T10:00:00Z"},
        event("has a blank", "x"),
        event("x" * 201, "x"),
        event("bad-time", "x", created_at="2026-13-45T10:00:00Z"),
        event("number", "x") | {"content": 5},
        event("extra", "x") | {"path": "/etc/passwd"},
    ]
    good = [event("good-1", "stored"), event("good-2", "stored too")]
    reply = shared_gateway.ask("agent_session_append", **session, events=[good[0], *bad, good[1]])
    assert (reply["appended"], reply["rejected"], reply["total"]) == (2, len(bad), 2)
    rejected = [item for item in reply["outcomes"] if item["outcome"] == "rejected"]
    assert [item["reason"] for item in rejected] == ["malformed"] * len(bad)
    assert [item["pointer"] for item in rejected] == [
        "",
        "",
        "/role",
        "/event_id",
        "/event_id",
        "/created_at",
        "/content",
        "/path",
    ]
    assert len(reply["outcomes"]) == len(bad) + 2


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (event("e", "   \n\t "), "empty"),
        (event("e", ""), "empty"),
        (event("e", "result of a tool", role="tool"), "tool_result"),
        (event("e", "be helpful", role="system"), "role"),
        (event("e", "<private>my salary</private>"), "private"),
    ],
)
def test_what_is_filtered_says_why(
    item: dict[str, str], reason: str, shared_gateway: GatewayProcess, session: dict[str, Any]
) -> None:
    reply = shared_gateway.ask("agent_session_append", **session, events=[item])
    assert (reply["filtered"], reply["total"], reply["outcomes"][0]["reason"]) == (1, 0, reason)


def test_base64_with_line_breaks_and_data_urls_become_placeholders(
    shared_gateway: GatewayProcess, session: dict[str, Any]
) -> None:
    raw = random.Random(7).randbytes(6000)
    lines = base64.encodebytes(raw).decode()
    url = "data:image/png;base64," + base64.b64encode(raw).decode()
    reply = shared_gateway.ask(
        "agent_session_append",
        **session,
        events=[
            event("lines", f"see\n{lines}end"),
            event("url", f"look ![x]({url}) here"),
            event("inside", json.dumps({"image": url})),
        ],
    )
    assert reply["appended"] == 3
    for text in texts(shared_gateway, session):
        assert "[base64 " in text
        assert len(text) < 400
        assert base64.b64encode(raw).decode()[100:200] not in text
