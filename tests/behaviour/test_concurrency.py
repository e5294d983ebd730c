"""Many clients at once: totals exact, order per client kept, one copy of everything."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.behaviour.session_files import stored_ids, stored_lines
from tests.gateway_process import GatewayProcess, event

CLIENTS = 8
APPENDS = 200


@pytest.mark.slow
@pytest.mark.parametrize("sessions", [1, CLIENTS])
def test_eight_clients_with_two_hundred_appends_each(sessions: int, gateway: GatewayProcess) -> None:
    def append_all(client_number: int) -> None:
        session = f"session-{client_number % sessions}"
        with gateway.client() as client:
            for number in range(APPENDS):
                body = {
                    "host": "codex",
                    "session_id": session,
                    "events": [
                        event(f"c{client_number}-{number:03}", f"client {client_number} number {number}")
                    ],
                }
                reply = client.post("/agent_session_append", json=body)
                assert reply.status_code == 200, reply.text
                assert reply.json()["appended"] == 1

    with ThreadPoolExecutor(CLIENTS) as pool:
        for done in [pool.submit(append_all, number) for number in range(CLIENTS)]:
            done.result()

    ids = stored_ids(gateway.workspace)
    assert Counter(ids) == Counter(f"c{c}-{n:03}" for c in range(CLIENTS) for n in range(APPENDS))
    for client_number in range(CLIENTS):
        own = [event_id for event_id in ids if event_id.startswith(f"c{client_number}-")]
        assert own == sorted(own)
    empty: dict[str, Any] = {"host": "codex", "events": []}
    totals = [
        gateway.ask("agent_session_append", **empty, session_id=f"session-{number}")["total"]
        for number in range(sessions)
    ]
    assert totals == [CLIENTS * APPENDS // sessions] * sessions
    log = gateway.log.read_text()
    assert "ERROR" not in log
    assert "WARNING" not in log


def test_the_same_batch_fifty_times_in_parallel_after_an_abort_gives_one_copy(
    gateway: GatewayProcess,
) -> None:
    events = [event(f"turn:{number}", f"part {number} of the answer") for number in range(20)]
    body = {"host": "openclaw", "session_id": "aborted", "events": events}
    abort_after_sending(gateway, body)

    barrier = threading.Barrier(50)

    def send() -> dict[str, Any]:
        with gateway.client() as client:
            barrier.wait(60)
            reply: dict[str, Any] = client.post("/agent_session_append", json=body).json()
            return reply

    with ThreadPoolExecutor(50) as pool:
        replies = [done.result() for done in [pool.submit(send) for _ in range(50)]]
    assert all(reply["appended"] + reply["duplicate"] == 20 and reply["total"] == 20 for reply in replies)
    assert sum(reply["appended"] for reply in replies) in (0, 20)
    assert stored_ids(gateway.workspace) == [item["event_id"] for item in events]


def abort_after_sending(gateway: GatewayProcess, body: dict[str, Any]) -> None:
    """Send a whole request and hang up without waiting for the answer."""
    url = httpx.URL(gateway.url)
    request = httpx.Request("POST", f"{gateway.url}/agent_session_append", json=body)
    head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
    with socket.create_connection((url.host, url.port or 80), timeout=30) as connection:
        connection.sendall(f"POST /agent_session_append HTTP/1.1\r\n{head}\r\n".encode() + request.content)


def test_same_id_with_other_content_is_a_conflict_for_that_event_only(gateway: GatewayProcess) -> None:
    append = {"host": "codex", "session_id": "s"}
    gateway.ask("agent_session_append", **append, events=[event("a", "the first stays")])
    reply = gateway.ask(
        "agent_session_append",
        **append,
        events=[
            event("b", "new"),
            event("a", "something else"),
            event("a", "the first stays"),
            event("c", "also new"),
        ],
    )
    assert [item["outcome"] for item in reply["outcomes"]] == [
        "appended",
        "conflict",
        "duplicate",
        "appended",
    ]
    assert [
        reply[name] for name in ("appended", "duplicate", "conflict", "filtered", "rejected", "total")
    ] == [2, 1, 1, 0, 0, 3]
    texts = {line["event_id"]: line["content"][0]["text"] for line in stored_lines(gateway.workspace)}
    assert texts["a"] == "the first stays"


def test_times_and_turn_ids_take_no_part_in_what_is_the_same(gateway: GatewayProcess) -> None:
    append = {"host": "codex", "session_id": "s"}
    gateway.ask("agent_session_append", **append, events=[event("a", "said once")])
    later = event("a", "said once", created_at="2026-12-24T18:00:00Z") | {"turn_id": "t9"}
    assert gateway.ask("agent_session_append", **append, events=[later])["duplicate"] == 1
    other_role = event("a", "said once", role="assistant")
    assert gateway.ask("agent_session_append", **append, events=[other_role])["conflict"] == 1


def test_the_same_words_in_two_turns_stay_two_events(gateway: GatewayProcess) -> None:
    reply = gateway.ask(
        "agent_session_append",
        host="codex",
        session_id="s",
        events=[event("t1", "continue"), event("t2", "continue")],
    )
    assert (reply["appended"], reply["total"]) == (2, 2)
