"""Codex's own ways: trust, steering, compaction, interrupts, forks and ends, in the real program."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.gateway_process import GatewayProcess, event
from tests.hosts.adapters import FIXTURES
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.machine import PATIENCE, Machine, ended, tree
from tests.hosts.real.scripted_model import ScriptedModel
from tests.hosts.real.second_plugin import stop_once_more
from tests.hosts.real.stored import rows, said, sessions

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
OPENING = '<reme-context source="auto-recall">'


def note_is_written(gateway: GatewayProcess) -> None:
    """Return when the server has made a note of what it was told to flush."""
    until = time.monotonic() + PATIENCE
    while not list((gateway.workspace / "daily").glob("*/*.md")):
        assert time.monotonic() < until, "no note was written"
        time.sleep(0.05)


def test_untrusted_hooks_are_silent_and_trusted_ones_run(
    machine: Machine, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    machine.configure(url=gateway.url)
    codex = Codex(machine, rest=f'[mcp_servers.reme]\nurl = "{gateway.url}/mcp"\n')
    codex.install()
    done = codex.tell("Nobody listens yet.")
    assert done.code == 0
    assert "hook" not in done.output + done.errors
    assert rows(gateway) == []
    with codex.app() as app:
        assert {hook["trustStatus"] for hook in app.hooks()} == {"untrusted"}
    codex.trust()
    with codex.app() as app:
        assert {hook["trustStatus"] for hook in app.hooks()} == {"trusted"}
    assert codex.tell("Now somebody listens.").code == 0
    assert said(gateway) == ["Now somebody listens."]


def test_runs_leave_the_plugins_folder_and_its_trust_as_they_were(
    codex: Codex, gateway: GatewayProcess
) -> None:
    before = tree(codex.plugin)
    with codex.app() as app:
        hashes = {hook["key"]: hook["currentHash"] for hook in app.hooks()}
    codex.machine.variables = {"REME_DEBUG": "1"}
    assert codex.tell(FACT).code == 0
    assert codex.go_on("And again.").code == 0
    assert tree(codex.plugin) == before
    assert not [path for path in before if "__pycache__" in path or path.endswith(".pyc")]
    with codex.app() as app:
        assert {hook["key"]: hook["currentHash"] for hook in app.hooks()} == hashes
        assert {hook["trustStatus"] for hook in app.hooks()} == {"trusted"}
    assert (codex.machine.reme / "logs").is_dir()
    assert len(rows(gateway)) == 4


def test_the_context_follows_the_prompt_as_a_message_of_its_own(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    gateway.ask("agent_session_append", host="hermes", session_id="s", events=[event("t:u", FACT)])
    question = "Where does the staging database of parcelbox run?"
    assert codex.tell(question).code == 0
    (asked,) = model.turns(question)
    position = asked.pieces.index(("user", question))
    role, text = asked.pieces[position + 1]
    assert role == "developer"
    assert text.startswith(OPENING)
    assert text.endswith("</reme-context>")


def test_every_hook_completes_and_none_is_reported_as_failed(codex: Codex) -> None:
    with codex.app() as app:
        thread = app.thread()
        app.turn(thread, FACT)
        app.compact(thread)
        app.turn(thread, "After the compaction.")
        runs = app.hook_runs()
    assert {run["eventName"] for run in runs} >= {"sessionStart", "userPromptSubmit", "stop", "preCompact"}
    assert {run["status"] for run in runs} == {"completed"}


def test_a_manual_compaction_flushes_and_continuity_is_put_in(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with codex.app() as app:
        thread = app.thread()
        app.turn(thread, FACT)
        app.compact(thread)
        note_is_written(gateway)
        app.turn(thread, "What are we at?")
    assert codex.machine.heartbeat("codex")["events"]["PreCompact"]["result"] == "ok"
    after = model.turns("What are we at?")[0]
    assert OPENING in after.text
    assert "aurora" in after.text[after.text.index(OPENING) :]
    assert said(gateway) == [FACT, "What are we at?"]


def test_an_automatic_compaction_flushes_and_continuity_is_put_in(
    codex_at: Callable[..., Codex], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    codex = codex_at(gateway.url, top="model_auto_compact_token_limit = 1000")
    assert codex.tell(f"{FACT} LARGE").code == 0
    assert codex.go_on("What are we at?").code == 0
    assert [asked for asked in model.asked if asked.is_summary]
    assert codex.machine.heartbeat("codex")["events"]["PreCompact"]["result"] == "ok"
    after = model.turns("What are we at?")[0]
    assert "aurora" in after.text[after.text.index(OPENING) :]
    assert said(gateway) == [f"{FACT} LARGE", "What are we at?"]


def test_an_interrupted_prompt_is_kept_without_an_answer(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with codex.app() as app:
        thread = app.thread()
        turn = app.begin(thread, "WAIT, think about the harbour.")
        model.wait_until_held()
        app.call("turn/interrupt", {"threadId": thread, "turnId": turn})
        app.wait("turn/completed", thread)
        assert rows(gateway) == [("user", "WAIT, think about the harbour.")]
        model.release()


def test_a_failed_request_keeps_the_prompt_and_no_error_text(codex: Codex, gateway: GatewayProcess) -> None:
    assert codex.tell("FAIL at this, please.").code == 1
    assert rows(gateway) == [("user", "FAIL at this, please.")]


def test_a_steered_turn_keeps_both_prompts(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with codex.app() as app:
        thread = app.thread()
        turn = app.begin(thread, "WAIT, plan the release.")
        model.wait_until_held()
        steered = {"threadId": thread, "expectedTurnId": turn}
        app.call("turn/steer", {**steered, "input": [{"type": "text", "text": "Only the server's."}]})
        model.release()
        app.wait("turn/completed", thread)
    assert said(gateway) == ["WAIT, plan the release.", "Only the server's."]
    assert len(rows(gateway)) == len(set(rows(gateway)))


def test_two_stops_of_one_turn_keep_both_answers(
    codex: Codex, gateway: GatewayProcess, tmp_path: Path
) -> None:
    codex.install(tmp_path / "other", stop_once_more(tmp_path / "other"))
    codex.trust()
    assert codex.tell("Say it.").code == 0
    stored = rows(gateway)
    assert [role for role, _ in stored] == ["user", "assistant", "assistant"]
    assert len(set(stored)) == 3


def test_a_fork_is_a_session_of_its_own_and_stores_nothing_twice(
    codex: Codex, gateway: GatewayProcess
) -> None:
    told = codex.tell(FACT)
    thread = next(line["thread_id"] for line in told.lines() if line["type"] == "thread.started")
    assert codex.fork(thread, "In the copy.").code == 0
    assert len(sessions(gateway)) == 2
    assert sorted(said(gateway)) == sorted([FACT, "In the copy."])
    assert len(rows(gateway)) == 4


def test_a_sub_agents_words_are_not_stored(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    task = json.dumps({"message": "Child task: count the crates.", "agent_type": "default"})
    with codex.app() as app:
        thread = app.thread()
        app.turn(thread, f"Delegate this. CALL spawn_agent {task}")
        until = time.monotonic() + PATIENCE
        while not [
            note
            for note in app.notes
            if note["method"] == "hook/completed" and note["params"]["run"]["eventName"] == "subagentStop"
        ]:
            assert time.monotonic() < until, "the sub-agent did not end"
            time.sleep(0.05)
    assert model.turns("Child task")
    stored = rows(gateway)
    assert [text for role, text in stored if role == "user"] == [f"Delegate this. CALL spawn_agent {task}"]
    assert len(stored) == 2


def test_the_switch_captures_a_sub_agent_as_a_child_session(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    codex.machine.configure(url=gateway.url, subagents=True)
    task = json.dumps({"message": "Child task: count the crates.", "agent_type": "default"})
    with codex.app() as app:
        thread = app.thread()
        app.turn(thread, f"Delegate this. CALL spawn_agent {task}")
        until = time.monotonic() + PATIENCE
        while len(rows(gateway)) < 4:
            assert time.monotonic() < until, "the sub-agent was not captured"
            time.sleep(0.05)
    assert len(sessions(gateway)) == 2
    assert said(gateway) == [f"Delegate this. CALL spawn_agent {task}"], "no person wrote the task"


def kept_of(rollout: Path) -> list[str]:
    """What an importer reads of a session's log, row by row."""
    found = []
    for line in rollout.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kind = row["payload"].get("item", {}).get("type") or row["payload"].get("type") or row["type"]
        if kind in (
            "session_meta",
            "task_started",
            "task_complete",
            "turn_aborted",
            "UserMessage",
            "AgentMessage",
        ):
            found.append(kind)
    return found


