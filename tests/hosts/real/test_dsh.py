"""DSH's own ways: one-shot runs, steps, resume, compaction, sub-agents, tools, ends; in the real program."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.behaviour.session_files import stored_lines, text_of
from tests.gateway_process import GatewayProcess, event
from tests.hosts.dsh.session_log import Told, told
from tests.hosts.faulty_gateway import FaultyGateway, closed_port
from tests.hosts.real.dsh_host import DRIVER, NAME, PACKAGE, Dsh, program, tools
from tests.hosts.real.machine import PATIENCE, ROOT, Machine, run, tree
from tests.hosts.real.reme_command import Reme
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.stored import rows, said, sessions
from tests.hosts.slow_gateway import SlowGateway

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"
OPENING = '<reme-context source="auto-recall">'
READING = ["reme_daily_list", "reme_read", "reme_search", "reme_traverse"]
TASK = {"description": "child", "prompt": "Child task: count the crates.", "run_in_background": False}


def remember(gateway: GatewayProcess, *texts: str, session: str = "earlier") -> None:
    """Turns of another host's session."""
    events = [event(f"{session}{number}:u", text) for number, text in enumerate(texts)]
    gateway.ask("agent_session_append", host="hermes", session_id=session, events=events)


def our_tools(asked: Asked) -> list[str]:
    return sorted(name for _, name in asked.tools if name.startswith("reme_"))


def blocks(asked: Asked) -> list[str]:
    """Every message that holds a recalled block."""
    return [text for _, text in asked.pieces if OPENING in text]


