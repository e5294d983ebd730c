"""The cross-host matrix: what is told to one host is known in every other, and all write the same format."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from tests.behaviour.session_files import stored_lines
from tests.gateway_process import GatewayProcess
from tests.hosts.real.conftest import claude_on, codex_on, dsh_on, hermes_on, openclaw_on
from tests.hosts.real.dsh_host import Dsh
from tests.hosts.real.machine import ROOT, Done, Machine
from tests.hosts.real.scripted_model import ScriptedModel
from tests.hosts.real.stored import rows

# What each host is told, and what somebody asks another one about it.
TOLD = {
    "codex": (
        "The staging database of parcelbox runs PostgreSQL 16 on the host aurora.",
        "Which host does the staging database of parcelbox run on?",
    ),
    "claude": (
        "Invoices of the Lisbon branch are numbered from 70400 upwards.",
        "From which number on are the invoices of the Lisbon branch numbered?",
    ),
    "dsh": (
        "The lighthouse sensor firmware is flashed with the tool beaconctl.",
        "Which tool flashes the lighthouse sensor firmware?",
    ),
    "openclaw": (
        "Grandmother's greenhouse thermostat answers on the topic orchid/seven.",
        "On which topic does the greenhouse thermostat of grandmother answer?",
    ),
    "hermes": (
        "The marathon volunteers meet at the fountain in Rosewood Park.",
        "Where do the marathon volunteers meet?",
    ),
}
IDS = {"claude": "claude_code"}


@dataclass
class Everything:
    """One person's machine with all five hosts, one memory, and what every host has been told."""

    gateway: GatewayProcess
    model: ScriptedModel
    hosts: dict[str, Any]

    def ask(self, host: str, prompt: str) -> str:
        """What the model got to read of this prompt, in a session of its own."""
        done: Done = self.hosts[host].tell(prompt)
        assert done.code == 0, done.errors
        return self.model.turns(prompt)[-1].text


@pytest.fixture(scope="module")
def everything(
    tmp_path_factory: pytest.TempPathFactory, installed_dsh: Dsh, openclaw_package: Any
) -> Iterator[Everything]:
    """Every host has been told its fact, one after the other."""
    folder = tmp_path_factory.mktemp("everything")
    with ScriptedModel() as model, GatewayProcess(folder / "workspace", folder / "server") as gateway:
        machine = Machine(folder / "machine", model.port)
        make: dict[str, Callable[[], Any]] = {
            "codex": lambda: codex_on(machine, gateway.url),
            "claude": lambda: claude_on(machine, gateway.url),
            "dsh": lambda: dsh_on(machine, gateway.url, installed_dsh),
            "openclaw": lambda: openclaw_on(machine, gateway.url, openclaw_package),
            "hermes": lambda: hermes_on(machine, gateway.url),
        }
        everywhere = Everything(gateway, model, {name: make[name]() for name in TOLD})
        for name, (fact, _) in TOLD.items():
            everywhere.ask(name, fact)
        yield everywhere
        assert model.others == []


def test_all_five_write_the_same_session_format(everything: Everything) -> None:
    lines = stored_lines(everything.gateway.workspace)
    validator = line_validator()
    for line in lines:
        validator.validate(line)
    hosts = {IDS.get(name, name) for name in TOLD}
    shapes = {host: {(line["role"], *line) for line in lines if line["host"] == host} for host in hosts}
    assert set(map(frozenset, shapes.values())) == {frozenset(shapes["codex"])}
    assert {role for role, *_ in shapes["codex"]} == {"user", "assistant"}


@pytest.mark.parametrize(("teller", "asked"), list(permutations(TOLD, 2)))
def test_what_is_told_to_one_is_known_in_the_other(teller: str, asked: str, everything: Everything) -> None:
    fact, question = TOLD[teller]
    text = everything.ask(asked, question)
    assert '<reme-context source="auto-recall">' in text
    assert fact in text


@pytest.mark.parametrize("teller", TOLD)
def test_what_was_told_is_stored_once(teller: str, everything: Everything) -> None:
    fact, _ = TOLD[teller]
    stored = rows(everything.gateway)
    assert [row for row in stored if row[1] == fact] == [("user", fact)]
    assert not [text for _, text in stored if "reme-context" in text]


def line_validator() -> Draft202012Validator:
    schemas = [json.loads(path.read_bytes()) for path in (ROOT / "contract" / "v1").glob("*.schema.json")]
    registry = Registry().with_resources((one["$id"], Resource.from_contents(one)) for one in schemas)
    own = next(one for one in schemas if "session-line" in one["$id"])
    return Draft202012Validator(own, registry=registry)
