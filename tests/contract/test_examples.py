"""The shared corpus: every example is accepted, or refused for the reason that it names.

JavaScript reads the same files in ``tests/js/contract``. A validator that accepts a document it should
refuse fails here twice: by its verdict, and by the pointer that it can't give.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.validators import extend
from pydantic import ValidationError as PydanticError
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from reme_client._generated.v1 import models as client_models
from reme_client._generated.v1 import operations as client_operations
from reme_gateway._contract.v1 import errors, models
from reme_gateway._contract.v1.operations import BY_NAME
from reme_gateway._contract.v1.wire_model import MalformedDocument, WireModel

V1 = Path(__file__).parents[2] / "contract" / "v1"
VALID = sorted((V1 / "examples" / "valid").glob("*.json"))
INVALID = sorted((V1 / "examples" / "invalid").glob("*.json"))
OPERATION_ROWS = {
    row["name"]: row for row in json.loads((V1 / "operations.json").read_text("utf-8"))["operations"]
}
REGISTRY: Registry[Any] = Registry().with_resources(
    (path.name, DRAFT202012.create_resource(json.loads(path.read_text(encoding="utf-8"))))
    for path in V1.glob("*.schema.json")
)
Check = Callable[[str, str, Any], str | None]


def whole_match(_validator: Any, pattern: str, value: Any, _schema: Any) -> Iterator[ValidationError]:
    """Python's $ also matches before a line end at the end; the contract's does not."""
    if isinstance(value, str) and not re.search(pattern.removesuffix("$") + r"\Z", value):
        yield ValidationError("the pattern does not match")


SchemaValidator = extend(Draft202012Validator, {"pattern": whole_match})


def by_schema(operation: str, role: str, document: Any) -> str | None:
    """Pointer to the fault that JSON Schema finds, or None."""
    found = list(SchemaValidator(OPERATION_ROWS[operation][role], registry=REGISTRY).iter_errors(document))
    if not found:
        return None
    assert len(found) == 1, "an example breaks one rule only"
    return pointer([*found[0].absolute_path, *blamed_member(found[0])])


def blamed_member(error: ValidationError) -> list[str]:
    if error.validator == "required":
        return [name for name in error.validator_value if name not in error.instance][:1]
    if error.validator == "additionalProperties":
        return [name for name in error.instance if name not in error.schema["properties"]][:1]
    return []


def pointer(path: list[Any]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def by_model(model: type[WireModel], document: Any, malformed: type[Exception]) -> str | None:
    try:
        model.parse(document)
    except malformed as error:
        return str(error.pointer)  # type: ignore[attr-defined]
    return None


def by_server(operation: str, role: str, document: Any) -> str | None:
    return by_model(getattr(BY_NAME[operation], role), document, MalformedDocument)


def by_client(operation: str, role: str, document: Any) -> str | None:
    from reme_client._generated.v1.wire_model import MalformedDocument as Malformed

    row = client_operations.BY_NAME[operation]
    return by_model(getattr(row, role), document, Malformed)  # type: ignore[arg-type]


CHECKS: dict[str, Check] = {"json-schema": by_schema, "server": by_server, "client": by_client}


def load(path: Path) -> tuple[dict[str, Any], str]:
    example = json.loads(path.read_text(encoding="utf-8"))
    return example, "request" if "request" in example else "reply"


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_example_is_accepted(path: Path, check: Check) -> None:
    example, role = load(path)
    assert check(example["operation"], role, example[role]) is None


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize(
    "path", [path for path in INVALID if "outcome" not in load(path)[0]], ids=lambda path: path.stem
)
def test_invalid_example_is_refused_for_the_named_value(path: Path, check: Check) -> None:
    example, role = load(path)
    assert example["code"] == "invalid_request"
    assert check(example["operation"], role, example[role]) == example["pointer"]


REJECTED = [path for path in INVALID if "outcome" in load(path)[0]]


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_rejected_event_is_malformed_at_the_named_value_and_its_neighbour_is_fine(path: Path) -> None:
    example, _ = load(path)
    assert (example["outcome"], example["reason"]) == ("rejected", "malformed")
    good, bad = example["request"]["events"]
    assert by_model(models.SessionEvent, good, MalformedDocument) is None
    assert by_model(models.SessionEvent, bad, MalformedDocument) == example["pointer"]
    envelope = {**example["request"], "events": []}
    assert by_server("agent_session_append", "request", envelope) is None


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_whole_request_with_a_bad_event_breaks_its_schema_there(path: Path) -> None:
    example, _ = load(path)
    assert (
        by_schema("agent_session_append", "request", example["request"]) == f"/events/1{example['pointer']}"
    )


def test_every_operation_has_examples() -> None:
    named = {load(path)[0]["operation"] for path in VALID}
    assert named == set(BY_NAME)
    asked = {load(path)[0]["operation"] for path in INVALID}
    assert {name for name, row in BY_NAME.items() if row.method == "POST"} <= asked


def test_every_named_code_is_in_the_error_table() -> None:
    codes = {load(path)[0].get("code") for path in INVALID} - {None}
    assert codes <= set(errors.ERRORS)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_what_was_read_is_written_back_with_its_defaults(path: Path) -> None:
    example, role = load(path)
    model = getattr(BY_NAME[example["operation"]], role)
    written = model.parse(example[role]).wire()
    assert json.loads(json.dumps(written)) == written
    assert model.parse(written) == model.parse(example[role])
    assert by_schema(example["operation"], role, written) is None


def test_defaults_are_those_of_the_contract() -> None:
    assert models.RecallRequest.parse({"query": "q"}).wire() == {
        "query": "q",
        "limit": 5,
        "max_chars": 4000,
        "scope_id": "default",
    }


def test_plain_pydantic_validation_refuses_null_too() -> None:
    with pytest.raises(PydanticError, match="null is not allowed"):
        models.RecallRequest.model_validate({"query": "q", "exclude_ids": None})
    assert models.RecallRequest(query="q", exclude_ids=None).wire() == models.RecallRequest(query="q").wire()


def test_server_and_client_have_the_same_models() -> None:
    assert client_models.AppendRequest.model_json_schema() == models.AppendRequest.model_json_schema()
    assert [row.name for row in client_operations.OPERATIONS] == list(BY_NAME)