def until(happened: Callable[[], object], what: str) -> None:
    """Return when something has happened that the host does by itself."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def notes(gateway: GatewayProcess) -> list[Path]:
    return list((gateway.workspace / "daily").glob("*/*.md"))


def own(gateway: GatewayProcess) -> list[tuple[str, str]]:
    return rows(gateway, "dsh")


def test_a_one_shot_run_recalls_captures_and_flushes(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    done = dsh.tell(QUESTION)
    assert (done.code, done.errors) == (0, "")
    (asked,) = model.turns(QUESTION)
    position = asked.pieces.index(("user", QUESTION))
    (block,) = blocks(asked)
    role, text = next(piece for piece in asked.pieces[position + 1 :] if piece[1] == block)
    assert role == "user"
    assert text.startswith(OPENING)
    assert text.endswith("</reme-context>")
    assert FACT in text
    assert own(gateway) == [("user", QUESTION), ("assistant", done.output.strip())]
    assert dsh.machine.spooled("dsh") == []
    until(lambda: notes(gateway), "the run's end made no note")


def test_the_request_for_a_title_does_not_see_what_was_recalled(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    assert dsh.tell(QUESTION).code == 0
    asides = [asked for asked in model.asked if asked.is_aside]
    assert asides
    assert not [asked for asked in asides if "reme-context" in asked.text]


def test_a_turn_of_many_steps_recalls_once_and_is_stored_once(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    prompt = f'{QUESTION} CALL glob {{"pattern": "*.a"}} CALL glob {{"pattern": "*.b"}}'
    assert dsh.tell(prompt).code == 0
    steps = model.turns(QUESTION)
    assert len(steps) == 3
    assert [len(blocks(asked)) for asked in steps] == [1, 1, 1]
    assert [role for role, _ in own(gateway)] == ["user", "assistant"]
    assert said(gateway, "dsh") == [prompt]


def test_many_turns_and_a_resume_are_one_session_and_a_hit_is_put_in_once(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    with dsh.driven() as driver:
        session = driver.begin()
        driver.turn(QUESTION)
        driver.turn(f"Once more: {QUESTION}")
        assert driver.leave().code == 0
    assert dsh.go_on(f"After a resume: {QUESTION}").code == 0
    last = model.turns("After a resume")[0]
    assert len(blocks(last)) == 1, "the host keeps the first one, and the fact is put in once"
    stored = own(gateway)
    assert [role for role, _ in stored] == ["user", "assistant"] * 3
    assert len(set(stored)) == 6
    lines = [line for line in stored_lines(gateway.workspace) if line["host"] == "dsh"]
    assert {line["session_id"] for line in lines} == {session}
    turns = [line["event_id"].rsplit(":", 2)[0] for line in lines]
    assert turns == [f"{session}:{number}" for number in (1, 1, 2, 2, 3, 3)]
    assert not [text for _, text in rows(gateway) if "reme-context" in text]


def test_a_compaction_flushes_and_its_summary_is_never_stored(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with dsh.driven() as driver:
        driver.begin()
        driver.turn(FACT)
        driver.turn("And a second turn, so that there is something to condense.")
        assert driver.order("compact") == {"compacted": True}
        until(lambda: notes(gateway), "the compaction made no note")
        driver.turn(QUESTION)
        assert driver.leave().code == 0
    assert [asked for asked in model.asked if asked.is_summary]
    (after,) = model.turns(QUESTION)
    assert FACT in "".join(blocks(after)), "what the compaction dropped may come back"
    assert len(own(gateway)) == len(set(own(gateway))) == 6
    assert not [text for _, text in rows(gateway) if "details are in the memory" in text]


def test_a_compaction_under_pressure_flushes_and_keeps_the_turn_around_it(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    dsh.configure()
    with (dsh.profile / "cordis.patch.yml").open("a") as patch:
        patch.write("- {id: compaction-basic, config: {thresholdRatio: 0.1, retainTokens: 10}}\n")
    with dsh.driven() as driver:
        driver.begin()
        driver.turn(f"{FACT} LARGE")
        driver.turn(QUESTION)
        assert driver.leave().code == 0
    assert [asked for asked in model.asked if asked.is_summary]
    assert FACT in "".join(blocks(model.turns(QUESTION)[0])), "what the compaction dropped may come back"
    assert said(gateway) == [f"{FACT} LARGE", QUESTION]
    assert len(own(gateway)) == len(set(own(gateway))) == 4
    until(lambda: notes(gateway), "the compaction made no note")


def test_a_sub_agents_words_are_not_stored(dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel) -> None:
    remember(gateway, FACT)
    prompt = f"Delegate this. CALL subagent {json.dumps(TASK)}"
    assert dsh.tell(prompt).code == 0
    (child, *_) = model.turns("Child task")
    assert blocks(child) == [], "nothing is recalled for it"
    assert said(gateway, "dsh") == [prompt]
    assert len(own(gateway)) == 2


def test_the_switch_captures_a_sub_agent_as_a_child_session(dsh: Dsh, gateway: GatewayProcess) -> None:
    dsh.machine.variables = {"REME_SUBAGENTS": "on"}
    prompt = f"Delegate this. CALL subagent {json.dumps(TASK)}"
    assert dsh.tell(prompt).code == 0
    root, child = sorted(sessions(gateway), key=len)
    assert child.startswith(f"{root}/")
    assert said(gateway) == [prompt], "no person wrote the task"
    assert len(rows(gateway)) == 4


def test_the_web_client_is_served_with_recall_tools_and_capture(
    machine: Machine, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    machine.configure(url=gateway.url)
    remember(gateway, FACT)
    prompt = f'{QUESTION} CALL reme_search {{"query": "parcelbox staging database"}}'
    with Dsh(machine).web() as driver:
        driver.begin()
        driver.turn(prompt)
        assert "is there" in driver.order("command", line="/reme")["text"]
        done = driver.signal(signal.SIGTERM)
    assert (done.code, done.errors) == (0, "")
    first, second = model.turns(QUESTION)
    assert our_tools(first) == READING
    assert FACT in "".join(blocks(first))
    assert "aurora" in second.pieces[-1][1]
    assert [role for role, _ in own(gateway)] == ["user", "assistant"]


def test_the_tools_read_and_the_skill_is_listed(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    prompt = 'CALL reme_search {"query": "parcelbox staging database"} CALL reme_daily_list {}'
    assert dsh.tell(prompt).code == 0
    first, second, third = model.turns(prompt)
    assert our_tools(first) == READING
    assert "`reme-memory`" in first.text
    assert "aurora" in second.pieces[-1][1]
    assert third.pieces[-1][0] == "tool"
    assert "days" in third.pieces[-1][1]
    assert not [text for role, text in own(gateway) if role == "assistant" and "aurora" in text]


def test_the_switch_offers_to_remember(dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel) -> None:
    dsh.configure(remember=True)
    fact = "Releases of parcelbox are cut on Wednesdays."
    assert dsh.tell(f'Keep this. CALL reme_remember {{"fact": "{fact}"}}').code == 0
    assert our_tools(model.turns("Keep this.")[0]) == sorted([*READING, "reme_remember"])
    (note,) = (gateway.workspace / "digest" / "remembered").glob("*.md")
    assert fact in note.read_text(encoding="utf-8")


def test_a_tool_that_cannot_reach_the_server_tells_the_model_and_the_turn_goes_on(
    dsh_at: Callable[[str], Dsh], model: ScriptedModel
) -> None:
    dsh = dsh_at(f"http://127.0.0.1:{closed_port()}")
    done = dsh.tell('CALL reme_search {"query": "anything"}')
    assert done.code == 0
    _, after = model.turns("CALL reme_search")
    assert after.pieces[-1][0] == "tool"
    assert "server" in after.pieces[-1][1]


def other_bundle(folder: Path, source: str) -> Path:
    """Somebody else's bundle with this module."""
    folder.mkdir()
    package = {
        "name": "other-bundle",
        "version": "0.0.1",
        "type": "module",
        "main": "index.js",
        "dsh": {"bundle": {"patch": "./cordis.patch.yml"}},
    }
    (folder / "package.json").write_text(json.dumps(package))
    (folder / "cordis.patch.yml").write_text("- insert:\n    - id: other\n      name: other-bundle\n")
    (folder / "index.js").write_text(source)
    return folder


