"""The spool: what is refused, put aside, split, adopted, swept; one file never holds up the others."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from loopback import append_reply, gateway
from plugin import Plugin


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home")


def contents(value: dict[str, Any]) -> list[str]:
    return [event["content"] for event in value["events"]]


def test_a_file_is_a_complete_append_request_named_by_time(plugin: Plugin) -> None:
    plugin.prompt("tea?")
    (path,) = plugin.spool
    moment, process, random = path.stem.split("-")
    assert (len(moment), len(random)) == (20, 6)
    assert abs(int(moment) - time.time_ns()) < 60e9
    assert process.isdigit()
    body = json.loads(path.read_text())
    assert set(body) == {"host", "scope_id", "session_id", "events", "client"}
    assert contents(body) == ["tea?"]


@pytest.mark.parametrize(
    "outcome", ["appended", "duplicate", pytest.param("filtered", marks=pytest.mark.slow)]
)
def test_what_the_server_settled_is_deleted(plugin: Plugin, outcome: str) -> None:
    with gateway(
        lambda op, v: (200, append_reply([outcome] * len(v["events"]))) if "append" in op else None
    ) as s:
        plugin.url = s.url
        plugin.prompt("tea?")
        plugin.stop("four")
    assert (plugin.spool, plugin.rejected) == ([], [])


@pytest.mark.parametrize("outcome", ["conflict", "rejected"])
def test_what_the_server_will_never_take_is_put_aside(plugin: Plugin, outcome: str) -> None:
    with gateway(
        lambda op, v: (200, append_reply([outcome, "appended"])) if "append" in op else None
    ) as server:
        plugin.url = server.url
        plugin.prompt("tea?")
        plugin.stop("four")
    assert plugin.spool == []
    assert [contents(json.loads(path.read_text())) for path in plugin.rejected] == [["tea?"]]


@pytest.mark.parametrize("reply", [["appended"], ["appended"] * 3, ["new word"] * 2, []])
def test_an_answer_that_does_not_fit_settles_nothing(plugin: Plugin, reply: list[str]) -> None:
    with gateway(lambda op, v: (200, append_reply(reply)) if "append" in op else None) as server:
        plugin.url = server.url
        plugin.prompt("tea?")
        plugin.stop("four")
    assert len(plugin.spool) == 2


@pytest.mark.parametrize(
    "status", [400, 413, *(pytest.param(status, marks=pytest.mark.slow) for status in (404, 415, 422))]
)
def test_a_refused_batch_is_split_until_only_the_culprit_is_put_aside(plugin: Plugin, status: int) -> None:
    for number in range(5):
        plugin.prompt(f"question {number}", turn=f"t{number}")

    def decide(operation: str, value: dict[str, Any]) -> tuple[int, Any] | None:
        bad = "append" in operation and "question 2" in contents(value)
        return (status, {"code": "request_too_large", "status": status}) if bad else None

    with gateway(decide) as server:
        plugin.url = server.url
        plugin.stop("answer", turn="t4")
    assert plugin.spool == []
    assert [contents(json.loads(path.read_text())) for path in plugin.rejected] == [["question 2"]]
    taken = [
        text for value in appended(server) for text in contents(value) if "question 2" not in contents(value)
    ]
    assert taken == ["question 0", "question 1", "question 3", "question 4", "answer"]


def appended(server: Any) -> list[dict[str, Any]]:
    return [request.value for request in server.requests if "append" in request.operation]


def test_a_batch_stays_below_the_servers_limits(plugin: Plugin) -> None:
    plugin.prompt("seed")
    (seed,) = plugin.spool
    body = json.loads(seed.read_text())
    for number in range(1200):
        body["events"][0]["content"] = f"question {number}"
        path = seed.with_name(f"{int(seed.stem.split('-')[0]) + number + 1:020}-1-abcdef.json")
        path.write_text(json.dumps(body))
    with gateway() as server:
        plugin.url = server.url
        for turn in range(20):
            plugin.stop("answer", turn=f"t{turn}")
            if not plugin.spool:
                break
    assert plugin.spool == []
    assert max(len(value["events"]) for value in appended(server)) <= 500
    assert [text for value in appended(server) for text in contents(value)][:1201] == [
        "seed",
        *(f"question {number}" for number in range(1200)),
    ]


class TestPoison:
    """An event on which the server fails every time."""

    def failing(self, operation: str, value: dict[str, Any]) -> tuple[int, Any] | None:
        bad = "append" in operation and "poison" in contents(value)
        return (500, {"code": "internal_error", "status": 500}) if bad else None

    def test_does_not_hold_up_the_others(self, plugin: Plugin) -> None:
        for number, text in enumerate(["first", "poison", "second", "poison", "third"]):
            plugin.prompt(text, session=f"s{number}" if number < 2 else "s", turn=f"t{number}")
        with gateway(self.failing) as server:
            plugin.url = server.url
            plugin.stop("answer", turn="t5", session="s")
            plugin.prompt("next", turn="t6", session="s")
            plugin.stop("next answer", turn="t6", session="s")
        good = [
            text for value in appended(server) for text in contents(value) if "poison" not in contents(value)
        ]
        assert sorted(good) == sorted({"first", "second", "third", "answer", "next", "next answer"})
        assert [contents(json.loads(path.read_text())) for path in plugin.spool] == [["poison"], ["poison"]]
        assert all(path.stat().st_mtime > time.time() + 60 for path in plugin.spool)

    @pytest.mark.slow
    def test_that_makes_the_server_hang_does_not_either(self, plugin: Plugin) -> None:
        released = threading.Event()

        def hanging(operation: str, value: dict[str, Any]) -> None:
            if "append" in operation and "poison" in contents(value):
                released.wait(30)

        plugin.prompt("poison", session="s0")
        with gateway(hanging) as server:
            plugin.url = server.url
            for number in range(3):
                plugin.prompt(f"question {number}", turn=f"t{number}", REME_TIMEOUT_MS="1000")
                plugin.stop(f"answer {number}", turn=f"t{number}", REME_TIMEOUT_MS="1000")
            released.set()
        taken = [text for value in appended(server) for text in contents(value)]
        assert set(taken) == {"poison", *(f"{kind} {n}" for kind in ("question", "answer") for n in range(3))}
        assert [contents(json.loads(path.read_text())) for path in plugin.spool] == [["poison"]]

    def test_is_delivered_when_the_server_is_mended(self, plugin: Plugin) -> None:
        plugin.prompt("poison")
        with gateway(self.failing) as server:
            plugin.url = server.url
            plugin.stop("answer")
        (left,) = plugin.spool
        assert left.stat().st_mtime > time.time() + 60
        os.utime(left)
        with gateway() as server:
            plugin.url = server.url
            plugin.stop("later", turn="t2")
        assert plugin.spool == []

    def test_of_a_server_that_fails_at_everything_nothing_is_blamed(self, plugin: Plugin) -> None:
        for number in range(6):
            plugin.prompt(f"question {number}", turn=f"t{number}")
        broken = (500, {"code": "internal_error", "status": 500})
        with gateway(lambda op, v: broken if "append" in op else None) as server:
            plugin.url = server.url
            plugin.stop("answer", turn="t5")
            assert len(server.requests) == 3
        assert not [path for path in plugin.spool if path.stat().st_mtime > time.time() + 60]
        with gateway() as server:
            plugin.url = server.url
            plugin.stop("last", turn="t6")
        assert [text for value in appended(server) for text in contents(value)] == [
            *(f"question {number}" for number in range(6)),
            "answer",
            "last",
        ]


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"{}", b'{"events": []}', b'{"events": 5}', b"\xff\xfe", b"[" * 99_999],
    ids=repr,
)
def test_a_damaged_file_is_put_aside_and_the_rest_goes_on(plugin: Plugin, content: bytes) -> None:
    spool = plugin.folder / "spool"
    spool.mkdir(parents=True)
    (spool / "00000000000000000001-1-abcdef.json").write_bytes(content)
    with gateway() as server:
        plugin.url = server.url
        plugin.stop("answer")
    assert plugin.spool == []
    assert len(plugin.rejected) == 1
    assert [contents(value) for value in appended(server)] == [["answer"]]


def test_other_files_in_the_spool_are_left_alone(plugin: Plugin) -> None:
    spool = plugin.folder / "spool"
    spool.mkdir(parents=True)
    (spool / "notes.txt").write_text("mine")
    (spool / "folder.json").mkdir()
    with gateway() as server:
        plugin.url = server.url
        plugin.stop("answer")
    assert (spool / "notes.txt").exists()
    assert len(appended(server)) == 1


class TestFull:
    def fill(self, plugin: Plugin, size: int) -> None:
        spool = plugin.folder / "spool"
        spool.mkdir(parents=True)
        body = {"host": "codex", "session_id": "old", "events": [{"event_id": "e"}]}
        for number in range(16):
            with (spool / f"{number + 1:020}-1-abcdef.json").open("w") as file:
                json.dump(body, file)
                file.truncate(size // 16) if number else file.write(" " * 100)
        os.truncate(spool / f"{1:020}-1-abcdef.json", size - size // 16 * 15)

    def test_it_refuses_and_says_so(self, plugin: Plugin) -> None:
        self.fill(plugin, 64 << 20)
        plugin.prompt("tea?")
        assert len(plugin.spool) == 16
        assert plugin.heartbeat["problem"]["code"] == "spool_full"

    def test_just_below_the_limit_it_takes_one_more(self, plugin: Plugin) -> None:
        self.fill(plugin, (64 << 20) - 4096)
        plugin.prompt("tea?")
        assert len(plugin.spool) == 17

    def test_the_turn_still_reaches_a_server_that_answers(self, plugin: Plugin) -> None:
        self.fill(plugin, 64 << 20)
        with gateway() as server:
            plugin.url = server.url
            plugin.prompt("tea?")
        assert ["tea?"] in [contents(value) for value in appended(server) if "content" in value["events"][0]]


class TestHalfWritten:
    OLD = "00000000000000000001-1-abcdef.json"

    def place(self, plugin: Plugin, name: str, content: str) -> Path:
        spool = plugin.folder / "spool"
        spool.mkdir(parents=True)
        path = spool / f".tmp-{name}"
        path.write_text(content)
        return path

    def whole(self, plugin: Plugin) -> str:
        other = Plugin(plugin.root, plugin.home.with_name("other"))
        other.prompt("adopted")
        return other.spool[0].read_text()

    def test_an_old_one_that_is_whole_is_adopted(self, plugin: Plugin) -> None:
        path = self.place(plugin, self.OLD, self.whole(plugin))
        with gateway() as server:
            plugin.url = server.url
            plugin.stop("answer")
        assert [contents(value) for value in appended(server)] == [["adopted", "answer"]]
        assert not path.exists()

    def test_an_old_one_that_is_cut_is_removed(self, plugin: Plugin) -> None:
        path = self.place(plugin, self.OLD, self.whole(plugin)[:-5])
        with gateway() as server:
            plugin.url = server.url
            plugin.stop("answer")
        assert not path.exists()
        assert plugin.rejected == []

    def test_one_that_is_being_written_is_left_alone(self, plugin: Plugin) -> None:
        path = self.place(plugin, f"{time.time_ns():020}-1-abcdef.json", self.whole(plugin))
        with gateway() as server:
            plugin.url = server.url
            plugin.stop("answer")
        assert path.exists()
        assert [contents(value) for value in appended(server)] == [["answer"]]
