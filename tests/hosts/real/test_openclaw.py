"""OpenClaw's own ways: one-shot runs, a gateway, permissions and ends, in the real program."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.behaviour.session_files import stored_lines
from tests.gateway_process import GatewayProcess, event
from tests.hosts.faulty_gateway import FaultyGateway, closed_port
from tests.hosts.real.machine import PATIENCE, Machine, ended
from tests.hosts.real.openclaw_host import PACKAGE, SESSION, OpenClaw, node, pack, program
from tests.hosts.real.reme_command import Reme
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.stored import rows, said
from tests.hosts.slow_gateway import SlowGateway

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"
OPENING = '<reme-context source="auto-recall">'
NAMES = ["reme_daily_list", "reme_read", "reme_remember", "reme_search", "reme_traverse"]


def remember(gateway: GatewayProcess, *texts: str) -> None:
    """Turns of another host's session."""
    events = [event(f"t{number}:u", text) for number, text in enumerate(texts)]
    gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=events)


def own(gateway: GatewayProcess) -> list[tuple[str, str]]:
    return rows(gateway, "openclaw")


def recalled(asked: Asked) -> list[int]:
    """How often the fact stands in blocks, user message by user message, without the host's own."""
    pieces = [text for role, text in asked.pieces if role == "user" and "INTERNAL_CONTEXT" not in text]
    return [text.count(FACT) if OPENING in text else 0 for text in pieces]


def results(asked: Asked) -> list[str]:
    """What tools said since the person's last words."""
    return [text for role, text in asked.pieces if role == "tool"][-asked.answered_calls :]


def notes(gateway: GatewayProcess) -> list[Path]:
    return list((gateway.workspace / "daily").glob("*/*.md"))


