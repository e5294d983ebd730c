"""What is told to one host is known in the other, and every turn is stored once."""

from __future__ import annotations

from tests.gateway_process import GatewayProcess
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.scripted_model import ScriptedModel
from tests.hosts.real.stored import rows

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"


def test_a_fact_told_in_codex_is_in_claude_codes_next_request(
    codex: Codex, claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    told = codex.tell(FACT)
    assert told.code == 0, told.errors
    asked = claude.tell(QUESTION)
    assert asked.code == 0, asked.errors
    text = model.turns(QUESTION)[0].text
    assert '<reme-context source="auto-recall">' in text
    assert FACT in text
    stored = rows(gateway)
    assert len(stored) == len(set(stored)) == 4
    assert [text for role, text in stored if role == "user"] == [QUESTION, FACT]


def test_a_fact_told_in_claude_code_is_in_codexs_next_request(
    codex: Codex, claude: Claude, gateway: GatewayProcess, model: ScriptedModel
) -> None:
    told = claude.tell(FACT)
    assert told.code == 0, told.errors
    asked = codex.tell(QUESTION)
    assert asked.code == 0, asked.errors
    text = model.turns(QUESTION)[0].text
    assert '<reme-context source="auto-recall">' in text
    assert FACT in text
    stored = rows(gateway)
    assert len(stored) == len(set(stored)) == 4
