"""What the Codex adapter makes of recorded payloads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hosts.adapters import observe, recorded

SEEN = observe("codex")
SESSION, TURN = "01a22f05-3aa4-7dd2-90d9-0282dcab4d71", "01a22f05-3ae2-7331-977a-2295bc88ca5a"


def test_a_prompt_is_read_with_session_turn_and_folder() -> None:
    seen = SEEN("UserPromptSubmit", recorded("codex", "UserPromptSubmit.json"))
    assert (seen.session_id, seen.turn, seen.folder) == (SESSION, TURN, "/home/dev/project")
    assert (seen.prompt, seen.answer, seen.agent_id) == ("please CALL_MCP", None, "")
    assert not seen.no_person


def test_a_stop_brings_the_answer_of_the_same_turn() -> None:
    seen = SEEN("Stop", recorded("codex", "Stop.json"))
    assert (seen.session_id, seen.turn) == (SESSION, TURN)
    assert (seen.prompt, seen.answer) == (None, "reply 3: please CALL_MCP")


@pytest.mark.parametrize("nothing", [None, "", 7, ["text"]])
def test_a_stop_without_text_has_no_answer(nothing: Any) -> None:
    payload = {**recorded("codex", "Stop.json"), "last_assistant_message": nothing}
    assert SEEN("Stop", payload).answer is None


def test_a_second_stop_of_a_turn_is_read_like_the_first() -> None:
    payload = {**recorded("codex", "Stop.json"), "stop_hook_active": True, "last_assistant_message": "More."}
    seen = SEEN("Stop", payload)
    assert (seen.turn, seen.answer) == (TURN, "More.")


def test_a_steered_prompt_keeps_the_turn_it_steers() -> None:
    payload = {**recorded("codex", "UserPromptSubmit.json"), "prompt": "Only the server's."}
    seen = SEEN("UserPromptSubmit", payload)
    assert (seen.turn, seen.prompt) == (TURN, "Only the server's.")


@pytest.mark.parametrize(
    ("event", "name"),
    [("UserPromptSubmit", "UserPromptSubmit.subagent.json"), ("SubagentStop", "SubagentStop.json")],
)
def test_a_sub_agent_is_named(event: str, name: str) -> None:
    seen = SEEN(event, recorded("codex", name))
    assert seen.agent_id == "01a22f05-411f-7802-bcf0-d33f2bdf27b0"
    assert seen.turn == "01a22f05-4126-7ab2-a283-04dedac93f78"


@pytest.mark.parametrize(
    ("event", "name"),
    [
        ("SessionStart", "SessionStart.startup.json"),
        ("SessionStart", "SessionStart.resume.json"),
        ("SessionStart", "SessionStart.compact.json"),
        ("PreCompact", "PreCompact.json"),
        ("SessionEnd", "SessionEnd.json"),
        ("Interrupt", "Interrupt.json"),
    ],
)
def test_an_event_without_words_names_its_session_only(event: str, name: str) -> None:
    payload = recorded("codex", name)
    seen = SEEN(event, payload)
    assert seen.session_id == payload["session_id"]
    assert (seen.prompt, seen.answer) == (None, None)


def test_text_of_another_event_is_not_taken_for_a_prompt_or_an_answer() -> None:
    payload = {"session_id": "s", "prompt": "planted", "last_assistant_message": "planted"}
    seen = SEEN("SessionEnd", payload)
    assert (seen.prompt, seen.answer) == (None, None)


def test_a_payload_without_anything_has_no_session() -> None:
    assert SEEN("Stop", {}).session_id == ""
