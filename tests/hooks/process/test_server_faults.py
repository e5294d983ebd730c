"""Whatever the server does: status 0, a silent stderr, no reply that isn't one, and nothing lost."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from loopback import OURS, LoopbackServer, answer, append_reply, gateway
from plugin import Plugin
from reme_hooks._generated.v1.hooks import SILENCE_LONGEST_MS, SILENCE_MS

SHORT = {"REME_TIMEOUT_MS": "1000"}
PROBLEM = {"type": "about:blank", "title": "x", "status": 0}


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home", environment=SHORT)


def silent(server: LoopbackServer, connection: socket.socket) -> None:
    server.read_request(connection)
    server.closing.wait(30)


def deaf(server: LoopbackServer, connection: socket.socket) -> None:
    server.closing.wait(30)


def dripping(server: LoopbackServer, connection: socket.socket) -> None:
    server.read_request(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\n")
    while not server.closing.wait(0.05):
        connection.sendall(b"X-Slow: 1\r\n")


def dripping_body(server: LoopbackServer, connection: socket.socket) -> None:
    server.read_request(connection)
    connection.sendall(b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\nContent-Length: 100000\r\n\r\n")
    while not server.closing.wait(0.05):
        connection.sendall(b"{")


def with_bytes(reply: bytes) -> Callable[[LoopbackServer, socket.socket], None]:
    def behave(server: LoopbackServer, connection: socket.socket) -> None:
        server.read_request(connection)
        connection.sendall(reply)

    return behave


def with_status(
    status: int, headers: dict[str, str] | None = None, code: str = "internal_error"
) -> Callable[[LoopbackServer, socket.socket], None]:
    def behave(server: LoopbackServer, connection: socket.socket) -> None:
        server.read_request(connection)
        answer(connection, status, {**PROBLEM, "status": status, "code": code}, headers)

    return behave


def closing_at_once(server: LoopbackServer, connection: socket.socket) -> None:
    connection.recv(1)


GARBAGE = b"\x00\xff\x16\x03\x01 no http at all\r\n\r\n"
ENDLESS_HEAD = b"HTTP/1.1 200 OK\r\n" + b"X-Filler: " + b"x" * 200_000
HUGE = b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\nContent-Length: 999999999\r\n\r\n{"
WRONG_JSON = b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\nContent-Length: 4\r\n\r\n{[}]"
OTHER_JSON = b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\nContent-Length: 2\r\n\r\n[]"
BAD_CHUNK = b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
MOVED = {**OURS, "Location": "http://127.0.0.1:9/elsewhere"}

FAULTS = {
    "never answers": (silent, "timeout"),
    "never reads": (deaf, "timeout"),
    "drips a head": (dripping, "timeout"),
    "drips a body": (dripping_body, "timeout"),
    "closes at once": (closing_at_once, "unreachable"),
    "garbage": (with_bytes(GARBAGE), "stranger"),
    "endless head": (with_bytes(ENDLESS_HEAD), "stranger"),
    "huge": (with_bytes(HUGE), "stranger"),
    "no JSON": (with_bytes(WRONG_JSON), "stranger"),
    "other JSON": (with_bytes(OTHER_JSON), "stranger"),
    "bad chunk": (with_bytes(BAD_CHUNK), "stranger"),
    "redirect": (with_status(302, MOVED), "stranger"),
    "500": (with_status(500), "failed"),
    "503": (with_status(503), "busy"),
    "429": (with_status(429), "busy"),
    "401": (with_status(401, code="unauthorized"), "unauthorized"),
    "403": (with_status(403, code="host_refused"), "unauthorized"),
    "someone else's 404": (with_status(404, {"Server": "other"}), "stranger"),
    "someone else's 200": (with_status(200, {"Server": "other"}), "stranger"),
}


# Each has a sibling with the same result; the session `floors` runs all on each Python.
SIBLINGS = {"never reads", "drips a head", "endless head", "other JSON", "429", "403", "someone else's 404"}


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[pytest.mark.slow] * (fault in SIBLINGS)) for fault in FAULTS]
)
def test_a_turn_outlives_the_fault_and_arrives_once(plugin: Plugin, fault: str) -> None:
    behaviour, result = FAULTS[fault]
    with LoopbackServer(behaviour) as bad:
        plugin.url = bad.url
        assert plugin.prompt("What is for tea?").stdout == ""
        assert plugin.stop("Scones.").stdout == ""
    assert len(plugin.spool) == 2
    assert plugin.heartbeat["recall"]["result"] == result
    assert plugin.heartbeat["delivery"]["result"] == result
    with gateway() as good:
        plugin.url = good.url
        plugin.prompt("And tomorrow?", turn="t2")
        plugin.stop("Toast.", turn="t2")
    assert [event["content"] for event in good.appended()] == [
        "What is for tea?",
        "Scones.",
        "And tomorrow?",
        "Toast.",
    ]
    assert plugin.spool == []
    assert plugin.rejected == []


def test_without_a_server_turns_wait_and_arrive_in_order(plugin: Plugin) -> None:
    for number in range(4):
        plugin.prompt(f"question {number}", turn=f"t{number}")
        plugin.stop(f"answer {number}", turn=f"t{number}")
    assert plugin.heartbeat["delivery"]["result"] == "unreachable"
    with gateway() as server:
        plugin.url = server.url
        plugin.quiet("SessionEnd", {"reason": "other"})
        assert server.operations() == ["agent_session_append", "agent_session_flush"]
    said = [event["content"] for event in server.appended()]
    assert said == [f"{kind} {number}" for number in range(4) for kind in ("question", "answer")]
    assert plugin.spool == []


def test_chunked_answers_and_early_hints_are_read(plugin: Plugin) -> None:
    chunk = b'{"hits":[],"truncated":false,"total_chars":0}'
    reply = (
        b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        b"HTTP/1.1 200 OK\r\nReme-Api-Version: 1.0\r\nTransfer-Encoding: chunked\r\n\r\n"
        + b"%x;ext=1\r\n%b\r\n0\r\n\r\n"
        % (len(chunk), chunk)
    )
    with LoopbackServer(with_bytes(reply)) as server:
        plugin.url = server.url
        plugin.prompt("hello")
    assert plugin.heartbeat["recall"]["result"] == "ok"


class TestSilentServer:
    """A server that accepts and never answers costs a session one deadline, not one per event."""

    # Longer than what a silent server gets, shorter than what every other one gets.
    SLOW_SECONDS = 0.6

    @pytest.fixture
    def patient(self, tmp_path: Path) -> Plugin:
        """With the descriptor's own deadlines."""
        return Plugin(tmp_path / "plugin", tmp_path / "home")

    def slow(self, _operation: str, _value: dict[str, Any]) -> None:
        time.sleep(self.SLOW_SECONDS)

    @staticmethod
    def silence(plugin: Plugin, lane: str = "recall") -> dict[str, Any] | None:
        found: dict[str, Any] | None = plugin.heartbeat[lane].get("silence")
        return found

    @staticmethod
    def note(plugin: Plugin, lane: str = "recall", **members: Any) -> None:
        """Write a silence into the heartbeat, as if it had begun ``seconds_ago``."""
        begun = time.time_ns() - members.pop("seconds_ago", 0) * 1_000_000_000
        beat = {**plugin.heartbeat, lane: {"result": "timeout", "silence": {"ns": begun, **members}}}
        (plugin.folder / "heartbeat.json").write_text(json.dumps(beat))

    def test_gets_less_time_until_the_silence_is_over(self, patient: Plugin) -> None:
        with gateway(self.slow) as server:
            patient.url = server.url
            patient.prompt("One?", turn="t1")
            assert patient.heartbeat["recall"]["result"] == "ok"
            self.note(patient, ms=SILENCE_MS, url=server.url)
            begun = self.silence(patient)
            patient.prompt("Two?", turn="t2")
            assert patient.heartbeat["recall"]["result"] == "timeout"
            assert self.silence(patient) == begun, "a short request proves nothing"
            self.note(patient, ms=SILENCE_MS, url=server.url, seconds_ago=31)
            patient.prompt("Three?", turn="t3")
        assert patient.heartbeat["recall"]["result"] == "ok"
        assert self.silence(patient) is None

    @pytest.mark.slow
    def test_each_silence_is_twice_as_long_up_to_a_bound(self, plugin: Plugin) -> None:
        with LoopbackServer(silent) as server:
            plugin.url = server.url
            plugin.prompt("One?", turn="t1")
            first = self.silence(plugin)
            assert first is not None
            assert (first["ms"], first["url"]) == (SILENCE_MS, server.url)
            plugin.prompt("Two?", turn="t2")
            assert self.silence(plugin) == first
            for before, after in ((SILENCE_MS, 2 * SILENCE_MS), (SILENCE_LONGEST_MS, SILENCE_LONGEST_MS)):
                self.note(plugin, ms=before, url=server.url, seconds_ago=1000)
                plugin.prompt("Again?", turn=f"t{before}")
                again = self.silence(plugin)
                assert again is not None
                assert again["ms"] == after
            assert set(server.operations()) == {"agent_memory_recall"}, "each event asked, and only once"
            assert len(server.requests) == 4
        assert len(plugin.spool) == 4

    @pytest.mark.parametrize("first", ["prompt", pytest.param("stop", marks=pytest.mark.slow)])
    def test_is_heard_when_it_answers_and_gets_every_turn_once(self, plugin: Plugin, first: str) -> None:
        with LoopbackServer(silent) as server:
            plugin.url = server.url
            plugin.prompt("What is for tea?")
            plugin.stop("Scones.")
            assert {self.silence(plugin, lane) is None for lane in ("recall", "delivery")} == {False}
        expected = ["What is for tea?", "Scones."]
        with gateway(port=server.port) as good:
            # A busy machine may need more than one of the short requests.
            for number in range(20):
                if first == "prompt":
                    plugin.prompt(f"question {number}", turn=f"r{number}")
                    expected.append(f"question {number}")
                plugin.stop(f"answer {number}", turn=f"r{number}")
                expected.append(f"answer {number}")
                if not plugin.spool:
                    break
        assert plugin.spool == []
        assert list(dict.fromkeys(event["content"] for event in good.appended())) == expected
        assert self.silence(plugin, "delivery") is None
        assert first == "stop" or self.silence(plugin) is None

    def test_is_silent_only_in_what_it_does_not_answer(self, patient: Plugin) -> None:
        deliveries_take: list[float] = [0.0]

        def behave(server: LoopbackServer, connection: socket.socket) -> None:
            request = server.read_request(connection)
            if request.operation == "agent_memory_recall":
                server.closing.wait(30)
            else:
                time.sleep(deliveries_take[0])
                answer(connection, 200, append_reply(["appended"] * len(request.value["events"])))

        with LoopbackServer(behave) as server:
            patient.url = server.url
            patient.prompt("What is for tea?")
            # A busy machine may need more than one of the short requests.
            for number in range(20):
                patient.stop(f"Scones, {number}.")
                if not patient.spool:
                    break
            assert patient.spool == []
            begun = self.silence(patient)
            assert begun is not None
            deliveries_take[0] = self.SLOW_SECONDS
            patient.prompt("And tomorrow?", turn="t2")
            patient.stop("Toast.", turn="t2")
            assert patient.heartbeat["delivery"]["result"] == "delivered", "it gets its whole time"
            assert self.silence(patient) == begun
        assert patient.spool == []

    @pytest.mark.slow
    def test_counts_for_what_was_not_asked_since(self, patient: Plugin) -> None:
        with gateway(self.slow) as server:
            patient.url = server.url
            patient.prompt("What is for tea?")
            self.note(patient, ms=SILENCE_MS, url=server.url)
            begun = self.silence(patient)
            patient.stop("Scones.")
        assert patient.heartbeat["delivery"]["result"] == "timeout"
        assert self.silence(patient, "delivery") == begun

    def test_another_server_is_not_blamed(self, patient: Plugin) -> None:
        with gateway(self.slow) as server:
            patient.url = server.url
            patient.quiet("SubagentStop", {})
            self.note(patient, ms=SILENCE_MS, url="http://127.0.0.1:9")
            patient.prompt("Which one?")
        assert patient.heartbeat["recall"]["result"] == "ok"

    @pytest.mark.parametrize(
        "noted", [5, None, [], {}, {"ns": "x", "ms": []}, {"ns": 1 << 80, "ms": 1 << 80}]
    )
    def test_a_damaged_note_is_none(self, patient: Plugin, noted: object) -> None:
        with gateway() as server:
            patient.url = server.url
            patient.quiet("SubagentStop", {})
            beat = {**patient.heartbeat, "recall": {"result": "timeout", "silence": noted}}
            (patient.folder / "heartbeat.json").write_text(json.dumps(beat))
            patient.prompt("Still there?")
        assert patient.heartbeat["recall"]["result"] == "ok"


