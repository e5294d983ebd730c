"""The package in the real Hermes, on every Python that it was tested with."""

from __future__ import annotations

import json
import signal
import sqlite3
import stat
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from reme_hooks.identity import event_id

from tests.behaviour.session_files import stored_lines, text_of
from tests.gateway_process import GatewayProcess, event
from tests.hosts.faulty_gateway import Fault, FaultyGateway, closed_port
from tests.hosts.hermes.provider_package import module
from tests.hosts.real.hermes_host import PYTHONS, Hermes, program
from tests.hosts.real.machine import PATIENCE, Done, Machine, ended, run
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.stored import rows, said, sessions

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"
OPENING = '<reme-context source="auto-recall">'
NAMES = ["reme_search", "reme_read", "reme_traverse", "reme_daily_list", "reme_remember"]

HermesAt = Callable[[str], Hermes]


@pytest.fixture(params=PYTHONS)
def hermes_at(request: pytest.FixtureRequest, machine: Machine) -> HermesAt:
    """Hermes on each Python, for a server at that address."""

    def make(url: str) -> Hermes:
        machine.configure(url=url)
        hermes = Hermes(machine, python=request.param)
        hermes.install()
        return hermes

    return make


def remember(gateway: GatewayProcess, text: str = FACT) -> None:
    """A turn of another host's session."""
    gateway.ask("agent_session_append", host="codex", session_id="earlier", events=[event("t:u", text)])


def last_message(asked: Asked) -> str:
    """The newest message of a person, with what stands beside it."""
    return [text for role, text in asked.pieces if role == "user"][-1]


def our_tools(asked: Asked) -> list[str]:
    return [name for _, name in asked.tools if "reme" in name]


def wait_for(happened: Callable[[], Any], what: str) -> None:
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, what
        time.sleep(0.05)


def configuration(home: Path) -> dict[str, bytes]:
    """What a person or a plugin may have put into a home; not what the host keeps there."""
    places = ("config.yaml", ".env", "reme.json", "plugins", "skills/reme-memory", "reme-spool")
    found = [path for place in places for path in ((home / place), *(home / place).rglob("*"))]
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in found if path.is_file()}


def notes(gateway: GatewayProcess) -> list[Path]:
    return list((gateway.workspace / "daily").glob("*/*.md"))


def test_a_one_shot_is_recalled_for_and_stored_before_its_hard_exit(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway)
    done = hermes.one_shot(QUESTION)
    assert (done.code, done.errors) == (0, "")
    assert done.output.startswith("Understood, answer")
    (asked,) = model.turns(QUESTION)
    message = last_message(asked)
    assert message.startswith(QUESTION)
    assert message.count(OPENING) == message.count("</reme-context>") == message.count(FACT) == 1
    assert our_tools(asked) == NAMES
    assert "- reme-memory" in asked.text, "the skill is advertised"
    assert rows(gateway, "hermes") == [("user", QUESTION), ("assistant", done.output.strip())]
    assert hermes.spooled() == []
    assert {"initialize", "prefetch", "sync_turn", "on_session_end", "shutdown"} == set(
        hermes.machine.heartbeat("hermes")["events"]
    )


def test_a_resumed_session_is_the_same_one_and_gets_no_hit_twice(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway)
    assert hermes.tell(QUESTION).code == 0
    assert hermes.go_on(f"Once more: {QUESTION}").code == 0
    first, second = model.turns(QUESTION)
    assert (first.text.count(FACT), second.text.count(FACT)) == (1, 1), "it stays in the history"
    assert OPENING not in last_message(second)
    assert len([name for name in sessions(gateway) if name != "earlier"]) == 1
    assert [text for _, text in rows(gateway)].count(FACT) == 1
    assert said(gateway, "hermes") == [QUESTION, f"Once more: {QUESTION}"]