def until(happened: Callable[[], object], what: str) -> None:
    """Return when something has happened that the host does by itself."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def test_one_shot_runs_recall_each_time_and_store_each_turn_once(
    openclaw: OpenClaw, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    assert openclaw.tell(QUESTION).code == 0
    again = f"Once more: {QUESTION}"
    done = openclaw.go_on(again)
    assert done.code == 0
    assert "failed" not in done.errors
    (second,) = model.turns(again)
    first = next(asked for asked in model.turns(QUESTION) if asked is not second)
    assert recalled(first) == [1]
    assert recalled(second) == [0, 1], "the first block is gone, so the second has it again"
    assert second.pieces[-2][1].index("</reme-context>") < second.pieces[-2][1].index(again)
    stored = own(gateway)
    assert [role for role, _ in stored] == ["user", "assistant"] * 2
    assert said(gateway, "openclaw") == [QUESTION, again]
    lines = [line for line in stored_lines(gateway.workspace) if line["host"] == "openclaw"]
    assert len({line["session_id"] for line in lines}) == 1
    assert len({line["turn_id"] for line in lines}) == 2
    log = json.dumps(openclaw.transcripts())
    assert again in log
    assert "reme-context" not in log
    assert openclaw.machine.spooled("openclaw") == []


def test_a_terminated_run_keeps_its_prompt(
    openclaw: OpenClaw, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    process = openclaw.start_on("WAIT, is it safe to try first?")
    model.wait_until_held()
    process.send_signal(signal.SIGTERM)
    assert ended(process) != 0
    model.release()
    assert len(openclaw.machine.spooled("openclaw")) == 1
    assert openclaw.tell("A later run.").code == 0
    assert openclaw.machine.spooled("openclaw") == []
    assert set(said(gateway)) == {"WAIT, is it safe to try first?", "A later run."}
    assert len(own(gateway)) == 3


def test_tools_failures_and_a_server_that_goes_and_comes(
    openclaw: OpenClaw, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    fact = "Releases of parcelbox are cut on Wednesdays."
    calls = (
        'CALL reme_search {"query": "parcelbox staging database"}'
        f' CALL reme_remember {{"fact": "{fact}"}} CALL reme_daily_list {{}}'
    )
    failing = "FAIL at this, please."
    with openclaw.gateway() as running:
        running.turn(calls)
        running.call("chat.send", sessionKey=SESSION, message=failing, idempotencyKey="failing")
        until(lambda: ("user", failing) in own(gateway), "the failed prompt was not stored")
        openclaw.machine.configure(url=f"http://127.0.0.1:{closed_port()}")
        running.turn("Said to nobody.")
        with FaultyGateway("silent") as silent:
            openclaw.machine.configure(url=silent.url)
            running.turn("Said to somebody silent.")
            assert silent.asked
        until(lambda: len(openclaw.machine.spooled("openclaw")) == 4, "what was said did not wait")
        assert "timed out" not in running.log, "our deadlines are far below the host's"
        openclaw.machine.configure(url=gateway.url)
        running.turn("And heard again.")
        until(lambda: not openclaw.machine.spooled("openclaw"), "what waited was not delivered")
    first, second, third, last = model.turns("CALL reme_search")
    assert sorted(name for _, name in first.tools if "reme" in name) == NAMES, "each is offered once"
    assert "reme-memory" in first.text
    assert "aurora" in results(second)[0]
    assert "days" in results(last)[2]
    assert len(results(third)) == 2
    (note,) = (gateway.workspace / "digest" / "remembered").glob("*.md")
    assert fact in note.read_text(encoding="utf-8")
    later = ["Said to nobody.", "Said to somebody silent.", "And heard again."]
    assert said(gateway, "openclaw") == [calls, failing, *later]
    assert [role for role, _ in own(gateway)] == ["user", "assistant", "user"] + ["user", "assistant"] * 3
    assert not [text for _, text in own(gateway) if "refused as scripted" in text]


def test_a_server_three_seconds_late_loses_and_doubles_nothing(
    openclaw_at: Callable[..., OpenClaw], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    told = ["Told to a late server.", "Told to it once more."]
    with SlowGateway(gateway.url, "agent_session_append", 3.0, lambda: len(model.asked)) as slow:
        openclaw = openclaw_at(slow.url)
        assert openclaw.tell(told[0]).code == 0
        assert openclaw.go_on(told[1]).code == 0
        assert slow.arrived
    openclaw.machine.configure(url=gateway.url)
    assert openclaw.go_on("Told in time.").code == 0
    assert said(gateway) == [*told, "Told in time."]
    stored = [line["event_id"] for line in stored_lines(gateway.workspace)]
    assert len(stored) == len(set(stored))
    # An answer that came while the late ones were caught up with goes out with the next turn.
    folder = openclaw.machine.reme / "integrations" / "openclaw" / "spool"
    waiting = [json.loads(path.read_bytes())["events"] for path in folder.glob("[!.]*.json")]
    assert len({*stored, *(one["event_id"] for events in waiting for one in events)}) == 6


def test_a_session_is_stored_once_through_steering_compaction_and_reset(
    openclaw_at: Callable[..., OpenClaw], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    openclaw = openclaw_at(gateway.url, flush="session")
    steered = ["WAIT, think about the harbour.", "Only about the cranes."]
    after = f"After a reset: {QUESTION}"
    with openclaw.gateway() as running:
        running.turn(FACT)
        running.send(steered[0], "r1")
        model.wait_until_held()
        running.send(steered[1], "r2")
        until(
            lambda: steered[1] in json.dumps(running.call("chat.history", sessionKey=SESSION)), "not steered"
        )
        model.release()
        until(lambda: len(own(gateway)) == 6, "the steered turn was not stored")
        assert notes(gateway) == [], "with this setting no turn's end makes a note"
        running.compact()
        until(lambda: notes(gateway), "the compaction made no note")
        running.turn(QUESTION)
        running.reset()
        running.turn(after)
    assert recalled(model.turns(QUESTION)[0])[-1] == 1, "what the compaction dropped may come back"
    assert recalled(model.turns(after)[0]) == [1], "and what the reset dropped"
    stored = own(gateway)
    assert said(gateway) == [FACT, *steered, QUESTION, after]
    assert [role for role, _ in stored] == ["user", "assistant"] * 5
    assert len(set(stored)) == 10
    lines = stored_lines(gateway.workspace)
    assert [line["turn_id"] for line in lines].count("r1") == 4
    assert len({line["session_id"] for line in lines}) == 1
    assert not [text for _, text in stored if "reme-context" in text or "Latest user request" in text]


def test_what_no_person_said_is_neither_recalled_for_nor_stored(
    openclaw: OpenClaw, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    values = openclaw.read_config()
    values["plugins"]["allow"].append("memory-core")
    openclaw.write_config({**values, "tools": {"toolSearch": False}})
    remember(gateway, FACT)
    task = json.dumps({"task": f"Child task: {QUESTION}", "mode": "run"})
    spoken = [f"Delegate this. CALL sessions_spawn {task}", "LARGE, please.", "Said after the compaction."]
    with openclaw.gateway() as running:
        running.turn(spoken[0])
        until(lambda: model.turns("[Subagent Task]"), "the sub-agent did not run")
        running.call("wake", mode="now", text=f"A reminder rings: {QUESTION}")
        until(lambda: model.turns("heartbeat monitor"), "the heartbeat did not run")
        job = {
            "name": "job",
            "schedule": {"kind": "at", "at": "2030-01-01T00:00:00Z"},
            "sessionTarget": "isolated",
            "wakeMode": "now",
            "payload": {"kind": "agentTurn", "message": f"A job: {QUESTION}"},
        }
        made = running.call("cron.add", **job)
        running.call("cron.run", id=made["id"], mode="force")
        until(lambda: model.turns("A job:"), "the job did not run")
        running.turn(spoken[1])
        running.turn(spoken[2])
        until(lambda: said(gateway, "openclaw")[-1:] == spoken[2:], "the last turn was not stored")
    for words in ("[Subagent Task]", "heartbeat monitor", "A job:", "Pre-compaction memory flush"):
        for asked in model.turns(words):
            assert sum(recalled(asked)[-1:]) == 0, words
        assert model.turns(words), words
    assert said(gateway, "openclaw") == spoken
    assert [role for role, _ in own(gateway)] == ["user", "assistant"] * 3
    offered = [name for _, name in model.turns(spoken[2])[0].tools]
    assert sorted(name for name in offered if "reme" in name) == NAMES
    assert "memory_search" in offered, "the host's own memory works beside"
    assert openclaw.machine.heartbeat("openclaw")["events"]["before_compaction"]["result"] == "ok"


def test_a_stopped_gateway_lets_its_turn_end_and_flushes_what_it_touched(
    openclaw_at: Callable[..., OpenClaw], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    openclaw = openclaw_at(gateway.url, flush="session")
    told = openclaw.cli("agent", "--local", "--session-key", SESSION, "--message", FACT)
    assert told.code == 0, told.errors
    further = "In a session that an earlier process began."
    with openclaw.gateway() as running:
        running.turn(further)
        running.send("WAIT, and be stopped meanwhile.", "r1")
        model.wait_until_held()
        assert notes(gateway) == []
        running.process.send_signal(signal.SIGTERM)
        model.release()
    until(lambda: notes(gateway), "the stop made no note")
    beats = openclaw.machine.heartbeat("openclaw")["events"]
    assert "session_end" not in beats, "the host tells only of sessions that this process began"
    assert openclaw.machine.spooled("openclaw") == []
    assert said(gateway) == [FACT, further, "WAIT, and be stopped meanwhile."]
    assert [role for role, _ in own(gateway)] == ["user", "assistant"] * 3


def test_setup_shows_asks_and_changes_the_permission_and_no_slot(
    openclaw: OpenClaw, gateway: GatewayProcess
) -> None:
    values = openclaw.read_config()
    del values["plugins"]["entries"]["reme"]["hooks"]
    values["plugins"]["entries"]["reme"]["config"]["ofAnotherVersion"] = True
    openclaw.write_config(values)
    before = openclaw.config.read_bytes()
    assert openclaw.tell("Nobody may listen.").code == 0
    assert rows(gateway) == []
    status = openclaw.cli("reme", "status")
    assert status.code == 1
    assert "openclaw reme setup" in status.output
    asked = openclaw.cli("reme", "setup")
    assert asked.code == 1
    assert "plugins.entries.reme.hooks.allowConversationAccess = true" in asked.output
    assert openclaw.config.read_bytes() == before
    assert openclaw.cli("reme", "setup", "--yes").code == 0
    changed = openclaw.read_config()
    assert changed["plugins"]["entries"]["reme"]["hooks"] == {"allowConversationAccess": True}
    assert "slots" not in changed["plugins"]
    assert openclaw.cli("reme", "setup", "--yes").output.endswith("Everything is set up.\n")
    status = openclaw.cli("reme", "status", "--json")
    assert (status.code, status.json()["working"]) == (0, True)
    assert openclaw.tell("Now somebody may.").code == 0
    assert said(gateway) == ["Now somebody may."]


def test_the_published_archive_installs_without_a_network_and_goes_again(
    machine: Machine, gateway: GatewayProcess, tmp_path: Path
) -> None:
    machine.configure(url=gateway.url)
    openclaw = OpenClaw(machine)
    archive = pack(PACKAGE, tmp_path / "packed")
    source = f"npm-pack:{archive}"
    refused = openclaw.cli("plugins", "install", source)
    assert refused.code == 1
    done = openclaw.cli("plugins", "install", source, "--force", "--accept-capabilities")
    assert done.code == 0, done.errors
    assert "slots" not in openclaw.read_config()["plugins"]
    assert openclaw.cli("reme", "setup", "--yes").code == 0
    found = openclaw.cli("plugins", "inspect", "reme", "--runtime", "--json").json()
    assert found["plugin"]["status"] == "loaded"
    assert found["diagnostics"] == []
    assert openclaw.tell("Said to an installed plugin.").code == 0
    assert said(gateway) == ["Said to an installed plugin."]
    assert openclaw.cli("plugins", "uninstall", "reme", "--force").code == 0


@pytest.mark.parametrize("comment", ["", "// mine\n"], ids=["plain", "with a comment"])
def test_reme_installs_examines_and_leaves_the_configuration_as_it_was(
    machine: Machine, gateway: GatewayProcess, comment: str
) -> None:
    openclaw = OpenClaw(machine)
    openclaw.config.write_text(comment + openclaw.config.read_text())
    before = openclaw.config.read_bytes()
    machine.configure(url=gateway.url)
    reme = Reme(machine, {"openclaw": program(), "node": node()})
    assert reme.findings("openclaw") == {"plugin_missing": "reme install openclaw"}
    commands = [step["command"] for step in reme.changes("install", "openclaw") if step["command"]]
    assert [command.split()[1] for command in commands] == ["plugins", "config", "config"]
    assert reme.changes("install", "openclaw") == []
    assert reme.findings("openclaw") == {}
    assert openclaw.tell("Stored by an installed plugin.").code == 0
    assert said(gateway) == ["Stored by an installed plugin."]
    fired = reme("doctor", "openclaw", "--json").json()["hosts"]["openclaw"]["fired"]
    assert {"before_prompt_build", "agent_end"} <= set(fired)
    assert reme.changes("uninstall", "openclaw")
    assert openclaw.config.read_bytes() == before
    assert not (openclaw.folder / "extensions" / "reme").exists()
    assert sorted(path.name for path in machine.reme.iterdir()) == ["config.json"]
    assert reme.changes("uninstall", "openclaw") == []