TAKES_A_NAME = """\
export const name = "other";
export const inject = ["tools"];
export function apply(ctx) {
  ctx.tools.register({
    name: "reme_search",
    description: "Somebody else's.",
    parameters: { type: "object", properties: {} },
    output: { schema: { type: "string" }, render: (_given, value) => [{ type: "text", text: value }] },
    execute: async () => "Found by somebody else.",
  });
}
"""


@pytest.mark.parametrize("ours_first", [True, False])
def test_a_tools_name_that_another_plugin_takes_is_left_to_it(
    machine: Machine, gateway: GatewayProcess, model: ScriptedModel, tmp_path: Path, ours_first: bool
) -> None:
    machine.configure(url=gateway.url)
    dsh = Dsh(machine)
    other = other_bundle(tmp_path / "other", TAKES_A_NAME)
    if ours_first:
        dsh.install()
    assert dsh.cli("plugin", "--profile", "headless", "add", f"file:{other}").code == 0
    if not ours_first:
        dsh.install()
    with dsh.driven() as driver:
        driver.begin()
        driver.turn("CALL reme_search {}")
        status = driver.order("command", line="/reme")["text"]
        assert driver.leave().code == 0
    first, second = model.turns("CALL reme_search")
    assert our_tools(first) == READING
    assert second.pieces[-1] == ("tool", "Found by somebody else.")
    assert "Not offered, another plugin has them: reme_search." in status


def test_a_failed_request_keeps_the_prompt_and_no_error_text(dsh: Dsh, gateway: GatewayProcess) -> None:
    assert dsh.tell("FAIL at this, please.").code == 1
    assert own(gateway) == [("user", "FAIL at this, please.")]