def test_a_compaction_is_flushed_and_what_it_dropped_is_recalled_again(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway)
    assert FACT in hermes.tell(QUESTION).output + last_message(model.asked[-1])
    for number in range(3):
        assert hermes.go_on(f"Turn {number} about something else.").code == 0
    assert hermes.go_on("Please go on. LARGE CALL reme_daily_list {}").code == 0
    (summary,) = [asked for asked in model.asked if asked.is_summary]
    assert "MEMORY PROVIDER CONTEXT" not in summary.text, "we add nothing to it"
    assert hermes.machine.heartbeat("hermes")["events"]["on_pre_compress"]["result"] == "ok"
    wait_for(lambda: notes(gateway), "no note was written")
    assert hermes.go_on(f"After it: {QUESTION}").code == 0
    assert FACT in last_message(model.turns("After it")[-1])
    assert len([name for name in sessions(gateway) if name != "earlier"]) == 1
    assert len(rows(gateway, "hermes")) == 12


def test_the_models_tools_search_and_remember(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway)
    fact = "Releases of parcelbox are cut on Wednesdays."
    calls = f'CALL reme_search {{"query": "parcelbox staging"}} CALL reme_remember {{"fact": "{fact}"}}'
    assert hermes.one_shot(f"Look, then keep. {calls}").code == 0
    results = [text for role, text in model.asked[-1].pieces if role == "tool"]
    assert json.loads(results[0])["hits"][0]["snippet"] == FACT
    assert json.loads(results[1])["path"].startswith("digest/remembered/")
    (note,) = (gateway.workspace / "digest" / "remembered").glob("*.md")
    assert fact in note.read_text("utf-8")
    assert len(rows(gateway, "hermes")) == 2, "results of tools are no turns"


def turns_of_database(home: Path) -> list[tuple[str, str, str]]:
    """Session, prompt and closing answer of every turn in the host's own store, oldest first."""
    found: list[tuple[str, str, str]] = []
    with closing(sqlite3.connect(f"file:{home / 'state.db'}?mode=ro", uri=True)) as database:
        query = (
            "select session_id, role, content from messages where role in ('user', 'assistant') order by id"
        )
        for session, role, content in database.execute(query):
            if role == "user":
                found.append((session, content, ""))
            elif content:
                found[-1] = (*found[-1][:2], content)
    return found


def test_the_hosts_own_database_gives_the_events_that_were_stored_live(
    hermes: Hermes, gateway: GatewayProcess
) -> None:
    remember(gateway)
    assert hermes.tell(QUESTION).code == 0
    assert hermes.go_on('Look again. CALL reme_search {"query": "parcelbox"}').code == 0
    assert hermes.one_shot("Und über die Brücke? 家").code == 0
    adapter, home = module("adapter.payload"), str(hermes.folder.resolve())
    derived = []
    for session, prompt, answer in turns_of_database(hermes.folder):
        name = adapter.session_name(home, session)
        key = f"{name}:{adapter.turn_hash(prompt, answer)}"
        for role, text in (("user", prompt), ("assistant", answer)):
            derived.append((name, event_id(key, role, text), role, text))
    live = [
        (line["session_id"], line["event_id"], line["role"], text_of(line))
        for line in stored_lines(gateway.workspace)
        if line["host"] == "hermes"
    ]
    assert len(live) == 6
    assert sorted(live) == sorted(derived)


