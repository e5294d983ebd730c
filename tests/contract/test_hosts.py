"""Every host descriptor is asked the same questions, and answers them with recorded payloads."""

from __future__ import annotations

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from referencing import Registry, Resource

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures" / "hosts"
DESCRIPTORS = sorted((ROOT / "contract" / "hosts").glob("*.toml"))
MISSING = object()
MAX_RECALL_MS = 5000
WRAPPER_CHARS = 150


def contract(path: str) -> Any:
    return json.loads((ROOT / "contract" / path).read_text(encoding="utf-8"))


EVENTS: dict[str, Any] = {event["name"]: event for event in contract("v1/events.json")["events"]}
HOSTS: dict[str, Any] = {p.stem: tomllib.loads(p.read_text(encoding="utf-8")) for p in DESCRIPTORS}
LIVE = [name for name, host in HOSTS.items() if "events" in host]
SCHEMAS: Registry[Any] = Registry().with_resources(
    (path.name, Resource.from_contents(json.loads(path.read_text(encoding="utf-8"))))
    for folder in ("meta", "v1")
    for path in (ROOT / "contract" / folder).glob("*.schema.json")
)


def validator(ref: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": ref}, registry=SCHEMAS)


def fixture(host: str, name: str) -> Any:
    return json.loads((FIXTURES / host / name).read_text(encoding="utf-8"))


def at(document: Any, pointer: str) -> Any:
    """The value a JSON pointer leads to, or MISSING."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and key.isdigit() and int(key) < len(document):
            document = document[int(key)]
        elif isinstance(document, dict) and key in document:
            document = document[key]
        else:
            return MISSING
    return document


def applies(row: dict[str, Any], payload: Any) -> bool:
    return all(at(payload, pointer) in values for pointer, values in row.get("select", {}).items())


def matches(rule: dict[str, Any], payload: Any) -> bool:
    """Whether a capture filter drops this payload."""
    if "by_host" in rule:
        return False
    if "last_assistant_of" in rule:
        answers = [m for m in at(payload, rule["last_assistant_of"]) if m.get("role") == "assistant"]
        payload = answers[-1]
    value = at(payload, rule["pointer"])
    if value is MISSING:
        return False
    text = value if isinstance(value, str) else ""
    return any(
        (
            "present" in rule,
            value in rule.get("equals", []),
            "not_equals" in rule and value not in rule["not_equals"],
            "above" in rule and value > rule["above"],
            any(text.startswith(prefix) for prefix in rule.get("starts_with", [])),
            any(part in text for part in rule.get("contains", [])),
        )
    )


def rows() -> list[Any]:
    """One pytest parameter per event row, readable in the test report."""
    return [
        pytest.param(name, row, id=f"{name}-{row['native'].replace('/', '.')}-{index}")
        for name in LIVE
        for index, row in enumerate(HOSTS[name]["events"])
    ]


def kinds(row: dict[str, Any]) -> set[str]:
    return {action["kind"] for action in row["actions"]}


def host_limit_ms(deadline: dict[str, Any]) -> float:
    """The least the host allows for this event, whatever unit it speaks."""
    if "unbounded" in deadline:
        return float("inf")
    granted: float = next(deadline[key] for key in ("declared", "default", "cap") if key in deadline)
    scale = {"s": 1000, "ms": 1}[deadline["unit"]]
    return min(granted, float(deadline.get("cap", granted))) * scale


def readable(form: str, value: Any) -> bool:
    if form == "nullable-text":
        return value is None or isinstance(value, str)
    if form == "text-blocks":
        return all("type" in block for block in value)
    if form == "user-messages":
        return any(m["source"]["kind"] == "user" and m["content"][0]["text"] for m in value)
    if form == "last-assistant-text":
        last = [m for m in value if m["role"] == "assistant"][-1]
        return any(block["type"] == "text" and block["text"] for block in last["content"])
    if form == "last-assistant-time":
        return isinstance([m for m in value if m["role"] == "assistant"][-1]["timestamp"], int)
    if form == "epoch-ms":
        return isinstance(value, int) and value > 1_700_000_000_000
    return isinstance(value, (str, int)) and value != ""


def test_the_six_hosts_are_described() -> None:
    ids = {host["id"] for host in HOSTS.values()}
    assert ids == {"codex", "claude_code", "dsh", "openclaw", "hermes", "agent_plugin"}
    assert set(LIVE) == set(HOSTS) - {"agent-plugin"}


@pytest.mark.parametrize("name", HOSTS)
def test_a_descriptor_is_valid(name: str) -> None:
    Draft202012Validator.check_schema(contract("meta/host.schema.json"))
    validator("host.schema.json").validate(HOSTS[name])
    assert HOSTS[name]["folder"] == name == HOSTS[name]["id"].replace("_", "-")


@pytest.mark.parametrize("name", HOSTS)
def test_a_descriptor_needs_no_newer_api_than_the_contract(name: str) -> None:
    minimum = [int(part) for part in HOSTS[name]["minimum_api_version"].split(".")]
    offered = [int(part) for part in contract("v1/events.json")["integration_api_version"].split(".")]
    assert minimum[0] == offered[0]
    assert minimum <= offered


@pytest.mark.parametrize("name", HOSTS)
def test_the_model_sees_every_model_operation_once(name: str) -> None:
    tools = HOSTS[name]["tools"]
    offered = [op["name"] for op in contract("v1/operations.json")["operations"] if "model" in op["audience"]]
    assert tools["names"] == [f"reme_{op}" for op in offered if op != "forget"]
    # Hermes can't ask the user before a provider's tool runs.
    assert tools["optional_names"] == ([] if name == "hermes" else ["reme_forget"])
    surface = "native" if name in {"dsh", "openclaw", "hermes"} else "mcp"
    assert tools["surface"] == surface
    assert ("mcp" in HOSTS[name]) == (surface == "mcp")


@pytest.mark.parametrize("name", [name for name, host in HOSTS.items() if "shown_as" in host["tools"]])
def test_a_tools_shown_name_is_no_longer_than_models_allow(name: str) -> None:
    tools = HOSTS[name]["tools"]
    shown = [tools["shown_as"].format(tool=tool) for tool in (*tools["names"], *tools["optional_names"])]
    assert max(map(len, shown)) <= 64


def test_claude_codes_tools_are_shown_under_the_plugins_name() -> None:
    """It runs one of two plugins of a name, and ReMe's older plugin as well as the portable one is `reme`."""
    host = HOSTS["claude-code"]
    assert host["plugin_id"] not in {"reme", HOSTS["agent-plugin"]["plugin_id"]}
    assert host["tools"]["shown_as"] == f"mcp__plugin_{host['plugin_id']}_{host['mcp_server']}__{{tool}}"


def test_claude_code_has_an_mcp_address_that_nobody_else_writes() -> None:
    """Of two entries with one address it starts that of the plugin installed first."""
    address = HOSTS["claude-code"]["mcp"]["url"]
    assert address == f"${{user_config.base_url}}/mcp?plugin={HOSTS['claude-code']['plugin_id']}"


def test_the_turn_keys_are_the_agreed_ones() -> None:
    assert {name: HOSTS[name]["turn_key"]["template"] for name in LIVE} == {
        "codex": "{turn}",
        "claude-code": "{turn}",
        "dsh": "{session_id}:{turn}",
        "openclaw": "{turn}",
        "hermes": "{session_id}:{turn_hash}",
    }


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_native_event_means_a_contract_event_and_does_what_that_allows(name: str, row: Any) -> None:
    assert row["event"] in EVENTS
    allowed = EVENTS[row["event"]]["actions"]
    assert [action for action in row["actions"] if action not in allowed] == []


@pytest.mark.parametrize("name", LIVE)
def test_an_unused_event_is_named_once_with_a_contract_event(name: str) -> None:
    unused = HOSTS[name]["unused_events"]
    assert [u["native"] for u in unused if "event" in u and u["event"] not in EVENTS] == []
    used = {row["native"] for row in HOSTS[name]["events"]}
    assert used.isdisjoint(u["native"] for u in unused)


@pytest.mark.parametrize(("name", "row"), rows())
def test_our_deadline_ends_before_the_hosts(name: str, row: Any) -> None:
    deadline = row["deadline"]
    assert deadline["inner_ms"] < host_limit_ms(deadline)
    if "cap" in deadline:
        assert deadline.get("declared", 0) <= deadline["cap"]
    if deadline.get("shared"):
        assert deadline["inner_ms"] <= host_limit_ms(deadline) * 0.6


@pytest.mark.parametrize(("name", "row"), rows())
def test_recall_waits_a_little_and_never_over_the_limit(name: str, row: Any) -> None:
    assert row["deadline"]["inner_ms"] <= MAX_RECALL_MS
    if "recall" in kinds(row):
        assert row["deadline"]["inner_ms"] == 2500
        assert host_limit_ms(row["deadline"]) > MAX_RECALL_MS, "a user may raise recall to the limit"


@pytest.mark.parametrize("name", LIVE)
def test_rows_of_one_native_event_share_one_declared_timeout(name: str) -> None:
    seen: dict[str, set[Any]] = {}
    for row in HOSTS[name]["events"]:
        d = row["deadline"]
        seen.setdefault(row["native"], set()).add((d.get("unit"), d.get("declared"), d.get("cap")))
    assert {native: limits for native, limits in seen.items() if len(limits) > 1} == {}


def test_the_units_are_those_of_the_hosts() -> None:
    units = {name: {r["deadline"].get("unit") for r in HOSTS[name]["events"]} - {None} for name in LIVE}
    assert units == {
        "codex": {"s"},
        "claude-code": {"s"},
        "dsh": {"s"},
        "openclaw": {"ms"},
        "hermes": {"s"},
    }


@pytest.mark.parametrize(
    ("name", "native", "limit_ms"),
    [
        ("codex", "SessionEnd", 3000),
        ("codex", "Interrupt", 3000),
        ("claude-code", "SessionEnd", 1500),
        ("dsh", "ctx.effect", 5000),
        ("openclaw", "session_end", 2000),
        ("hermes", "prefetch", 8000),
        ("hermes", "sync_turn", 5000),
    ],
)
def test_the_hard_limits_of_the_hosts_are_kept(name: str, native: str, limit_ms: int) -> None:
    found = [host_limit_ms(r["deadline"]) for r in HOSTS[name]["events"] if r["native"] == native]
    assert found
    assert set(found) == {limit_ms}


@pytest.mark.parametrize(("name", "row"), rows())
def test_an_event_supplies_what_the_contract_needs(name: str, row: Any) -> None:
    supplied = {*row.get("read", {}), *row.get("kept", {}), *row.get("derived", [])}
    fields = EVENTS[row["event"]]["fields"]
    assert {f["name"] for f in fields if f["supply"] == "always"} <= supplied
    assert supplied <= {f["name"] for f in fields}
    if row["event"] == "prompt-submitted" and "append" in kinds(row):
        assert "turn" in supplied, "an event id starts with the turn key"
    derives = "turn_hash" in HOSTS[name]["turn_key"]["template"] and row["event"] == "turn-completed"
    assert row.get("derived", []) == (["turn"] if derives else [])


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_kept_field_was_read_from_an_earlier_event(name: str, row: Any) -> None:
    for field, native in row.get("kept", {}).items():
        sources = [r for r in HOSTS[name]["events"] if r["native"] == native and field in r.get("read", {})]
        assert sources, f"{native} never reads {field}"


@pytest.mark.parametrize(("name", "row"), rows())
def test_pointers_lead_to_what_the_recorded_payload_holds(name: str, row: Any) -> None:
    assert "fixtures" in row or row["native"] == "ctx.effect"
    assert set(row.get("forms", {})) <= set(row.get("read", {}))
    for file in row.get("fixtures", []):
        payload = fixture(name, file)
        for field, pointer in row.get("read", {}).items():
            value = at(payload, pointer)
            assert value is not MISSING, f"{file} has nothing at {pointer} for {field}"
            assert readable(row.get("forms", {}).get(field, "plain"), value), f"{file}: {field} = {value!r}"


@pytest.mark.parametrize(("name", "row"), rows())
def test_a_recorded_payload_belongs_to_one_row(name: str, row: Any) -> None:
    siblings = [r for r in HOSTS[name]["events"] if r["native"] == row["native"]]
    for file in row.get("fixtures", []):
        payload = fixture(name, file)
        assert [r for r in siblings if applies(r, payload)] == [row], file


@pytest.mark.parametrize(("name", "row"), rows())
def test_no_filter_drops_what_a_person_said(name: str, row: Any) -> None:
    if row["event"] == "turn-abandoned":
        return
    for rule in HOSTS[name]["filters"]:
        if rule["native"] == row["native"]:
            hit = [file for file in row.get("fixtures", []) if matches(rule, fixture(name, file))]
            assert hit == [], f"{rule['name']} drops {hit}"


@pytest.mark.parametrize("name", LIVE)
def test_a_filter_matches_what_it_was_recorded_for(name: str) -> None:
    used = {r["native"] for r in HOSTS[name]["events"]} | {u["native"] for u in HOSTS[name]["unused_events"]}
    for rule in HOSTS[name]["filters"]:
        assert rule["native"] in used, rule["name"]
        missed = [f for f in rule.get("fixtures", []) if not matches(rule, fixture(name, f))]
        assert missed == [], f"{rule['name']} lets {missed} through"


@pytest.mark.parametrize("name", LIVE)
def test_subagents_and_provider_errors_are_filtered(name: str) -> None:
    assert {"subagent", "provider-error"} <= {rule["name"] for rule in HOSTS[name]["filters"]}


@pytest.mark.parametrize("name", LIVE)
def test_capabilities_say_what_the_events_do(name: str) -> None:
    events = HOSTS[name]["events"]
    does = [action for row in events for action in row["actions"]]
    means = {row["event"] for row in events}
    spools = {"kind": "append", "delivery": "spool"} in does
    claimed = HOSTS[name]["capabilities"]
    assert claimed["automatic_recall"] == ({"kind": "recall"} in does)
    assert claimed["automatic_capture"] == ({"kind": "append", "delivery": "send"} in does)
    assert claimed["start_context"] == ({"kind": "context", "purpose": "start"} in does)
    assert claimed["compact_context"] == ({"kind": "context", "purpose": "compact"} in does)
    assert claimed["compaction_event"] == ("compact-pending" in means)
    assert claimed["session_end_event"] == ("session-ended" in means)
    assert claimed["abandoned_turn_event"] == bool(
        "turn-abandoned" in means or [f for f in HOSTS[name]["filters"] if f["name"] == "aborted-run"]
    )
    assert claimed["whole_turns_only"] == (not spools)


def test_a_package_without_events_claims_nothing_automatic() -> None:
    assert not any(HOSTS["agent-plugin"]["capabilities"].values())
    assert HOSTS["agent-plugin"]["runtime"]["kind"] == "mcp-only"


@pytest.mark.parametrize(("name", "row"), rows())
def test_only_events_that_bring_context_have_a_reply(name: str, row: Any) -> None:
    assert ("reply" in row) == bool(kinds(row) & {"recall", "context"})


@pytest.mark.parametrize("name", HOSTS)
def test_recalled_text_fits_what_the_host_takes_whole(name: str) -> None:
    injection = HOSTS[name]["injection"]
    limit = injection.get("host_limit")
    if limit is None:
        return
    widest = 4 if limit["unit"] == "bytes" else 1
    fits = (injection["max_chars"] + WRAPPER_CHARS) * widest <= limit["amount"]
    assert fits or "lifted_by" in limit


@pytest.mark.parametrize("name", LIVE)
def test_every_fixture_named_exists_and_every_fixture_is_named(name: str) -> None:
    host = HOSTS[name]
    entries = [*host["events"], *host["filters"], *host["unused_events"]]
    named = {file for entry in entries for file in entry.get("fixtures", [])}
    present = {p.name for p in (FIXTURES / name).iterdir()}
    assert named <= present
    # Logs of the hosts themselves are for the importer, not for a hook.
    others = {file for file in present - named if not file.startswith("mcp-") and not file.endswith(".jsonl")}
    assert others <= {"turns.json"}


@pytest.mark.parametrize(
    ("change", "path", "rule"),
    [
        (lambda h: h.update(nickname="x"), [], "additionalProperties"),
        (lambda h: h["events"][0]["deadline"].pop("unit"), ["events", 0, "deadline"], "oneOf"),
        (
            lambda h: h["events"][0]["deadline"].update(inner_ms=9e3),
            ["events", 0, "deadline", "inner_ms"],
            "maximum",
        ),
        (lambda h: h["events"][0]["read"].update(turn="turn_id"), ["events", 0, "read", "turn"], "pattern"),
        (
            lambda h: h["events"][0]["actions"].append({"kind": "forget"}),
            ["events", 0, "actions", 2],
            "oneOf",
        ),
        (lambda h: h["filters"][0].update(pointer="/x", by_host=True), ["filters", 0], "not"),
        (lambda h: h.pop("turn_key"), [], "dependentRequired"),
    ],
    ids=[
        "unknown-key",
        "no-unit",
        "over-the-limit",
        "no-pointer",
        "unknown-action",
        "two-tests",
        "no-turn-key",
    ],
)
def test_a_broken_descriptor_is_refused(change: Any, path: list[Any], rule: str) -> None:
    broken = copy.deepcopy(HOSTS["codex"])
    change(broken)
    with pytest.raises(ValidationError) as caught:
        validator("host.schema.json").validate(broken)
    assert list(caught.value.absolute_path) == path
    assert caught.value.validator == rule
