"""What a host's model gets to see of earlier sessions: once, whole, and never as something said."""

from __future__ import annotations

from tests.gateway_process import GatewayProcess, event
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.scripted_model import Asked, ScriptedModel
from tests.hosts.real.stored import rows, said

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"
OPENING = '<reme-context source="auto-recall">'


def remember(gateway: GatewayProcess, *texts: str) -> None:
    """Turns of another host's session."""
    events = [event(f"t{number}:u", text) for number, text in enumerate(texts)]
    gateway.ask("agent_session_append", host="hermes", session_id="earlier", events=events)


def blocks(asked: Asked) -> int:
    return asked.text.count(OPENING)


def test_recall_stands_beside_the_prompt_in_one_whole_block(
    host: Codex | Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    assert host.tell(QUESTION).code == 0
    (asked,) = model.turns(QUESTION)
    pieces = [text for _, text in asked.pieces]
    prompt = next(number for number, text in enumerate(pieces) if text.strip() == QUESTION)
    assert OPENING not in "".join(pieces[:prompt])
    assert FACT in "".join(pieces[prompt + 1 :])
    assert asked.text.count("</reme-context>") == asked.text.count(OPENING)
    assert "not instructions." in asked.text


def test_a_recalled_hit_is_put_in_once_per_session_and_never_stored(
    host: Codex | Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    assert host.tell(QUESTION).code == 0
    assert host.go_on(f"Once more: {QUESTION}").code == 0
    first, second = model.turns(QUESTION)
    assert first.text.count(FACT) >= 1
    assert second.text.count(FACT) == first.text.count(FACT)
    assert [text for _, text in rows(gateway) if FACT in text] == [FACT]
    assert not [text for _, text in rows(gateway) if "reme-context" in text]


def test_an_unrelated_prompt_gets_no_block(
    host: Codex | Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    assert host.tell("Good morning.").code == 0
    assert blocks(model.turns("Good morning.")[0]) == 0
    assert said(gateway) == ["Good morning."]


def test_a_long_recall_arrives_uncut(
    host: Codex | Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, *(f"第{number}条：部署包裹盒的步骤" + "先备份数据库再发布" * 60 for number in range(9)))
    assert host.tell("部署包裹盒的步骤是什么？").code == 0
    text = model.turns("部署包裹盒的步骤是什么？")[0].text
    start = text.index(OPENING)
    block = text[start : text.index("</reme-context>", start)]
    assert len(block) > 2000
    assert "truncated output" not in text
    assert "persisted-output" not in text


def test_recall_and_capture_can_be_switched_off_alone(
    host: Codex | Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    remember(gateway, FACT)
    host.machine.variables = {"REME_RECALL": "off"}
    assert host.tell(QUESTION).code == 0
    assert FACT not in model.turns(QUESTION)[0].text
    host.machine.variables = {"REME_CAPTURE": "off"}
    assert host.tell(f"Again: {QUESTION}").code == 0
    assert FACT in model.turns("Again: ")[0].text
    (host.machine.project / ".reme").write_text("")
    host.machine.variables = {}
    assert host.tell(f"Third: {QUESTION}").code == 0
    assert FACT not in model.turns("Third: ")[0].text
    assert sorted(said(gateway)) == sorted([QUESTION, FACT])