def test_a_provider_that_is_also_enabled_as_a_plugin_stores_once(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    with (hermes.folder / "config.yaml").open("a", encoding="utf-8") as config:
        config.write("plugins: {enabled: [reme]}\n")
    assert hermes.one_shot("Only once.").code == 0
    assert said(gateway) == ["Only once."]
    assert our_tools(model.turns("Only once.")[0]) == NAMES


def test_a_tool_without_a_server_tells_the_model_to_go_on(hermes_at: HermesAt, model: ScriptedModel) -> None:
    hermes = hermes_at(f"http://127.0.0.1:{closed_port()}")
    assert hermes.one_shot('Look. CALL reme_search {"query": "parcelbox"}').code == 0
    (result,) = [text for role, text in model.asked[-1].pieces if role == "tool"]
    assert "Go on without memory" in json.loads(result)["error"]


def test_a_delegated_task_is_nobodys_words(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    prompt = 'Have it counted. CALL delegate_task {"goal": "Count the stones of the quarry."}'
    assert hermes.one_shot(prompt).code == 0
    assert [asked for asked in model.asked if "Count the stones" in asked.text and not our_tools(asked)]
    assert said(gateway, "hermes") == [prompt]
    assert len(rows(gateway, "hermes")) == 2


def test_without_a_server_turns_wait_and_arrive_once_in_order(
    hermes_at: HermesAt, model: ScriptedModel, tmp_path: Path
) -> None:
    port = closed_port()
    hermes = hermes_at(f"http://127.0.0.1:{port}")
    prompts = ["First without a server.", "Second without a server."]
    done = [hermes.tell(prompts[0]), hermes.go_on(prompts[1])]
    assert [run.code for run in done] == [0, 0]
    assert [len(model.turns(prompt)) for prompt in prompts] == [1, 1]
    assert len(hermes.spooled()) == 4
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server", ("--port", str(port))) as gateway:
        assert hermes.go_on("Third, it is back.").code == 0
        assert hermes.spooled() == []
        stored = rows(gateway)
    assert [role for role, _ in stored] == ["user", "assistant"] * 3
    assert [text for role, text in stored if role == "user"] == [*prompts, "Third, it is back."]


@pytest.mark.parametrize("fault", ["silent", "failing", "other major"])
def test_a_hard_exit_beside_a_faulty_server_leaves_the_turn_in_the_spool(
    hermes_at: HermesAt, model: ScriptedModel, fault: Fault, tmp_path: Path
) -> None:
    with FaultyGateway(fault) as faulty:
        hermes = hermes_at(faulty.url)
        done = hermes.one_shot("Said beside a faulty server.")
        assert (done.code, done.errors) == (0, "")
        assert len(model.turns("Said beside a faulty server.")) == 1
        assert "/agent_memory_recall" in faulty.asked
    kept = hermes.spooled()
    assert [request["events"][0]["content"] for request in kept] == [
        "Said beside a faulty server.",
        done.output.strip(),
    ]
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server") as gateway:
        hermes.machine.configure(url=gateway.url)
        assert hermes.one_shot("Said afterwards.").code == 0
        assert said(gateway) == ["Said beside a faulty server.", "Said afterwards."]
    assert hermes.spooled() == []


def test_killed_while_a_slow_server_has_the_turn_it_is_delivered_once_later(
    hermes_at: HermesAt, tmp_path: Path
) -> None:
    with FaultyGateway("silent") as faulty:
        hermes = hermes_at(faulty.url)
        process = hermes.start("-z", "Said just before the end.")
        wait_for(lambda: len(hermes.spooled()) == 2, "the turn is not on disk")
        process.kill()
        ended(process)
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server") as gateway:
        hermes.machine.configure(url=gateway.url)
        assert hermes.one_shot("Another day.").code == 0
        assert said(gateway) == ["Said just before the end.", "Another day."]


def test_a_one_shot_ended_by_sigterm_leaves_nothing_half(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    process = hermes.start("-z", "WAIT for it.")
    model.wait_until_held()
    process.send_signal(signal.SIGTERM)
    assert ended(process) != 0
    model.release()
    assert hermes.one_shot("The next one.").code == 0
    assert said(gateway) == ["The next one."]
    assert hermes.spooled() == []


def test_a_turn_that_the_model_refused_is_not_stored(hermes: Hermes, gateway: GatewayProcess) -> None:
    hermes.one_shot("FAIL please.")
    assert rows(gateway) == []
    assert hermes.spooled() == []


def test_a_chat_with_a_new_session_undone_turns_and_sigterm(hermes: Hermes, gateway: GatewayProcess) -> None:
    with hermes.terminal("chat", "--cli") as repl:
        repl.until(lambda: b"Welcome" in repl.screen or b"\xe2\x9d\xaf" in repl.screen, "the prompt")
        for number, line in enumerate(["In the first session.", "/undo", "In the same again."]):
            repl.type(line)
            if not line.startswith("/"):
                count = 2 if number == 0 else 4
                repl.until(lambda count=count: len(rows(gateway)) == count, line)
        repl.type("/new")
        repl.type("In the second session.")
        repl.until(lambda: len(rows(gateway)) == 6, "the turn of the second session")
        repl.send(signal.SIGTERM)
        assert repl.ended() == 0
    assert sorted(said(gateway)) == [
        "In the first session.",
        "In the same again.",
        "In the second session.",
    ]
    assert len(sessions(gateway)) == 2
    assert hermes.machine.heartbeat("hermes")["events"]["shutdown"]["result"] == "ok"
    assert hermes.spooled() == []


def test_the_api_server_makes_a_provider_for_each_request_and_loses_nothing(
    hermes_at: HermesAt, model: ScriptedModel, tmp_path: Path
) -> None:
    port = closed_port()
    hermes = hermes_at(f"http://127.0.0.1:{port}")
    with hermes.api_server() as server:
        assert server.ask("Nobody takes this yet.", "one").startswith("Understood")
        wait_for(lambda: len(hermes.spooled()) == 2, "the turn is not on disk")
        with GatewayProcess(tmp_path / "workspace", tmp_path / "server", ("--port", str(port))) as gateway:
            remember(gateway)
            server.ask("A second request.", "one")
            server.ask(QUESTION, "a client's own: #2?*|<>")
            wait_for(lambda: len(rows(gateway, "hermes")) == 6, "turns are missing")
            assert FACT in last_message(model.turns(QUESTION)[-1])
            names = [name for name in sessions(gateway) if name != "earlier"]
            assert len(names) == 2
            assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for name in names)
            server.stop()
            assert said(gateway, "hermes").count("A second request.") == 1
    assert hermes.spooled() == []


def test_a_profile_is_a_home_of_its_own(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    coder = Hermes(hermes.machine, python=hermes.python, profile="coder")
    assert coder.one_shot("Without the provider.").code == 0
    assert rows(gateway) == []
    coder.install()
    assert hermes.cli("-p", "coder", "-z", "With the provider.").code == 0
    assert said(gateway) == ["With the provider."]
    assert coder.spool.is_dir()
    assert not hermes.spool.exists()


def test_a_setup_without_a_terminal_selects_and_asks_nothing(machine: Machine) -> None:
    hermes = Hermes(machine)
    before = (hermes.folder / "config.yaml").read_text("utf-8")
    hermes.install()
    (hermes.folder / "config.yaml").write_text(before, encoding="utf-8")
    done = hermes.cli("memory", "setup", "reme")
    assert done.code == 0
    assert "ReMe is the memory provider of this home." in done.output
    assert "reme start" in done.output
    assert "provider: reme" in (hermes.folder / "config.yaml").read_text("utf-8")
    assert not (hermes.folder / "reme.json").exists()
    assert not (hermes.folder / ".env").exists()


def test_a_setup_in_a_terminal_asks_for_address_and_token(hermes: Hermes, gateway: GatewayProcess) -> None:
    hermes.machine.configure()
    address = b"Address of the memory server"
    answers = {
        address: gateway.url,
        b"Scope": "",
        b"beside prompts": "",
        b"Keep what is said": "",
        b"Token of the server": "a-token-of-the-server",
    }
    with hermes.terminal("memory", "setup", "reme") as setup:
        setup.until(lambda: address in setup.screen, "the first question")
        setup.type("nowhere")
        setup.until(lambda: setup.screen.count(address) == 2, "the first question once more")
        for question, answer in answers.items():
            setup.until(lambda question=question: question in setup.screen, question.decode())
            setup.type(answer)
        assert setup.ended() == 0
    assert b"answers (version" in setup.screen
    assert b"a-token" not in setup.screen
    assert json.loads((hermes.folder / "reme.json").read_text()) == {"url": gateway.url}
    assert (hermes.folder / ".env").read_text().splitlines()[-1] == "REME_TOKEN=a-token-of-the-server"
    assert {stat.S_IMODE((hermes.folder / name).stat().st_mode) for name in ("reme.json", ".env")} == {0o600}
    assert hermes.one_shot("After the setup.").code == 0
    assert said(gateway) == ["After the setup."]


def test_status_says_where_the_server_is_and_what_waits(hermes_at: HermesAt) -> None:
    url = f"http://127.0.0.1:{closed_port()}"
    hermes = hermes_at(url)
    (hermes.folder / ".env").write_text("REME_TOKEN=secret-token-of-this-home\n")
    hermes.one_shot("This has to wait.")
    found = hermes.cli("reme", "status", "--json").json()
    assert found["settings"]["url"]["value"] == url
    assert found["server"] == {"reachable": False, "reason": "unreachable"}
    assert found["token"] == {"set": True, "origin": "environment variable REME_TOKEN"}
    assert found["spool"]["waiting"] == 2
    page = hermes.cli("reme", "status").output
    assert "waiting: 2" in page
    listed = hermes.cli("memory", "status").output
    assert url in listed
    assert "secret-token" not in json.dumps(found) + page + listed
    assert "This has to wait" not in json.dumps(found) + page + listed


def test_recall_and_capture_can_be_switched_off_alone(
    hermes: Hermes, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway)
    (hermes.folder / "reme.json").write_text('{"recall": "off"}')
    assert hermes.one_shot(QUESTION).code == 0
    assert OPENING not in last_message(model.turns(QUESTION)[-1])
    (hermes.folder / "reme.json").write_text('{"capture": "off"}')
    assert hermes.one_shot(f"Again: {QUESTION}").code == 0
    assert FACT in last_message(model.turns("Again")[-1])
    (hermes.folder / "reme.json").write_text('{"hooks": "off"}')
    assert hermes.one_shot(f"Third: {QUESTION}").code == 0
    assert OPENING not in last_message(model.turns("Third")[-1])
    assert said(gateway, "hermes") == [QUESTION]


@pytest.mark.parametrize("python", PYTHONS)
def test_reme_installs_inspects_and_takes_exactly_its_own_away(
    machine: Machine, gateway: GatewayProcess, python: str
) -> None:
    hermes = Hermes(machine, python=python)
    (hermes.folder / "config.yaml").write_text("# mine\n" + (hermes.folder / "config.yaml").read_text())
    before = configuration(hermes.folder)

    def reme(*arguments: str) -> Done:
        path = f"{program(python).parent}:/usr/bin:/bin"
        command = [sys.executable, "-m", "reme_gateway.cli", *arguments]
        return run(command, hermes.environment() | {"PATH": path}, machine.project)

    assert reme("install", "hermes", "--url", gateway.url).code == 0
    assert json.loads((hermes.folder / "reme.json").read_text()) == {"url": gateway.url}
    assert hermes.one_shot("Installed by a command.").code == 0
    assert said(gateway) == ["Installed by a command."]
    assert reme("install", "hermes", "--url", gateway.url, "--json").json()["hosts"]["hermes"]["steps"] == []
    found = reme("doctor", "hermes", "--url", gateway.url, "--json").json()
    assert [item["code"] for item in found["problems"] if item["where"] == "hermes"] == []
    assert found["hosts"]["hermes"]["program"]["standing"] == "tested"
    assert {"initialize", "sync_turn"} <= set(found["hosts"]["hermes"]["fired"])
    assert reme("uninstall", "hermes").code == 0
    assert configuration(hermes.folder) == before
    assert hermes.one_shot("Without it again.").code == 0
    assert said(gateway) == ["Installed by a command."]
