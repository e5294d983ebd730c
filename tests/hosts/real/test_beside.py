"""Automatic recall, skill and tools together, and another package of ours installed beside."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, event
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.generic_package import SELECTOR, marketplace
from tests.hosts.real.machine import PATIENCE, Machine
from tests.hosts.real.older_plugin import OlderPlugin, older_plugin
from tests.hosts.real.reme_command import reme_beside
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.second_plugin import generic_entry
from tests.hosts.real.stored import rows

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = (
    'Where is the staging database of parcelbox? CALL reme_search {"query": "parcelbox staging database"}'
)
OPENING = '<reme-context source="auto-recall">'
GENERATIONS = pytest.mark.parametrize("generation", ["0.1", "0.2"])
NAMES = ["reme_daily_list", "reme_read", "reme_remember", "reme_search", "reme_traverse"]


def our_tools(asked: Asked) -> list[str]:
    """Names of our tools in a request, without the host's prefix."""
    return sorted(name.rpartition("__")[2] for _, name in asked.tools if "reme_" in name)


def recalled(asked: Asked) -> int:
    """How often the fact stands in blocks that were put in."""
    return sum(text.count(FACT) for _, text in asked.pieces if OPENING in text)


def test_recall_skill_and_tools_put_a_fact_in_once_and_store_it_once(
    host: Codex | Claude, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    told = [event("t:u", FACT)]
    warm_gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    assert host.tell(QUESTION).code == 0
    first, second = model.turns(QUESTION)
    assert our_tools(first) == NAMES
    assert [recalled(first), recalled(second)] == [1, 1]
    stored = rows(warm_gateway)
    assert [text for _, text in stored].count(FACT) == 1
    assert len(stored) == len(set(stored)) == 3
    assert not list((warm_gateway.workspace / "digest").rglob("*.md"))


def test_a_generic_entry_beside_changes_nothing(
    host: Codex | Claude, warm_gateway: GatewayProcess, model: ScriptedModel, tmp_path: Path
) -> None:
    generic = generic_entry(tmp_path / "other", warm_gateway.url)
    host.install(package=tmp_path / "other", name=generic)
    told = [event("t:u", FACT)]
    warm_gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    assert host.tell(QUESTION).code == 0
    first, second = model.turns(QUESTION)
    assert our_tools(first) == NAMES, "each tool is offered once"
    assert [recalled(first), recalled(second)] == [1, 1]
    assert len(rows(warm_gateway)) == len(set(rows(warm_gateway))) == 3


def test_the_generic_package_beside_changes_nothing(
    host: Codex | Claude, warm_gateway: GatewayProcess, model: ScriptedModel, tmp_path: Path
) -> None:
    """Claude Code 2.1.332 takes its skill and no server; Codex takes both, and lists the skill twice."""
    host.install(package=marketplace(tmp_path / "portable"), name=SELECTOR)
    told = [event("t:u", FACT)]
    warm_gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    assert host.tell(QUESTION).code == 0
    first, second = model.turns(QUESTION)
    assert our_tools(first) == NAMES, "each tool is offered once"
    assert [recalled(first), recalled(second)] == [1, 1]
    assert_stored_once(warm_gateway)
    assert {"codex": "reme:reme-memory", "claude-code": "reme-memory:reme-memory"}[host.name] in first.text


@pytest.fixture(params=["codex", "claude"])
def older_host(request: pytest.FixtureRequest, machine: Machine) -> Codex | Claude:
    """Either host, without a package of ours."""
    return Codex(machine) if request.param == "codex" else Claude(machine)


@GENERATIONS
def test_the_older_plugin_that_came_later_puts_nothing_in_and_stores_nothing(
    host: Codex | Claude,
    warm_gateway: GatewayProcess,
    model: ScriptedModel,
    tmp_path: Path,
    generation: str,
) -> None:
    older = older_plugin(tmp_path / "older", host.name, generation, warm_gateway.url)
    host.install(package=older.marketplace, name=older.selector)
    if isinstance(host, Codex):
        host.trust()
    ask_what_was_told(host, warm_gateway)
    assert_ours_alone_worked(model, warm_gateway, older)
    host.machine.configure(url=warm_gateway.url)
    assert_doctor_names_it_until_it_is_gone(host, older)


@GENERATIONS
@pytest.mark.parametrize("older_host", ["claude"], indirect=True)
def test_the_older_plugin_that_came_first_puts_nothing_in_and_stores_nothing(
    older_host: Claude,
    warm_gateway: GatewayProcess,
    model: ScriptedModel,
    tmp_path: Path,
    generation: str,
) -> None:
    """Ours by the README's commands. Of two servers with one address Claude Code starts the first one's."""
    claude = older_host
    older = older_plugin(tmp_path / "older", claude.name, generation, warm_gateway.url)
    claude.install(package=older.marketplace, name=older.selector)
    claude.install(warm_gateway.url)
    ask_what_was_told(claude, warm_gateway)
    assert_ours_alone_worked(model, warm_gateway, older)
    claude.machine.configure(url=warm_gateway.url)
    assert_doctor_names_it_until_it_is_gone(claude, older)


@pytest.mark.parametrize("older_host", ["claude"], indirect=True)
def test_the_generic_package_that_came_first_changes_nothing(
    older_host: Claude, warm_gateway: GatewayProcess, model: ScriptedModel, tmp_path: Path
) -> None:
    """It has the older plugin's name."""
    claude = older_host
    claude.install(package=marketplace(tmp_path / "portable"), name=SELECTOR)
    claude.install(warm_gateway.url)
    ask_what_was_told(claude, warm_gateway)
    first, second = model.turns(QUESTION)
    assert our_tools(first) == NAMES, "each tool is offered once"
    assert [recalled(first), recalled(second)] == [1, 1]
    assert_stored_once(warm_gateway)


@GENERATIONS
def test_installing_ours_beside_the_older_plugin_makes_ours_work(
    older_host: Codex | Claude,
    warm_gateway: GatewayProcess,
    model: ScriptedModel,
    machine: Machine,
    tmp_path: Path,
    generation: str,
) -> None:
    host = older_host
    older = older_plugin(tmp_path / "older", host.name, generation, warm_gateway.url)
    host.install(package=older.marketplace, name=older.selector)
    before = settings(host)
    machine.configure(url=warm_gateway.url)
    reme = reme_beside(host)
    assert reme.changes("install", host.name)
    assert reme.changes("install", host.name) == []
    if isinstance(host, Codex):
        host.trust()
    ask_what_was_told(host, warm_gateway)
    assert_ours_alone_worked(model, warm_gateway, older)
    assert set(reme.findings(host.name)) == {"plugin_twice"}
    assert reme.changes("uninstall", host.name)
    assert isinstance(host, Codex) or settings(host) == before


def settings(host: Codex | Claude) -> bytes:
    """Where Claude Code notes which plugins are on; Codex loses what a person trusted meanwhile."""
    return (host.folder / ("config.toml" if isinstance(host, Codex) else "settings.json")).read_bytes()


def ask_what_was_told(host: Codex | Claude, gateway: GatewayProcess) -> None:
    told = [event("t:u", FACT)]
    gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    assert host.tell(QUESTION).code == 0


def assert_ours_alone_worked(model: ScriptedModel, gateway: GatewayProcess, older: OlderPlugin) -> None:
    """The older one's tools, if it has any, wait behind Claude Code's tool search."""
    first, second = model.turns(QUESTION)
    assert our_tools(first) == NAMES, "each tool is offered once"
    assert [recalled(first), recalled(second)] == [1, 1]
    assert_stored_once(gateway)
    assert refusals(older) >= 1, "its hooks ran, and got nothing"


def assert_doctor_names_it_until_it_is_gone(host: Codex | Claude, older: OlderPlugin) -> None:
    reme = reme_beside(host)
    remove = {"codex": "codex plugin remove", "claude-code": "claude plugin uninstall"}[host.name]
    assert reme.findings(host.name) == {"plugin_twice": f"{remove} {older.selector}"}
    assert host.cli(*remove.split()[1:], older.selector).code == 0
    assert reme.findings(host.name) == {}


def assert_stored_once(gateway: GatewayProcess) -> None:
    """The fact, the question and its answer."""
    stored = rows(gateway)
    assert [text for _, text in stored].count(FACT) == 1
    assert len(stored) == len(set(stored)) == 3


def refusals(older: OlderPlugin) -> int:
    """How often its hooks were refused; nothing else may have happened. Its first generation detaches."""
    until = time.monotonic() + PATIENCE
    while not older.notes and time.monotonic() < until:
        time.sleep(0.05)
    assert not [note for note in older.notes if note in ("recalled", "recorded")]
    return len(older.notes)


def test_a_remembered_fact_is_one_note_and_one_hit(
    claude: Claude, codex: Codex, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    fact = "Releases of parcelbox are cut on Wednesdays."
    claude.tell(f'Please keep this. CALL reme_remember {{"fact": "{fact}"}}')
    claude.tell(f'Keep it again. CALL reme_remember {{"fact": "{fact}"}}')
    notes = list((gateway.workspace / "digest" / "remembered").glob("*.md"))
    assert len(notes) == 1
    codex.tell("When are releases of parcelbox cut?")
    text = model.turns("When are releases")[0].text
    assert text.count(f"- {fact}") == 1, "the brief shows it"
    assert "(digest, " not in text, "and no recall repeats it"


def test_odd_folders_and_locales_change_nothing(
    host_at: Callable[[str], Codex | Claude], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    host = host_at(gateway.url)
    odd = host.machine.root / "Jörg's 家 (neu)"
    odd.mkdir()
    host.machine.folder = odd
    host.machine.variables = {
        "LANG": "C",
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        # The hosts themselves would send their model's requests there, but for the exception.
        "http_proxy": "http://127.0.0.1:9",
        "no_proxy": "127.0.0.1",
    }
    assert host.tell("Über 部署 sprechen wir später.").code == 0
    assert ("user", "Über 部署 sprechen wir später.") in rows(gateway)
    assert len(rows(gateway)) == 2
