"""The generic package in the real OpenClaw, installed as a person installs it: alone, and beside our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, event
from tests.hosts.adapters import descriptor
from tests.hosts.real.generic_package import PACKAGE
from tests.hosts.real.machine import Done, Machine
from tests.hosts.real.openclaw_host import OpenClaw
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.stored import rows

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
NAMES = sorted(f"reme__{name}" for name in descriptor("agent-plugin")["tools"]["names"])


@pytest.fixture
def openclaw(machine: Machine, gateway: GatewayProcess) -> OpenClaw:
    """OpenClaw with nothing of ours but the generic package."""
    machine.configure(url=gateway.url)
    # Otherwise the model sees names only, and has to ask for each tool first.
    made = OpenClaw(machine, more={"tools": {"toolSearch": False}})
    done = install(made)
    assert done.code == 0, done.errors
    return made


def install(openclaw: OpenClaw) -> Done:
    folder = str(openclaw.machine.marketplace(PACKAGE))
    return openclaw.cli("plugins", "install", folder, "--force", "--accept-capabilities")


def our_tools(asked: Asked) -> list[str]:
    return sorted(name for _, name in asked.tools if "reme_" in name.removeprefix("reme__"))


def test_the_tools_are_called_the_skill_is_listed_and_nothing_is_captured(
    openclaw: OpenClaw, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    told = [event("t:u", FACT)]
    gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    asks = 'Where is it? CALL reme_search {"query": "parcelbox staging database", "limit": 5}'
    assert openclaw.tell(asks).code == 0
    first, second = model.turns("Where is it?")
    assert our_tools(first) == NAMES
    assert "reme-memory" in first.text
    assert FACT not in str(first.body)
    assert FACT in str(second.body)
    fact = "Releases of parcelbox are cut on Wednesdays."
    assert openclaw.tell(f'Keep this. CALL reme_remember {{"fact": "{fact}"}}').code == 0
    notes: list[Path] = list((gateway.workspace / "digest" / "remembered").glob("*.md"))
    assert [fact in note.read_text(encoding="utf-8") for note in notes] == [True]
    assert rows(gateway) == [("user", FACT)]


def test_beside_our_own_package_it_is_left_out(
    openclaw_at: Callable[..., OpenClaw], gateway: GatewayProcess, model: ScriptedModel
) -> None:
    """OpenClaw loads one plugin of a name, and says so; the one that its configuration names comes first."""
    openclaw = openclaw_at(gateway.url)
    assert "duplicate plugin id" in install(openclaw).errors
    told = [event("t:u", FACT)]
    gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    question = "Where is the staging database of parcelbox?"
    assert openclaw.tell(question).code == 0
    (asked,) = model.turns(question)
    assert [name for _, name in asked.tools if "reme_" in name] == sorted(
        descriptor("openclaw")["tools"]["names"]
    )
    assert sum(text.count(FACT) for _, text in asked.pieces if "<reme-context" in text) == 1
    stored = rows(gateway)
    assert len(stored) == len(set(stored)) == 3
