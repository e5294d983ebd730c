"""Rules between files: each breach is one error with file, pointer, problem and fix."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reme_generator.errors import ContractError
from reme_generator.load import load
from reme_generator.model import Contract
from reme_generator.resolve import resolve

Edit = Callable[[str, Callable[[Any], Any]], None]
SCHEMA, OPERATIONS, ERRORS, LIMITS = (
    f"v1/{name}" for name in ("echo.schema.json", "operations.json", "errors.json", "limits.json")
)


def definitions(data: Any) -> Any:
    return data["$defs"]


def row(data: Any) -> Any:
    return data["operations"][0]


def request(data: Any) -> Any:
    return data["$defs"]["EchoRequest"]


SECOND_ERROR = {"code": "unused", "status": 500, "retryable": False, "title": "t", "hint": "h"}
FAULTS: dict[str, tuple[str, Callable[[Any], Any], str, str, str]] = {
    "unknown-file": (
        SCHEMA,
        lambda d: request(d)["properties"]["word"].update({"$ref": "gone.schema.json#/$defs/Word"}),
        SCHEMA,
        "/$defs/EchoRequest/properties/word/$ref",
        "unknown reference",
    ),
    "unknown-definition": (
        SCHEMA,
        lambda d: request(d)["properties"]["word"].update({"$ref": "#/$defs/Wort"}),
        SCHEMA,
        "/$defs/EchoRequest/properties/word/$ref",
        "unknown reference",
    ),
    "unknown-reply": (
        OPERATIONS,
        lambda d: row(d)["reply"].update({"$ref": "echo.schema.json#/$defs/Gone"}),
        OPERATIONS,
        "/operations/0/reply/$ref",
        "unknown reference",
    ),
    "body-is-a-string": (
        OPERATIONS,
        lambda d: row(d)["request"].update({"$ref": "echo.schema.json#/$defs/Word"}),
        OPERATIONS,
        "/operations/0/request/$ref",
        "no object",
    ),
    "untitled": (
        SCHEMA,
        lambda d: definitions(d)["EchoReply"].pop("title"),
        SCHEMA,
        "/$defs/EchoReply/title",
        "title is not 'EchoReply'",
    ),
    "nested-object": (
        SCHEMA,
        lambda d: request(d)["properties"].update(inner={"type": "object", "properties": {}}),
        SCHEMA,
        "/$defs/EchoRequest/properties/inner",
        "without a name of its own",
    ),
    "numbered": (
        SCHEMA,
        lambda d: definitions(d).update(Echo2={"title": "Echo2", "type": "string"}),
        SCHEMA,
        "/$defs/Echo2",
        "ends in a digit",
    ),
    "request-open": (
        SCHEMA,
        lambda d: request(d).pop("additionalProperties"),
        SCHEMA,
        "/$defs/EchoRequest",
        "not closed",
    ),
    "reply-closed": (
        SCHEMA,
        lambda d: definitions(d)["EchoNote"].update(additionalProperties=False),
        SCHEMA,
        "/$defs/EchoNote",
        "a reply that is closed",
    ),
    "null-on-the-wire": (
        SCHEMA,
        lambda d: definitions(d)["EchoNote"]["properties"]["text"].update(type=["string", "null"]),
        SCHEMA,
        "/$defs/EchoNote/properties/text/type",
        "may be null",
    ),
    "in-request-and-reply": (
        SCHEMA,
        lambda d: request(d)["properties"].update(note={"$ref": "#/$defs/EchoNote"}),
        SCHEMA,
        "/$defs/EchoNote",
        "in a request and in a reply",
    ),
    "keyword": (
        SCHEMA,
        lambda d: definitions(d)["Word"].update(format="email"),
        SCHEMA,
        "/$defs/Word/format",
        "not enforced alike",
    ),
    "one-of": (
        SCHEMA,
        lambda d: request(d).update(oneOf=[{}]),
        SCHEMA,
        "/$defs/EchoRequest/oneOf",
        "not enforced alike",
    ),
    "array-of-anything": (
        SCHEMA,
        lambda d: definitions(d)["EchoReply"]["properties"]["words"].pop("items"),
        SCHEMA,
        "/$defs/EchoReply/properties/words",
        "array of anything",
    ),
    "required-undeclared": (
        SCHEMA,
        lambda d: request(d)["required"].append("gone"),
        SCHEMA,
        "/$defs/EchoRequest/required/1",
        "not declared",
    ),
    "required-with-default": (
        SCHEMA,
        lambda d: request(d)["required"].append("times"),
        SCHEMA,
        "/$defs/EchoRequest/properties/times/default",
        "required member with a default",
    ),
    "pattern-not-anchored": (
        SCHEMA,
        lambda d: definitions(d)["Word"].update(pattern="[a-z]{1,20}"),
        SCHEMA,
        "/$defs/Word/pattern",
        "does not span",
    ),
    "pattern-not-portable": (
        SCHEMA,
        lambda d: definitions(d)["Word"].update(pattern="^\\d{1,20}$"),
        SCHEMA,
        "/$defs/Word/pattern",
        "no escape that every engine knows",
    ),
    "unknown-code": (
        OPERATIONS,
        lambda d: row(d)["errors"].append("too_odd"),
        OPERATIONS,
        "/operations/0/errors/1",
        "unknown error code 'too_odd'",
    ),
    "unused-code": (
        ERRORS,
        lambda d: d["errors"].append(SECOND_ERROR),
        ERRORS,
        "/errors/1/code",
        "no operation can answer 'unused'",
    ),
    "code-twice": (
        ERRORS,
        lambda d: d["errors"].append(d["errors"][0]),
        ERRORS,
        "/errors/1/code",
        "also row 0",
    ),
    "operation-twice": (
        OPERATIONS,
        lambda d: d["operations"].append(row(d)),
        OPERATIONS,
        "/operations/1/name",
        "also row 0",
    ),
    "tool-without-audience": (
        OPERATIONS,
        lambda d: row(d).update(audience=["hook"]),
        OPERATIONS,
        "/operations/0/audience",
        "is a tool exactly when",
    ),
    "destructive-without-asking": (
        OPERATIONS,
        lambda d: row(d)["tool"].update(destructive=True),
        OPERATIONS,
        "/operations/0/tool",
        "must ask",
    ),
    "limit-disagrees": (
        LIMITS,
        lambda d: d["limits"]["word_chars"].update(value=21),
        SCHEMA,
        "/$defs/Word/pattern",
        "limits.json has word_chars = 21",
    ),
    "limit-bounds-nothing": (
        LIMITS,
        lambda d: d["limits"]["word_chars"].update(bounds=["echo.schema.json#/$defs/Word/maxLength"]),
        LIMITS,
        "/limits/word_chars/bounds/0",
        "nothing is at",
    ),
    "limit-bounds-another-file": (
        LIMITS,
        lambda d: d["limits"]["word_chars"].update(bounds=["gone.schema.json#/x"]),
        LIMITS,
        "/limits/word_chars/bounds/0",
        "no schema file",
    ),
    "constants-collide": (
        "meta/colours.schema.json",
        lambda d: d["properties"].update({"default_colour": {"type": "string"}}),
        "v1/colours.json",
        "/default_colour",
        "two keys become DEFAULT_COLOUR",
    ),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_wrong_contract_is_one_error_that_says_where_and_what_to_do(
    repository: Path, edit: Edit, case: str
) -> None:
    # That it is right before the change is what the tests with the fixture `contract` hold.
    changed, change, file, pointer, problem = FAULTS[case]
    edit(changed, change)
    if case == "constants-collide":
        edit("v1/colours.json", lambda data: data.update(default_colour="x"))
    with pytest.raises(ContractError) as caught:
        resolve(load(repository))
    error = caught.value
    assert (error.file, error.json_pointer) == (f"contract/{file}", pointer)
    assert problem in error.problem
    assert error.fix
    assert str(error) == f"{error.file}#{error.json_pointer}: {error.problem}\n  fix: {error.fix}"


def test_a_name_in_two_files_is_refused_in_the_second(repository: Path) -> None:
    second = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "second.schema.json"}
    second["$defs"] = {"Word": {"title": "Word", "type": "string"}}  # type: ignore[assignment]
    (repository / "contract" / "v1" / "second.schema.json").write_text(json.dumps(second))
    with pytest.raises(ContractError, match=r"also used in contract/v1/echo\.schema\.json") as caught:
        resolve(load(repository))
    assert caught.value.file == "contract/v1/second.schema.json"


def test_roles_follow_from_the_operations(contract: Contract) -> None:
    assert {str(shape.name): shape.role for shape in contract.shapes} == {
        "EchoNote": "reply",
        "EchoReply": "reply",
        "EchoRequest": "request",
        "Problem": "reply",
        "Word": "scalar",
    }


def test_what_no_operation_reaches_is_stored_and_may_hold_null(repository: Path, edit: Edit) -> None:
    line = {"title": "Line", "type": "object", "properties": {"at": {"type": ["string", "null"]}}}
    edit(SCHEMA, lambda data: definitions(data).update(Line=line))
    assert resolve(load(repository)).shape("Line").role == "stored"


def test_operations_keep_the_order_of_the_contract_and_shapes_are_sorted(contract: Contract) -> None:
    assert [shape.name for shape in contract.shapes] == sorted(shape.name for shape in contract.shapes)
    assert [module.name for module in contract.data] == ["colours", "errors", "limits", "operations"]


def test_the_real_contract_resolves() -> None:
    contract = resolve(load(Path(__file__).parents[2]))
    assert len(contract.operations) == 16
    assert {module.name for module in contract.data} >= {"boundary", "hosts", "limits", "redaction"}
