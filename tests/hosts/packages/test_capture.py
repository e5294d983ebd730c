"""What a package stores, and what it leaves."""

from __future__ import annotations

from tests.gateway_process import GatewayProcess
from tests.hooks.plugin import Plugin
from tests.hosts.packages.scoped import lines, remember, rows

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."


def test_a_turn_is_stored_when_it_ends(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    plugin.prompt("How do we deploy?")
    assert rows(gateway, scope) == []
    plugin.stop("With ops/release.sh.")
    assert rows(gateway, scope) == [("user", "How do we deploy?"), ("assistant", "With ops/release.sh.")]
    assert {line["turn_id"] for line in lines(gateway, scope)} == {"t1"}
    assert {line["host"] for line in lines(gateway, scope)} == {plugin.host}
    assert plugin.spool == []


def test_an_empty_message_is_no_event(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    plugin.prompt("   \n")
    plugin.stop("")
    plugin.stop(None)
    assert rows(gateway, scope) == []
    assert plugin.spool == []


def test_a_repeated_hook_stores_once(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    for _ in range(3):
        plugin.prompt("Once only.")
        plugin.stop("Indeed.")
    assert rows(gateway, scope) == [("user", "Once only."), ("assistant", "Indeed.")]


def test_a_second_answer_of_a_turn_is_a_second_event(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    plugin.prompt("Say it.")
    plugin.stop("First.")
    plugin.stop("Second.")
    assert rows(gateway, scope) == [("user", "Say it."), ("assistant", "First."), ("assistant", "Second.")]


def test_a_tool_result_is_never_stored(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    result = {
        "tool_name": "Bash",
        "tool_response": "secret listing",
        "last_assistant_message": "x",
        "prompt": "y",
    }
    for event in ("PreToolUse", "PostToolUse"):
        plugin.quiet(event, result)
    assert rows(gateway, scope) == []
    assert plugin.spool == []


def test_recalled_text_is_never_stored_again(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    remember(gateway, scope, FACT)
    context = plugin.prompt("Where does the parcelbox staging database run?").context
    assert FACT in context
    plugin.stop(f"You once said:\n{context}\nSo: on aurora.")
    plugin.prompt(context, turn="t2")
    stored = rows(gateway, scope)
    assert [text for _, text in stored].count(FACT) == 1
    assert not [text for _, text in stored if "reme-context" in text]
    assert ("assistant", "You once said:\nSo: on aurora.") in stored
    assert len([role for role, _ in stored if role == "user"]) == 2


def test_a_sub_agents_words_are_stored_only_when_switched_on(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    said = {"agent_id": "a1", "agent_type": "helper", "last_assistant_message": "Seven crates."}
    plugin.quiet("SubagentStop", said)
    assert rows(gateway, scope) == []
    plugin.quiet("SubagentStop", said, REME_SUBAGENTS="on")
    (line,) = lines(gateway, scope)
    assert (line["role"], line["session_id"] == "s1") == ("assistant", False)
