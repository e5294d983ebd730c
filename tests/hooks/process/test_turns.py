"""Which rows come of which events: no more, no fewer, whatever a host leaves out or repeats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from loopback import LoopbackServer, gateway
from plugin import Plugin, payload
from reme_hooks.identity import event_id


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home")


@pytest.fixture
def claude(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home", host="claude_code")


def rows(server: LoopbackServer) -> list[tuple[str, str]]:
    return [(event["role"][0], event["content"]) for event in server.appended()]


def test_a_turn_is_delivered_whole_in_one_request(plugin: Plugin) -> None:
    with gateway() as server:
        plugin.url = server.url
        plugin.prompt("When is tea?")
        plugin.stop("At four.")
    assert server.operations() == ["agent_memory_recall", "agent_session_append"]
    (body,) = [request.value for request in server.requests if "append" in request.operation]
    assert (body["host"], body["scope_id"], body["session_id"]) == ("codex", "default", "s1")
    assert [event["event_id"] for event in body["events"]] == [
        event_id("t1", "user", "When is tea?"),
        event_id("t1", "assistant", "At four."),
    ]
    assert {event["turn_id"] for event in body["events"]} == {"t1"}
    assert body["client"]["name"] == "reme-codex"
    assert server.requests[0].headers["reme-api-version"] == "1.0"
    assert plugin.spool == []


def test_ids_are_made_from_the_hosts_own_text(plugin: Plugin) -> None:
    with gateway() as server:
        plugin.url = server.url
        plugin.stop("<private>no</private>kept\r\n\ud800")
    (event,) = server.appended()
    assert event["event_id"] == event_id("t1", "assistant", "<private>no</private>kept\r\n\ufffd")
    assert event["content"].startswith("kept")


EVENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "next prompt": ("UserPromptSubmit", {"prompt": "next"}),
    "compaction": ("PreCompact", {"trigger": "auto"}),
    "session end": ("SessionEnd", {"reason": "other"}),
    "interrupt": ("Interrupt", {}),
    "next start": ("SessionStart", {"source": "startup"}),
    "resume": ("SessionStart", {"source": "resume"}),
}


@pytest.mark.parametrize("event", EVENTS)
def test_a_prompt_without_a_stop_comes_with_whatever_comes_next(plugin: Plugin, event: str) -> None:
    native, members = EVENTS[event]
    with gateway() as server:
        plugin.url = server.url
        plugin.prompt("interrupted")
        plugin.quiet(native, members, turn="t2")
    assert ("u", "interrupted") in rows(server)
    assert [path.name for path in plugin.spool] == [] or event == "next prompt"


def test_steering_gives_two_prompts_of_one_turn(plugin: Plugin) -> None:
    with gateway() as server:
        plugin.url = server.url
        plugin.prompt("do this")
        plugin.prompt("no, that")
        plugin.stop("done")
    assert rows(server) == [("u", "do this"), ("u", "no, that"), ("a", "done")]


def test_two_stops_with_other_words_are_two_answers_and_with_the_same_words_one(plugin: Plugin) -> None:
    with gateway() as server:
        plugin.url = server.url
        plugin.stop("first")
        plugin.stop("second")
        plugin.stop("second")
    ids = [event["event_id"] for event in server.appended()]
    assert len(ids) == 3
    assert len(set(ids)) == 2


def test_only_the_first_prompt_of_a_claude_turn_counts(claude: Plugin) -> None:
    with gateway() as server:
        claude.url = server.url
        claude.prompt("<task-notification>agent done</task-notification>")
        claude.prompt("When is tea?")
        claude.prompt("machine-made text with the same prompt id")
        claude.stop("At four.")
        claude.prompt("And scones?", turn="t2")
        claude.stop("In the tin.", turn="t2")
    assert rows(server) == [
        ("u", "When is tea?"),
        ("a", "At four."),
        ("u", "And scones?"),
        ("a", "In the tin."),
    ]


def test_an_error_text_is_never_an_answer(claude: Plugin) -> None:
    with gateway() as server:
        claude.url = server.url
        claude.prompt("When is tea?")
        claude.quiet("StopFailure", {"error": "unknown", "last_assistant_message": "API Error: 400"})
    assert rows(server) == [("u", "When is tea?")]


@pytest.mark.parametrize("answer", [None, "", " \n"])
def test_an_empty_answer_leaves_the_prompt_alone(plugin: Plugin, answer: str | None) -> None:
    with gateway() as server:
        plugin.url = server.url
        plugin.prompt("When is tea?")
        plugin.stop(answer)
    assert rows(server) == [("u", "When is tea?")]


def test_compaction_and_end_nudge_after_delivering(plugin: Plugin) -> None:
    with gateway() as server:
        plugin.url = server.url
        plugin.prompt("before")
        plugin.quiet("PreCompact", {"trigger": "manual"})
        plugin.quiet("SessionEnd", {"reason": "other"})
    assert server.operations()[1:] == ["agent_session_append", "agent_session_flush", "agent_session_flush"]
    assert [r.value["reason"] for r in server.requests[2:]] == ["pre_compact", "session_end"]


CHILD = {"agent_id": "child-1", "agent_type": "default"}


class TestSubagents:
    def test_are_left_out(self, plugin: Plugin) -> None:
        with gateway() as server:
            plugin.url = server.url
            plugin.quiet("UserPromptSubmit", {"prompt": "CHILD: say hi", **CHILD})
        assert server.requests == []
        assert plugin.spool == []

    def test_become_child_sessions_when_asked_for_and_never_the_persons_words(self, plugin: Plugin) -> None:
        with gateway() as server:
            plugin.url = server.url
            task = {"prompt": "CHILD: say hi", **CHILD}
            assert plugin.quiet("UserPromptSubmit", task, REME_SUBAGENTS="on").stdout == ""
            plugin.stop("parent's answer", turn="t0")
        children = [r.value for r in server.requests if r.value["session_id"] == "s1/child-1"]
        assert [event["role"] for body in children for event in body["events"]] == ["assistant"]


def test_several_sessions_share_the_spool_and_keep_apart(plugin: Plugin) -> None:
    for session in ("s1", "s2", "s3"):
        plugin.prompt(f"of {session}", session=session)
    with gateway() as server:
        plugin.url = server.url
        plugin.stop("answer", session="s2")
    by_session = {
        request.value["session_id"]: [event["content"] for event in request.value["events"]]
        for request in server.requests
    }
    assert by_session == {"s1": ["of s1"], "s2": ["of s2", "answer"], "s3": ["of s3"]}
    assert plugin.spool == []


@pytest.mark.parametrize(
    ("host", "events"),
    [
        ("codex", ["SessionStart.startup", "UserPromptSubmit", "Stop", "PreCompact", "SessionStart.compact"]),
        ("claude_code", ["SessionStart-startup", "UserPromptSubmit", "Stop", "PreCompact-auto"]),
    ],
)
def test_recorded_payloads_run_through(tmp_path: Path, host: str, events: list[str]) -> None:
    plugin = Plugin(tmp_path / "plugin", tmp_path / "home", host=host)
    with gateway() as server:
        plugin.url = server.url
        for name in events:
            recorded = payload(host, name)
            done = plugin.fire(recorded["hook_event_name"], recorded)
            assert (done.code, done.stderr) == (0, "")
    assert [event["role"] for event in server.appended()] == ["user", "assistant"]
