"""MCP tools: fixed order, self-contained schemas, hints from the contract."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from reme_generator.render.tools import tools

from tests.generator.whole import contract


@pytest.fixture(scope="module")
def real() -> list[dict[str, Any]]:
    return list(tools(contract()))


def test_order_and_names_are_fixed(real: list[dict[str, Any]]) -> None:
    assert [tool["name"] for tool in real] == [
        "reme_search",
        "reme_read",
        "reme_traverse",
        "reme_daily_list",
        "reme_remember",
        "reme_forget",
    ]


def test_schemas_are_valid_closed_and_refer_to_nothing(real: list[dict[str, Any]]) -> None:
    for tool in real:
        for side in ("input_schema", "output_schema"):
            Draft202012Validator.check_schema(tool[side])
            assert "$ref" not in json.dumps(tool[side])
            assert tool[side]["type"] == "object"
        assert tool["input_schema"]["additionalProperties"] is False


def test_a_model_sees_defaults_and_descriptions(real: list[dict[str, Any]]) -> None:
    limit = real[0]["input_schema"]["properties"]["limit"]
    assert (limit["default"], limit["maximum"]) == (5, 100)
    assert limit["description"]


def test_hints_say_what_an_operation_does(real: list[dict[str, Any]]) -> None:
    hints = {tool["name"]: tool["annotations"] for tool in real}
    assert [name for name, hint in hints.items() if hint["destructiveHint"]] == ["reme_forget"]
    assert [name for name, hint in hints.items() if not hint["readOnlyHint"]] == [
        "reme_remember",
        "reme_forget",
    ]
    assert all(
        hint["title"] and hint["idempotentHint"] and not hint["openWorldHint"] for hint in hints.values()
    )
    assert [tool["name"] for tool in real if tool["confirmation"]] == ["reme_forget"]
