"""The lifecycle events: valid data, and in step with the operations they trigger."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

CONTRACT = Path(__file__).parents[2] / "contract"


def read(path: str) -> Any:
    return json.loads((CONTRACT / path).read_text(encoding="utf-8"))


EVENTS: dict[str, Any] = read("v1/events.json")
SCHEMA: dict[str, Any] = read("meta/events.schema.json")
BY_NAME: dict[str, Any] = {event["name"]: event for event in EVENTS["events"]}


def actions(kind: str) -> list[dict[str, str]]:
    return [a for event in EVENTS["events"] for a in event["actions"] if a["kind"] == kind]


def objects(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for item in schema for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if schema.get("type") == "object" else []
    return here + [found for value in schema.values() for found in objects(value)]


def test_events_are_valid() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    Draft202012Validator(SCHEMA).validate(EVENTS)


@pytest.mark.parametrize("name", ["events", "host"])
def test_every_object_of_a_meta_schema_is_titled_and_closed(name: str) -> None:
    found = objects(read(f"meta/{name}.schema.json"))
    assert len(found) > 5
    assert [o for o in found if "title" not in o] == []
    # A map whose keys are data is closed by the schema of its values instead.
    assert [o["title"] for o in found if o.get("additionalProperties", True) is True] == []


def test_the_lifecycle_is_complete() -> None:
    assert set(BY_NAME) == {
        "session-started",
        "prompt-submitted",
        "turn-progressed",
        "turn-completed",
        "turn-abandoned",
        "compact-pending",
        "compacted",
        "drain-requested",
        "session-ended",
        "subagent-started",
        "subagent-ended",
    }


def test_event_and_field_names_are_unique() -> None:
    assert len(BY_NAME) == len(EVENTS["events"])
    names = [field["name"] for field in EVENTS["fields"]]
    assert len(names) == len(set(names))


def test_every_field_is_defined_and_used() -> None:
    defined = {field["name"] for field in EVENTS["fields"]}
    used = {field["name"] for event in EVENTS["events"] for field in event["fields"]}
    assert used == defined


def test_descriptors_can_name_exactly_these_fields() -> None:
    names = read("meta/host.schema.json")["$defs"]["FieldName"]["enum"]
    assert names == [field["name"] for field in EVENTS["fields"]]


def test_every_event_that_talks_to_the_server_knows_its_session() -> None:
    for event in EVENTS["events"]:
        if any(action["kind"] != "none" for action in event["actions"]):
            assert {"name": "session_id", "supply": "always"} in event["fields"], event["name"]


def test_flush_reasons_are_those_of_the_operation() -> None:
    reasons = read("v1/session-flush.schema.json")["$defs"]["FlushReason"]["enum"]
    assert {a["reason"] for a in actions("flush")} == set(reasons) - {"manual"}
    allowed = SCHEMA["$defs"]["FlushAction"]["properties"]["reason"]["enum"]
    assert set(allowed) == set(reasons) - {"manual"}


def test_context_purposes_are_those_of_the_operation() -> None:
    purposes = read("v1/session-context.schema.json")["$defs"]["ContextPurpose"]["enum"]
    assert {a["purpose"] for a in actions("context")} == set(purposes)


def test_only_a_prompt_is_recalled_for() -> None:
    assert [e["name"] for e in EVENTS["events"] if {"kind": "recall"} in e["actions"]] == ["prompt-submitted"]


def test_nothing_is_recalled_for_subagents_and_they_end_no_session() -> None:
    assert BY_NAME["subagent-started"]["actions"] == [{"kind": "none"}]
    assert BY_NAME["subagent-ended"]["actions"] == [{"kind": "append", "delivery": "send"}, {"kind": "none"}]


def test_the_version_is_that_of_the_operations() -> None:
    assert EVENTS["integration_api_version"] == read("v1/operations.json")["integration_api_version"]


@pytest.mark.parametrize(
    ("change", "validator"),
    [
        ({"kind": "flush", "reason": "manual"}, "oneOf"),
        ({"kind": "append"}, "oneOf"),
        ({"kind": "forget"}, "oneOf"),
        ({"kind": "recall", "limit": 5}, "oneOf"),
    ],
)
def test_an_action_outside_the_contract_is_refused(change: dict[str, Any], validator: str) -> None:
    broken = copy.deepcopy(EVENTS)
    broken["events"][0]["actions"].append(change)
    with pytest.raises(ValidationError) as caught:
        Draft202012Validator(SCHEMA).validate(broken)
    assert caught.value.validator == validator
    assert list(caught.value.absolute_path)[:3] == ["events", 0, "actions"]