def test_a_terminated_run_keeps_its_prompt_and_hangs_nothing(
    codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    assert codex.tell("We deploy parcelbox with ops/release.sh.").code == 0
    process = codex.start_on("WAIT, is it safe to try first?")
    model.wait_until_held()
    process.send_signal(signal.SIGTERM)
    ended(process)
    model.release()
    assert len(codex.machine.spooled("codex")) == 1
    (rollout,) = codex.rollouts()
    assert kept_of(rollout) == kept_of(FIXTURES / "codex" / "rollout-sigterm.jsonl")
    assert codex.tell("A later run.").code == 0
    assert codex.machine.spooled("codex") == []
    assert "WAIT, is it safe to try first?" in said(gateway)
    assert len(rows(gateway)) == len(set(rows(gateway))) == 5


def test_the_tools_are_there_in_the_first_turn_once_each(
    codex: Codex, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    warm_gateway.ask("agent_session_append", host="hermes", session_id="s", events=[event("t:u", FACT)])
    prompt = 'CALL reme_search {"query": "parcelbox staging database"}'
    assert codex.tell(prompt).code == 0
    first, second = model.turns(prompt)
    ours = sorted(name for space, name in first.tools if "reme" in space)
    assert ours == ["reme_daily_list", "reme_read", "reme_remember", "reme_search", "reme_traverse"]
    results = [item for item in second.body["input"] if item["type"] == "function_call_output"]
    assert "aurora" in json.dumps(results)
    assert "reme:reme-memory" in first.text
