"""A surface holds what programs rely on, in JSON, and nothing that people may reword."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reme_generator.documents import Document
from reme_generator.model import Contract
from reme_generator.surface import surface

from tests.generator.whole import contract

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return surface(contract(), ())


def test_it_survives_a_file(whole: dict[str, Any]) -> None:
    assert json.loads(json.dumps(whole)) == whole


def test_a_member_called_title_stays_and_titles_go(whole: dict[str, Any]) -> None:
    schema = whole["shapes"]["OperationHelp"]["schema"]

    assert "title" in schema["properties"]
    assert "title" not in schema
    assert '"description": "' not in json.dumps(whole["shapes"])


def test_every_place_is_in_the_contract(whole: dict[str, Any]) -> None:
    origins = [row["origin"] for table in ("operations", "errors", "shapes") for row in whole[table].values()]

    assert len(origins) > 50
    for file, where in origins:
        node: Any = json.loads((ROOT / file).read_text(encoding="utf-8"))
        for part in where.split("/")[1:]:
            node = node[int(part) if isinstance(node, list) else part]


@pytest.mark.parametrize("module", ["boundary", "configuration", "events", "hosts", "identity", "redaction"])
def test_data_that_is_on_disks_and_in_packages_is_part_of_it(module: str, whole: dict[str, Any]) -> None:
    assert whole["data"][module]


def test_of_a_file_that_nobody_decided_about_everything_is_kept(contract: Contract) -> None:
    colours = next(module for module in contract.data if module.name == "colours")

    kept = surface(contract, ())["data"]["colours"]

    assert kept == {constant.name.lower(): constant.value for constant in colours.constants}
    assert kept


def test_sentences_for_people_are_no_part_of_a_vector(contract: Contract) -> None:
    def digest(**changes: str) -> str:
        case = {"name": "one", "text": "in", "expected": "out", "message": "Said so."}
        data = {"description": "d", "cases": [{**case, **changes}]}
        vectors = [Document("contract/v1/vectors/x.json", data, "")]
        return str(surface(contract, vectors)["vectors"]["contract/v1/vectors/x.json"]["cases"]["one"])

    assert digest() == digest(message="In other words.")
    assert digest() != digest(expected="else")
    assert digest() != digest(text="else")


def test_a_contract_without_data_files_has_a_surface_too(contract: Contract) -> None:
    plain = replace(contract, data=tuple(row for row in contract.data if row.name == "limits"))

    assert surface(plain, ())["data"] == {}
    assert list(surface(plain, ())["operations"]) == ["echo"]
