"""Claude Code's own ways, in the real program: tools, options, compaction, notifications, ends."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

from tests.behaviour.session_files import files_with, stored_lines
from tests.gateway_process import GatewayProcess, event
from tests.hosts.real.claude_host import PACKAGE, Claude
from tests.hosts.real.machine import PATIENCE, Machine, tree
from tests.hosts.real.scripted_model import ScriptedModel
from tests.hosts.real.second_plugin import stop_once_more
from tests.hosts.real.stored import rows, said, sessions

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
OPENING = '<reme-context source="auto-recall">'
TOOL = "mcp__plugin_reme-memory_reme__"
AGENT = {
    "description": "count",
    "prompt": "Child task: count the crates.",
    "subagent_type": "general-purpose",
}


def test_the_package_passes_strict_validation(machine: Machine) -> None:
    claude = Claude(machine)
    package = machine.marketplace(PACKAGE)
    for folder in (package, package / "reme"):
        done = claude.cli("plugin", "validate", "--strict", str(folder))
        assert done.code == 0, done.output + done.errors


def test_the_tools_are_there_in_the_first_turn_once_each(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    gateway.ask("agent_session_append", host="hermes", session_id="s", events=[event("t:u", FACT)])
    prompt = 'CALL reme_search {"query": "parcelbox staging database"}'
    assert claude.tell(prompt).code == 0
    first, second = model.turns(prompt)
    ours = sorted(name for _, name in first.tools if "reme" in name)
    names = ("reme_daily_list", "reme_read", "reme_remember", "reme_search", "reme_traverse")
    assert ours == [TOOL + name for name in names]
    results = [b for m in second.body["messages"] for b in m["content"] if isinstance(b, dict)]
    assert "aurora" in json.dumps([block for block in results if block.get("type") == "tool_result"])
    assert "reme-memory:reme-memory" in json.dumps(first.body)


def test_options_reach_hooks_and_tools(machine: Machine, gateway: GatewayProcess, tmp_path: Path) -> None:
    token = "a-token-for-this-test-only"
    options = ("--host", "127.0.0.1")
    with GatewayProcess(
        tmp_path / "guarded", tmp_path / "guarded-home", options, {"REME_TOKEN": token}
    ) as guarded:
        claude = Claude(machine)
        claude.install(guarded.url)
        claude.cli(
            "plugin", "install", "reme-memory@reme", "--config", f"token={token}", "--config", "scope=harbour"
        )
        done = claude.tell('CALL reme_search {"query": "anything"}')
        assert done.code == 0, done.errors
    stored = stored_lines(guarded.workspace)
    assert [line["scope_id"] for line in stored] == ["harbour", "harbour"]
    assert files_with(guarded.workspace, token) == []


def test_runs_leave_the_plugins_folder_as_it_was(claude: Claude, gateway: GatewayProcess) -> None:
    plugin = claude.machine.marketplace(PACKAGE) / "reme"
    before = tree(plugin)
    claude.machine.variables = {"REME_DEBUG": "1"}
    assert claude.tell(FACT).code == 0
    assert claude.go_on("And again.").code == 0
    assert tree(plugin) == before
    assert len(rows(gateway)) == 4


def test_a_manual_compaction_flushes_and_continuity_is_put_in(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with claude.session() as session:
        session.ask(FACT)
        session.ask("/compact keep the decisions")
        until = time.monotonic() + PATIENCE
        while not list((gateway.workspace / "daily").glob("*/*.md")):
            assert time.monotonic() < until, "no note was written"
            time.sleep(0.05)
        session.ask("What are we at?")
    assert claude.machine.heartbeat("claude-code")["events"]["PreCompact"]["result"] == "ok"
    after = model.turns("What are we at?")[0]
    assert "aurora" in after.text[after.text.index(OPENING) :]
    assert said(gateway) == [FACT, "What are we at?"]
    assert not [text for _, text in rows(gateway) if "<summary>" in text]


def test_an_automatic_compaction_flushes_and_continuity_is_put_in(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with claude.session("--autocompact", "100000") as session:
        for prompt in (FACT, "Second.", "Third. LARGE", "What are we at?"):
            session.ask(prompt)
    assert [asked for asked in model.asked if asked.is_summary]
    assert claude.machine.heartbeat("claude-code")["events"]["PreCompact"]["result"] == "ok"
    after = model.turns("What are we at?")[-1]
    assert "aurora" in after.text[after.text.index(OPENING) :]
    assert said(gateway) == [FACT, "Second.", "Third. LARGE", "What are we at?"]
    assert not [text for _, text in rows(gateway) if "<summary>" in text]


def test_a_skill_call_is_kept_as_it_was_typed(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    assert claude.tell("/reme-memory:reme-memory find the harbour").code == 0
    assert [asked for asked in model.asked if "Recall first" in asked.text]
    assert said(gateway) == ["/reme-memory:reme-memory find the harbour"]
    assert len(rows(gateway)) == 2


def test_clear_begins_a_new_session_and_loses_nothing(claude: Claude, gateway: GatewayProcess) -> None:
    with claude.session() as session:
        session.ask("Before clearing.")
        session.ask("/clear")
        session.ask("After clearing.")
    assert len(sessions(gateway)) == 2
    assert sorted(said(gateway)) == ["After clearing.", "Before clearing."]
    assert len(rows(gateway)) == 4


def test_resume_goes_on_and_a_fork_is_a_session_of_its_own(claude: Claude, gateway: GatewayProcess) -> None:
    assert claude.tell("In the beginning.").code == 0
    assert claude.go_on("Going on.").code == 0
    assert len(sessions(gateway)) == 1
    assert claude.go_on("In the copy.", "--fork-session").code == 0
    assert len(sessions(gateway)) == 2
    assert sorted(said(gateway)) == ["Going on.", "In the beginning.", "In the copy."]
    assert len(rows(gateway)) == 6


def test_an_interrupted_prompt_is_kept_without_an_answer(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with claude.session() as session:
        session.send("WAIT, think about the harbour.")
        model.wait_until_held()
        session.interrupt()
        session.result()
        model.release()
        session.ask("Something else.")
    stored = rows(gateway)
    assert [role for role, _ in stored] == ["user", "user", "assistant"]
    assert said(gateway) == ["WAIT, think about the harbour.", "Something else."]


def test_a_failed_request_keeps_the_prompt_and_no_error_text(claude: Claude, gateway: GatewayProcess) -> None:
    with claude.session() as session:
        assert session.ask("FAIL at this, please.")["is_error"]
    assert rows(gateway) == [("user", "FAIL at this, please.")]


def test_two_stops_of_one_turn_keep_both_answers(
    claude: Claude, gateway: GatewayProcess, tmp_path: Path
) -> None:
    claude.install(package=tmp_path / "other", name=stop_once_more(tmp_path / "other"))
    assert claude.tell("Say it.").code == 0
    stored = rows(gateway)
    assert [role for role, _ in stored] == ["user", "assistant", "assistant"]
    assert len(set(stored)) == 3


def test_a_foreground_sub_agents_words_are_not_stored(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    task = json.dumps({**AGENT, "run_in_background": False})
    assert claude.tell(f"Delegate this. CALL Agent {task}").code == 0
    assert model.turns("Child task")
    assert said(gateway) == [f"Delegate this. CALL Agent {task}"]
    assert len(rows(gateway)) == 2


def test_a_background_agents_notification_is_no_prompt(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    task = json.dumps({**AGENT, "run_in_background": True})
    assert claude.tell(f"Delegate this. CALL Agent {task}").code == 0
    assert [asked for asked in model.asked if "<task-notification>" in asked.said]
    stored = rows(gateway)
    assert [role for role, _ in stored] == ["user", "assistant"], "its answer belongs to no person's turn"
    assert not [text for _, text in stored if "task-notification" in text]


def test_a_terminated_run_keeps_its_prompt(
    claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with claude.session() as session:
        session.send("WAIT, describe the quay.")
        model.wait_until_held()
        session.process.send_signal(signal.SIGTERM)
        session.process.wait(PATIENCE)
        model.release()
    assert claude.tell("A later run.").code == 0
    assert claude.machine.spooled("claude-code") == []
    assert sorted(said(gateway)) == sorted(["WAIT, describe the quay.", "A later run."])
    assert len(rows(gateway)) == 3
