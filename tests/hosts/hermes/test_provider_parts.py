"""The parts of the provider that wait, or decide not to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.hosts.faulty_gateway import FaultyGateway
from tests.hosts.hermes.provider_package import module

cool_down = module("provider.cool_down")
bounded = module("provider.bounded")


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(cool_down, "monotonic", found)
    return found


def test_each_failure_doubles_the_wait_up_to_a_minute_and_an_answer_ends_it(clock: Clock) -> None:
    lane = cool_down.CoolDown()
    assert not lane.is_on
    waits = []
    for _ in range(7):
        lane.failed()
        began = clock.now
        while lane.is_on:
            clock.now += 1
        waits.append(clock.now - began)
    assert waits == [2, 4, 8, 16, 32, 60, 60]
    lane.failed()
    lane.answered()
    assert not lane.is_on
    lane.failed()
    clock.now += 2
    assert not lane.is_on, "it begins anew"


@pytest.mark.parametrize("result", ["timeout", "busy", "failed", "stranger"])
def test_a_slow_recall_stops_no_write_and_the_other_way_round(clock: Clock, result: str) -> None:
    for failing, other in (("recall", "write"), ("write", "recall")):
        lanes = cool_down.CoolDowns(is_local=True)
        lanes.judge(getattr(lanes, failing), result)
        assert getattr(lanes, failing).is_on
        assert not getattr(lanes, other).is_on
        assert not lanes.health.is_on


def test_a_server_that_is_not_there_stops_both_only_where_that_is_learnt_slowly(clock: Clock) -> None:
    near, far = cool_down.CoolDowns(is_local=True), cool_down.CoolDowns(is_local=False)
    for lanes in (near, far):
        lanes.judge(lanes.recall, "unreachable")
        assert not lanes.recall.is_on
    assert (near.health.is_on, far.health.is_on) == (False, True)
    far.judge(far.write, "delivered")
    assert not far.health.is_on


@pytest.mark.parametrize("result", ["", "unauthorized", "refused", "version", "too_large"])
def test_an_answer_that_came_at_once_is_no_reason_to_wait(clock: Clock, result: str) -> None:
    lanes = cool_down.CoolDowns(is_local=False)
    lanes.judge(lanes.write, result)
    assert not lanes.write.is_on
    assert not lanes.health.is_on


def test_one_server_has_one_set_of_cool_downs_in_a_process() -> None:
    first = cool_down.cool_downs_of("http://127.0.0.1:2333")
    assert cool_down.cool_downs_of("http://127.0.0.1:2333") is first
    assert cool_down.cool_downs_of("http://127.0.0.1:2334") is not first


@pytest.mark.parametrize("lane", ["recall", "write", "health"])
def test_within_a_cool_down_nothing_is_asked_and_every_turn_is_kept(
    lane: str, clock: Clock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing = {"/agent_session_append", "/agent_session_flush"}
    with FaultyGateway("failing") as faulty:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("REME_URL", faulty.url)
        getattr(cool_down.cool_downs_of(faulty.url), lane).failed()
        automation = module("provider.automation").Automation()
        automation.begin({"session_id": "s", "hermes_home": str(tmp_path / "hermes"), "platform": "cli"})
        words = {"user_content": "Where?", "assistant_content": "Nowhere.", "session_id": "s"}
        automation.handle("prefetch", {"query": "Where?", "session_id": ""})
        automation.handle("sync_turn", words)
        asked = {"recall": writing, "write": {"/agent_memory_recall"}, "health": set()}
        assert set(faulty.asked) == asked[lane]
        assert len(list((tmp_path / "hermes" / "reme-spool").glob("*.json"))) == 2
        clock.now += 60
        automation.handle("prefetch", {"query": "Where?", "session_id": ""})
        automation.handle("shutdown", {})
        assert set(faulty.asked) == {"/agent_memory_recall", *writing}


def test_a_result_in_time_is_the_calls() -> None:
    assert bounded.Call(lambda call: call.settle("block")).run(5.0) == "block"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_whatever_goes_wrong_the_caller_gets_nothing(error: type[BaseException]) -> None:
    def work(_: object) -> None:
        raise error

    assert bounded.Call(work).run(5.0) == ""


def test_a_result_that_comes_too_late_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "_GRACE", 0.0)
    go_on, settled = threading.Event(), []

    def work(call: object) -> None:
        go_on.wait(60.0)
        settled.append(call.settle("late"))  # type: ignore[attr-defined]

    call = bounded.Call(work)
    assert call.run(0.01) == ""
    go_on.set()
    until = threading.Event()
    while not settled and not until.wait(0.01):
        continue
    assert settled == [False]


@contextmanager
def recalling(go_on: threading.Event) -> Iterator[str]:
    """A server with one hit, which it tells when it may."""
    hit = {
        "id": "the-hit",
        "path": "daily/x.md",
        "kind": "daily",
        "created_at": "2026-11-30",
        "snippet": "Aurora.",
    }
    body = json.dumps({"hits": [{**hit, "line_start": 1, "line_end": 1}]}).encode()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Quiet."""

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            go_on.wait(60.0)
            self.send_response(200)
            self.send_header("Reme-Api-Version", "1.0")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.parametrize("late", [False, True])
def test_what_came_too_late_for_the_prompt_is_not_noted_as_put_in(
    late: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "_GRACE", 0.0 if late else 60.0)
    monkeypatch.setenv("HOME", str(tmp_path))
    go_on, private = threading.Event(), tmp_path / ".reme" / "integrations" / "hermes"
    payload, event = module("adapter.payload"), module("provider.event")
    kept = payload.Conversation("home", "s", "", True)
    seen = payload.observe("prefetch", {"payload": {"query": "Where?"}}, kept)
    (row,) = event.DESCRIPTION.rows("prefetch")
    with recalling(go_on) as url:
        monkeypatch.setenv("REME_URL", url)
        if not late:
            go_on.set()
        block = bounded.Call(event.Event("prefetch", row, seen, str(tmp_path)).run).run(0.0 if late else 60.0)
        go_on.set()
        while not (private / "heartbeat.json").exists():
            threading.Event().wait(0.01)
    noted = [path for path in private.glob("state/*.json") if "the-hit" in path.read_text()]
    assert ("Aurora." in block, bool(noted)) == (not late, not late)


def test_a_name_that_is_looked_up_for_ever_holds_nobody_up_and_costs_no_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("REME_URL", "http://memory.example:2333")
    remote, go_on = module("reme_hooks.remote_connection"), threading.Event()

    def look_up(*_: object) -> None:
        go_on.wait(60.0)
        raise OSError

    monkeypatch.setattr(remote.sockets, "create_connection", look_up)
    automation = module("provider.automation").Automation()
    automation.begin({"session_id": "s", "hermes_home": str(tmp_path / "hermes"), "platform": "cli"})
    words = {"user_content": "Where?", "assistant_content": "Nowhere.", "session_id": "s"}
    try:
        assert automation.handle("sync_turn", words) == ""
        assert not go_on.is_set(), "the look-up goes on beside the host"
        assert len(list((tmp_path / "hermes" / "reme-spool").glob("*.json"))) == 2
    finally:
        go_on.set()
