"""What holds for every adapter: the descriptor's fixtures, pointers and filters, and legal replies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.hosts.adapters import descriptor, observe, recorded, reply

FOLDERS = ("claude-code", "codex")
ROWS = [
    pytest.param(folder, row, name, id=f"{folder}-{name}")
    for folder in FOLDERS
    for row in descriptor(folder)["events"]
    for name in row.get("fixtures", [])
]
FILTERS = [
    pytest.param(folder, rule, name, id=f"{folder}-{rule['name']}")
    for folder in FOLDERS
    for rule in descriptor(folder)["filters"]
    for name in rule.get("fixtures", [])
]
FIELDS = {
    "session_id": "session_id",
    "turn": "turn",
    "prompt": "prompt",
    "answer": "answer",
    "agent_id": "agent_id",
}


@pytest.mark.parametrize(("folder", "row", "name"), ROWS)
def test_an_adapter_reads_what_the_descriptor_points_at(folder: str, row: Any, name: str) -> None:
    payload = recorded(folder, name)
    seen = observe(folder)(row["native"], payload)
    for field, pointer in row["read"].items():
        if field in FIELDS:
            assert getattr(seen, FIELDS[field]) == payload[pointer[1:]], field


@pytest.mark.parametrize(("folder", "rule", "name"), FILTERS)
def test_an_adapter_drops_what_the_descriptor_filters(folder: str, rule: Any, name: str) -> None:
    seen = observe(folder)(rule["native"], recorded(folder, name))
    if rule["name"] == "subagent":
        assert seen.agent_id, "the runtime drops it, unless it is switched on"
    elif rule["drops"] == "event":
        assert seen is None
    elif rule["drops"] == "answer":
        assert seen.answer is None
    else:
        assert rule["drops"] == "turn"
        assert (seen.prompt, seen.answer, seen.no_person) == (None, None, True)


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("event", ["UserPromptSubmit", "SessionStart"])
def test_context_stands_where_the_host_looks_for_it(folder: str, event: str) -> None:
    block = '<reme-context source="auto-recall">\n第一 "x"\n</reme-context>'
    printed = reply(folder)(event, block, "")
    assert json.loads(printed) == {"hookSpecificOutput": {"hookEventName": event, "additionalContext": block}}
    assert printed.isascii(), "no code page can spoil it"


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_to_say_prints_nothing(folder: str) -> None:
    assert reply(folder)("UserPromptSubmit", "", "") == ""


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_notice_is_for_the_person_and_stays_out_of_the_context(folder: str) -> None:
    assert json.loads(reply(folder)("SessionStart", "", "Upgrade it.")) == {"systemMessage": "Upgrade it."}
