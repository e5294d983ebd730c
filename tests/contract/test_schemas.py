"""What the contract's schemas promise, read from the files themselves and not through the generator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "contract" / "v1").glob("*.schema.json"))
SCHEMAS: dict[str, Any] = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in FILES}
CORE = ("operations", "errors", "limits")
OPERATIONS, ERRORS, LIMITS = (
    json.loads((ROOT / "contract" / "v1" / f"{name}.json").read_text(encoding="utf-8")) for name in CORE
)
ROWS = {row["name"]: row for row in OPERATIONS["operations"]}


def parts(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield schema
    for child in schema.get("properties", {}).values():
        yield from parts(child)
    if "items" in schema:
        yield from parts(schema["items"])


def definition(file: str, reference: str) -> tuple[str, str]:
    target, _, pointer = reference.partition("#/$defs/")
    return target or file, pointer


def reached(operation: str, role: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Every definition that a request or reply is made of."""
    found: dict[tuple[str, str], dict[str, Any]] = {}
    waiting = [definition("", ROWS[operation][role]["$ref"])]
    while waiting:
        file, name = waiting.pop()
        if (file, name) in found:
            continue
        schema = SCHEMAS[file]["$defs"][name]
        found[file, name] = schema
        waiting += [definition(file, part["$ref"]) for part in parts(schema) if "$ref" in part]
    return found


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_is_valid_2020_12_and_named_after_its_file(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == name


def test_every_object_has_a_title_and_no_title_is_used_twice() -> None:
    titles = [
        part["title"]
        for file in SCHEMAS.values()
        for top in file["$defs"].values()
        for part in parts(top)
        if part.get("type") == "object"
    ]
    assert len(titles) == len(set(titles))
    assert not [title for title in titles if title[-1].isdigit()]


@pytest.mark.parametrize("operation", sorted(ROWS))
def test_requests_are_closed_and_replies_are_open(operation: str) -> None:
    for schema in reached(operation, "request").values():
        assert schema["type"] != "object" or schema["additionalProperties"] is False
    for schema in reached(operation, "reply").values():
        assert "additionalProperties" not in schema


@pytest.mark.parametrize("operation", sorted(ROWS))
@pytest.mark.parametrize("role", ["request", "reply"])
def test_null_is_never_on_the_wire(operation: str, role: str) -> None:
    for schema in reached(operation, role).values():
        assert all(isinstance(part.get("type", ""), str) for part in parts(schema))


def test_status_of_an_error_is_stable_in_meaning() -> None:
    """A client retries what is retryable, so nothing that the caller has to change first may be."""
    for row in ERRORS["errors"]:
        assert row["retryable"] <= (row["status"] >= 500), row["code"]


@pytest.mark.parametrize("operation", sorted(ROWS))
def test_what_needs_a_token_can_answer_unauthorized(operation: str) -> None:
    row = ROWS[operation]
    assert row["token_required"] == ("unauthorized" in row["errors"])


def test_only_version_and_health_need_no_token() -> None:
    assert sorted(name for name, row in ROWS.items() if not row["token_required"]) == ["health", "version"]


@pytest.mark.parametrize("operation", [name for name, row in ROWS.items() if row["method"] == "POST"])
def test_what_has_a_body_can_refuse_it(operation: str) -> None:
    assert {
        "invalid_json",
        "invalid_request",
        "media_type_unsupported",
        "request_too_large",
        "too_deep",
    } <= set(ROWS[operation]["errors"])


def test_models_cannot_reach_hook_operations_and_forget_asks_first() -> None:
    tools = {name: row["tool"] for name, row in ROWS.items() if "tool" in row}
    assert list(tools) == ["search", "read", "traverse", "daily_list", "remember", "forget"]
    assert [name for name, tool in tools.items() if tool.get("confirmation")] == ["forget"]
    assert [name for name, tool in tools.items() if tool["destructive"]] == ["forget"]


def test_recall_waits_no_longer_than_a_hook_may() -> None:
    deadline = ROWS["agent_memory_recall"]["deadline_ms"]
    assert deadline == LIMITS["limits"]["recall_deadline_ms"]["value"]
    assert deadline <= LIMITS["limits"]["recall_deadline_max_ms"]["value"]
