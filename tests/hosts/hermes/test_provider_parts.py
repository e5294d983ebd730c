"""The parts of the provider that wait, or decide not to."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

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
