"""Stub types are read from the meta schema: records, maps, unions."""

from __future__ import annotations

from typing import Any

import pytest
from reme_generator.render.stub_types import StubTypes

RECORD: dict[str, Any] = {
    "title": "Rule",
    "type": "object",
    "required": ["id"],
    "properties": {"id": {"type": "string"}, "limit": {"type": ["integer", "null"]}},
}


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, "str"),
        ({"type": "array", "items": {"type": "integer"}}, "tuple[int, ...]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "Mapping[str, str]"),
        ({"type": "object", "patternProperties": {"^a": {"type": "boolean"}}}, "Mapping[str, bool]"),
        ({"enum": ["a", 1]}, 'Literal["a", 1]'),
        ({"const": None}, "Literal[None]"),
        ({"type": ["string", "null"]}, "str | None"),
        ({}, "object"),
        ({"type": "object"}, "Mapping[str, object]"),
        (RECORD, "Rule"),
    ],
)
def test_each_kind_of_schema_has_its_type(schema: dict[str, Any], kind: str) -> None:
    assert StubTypes().type_of(schema, "X") == kind


def test_a_record_is_a_typed_dict_with_optional_members_marked() -> None:
    types = StubTypes()
    types.type_of({"type": "array", "items": RECORD}, "RULES")
    assert types.classes == {
        "Rule": "class Rule(TypedDict):\n    id: str\n    limit: NotRequired[int | None]"
    }


def test_members_that_are_keywords_get_the_functional_form() -> None:
    types = StubTypes()
    types.type_of({**RECORD, "properties": {"from": {"type": "string"}}, "required": ["from"]}, "X")
    assert types.classes["Rule"] == 'Rule = TypedDict("Rule", {"from": str})'


def test_a_record_without_a_title_is_named_after_its_place() -> None:
    types = StubTypes()
    record = {key: value for key, value in RECORD.items() if key != "title"}
    assert types.type_of(record, "BIG_TABLE") == "BigTable"


def test_two_records_of_one_title_must_be_equal() -> None:
    types = StubTypes()
    types.type_of(RECORD, "A")
    types.type_of(RECORD, "B")
    with pytest.raises(ValueError, match="two different records are called Rule"):
        types.type_of({**RECORD, "required": []}, "C")