class TestOtherApiVersion:
    REFUSING = staticmethod(
        with_status(400, {**OURS, "Reme-Api-Version": "2.0"}, code="api_version_unsupported")
    )

    def test_switches_off_and_says_so_once(self, plugin: Plugin) -> None:
        with LoopbackServer(self.REFUSING) as server:
            plugin.url = server.url
            first = plugin.prompt("What is for tea?")
            assert "2.0" in first.notice
            assert first.context == ""
            plugin.stop("Scones.")
            assert plugin.prompt("And now?", turn="t2").stdout == ""
            assert len(server.requests) == 1
        assert len(plugin.spool) == 3
        assert plugin.heartbeat["refusal"]["version"] == "2.0"

    def test_is_tried_again_with_a_new_session_and_delivers_what_waited(self, plugin: Plugin) -> None:
        with LoopbackServer(self.REFUSING) as server:
            port = server.port
            plugin.url = server.url
            plugin.prompt("What is for tea?")
        with gateway(port=port) as good:
            assert plugin.quiet("SessionStart", {"source": "startup"}).context
        assert [event["content"] for event in good.appended()] == ["What is for tea?"]
        assert "refusal" not in plugin.heartbeat

    def test_another_server_is_not_blamed(self, plugin: Plugin) -> None:
        with LoopbackServer(self.REFUSING) as server:
            plugin.url = server.url
            plugin.prompt("What is for tea?")
        with gateway() as good:
            plugin.url = good.url
            plugin.stop("Scones.")
        assert len(good.appended()) == 2

    def test_a_minor_version_more_is_no_reason(self, plugin: Plugin) -> None:
        with gateway(version="1.7") as server:
            plugin.url = server.url
            plugin.prompt("What is for tea?")
            plugin.stop("Scones.")
        assert plugin.spool == []