def test_an_interrupted_turn_keeps_its_prompt(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with dsh.driven() as driver:
        driver.begin()
        driver.order("say", text="WAIT, think about the harbour.")
        model.wait_until_held()
        driver.order("abort")
        driver.order("idle")
        model.release()
        driver.turn("Another try.")
        assert driver.leave().code == 0
    assert said(gateway) == ["WAIT, think about the harbour.", "Another try."]
    assert len(own(gateway)) == 3


def test_a_steered_turn_keeps_both_prompts(dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel) -> None:
    steered = "When closes Ystad harbour?"
    remember(gateway, FACT)
    remember(gateway, "Ystad harbour closes at nine.", session="another")
    with dsh.driven() as driver:
        driver.begin()
        driver.order("say", text=f"WAIT, {QUESTION}")
        model.wait_until_held()
        driver.order("say", text=steered, steer=True)
        model.release()
        driver.order("idle")
        assert driver.leave().code == 0
    assert said(gateway, "dsh") == [f"WAIT, {QUESTION}", steered]
    assert len(own(gateway)) == len(set(own(gateway))) == 3
    (block,) = blocks(model.turns(steered)[0])
    assert FACT in block, "recall comes once per turn"
    assert "closes at nine" not in block


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_in_the_middle_of_a_turn_loses_nothing(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel, number: int, code: int
) -> None:
    with dsh.running("WAIT, cut by a signal.") as process:
        model.wait_until_held()
        assert process.signal(number).code == code
        model.release()
    assert own(gateway) == [("user", "WAIT, cut by a signal.")]
    assert dsh.machine.spooled("dsh") == []
    until(lambda: notes(gateway), "the disposer did not flush")


def test_a_killed_run_leaves_its_prompt_to_the_next(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with dsh.running("WAIT, cut without a word.") as process:
        model.wait_until_held()
        until(lambda: dsh.machine.spooled("dsh"), "the prompt is not in the spool")
        process.signal(signal.SIGKILL)
        model.release()
    assert dsh.tell("A later run.").code == 0
    assert sorted(said(gateway)) == ["A later run.", "WAIT, cut without a word."]
    assert dsh.machine.spooled("dsh") == []


def test_turns_of_a_run_without_a_server_arrive_while_it_goes_on(
    dsh_at: Callable[[str], Dsh], model: ScriptedModel, tmp_path: Path
) -> None:
    port = closed_port()
    dsh = dsh_at(f"http://127.0.0.1:{port}")
    server = GatewayProcess(tmp_path / "workspace", tmp_path / "server", ("--port", str(port)))
    with dsh.driven() as driver:
        driver.begin()
        driver.turn("First without a server.")
        driver.turn("Second without a server.")
        assert len(dsh.machine.spooled("dsh")) == 4
        with server as gateway:
            driver.turn("Third, it is back.")
            done = driver.leave()
            stored = rows(gateway)
    assert (done.code, done.errors) == (0, "")
    assert [role for role, _ in stored] == ["user", "assistant"] * 3
    assert len(set(stored)) == 6
    assert dsh.machine.spooled("dsh") == []


def test_a_server_that_never_answers_costs_no_turn(
    dsh_at: Callable[[str], Dsh], model: ScriptedModel
) -> None:
    with FaultyGateway("silent") as faulty:
        dsh = dsh_at(faulty.url)
        done = dsh.tell("Whatever the server does.")
        assert "/agent_memory_recall" in faulty.asked
    assert (done.code, done.errors) == (0, "")
    assert len(model.turns("Whatever the server does.")) == 1
    assert len(dsh.machine.spooled("dsh")) == 2


def test_another_api_major_is_told_in_the_status_and_keeps_everything(
    dsh_at: Callable[[str], Dsh], model: ScriptedModel
) -> None:
    with FaultyGateway("other major") as faulty:
        dsh = dsh_at(faulty.url)
        with dsh.driven() as driver:
            driver.begin()
            driver.turn("One.")
            asked = len([path for path in faulty.asked if path.startswith("/agent_")])
            driver.turn("Two.")
            again = len([path for path in faulty.asked if path.startswith("/agent_")])
            status = driver.order("command", line="/reme")["text"]
            assert driver.leave().code == 0
    assert again == asked, "it is not asked again in this session"
    assert "Upgrade" in status
    assert len(dsh.machine.spooled("dsh")) == 4


def test_a_slow_server_never_delays_a_running_step(
    dsh_at: Callable[[str], Dsh], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    """The host asks to flush before every request and tool call, and waits for whoever wants it to."""
    calls = " ".join(f'CALL glob {{"pattern": "*.{letter}"}}' for letter in "abcd")
    with SlowGateway(gateway.url, "agent_session_append", 10.0, lambda: len(model.turns(calls))) as slow:
        dsh = dsh_at(slow.url)
        with dsh.driven() as driver:
            driver.begin()
            driver.order("say", text="First.")
            slow.wait_until_arrived()
            driver.turn(calls)
            slow.release()
            assert driver.leave().code == 0
    assert slow.arrived[0] == 0
    assert slow.passed_on[0] == 5, "all steps of the second turn came before the first turn was delivered"
    assert len(own(gateway)) == len(set(own(gateway))) == 4


def test_a_flush_of_a_running_session_is_none_of_our_business(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with dsh.driven() as driver:
        driver.begin()
        driver.order("say", text="WAIT, a step is running.")
        model.wait_until_held()
        until(lambda: "session/event" in dsh.machine.heartbeat("dsh")["events"], "the prompt was not kept")
        assert "session/flush" not in dsh.machine.heartbeat("dsh")["events"]
        model.release()
        driver.order("idle")
        assert "session/flush" in dsh.machine.heartbeat("dsh")["events"]
        assert driver.leave().code == 0


def test_recall_keeps_its_deadline(
    dsh_at: Callable[[str], Dsh], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with SlowGateway(
        gateway.url, "agent_memory_recall", PATIENCE, lambda: len(model.turns(QUESTION))
    ) as slow:
        dsh = dsh_at(slow.url)
        assert dsh.tell(QUESTION).code == 0
        slow.release()
    assert len(own(gateway)) == 2
    assert slow.passed_on == [1], "the model was asked while recall was still waiting for its answer"


def test_a_disposed_session_is_flushed_while_the_host_goes_on(dsh: Dsh, gateway: GatewayProcess) -> None:
    with dsh.driven() as driver:
        driver.begin()
        driver.turn(FACT)
        driver.order("dispose")
        until(lambda: notes(gateway), "the session's end made no note")
        assert driver.leave().code == 0


def test_an_idle_session_is_flushed_while_it_is_open(dsh: Dsh, gateway: GatewayProcess) -> None:
    dsh.configure(idleFlushMs=200)
    with dsh.driven() as driver:
        driver.begin()
        driver.turn(FACT)
        until(lambda: notes(gateway), "the idle session made no note")
        assert driver.leave().code == 0


def test_the_plugins_row_switches_recall_and_capture(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    dsh.configure(autoCapture=False)
    assert dsh.tell(QUESTION).code == 0
    assert own(gateway) == []
    assert blocks(model.turns(QUESTION)[0])
    dsh.configure(autoRecall=False)
    assert dsh.tell(f"Again: {QUESTION}").code == 0
    assert len(own(gateway)) == 2
    assert not blocks(model.turns("Again: ")[0])


def test_variables_and_the_projects_file_switch_recall_and_capture(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    dsh.machine.variables = {"REME_RECALL": "off"}
    assert dsh.tell(QUESTION).code == 0
    assert not blocks(model.turns(QUESTION)[0])
    assert len(own(gateway)) == 2
    dsh.machine.variables = {"REME_CAPTURE": "off"}
    assert dsh.tell(f"Again: {QUESTION}").code == 0
    assert FACT in "".join(blocks(model.turns("Again: ")[0]))
    dsh.machine.variables = {}
    (dsh.machine.project / ".reme").write_text("")
    assert dsh.tell(f"Third: {QUESTION}").code == 0
    assert not blocks(model.turns("Third: ")[0])
    assert said(gateway, "dsh") == [QUESTION]


def test_odd_folders_and_locales_change_nothing(dsh: Dsh, gateway: GatewayProcess) -> None:
    odd = dsh.machine.root / "Jörg's 家 (neu)"
    odd.mkdir()
    dsh.machine.folder = odd
    dsh.machine.variables = {"LANG": "C", "LC_ALL": "C", "TZ": "Pacific/Kiritimati"}
    assert dsh.tell("Über 部署 sprechen wir später.").code == 0
    assert said(gateway) == ["Über 部署 sprechen wir später."]
    assert len(own(gateway)) == 2


@pytest.mark.parametrize(
    "config", ["text", 7, {"baseUrl": 7, "autoRecall": "x", "recallTimeoutMs": -1}, {"baseUrl": "no address"}]
)
def test_a_wrong_configuration_does_not_stop_the_host(dsh: Dsh, model: ScriptedModel, config: object) -> None:
    patch = json.dumps([{"id": "reme", "config": config}])
    (dsh.profile / "cordis.patch.yml").write_text(patch)
    done = dsh.tell("Work on.")
    assert done.code == 0
    assert len(model.turns("Work on.")) == 1


def test_a_row_loaded_anew_in_the_middle_of_a_turn_still_stores_it(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    dsh.configure()
    with dsh.driven() as driver:
        driver.begin()
        driver.order("say", text="WAIT, while my row changes.")
        model.wait_until_held()
        dsh.configure(autoRecall=False)
        until(lambda: "recall off" in driver.order("command", line="/reme")["text"], "no reload")
        model.release()
        driver.order("idle")
        driver.turn("And one more.")
        assert driver.leave().code == 0
    assert [role for role, _ in own(gateway)] == ["user", "assistant"] * 2


def test_a_packed_package_installs_without_a_network_and_works(
    machine: Machine, gateway: GatewayProcess, tmp_path: Path
) -> None:
    packed = run(
        ["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", str(tmp_path), str(PACKAGE)],
        machine.environment({}),
        tmp_path,
    )
    assert packed.code == 0, packed.errors
    archive = tmp_path / packed.json()[0]["filename"]
    machine.configure(url=gateway.url)
    dsh = Dsh(machine)
    added = dsh.cli("plugin", "--profile", "headless", "add", str(archive))
    assert added.code == 0, added.errors
    assert dsh.tell("From an archive.").code == 0
    assert said(gateway) == ["From an archive."]
    removed = dsh.cli("plugin", "--profile", "headless", "remove", NAME)
    assert removed.code == 0, removed.errors
    assert dsh.tell("Without it.").code == 0
    assert said(gateway) == ["From an archive."]


def test_the_hosts_own_log_gives_the_events_that_were_stored_live(
    dsh: Dsh, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    dsh.configure()
    with dsh.driven() as driver:
        driver.begin()
        driver.turn('部署 comes first. CALL glob {"pattern": "*"}')
        driver.order("say", text="WAIT, plan the release.")
        model.wait_until_held()
        driver.order("say", text="Only the server's.", steer=True)
        model.release()
        driver.order("idle")
        driver.order("compact")
        driver.order("say", text="WAIT, and then stop.")
        model.wait_until_held()
        driver.order("abort")
        driver.order("idle")
        model.release()
        driver.turn(f"Delegate this. CALL subagent {json.dumps(TASK)}")
        assert driver.leave().code == 0
    assert dsh.tell("FAIL at this.").code == 1
    assert dsh.go_on("After a resume.").code == 0
    logs = [told(log) for log in dsh.logs()]
    assert [] in logs, "the sub-agent's"
    stored = [Told(line["event_id"], line["role"], text_of(line)) for line in stored_lines(gateway.workspace)]
    assert sorted(stored, key=str) == sorted([event for log in logs for event in log], key=str)
    assert len(stored) == 11


def profile_files(dsh: Dsh) -> dict[str, tuple[bytes, int]]:
    """What the host and its package manager read of all profiles, without what they install."""
    return {
        path.relative_to(dsh.folder).as_posix(): (path.read_bytes(), path.stat().st_mode)
        for path in sorted((dsh.folder / "profiles").rglob("*"))
        if path.is_file() and "node_modules" not in path.parts
    }


def test_reme_installs_into_every_profile_and_leaves_them_as_they_were(
    machine: Machine, gateway: GatewayProcess
) -> None:
    machine.configure(url=gateway.url)
    dsh = Dsh(machine)
    reme = Reme(machine, {"dsh": program(), **{name: tools() / name for name in ("node", "pnpm")}})
    assert dsh.tell("Nobody listens yet.").code == 0
    assert dsh.cli("--profile", "web", "--dump-config").code == 0
    assert dsh.cli("plugin", "--profile", "web", "add", f"file:{DRIVER}").code == 0
    before = profile_files(dsh)
    assert reme.findings("dsh") == {"plugin_missing": "reme install dsh"}
    assert reme("install", "dsh", "--dry-run").code == 0
    assert profile_files(dsh) == before
    assert len(reme.changes("install", "dsh")) == 4
    assert reme.changes("install", "dsh") == []
    assert reme.findings("dsh") == {}
    assert dsh.tell("Now somebody listens.").code == 0
    assert said(gateway) == ["Now somebody listens."]
    examined = reme("doctor", "dsh", "--json").json()
    assert examined["healthy"] is True
    assert examined["hosts"]["dsh"]["plugin"]["profiles"] == {"headless": True, "web": True}
    assert {"agent/pre-step", "session/event"} <= set(examined["hosts"]["dsh"]["fired"])
    (machine.reme / "packages" / "dsh" / "README.md").unlink()
    updated = [step["command"] for step in reme.changes("install", "dsh")]
    assert updated == [None], "the host's copy is whole"
    assert reme.changes("uninstall", "dsh")
    assert profile_files(dsh) == before
    assert reme.changes("uninstall", "dsh") == []
    assert dsh.tell("And nobody again.").code == 0
    assert said(gateway) == ["Now somebody listens."]


def test_the_packages_own_tests_pass_on_the_hosts_node(tmp_path: Path) -> None:
    """`nox -s js` runs them on the oldest Node.js."""
    files = [
        str(path) for name in ("dsh", "hosts") for path in (ROOT / "tests" / "js" / name).glob("*.test.mjs")
    ]
    environment = {"PATH": f"{tools()}:/usr/bin:/bin", "HOME": str(tmp_path)}
    done = run([str(tools() / "node"), "--test", *files], environment, tmp_path)
    assert len(files) >= 3
    assert done.code == 0, done.output


def test_runs_leave_the_installed_package_as_it_was(dsh: Dsh) -> None:
    installed = dsh.profile / "node_modules" / NAME
    before = tree(installed)
    assert dsh.tell("Once.").code == 0
    assert dsh.go_on("And again.").code == 0
    assert tree(installed) == before
