"""A descriptor maps to what the contract has; each breach names the descriptor's line by pointer."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reme_generator.documents import Document
from reme_generator.errors import ContractError
from reme_generator.rules.hosts import check_hosts

CONTRACT = Path(__file__).parents[3] / "contract"
CODEX: dict[str, Any] = tomllib.loads((CONTRACT / "hosts" / "codex.toml").read_text(encoding="utf-8"))


def json_file(name: str) -> Document:
    return Document(name, json.loads((CONTRACT / "v1" / name).read_text(encoding="utf-8")), "")


def check(*hosts: Document) -> None:
    check_hosts(hosts, json_file("events.json"), json_file("operations.json"))


def test_the_real_descriptor_passes() -> None:
    check(Document("contract/hosts/codex.toml", CODEX, ""))


@pytest.mark.parametrize(
    ("change", "pointer", "problem"),
    [
        (
            lambda host: host["events"][0].update(event="session-begun"),
            "/events/0/event",
            "no contract event",
        ),
        (
            lambda host: host["events"][0].update(actions=[{"kind": "recall"}]),
            "/events/0/actions/0",
            "does not allow",
        ),
        (
            lambda host: host["tools"]["names"].append("reme_erase"),
            "/tools/names/5",
            "no operation is the tool",
        ),
        (lambda host: host["tools"]["names"].append("reme_forget"), "/tools/names/5", "in the wrong list"),
        (lambda host: host.update(folder="kodex"), "/folder", "not the file's name"),
        (lambda host: host.update(minimum_api_version="2.0"), "/minimum_api_version", "has not reached"),
        (lambda host: host.update(minimum_api_version="1.9"), "/minimum_api_version", "has not reached"),
        (
            lambda host: host["events"][0]["deadline"].update(declared=2, inner_ms=2500),
            "/events/0/deadline/inner_ms",
            "not below the host's 2000 ms",
        ),
    ],
)
def test_a_wrong_descriptor_is_an_error(change: Callable[[Any], Any], pointer: str, problem: str) -> None:
    host = copy.deepcopy(CODEX)
    change(host)
    with pytest.raises(ContractError) as caught:
        check(Document("contract/hosts/codex.toml", host, ""))
    assert caught.value.json_pointer == pointer
    assert problem in caught.value.problem


def test_an_id_belongs_to_one_host() -> None:
    second = {**CODEX, "folder": "second"}
    with pytest.raises(ContractError, match=r"also that of contract/hosts/codex\.toml"):
        check(
            Document("contract/hosts/codex.toml", CODEX, ""),
            Document("contract/hosts/second.toml", second, ""),
        )
