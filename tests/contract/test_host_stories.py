"""The recorded payloads are fit to keep, and the demo's story is what adapters would append from them."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests" / "fixtures" / "hosts"
STORIES: dict[str, Any] = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted(FIXTURES.glob("*/turns.json"))
}
HOSTS: dict[str, Any] = {
    name: tomllib.loads((ROOT / "contract" / "hosts" / f"{name}.toml").read_text(encoding="utf-8"))
    for name in STORIES
}
UNFIT = re.compile(
    r"/(?:root|work|Users|opt|var)/"  # a machine's own folders
    r"|\bsk-[a-zA-Z0-9]{4}|Bearer (?!<token>)"  # keys and tokens
    r"|[\w.]+@[\w-]+\.[a-z]{2,}"  # addresses
)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def recorded(name: str) -> str:
    """Every recorded payload of a host as one text."""
    files = sorted(path for path in (FIXTURES / name).glob("*.json") if path.name != "turns.json")
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*/*.json")), ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_fixture_is_small_and_neutral(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < 8192
    assert json.loads(text)
    assert UNFIT.findall(text) == []


@pytest.mark.parametrize(
    "path", sorted(FIXTURES.glob("*/*.jsonl")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_a_hosts_own_log_is_small_neutral_and_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < 65536
    assert all(isinstance(json.loads(line), dict) for line in text.removesuffix("\n").split("\n"))
    assert UNFIT.findall(text) == []


@pytest.mark.parametrize("text", ["/root/x", "sk-abcd", "Bearer s3cret", "dev@example.com"])
def test_what_is_unfit_to_keep_is_seen(text: str) -> None:
    assert UNFIT.search(text)


def test_every_capturing_host_tells_a_story() -> None:
    assert {s["host"] for s in STORIES.values()} == {"codex", "claude_code", "dsh", "openclaw", "hermes"}


@pytest.mark.parametrize("name", STORIES)
def test_a_request_of_the_story_is_a_valid_append(name: str) -> None:
    schemas: Registry[Any] = Registry().with_resources(
        (path.name, Resource.from_contents(json.loads(path.read_text(encoding="utf-8"))))
        for path in (ROOT / "contract" / "v1").glob("*.schema.json")
    )
    request_schema = {"$ref": "session-append.schema.json#/$defs/AppendRequest"}
    for request in STORIES[name]["requests"]:
        Draft202012Validator(request_schema, registry=schemas).validate(request)
        assert request["host"] == STORIES[name]["host"] == HOSTS[name]["id"]


@pytest.mark.parametrize("name", STORIES)
def test_event_ids_are_made_from_turn_key_role_and_text(name: str) -> None:
    for request in STORIES[name]["requests"]:
        said = {event["role"]: event["content"] for event in request["events"]}
        assert set(said) == {"user", "assistant"}
        for event in request["events"]:
            key = HOSTS[name]["turn_key"]["template"].format(
                session_id=request["session_id"],
                turn=event["turn_id"],
                turn_hash=digest(f"{said['user']}\0{said['assistant']}"),
            )
            assert event["event_id"] == f"{key}:{event['role'][0]}:{digest(event['content'])}"


@pytest.mark.parametrize("name", STORIES)
def test_the_story_carries_recorded_ids(name: str) -> None:
    payloads = recorded(name)
    derived = "turn_hash" in HOSTS[name]["turn_key"]["template"]
    for request in STORIES[name]["requests"]:
        # Where a session's name on the wire is made of the host's own, that stands in front.
        own = request["session_id"].rpartition("-")[0].replace("-", "_")
        assert f'"{own if derived else request["session_id"]}"' in payloads
        for event in request["events"]:
            assert derived or re.search(rf'": "?{re.escape(event["turn_id"])}"?[,\n]', payloads)


@pytest.mark.parametrize("name", STORIES)
def test_a_question_is_answered_by_the_named_host_only(name: str) -> None:
    told = {s["host"]: json.dumps(s["requests"], ensure_ascii=False) for s in STORIES.values()}
    question = STORIES[name]["question"]
    assert [host for host, text in told.items() if question["expects"] in text] == [question["told_to"]]
    assert question["told_to"] != STORIES[name]["host"]


def test_every_host_is_asked_for_by_another() -> None:
    assert {s["question"]["told_to"] for s in STORIES.values()} == {s["host"] for s in STORIES.values()}


def test_the_story_is_told_in_two_writings() -> None:
    han = [
        name
        for name, s in STORIES.items()
        if re.search(r"[\u4e00-\u9fff]", json.dumps(s, ensure_ascii=False))
    ]
    assert 0 < len(han) < len(STORIES)
