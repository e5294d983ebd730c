from __future__ import annotations

from typing import Any

import pytest
from reme_gateway.cli import flush_command

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, status, waiting

Session = tuple[str, str, str]


class Queue:
    """A queue that works off one turn per look; sessions in ``broken`` get parked instead."""

    def __init__(
        self, sessions: dict[Session, int], broken: tuple[Session, ...] = (), named: int = 100
    ) -> None:
        self.sessions = dict(sessions)
        self.broken = broken
        self.named = named
        self.started: list[Session] = []
        self.asked_gently: list[Session] = []

    def flush(self, body: dict[str, Any]) -> dict[str, Any]:
        session = (body["host"], body["scope_id"], body["session_id"])
        (self.started if body["reason"] == "manual" else self.asked_gently).append(session)
        pending = self.sessions.get(session, 0)
        return {"queued": pending > 0, "pending": pending}

    def status(self, _body: dict[str, Any]) -> dict[str, Any]:
        items = []
        for session, pending in list(self.sessions.items()):
            host, scope, name = session
            item = {"host": host, "scope_id": scope, "session_id": name, "pending": pending}
            if session in self.started and session in self.broken:
                item |= {"attempts": 5, "parked": "the model's key is wrong"}
            elif session in self.started:
                self.sessions[session] = pending - 1
                if not self.sessions[session]:
                    del self.sessions[session]
            items.append(item)
        queue = waiting(*items)
        return status(queue={**queue, "sessions": queue["sessions"][: self.named]})


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flush_command, "POLL_SECONDS", 0)


def run(reme: Reme, queue: Queue, *arguments: str) -> Any:
    with FakeGateway(status=queue.status, agent_session_flush=queue.flush) as gateway:
        return reme("flush", *arguments, "--url", gateway.url)


A, B = ("codex", "default", "a"), ("dsh", "team", "b")


def test_every_waiting_session_is_asked_for_once(reme: Reme) -> None:
    queue = Queue({A: 3, B: 1})
    ended = run(reme, queue)
    assert queue.started == [A, B]
    assert (ended.code, ended.out) == (0, "2 sessions queued, 4 turns not in a note yet.\n")


def test_waiting_ends_when_nothing_is_pending(reme: Reme) -> None:
    queue = Queue({A: 3, B: 1})
    ended = run(reme, queue, "--all", "--wait")
    assert queue.sessions == {}
    assert queue.started == [A, B]
    assert (ended.code, ended.out) == (0, "Everything is in the notes.\n")


def test_sessions_beyond_what_a_status_names_get_their_turn(reme: Reme) -> None:
    sessions: dict[Session, int] = {("codex", "default", f"s{number}"): 1 for number in range(5)}
    queue = Queue(sessions, named=2)
    assert run(reme, queue, "--wait").code == 0
    assert sorted(queue.started) == sorted(sessions)


def test_one_session_is_waited_for_whatever_the_others_do(reme: Reme) -> None:
    queue = Queue({A: 1, B: 2})
    ended = run(reme, queue, "dsh", "b", "--scope", "team", "--wait")
    assert ended.code == 0
    assert queue.started == [B]
    assert queue.sessions == {A: 1}


def test_one_session_that_the_status_does_not_name_is_asked_about_gently(reme: Reme) -> None:
    queue = Queue({A: 1, ("codex", "default", "z"): 1, B: 1}, named=1)
    ended = run(reme, queue, "dsh", "b", "--scope", "team", "--wait")
    assert ended.code == 0
    assert queue.started == [B]
    assert set(queue.asked_gently) <= {B}


def test_an_unknown_session_is_fine(reme: Reme) -> None:
    ended = run(reme, Queue({}), "claude-code", "nobody", "--wait", "--json")
    assert ended.code == 0
    assert ended.document == {"queued": 0, "pending": 0, "parked": []}


def test_a_parked_session_is_reported_with_its_reason_and_exit_code_5(reme: Reme) -> None:
    ended = run(reme, Queue({A: 2, B: 1}, broken=(A,)), "--wait")
    assert ended.code == 5
    assert ended.err == "reme: codex a is parked: the model's key is wrong\n"
    assert ended.out.startswith("2 turns left; 1 session parked.")


def test_a_parked_session_is_in_the_json_too(reme: Reme) -> None:
    ended = run(reme, Queue({A: 2}, broken=(A,)), "codex", "a", "--wait", "--json")
    assert ended.code == 5
    assert ended.document["pending"] == 2
    assert ended.document["parked"][0]["parked"] == "the model's key is wrong"


@pytest.mark.parametrize("backend", ["off", "failed"])
def test_a_queue_that_does_not_run_is_not_waited_for(backend: str, reme: Reme) -> None:
    idle = status(queue={**waiting({"session_id": "a"}), "backend": backend})
    with FakeGateway(status=idle, agent_session_flush={"queued": False, "pending": 1}) as gateway:
        ended = reme("flush", "--wait", "--url", gateway.url)
    assert ended.code == 5
    assert f"the server's queue is {backend}" in ended.out


def test_the_wait_is_bounded_when_asked(reme: Reme) -> None:
    stuck = status(queue=waiting({"session_id": "a"}))
    with FakeGateway(status=stuck, agent_session_flush={"queued": True, "pending": 1}) as gateway:
        ended = reme("flush", "--wait", "--wait-seconds", "1", "--url", gateway.url)
    assert ended.code == 5
    assert ended.out == "1 turn left when the wait ran out; the server goes on with them.\n"


@pytest.mark.parametrize(
    "arguments", [("codex",), ("codex", "s", "x"), ("codex", "s", "--all"), ("Co dex", "s")]
)
def test_a_session_that_is_not_clear_is_a_usage_error(arguments: tuple[str, ...], reme: Reme) -> None:
    assert reme("flush", *arguments).code == 2
