"""The generic package alone in the real Codex: its skill is listed, its tools are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, event
from tests.hosts.adapters import descriptor
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.generic_package import SELECTOR, marketplace
from tests.hosts.real.machine import Machine
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.stored import rows

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
NAMES = sorted(descriptor("agent-plugin")["tools"]["names"])
# What a person writes who lets the model store without asking each time.
ALLOWED = f'[plugins."{SELECTOR}".mcp_servers.reme]\ndefault_tools_approval_mode = "approve"\n'


@pytest.fixture
def codex(machine: Machine, warm_gateway: GatewayProcess, tmp_path: Path) -> Codex:
    """Codex with nothing of ours but the generic package."""
    machine.configure(url=warm_gateway.url)
    made = Codex(machine, rest=ALLOWED)
    made.install(marketplace(tmp_path / "portable"), SELECTOR)
    return made


def our_tools(asked: Asked) -> list[str]:
    return sorted(name for _, name in asked.tools if name.startswith("reme_"))


def test_the_tools_are_called_and_the_skill_is_listed(
    codex: Codex, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    told = [event("t:u", FACT)]
    warm_gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=told)
    asks = 'Where is it? CALL reme_search {"query": "parcelbox staging database", "limit": 5}'
    assert codex.tell(asks).code == 0
    first, second = model.turns("Where is it?")
    assert our_tools(first) == NAMES
    assert "reme:reme-memory" in first.text
    assert FACT not in first.text
    assert FACT in str(second.body)


def test_what_is_remembered_is_found_in_the_next_session(
    codex: Codex, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    assert codex.tell(f'Keep this. CALL reme_remember {{"fact": "{FACT}"}}').code == 0
    (note,) = (warm_gateway.workspace / "digest" / "remembered").glob("*.md")
    assert FACT in note.read_text(encoding="utf-8")
    assert codex.tell('And now? CALL reme_search {"query": "parcelbox"}').code == 0
    assert FACT in str(model.turns("And now?")[1].body)


def test_every_other_tool_is_called_too(
    codex: Codex, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    stored = warm_gateway.ask("remember", fact=FACT)["path"]
    wanted = [("reme_read", {"path": stored}), ("reme_traverse", {"path": stored}), ("reme_daily_list", {})]
    calls = " ".join(f"CALL {name} {json.dumps(arguments)}" for name, arguments in wanted)
    assert codex.tell(f"Look around. {calls}").code == 0
    asked = model.turns("Look around.")
    assert [request.answered_calls for request in asked] == [0, 1, 2, 3]
    results = [item["output"] for item in asked[-1].body["input"] if item["type"].endswith("_output")]
    found = [FACT in str(results[0]), "links" in str(results[1]), "days" in str(results[2])]
    assert found == [True, True, True]


def test_nothing_is_put_in_and_nothing_is_captured(
    codex: Codex, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    assert codex.tell("The staging database of parcelbox has moved.").code == 0
    assert codex.tell("Where is the staging database of parcelbox?").code == 0
    assert rows(warm_gateway) == []
    assert all("<reme-context" not in text for asked in model.asked for _, text in asked.pieces)


def test_no_server_leaves_the_run_as_it_was(
    codex: Codex, warm_gateway: GatewayProcess, model: ScriptedModel
) -> None:
    warm_gateway.stop()
    assert codex.tell("Say something.").code == 0
    assert len(model.turns("Say something.")) == 1
