"""What the Claude Code adapter makes of recorded payloads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hosts.adapters import observe, recorded

SEEN = observe("claude-code")
SESSION = "55423cd9-bb06-4424-8f09-2e19930d9699"


def test_a_prompt_is_read_with_session_prompt_id_and_folder() -> None:
    seen = SEEN("UserPromptSubmit", recorded("claude-code", "UserPromptSubmit.json"))
    assert (seen.session_id, seen.turn) == (SESSION, "57b2a136-fbae-408e-b378-cb44e6630091")
    assert (seen.prompt, seen.folder, seen.no_person) == ("turn one", "/home/dev/project", False)


def test_a_slash_command_is_what_the_person_typed() -> None:
    seen = SEEN("UserPromptSubmit", recorded("claude-code", "UserPromptSubmit-slash.json"))
    assert seen.prompt == "/reme-memory:reme-memory find tea"


def test_a_task_notification_is_no_persons_prompt() -> None:
    payload = recorded("claude-code", "UserPromptSubmit-task-notification.json")
    seen = SEEN("UserPromptSubmit", payload)
    assert (seen.prompt, seen.answer, seen.no_person) == (None, None, True)
    assert seen.turn == payload["prompt_id"]


def test_a_prompt_that_mentions_the_tag_is_a_persons_prompt() -> None:
    payload = {**recorded("claude-code", "UserPromptSubmit.json"), "prompt": "What is <task-notification>?"}
    seen = SEEN("UserPromptSubmit", payload)
    assert (seen.prompt, seen.no_person) == ("What is <task-notification>?", False)


@pytest.mark.parametrize(
    ("name", "answer"),
    [("Stop.json", "SCRIPTED-ANSWER turn=1"), ("Stop-background-running.json", "SECOND-BLOCK.")],
)
def test_a_stop_brings_the_answer(name: str, answer: str) -> None:
    payload = recorded("claude-code", name)
    seen = SEEN("Stop", payload)
    assert (seen.turn, seen.answer, seen.prompt) == (payload["prompt_id"], answer, None)


@pytest.mark.parametrize("nothing", [None, "", 7])
def test_a_stop_without_text_has_no_answer(nothing: Any) -> None:
    payload = {**recorded("claude-code", "Stop.json"), "last_assistant_message": nothing}
    assert SEEN("Stop", payload).answer is None


def test_an_error_text_is_no_answer() -> None:
    payload = recorded("claude-code", "StopFailure.json")
    assert payload["last_assistant_message"].startswith("API Error")
    seen = SEEN("StopFailure", payload)
    assert (seen.turn, seen.answer) == (payload["prompt_id"], None)


def test_the_compaction_summariser_is_nobody() -> None:
    assert SEEN("SubagentStop", recorded("claude-code", "SubagentStop-compaction.json")) is None


def test_a_sub_agent_is_named_and_quoted() -> None:
    seen = SEEN("SubagentStop", recorded("claude-code", "SubagentStop.json"))
    assert (seen.agent_id, seen.answer) == ("a5ef0e0ab1f336028", "SCRIPTED-ANSWER turn=1")


@pytest.mark.parametrize(
    ("event", "name"),
    [
        ("SessionStart", "SessionStart-startup.json"),
        ("SessionStart", "SessionStart-clear.json"),
        ("SessionStart", "SessionStart-resume.json"),
        ("SessionStart", "SessionStart-fork.json"),
        ("SessionStart", "SessionStart-compact.json"),
        ("PreCompact", "PreCompact-manual.json"),
        ("PreCompact", "PreCompact-auto.json"),
        ("SessionEnd", "SessionEnd-other.json"),
        ("SessionEnd", "SessionEnd-clear.json"),
    ],
)
def test_an_event_without_words_names_its_session_only(event: str, name: str) -> None:
    payload = recorded("claude-code", name)
    seen = SEEN(event, payload)
    assert seen.session_id == payload["session_id"]
    assert (seen.prompt, seen.answer) == (None, None)


def test_a_payload_without_anything_has_no_session() -> None:
    assert SEEN("Stop", {}).session_id == ""
