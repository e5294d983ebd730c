"""What the Hermes adapter makes of recorded calls."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from tests.hosts.adapters import FIXTURES, descriptor, recorded
from tests.hosts.hermes.provider_package import module

payload_module = module("adapter.payload")
HOME = "/home/dev/.hermes"
HOST = descriptor("hermes")
ROWS = [
    pytest.param(row, name, id=f"{row['native']}-{name}")
    for row in HOST["events"]
    for name in row.get("fixtures", [])
]


def begun(name: str = "initialize.json", **changed: Any) -> Any:
    payload = recorded("hermes", name)
    payload["payload"].update(changed)
    return payload_module.begin(payload, "/home/dev/project")


def seen(event: str, name: str, kept: Any = None, **changed: Any) -> Any:
    payload = recorded("hermes", name)
    payload["payload"].update(changed)
    return payload_module.observe(event, payload, kept or begun())


def at(payload: Any, pointer: str) -> Any:
    for name in pointer[1:].split("/"):
        payload = payload[name]
    return payload


def test_the_first_call_tells_home_session_and_folder() -> None:
    kept = begun()
    assert (kept.home, kept.folder, kept.counts) == (HOME, "/home/dev/project", True)
    assert kept.session_id == payload_module.session_name(HOME, "20261201_004038_883cb1")


@pytest.mark.parametrize(("row", "name"), ROWS)
def test_every_call_is_read_where_the_descriptor_points(row: Any, name: str) -> None:
    payload, kept = recorded("hermes", name), begun()
    found = payload_module.observe(row["native"], payload, kept)
    read = row.get("read", {})
    session = at(payload, read["session_id"]) if "session_id" in read else "20261201_004038_883cb1"
    assert found.session_id == payload_module.session_name(HOME, session)
    assert found.prompt == (at(payload, read["prompt"]) if "prompt" in read else None)
    assert found.answer == (at(payload, read["answer"]) if "answer" in read else None)
    assert bool(found.turn) == ("turn" in row.get("derived", []))
    assert (found.agent_id, found.no_person) == ("", False)


def test_a_turn_is_named_by_its_session_and_its_own_text() -> None:
    found = seen("sync_turn", "sync_turn.json")
    user, answer = (
        recorded("hermes", "sync_turn.json")["payload"][f"{who}_content"] for who in ("user", "assistant")
    )
    digest = hashlib.sha256(f"{user}\0{answer}".encode()).hexdigest()[:16]
    assert found.turn == f"{found.session_id}:{digest}"
    assert seen("sync_turn", "sync_turn.json", assistant_content="Another.").turn != found.turn


def test_line_ends_and_lone_surrogates_change_no_turn_key() -> None:
    key = payload_module.turn_hash
    assert key("a\r\nb", "c") == key("a\nb", "c")
    assert key("\ud800", "c") == key("\ufffd", "c")
    assert key("ab", "c") != key("a", "bc")


@pytest.mark.parametrize("platform", sorted(payload_module.NO_CONVERSATIONS))
def test_what_machines_say_is_left_out(platform: str) -> None:
    kept = begun(platform=platform)
    assert not kept.counts
    assert seen("sync_turn", "sync_turn.json", kept) is None
    assert seen("prefetch", "prefetch.json", kept) is None


def test_the_platforms_left_out_are_the_descriptors() -> None:
    (rule,) = [rule for rule in HOST["filters"] if rule["name"] == "no-conversation"]
    assert sorted(payload_module.NO_CONVERSATIONS) == rule["equals"]


@pytest.mark.parametrize("context", ["cron", "flush", "subagent"])
def test_a_context_that_is_not_primary_is_left_out(context: str) -> None:
    assert not begun(agent_context=context).counts


@pytest.mark.parametrize("platform", ["telegram", "api_server"])
def test_a_persons_chat_counts_and_has_no_folder(platform: str) -> None:
    kept = begun(platform=platform)
    assert (kept.counts, kept.folder) == (True, "")


def test_before_the_first_call_nothing_counts() -> None:
    nothing = payload_module.Conversation()
    assert seen("prefetch", "prefetch.json", nothing) is None
    assert seen("shutdown", "shutdown.json", nothing) is None


def test_a_switch_leaves_one_session_and_goes_on_in_the_other() -> None:
    payload, kept = recorded("hermes", "on_session_switch.new_session.json"), begun()
    left = payload_module.observe("on_session_switch", payload, kept)
    after = payload_module.go_on(kept, payload)
    assert left.session_id == payload_module.session_name(HOME, "20261201_004111_76ea22")
    assert after == kept._replace(session_id=payload_module.session_name(HOME, "20261201_004117_afb900"))


def test_a_compaction_stays_in_its_session() -> None:
    found = seen("on_session_switch", "on_session_switch.compression.json")
    assert found.session_id == payload_module.session_name(HOME, "20261201_004039_a14f0e")


def test_undone_turns_end_nothing() -> None:
    same = {
        "new_session_id": "20261201_004038_883cb1",
        "parent_session_id": "",
        "rewound": True,
        "reason": None,
    }
    assert seen("on_session_switch", "on_session_switch.compression.json", **same) is None


def test_a_turn_reported_after_a_switch_belongs_to_its_own_session() -> None:
    kept = payload_module.go_on(begun(), recorded("hermes", "on_session_switch.new_session.json"))
    found = seen("sync_turn", "sync_turn.json", kept)
    assert found.session_id == payload_module.session_name(HOME, "20261201_004038_883cb1")


def test_sessions_of_two_homes_never_meet() -> None:
    names = {payload_module.session_name(home, "chat") for home in (HOME, f"{HOME}/profiles/coder")}
    assert len(names) == 2


@pytest.mark.parametrize("session", ["../../x", "CON", "a" * 500, "家", "a b", "A b", "x\0y", "\ud800"])
def test_a_sessions_name_is_safe_for_any_file_system(session: str) -> None:
    name = payload_module.session_name(HOME, session)
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert len(name) <= 64
    assert name != payload_module.session_name(HOME, session + "!")


@pytest.mark.parametrize("nothing", [None, 7, ["x"], {"text": "x"}])
def test_members_of_other_types_are_no_text(nothing: Any) -> None:
    found = seen("sync_turn", "sync_turn.json", user_content=nothing, assistant_content=nothing)
    assert (found.prompt, found.answer) == ("", None)


def test_a_payload_without_anything_is_nothing() -> None:
    assert payload_module.observe("sync_turn", {}, payload_module.Conversation()) is None
    assert payload_module.observe("sync_turn", {"payload": None}, begun()).answer is None


def test_the_demo_tells_what_the_adapter_makes() -> None:
    (request,) = json.loads((FIXTURES / "hermes" / "turns.json").read_text("utf-8"))["requests"]
    assert request["session_id"] == payload_module.session_name(HOME, "20261201_004038_883cb1")


def test_only_a_prefetch_returns_text() -> None:
    reply = module("adapter.reply").reply
    assert reply("prefetch", "block") == "block"
    others = {row["native"] for row in HOST["events"]} - {"prefetch"}
    assert {reply(native, "block") for native in others} == {""}
