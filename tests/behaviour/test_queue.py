"""From turns to notes in the real server: on each turn's own day, once, and not lost at a stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.behaviour.session_files import tree_hash
from tests.gateway_process import GatewayProcess, event

SESSION: dict[str, Any] = {"host": "codex", "session_id": "a day's work"}


def queue_of(gateway: GatewayProcess) -> dict[str, Any]:
    with gateway.client() as client:
        queue: dict[str, Any] = client.get("/status").json()["queue"]
    return queue


def wait_until_covered(gateway: GatewayProcess) -> None:
    for _ in range(600):
        if queue_of(gateway)["pending_events"] == 0:
            return
        time.sleep(0.1)
    pytest.fail(f"still pending: {queue_of(gateway)}")


def turns(day: str, count: int = 2, hour: int = 10, offset: str = "+00:00") -> list[dict[str, str]]:
    return [
        event(
            f"{day}-{offset}-{number}",
            f"On {day} we talked about topic {number}",
            created_at=f"{day}T{hour:02}:00:{number:02}{offset}",
        )
        for number in range(count)
    ]


def test_notes_land_on_each_turns_own_day(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at("--set", "zone=Asia/Tokyo").start()
    gateway.ask("agent_session_append", **SESSION, events=turns("2026-03-01") + turns("2025-12-31", hour=20))
    reply = gateway.ask("agent_session_flush", **SESSION, reason="session_end")
    assert reply == {"queued": True, "pending": 4}
    wait_until_covered(gateway)
    days = gateway.ask("daily_list")["days"]
    # 20:00 UTC on New Year's Eve is the next morning in Tokyo.
    assert [day["date"] for day in days] == ["2026-03-01", "2026-01-01"]
    note = gateway.ask("read", path=days[0]["notes"][0]["path"])["text"]
    assert "topic 1" in note
    page = gateway.ask("traverse", path="daily/2026-03-01.md", direction="out")
    assert [link["path"] for link in page["links"]] == [days[0]["notes"][0]["path"]]
    source = gateway.ask("traverse", path=days[0]["notes"][0]["path"], direction="out")["links"]
    assert any(link["path"].startswith("session/dialog/codex/") for link in source)


def test_resending_changes_no_byte_of_a_note(gateway: GatewayProcess) -> None:
    events = turns("2026-05-04", count=6)
    gateway.ask("agent_session_append", **SESSION, events=events)
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    before = tree_hash(gateway.workspace / "daily")
    gateway.ask("agent_session_append", **SESSION, events=events)
    assert gateway.ask("agent_session_flush", **SESSION, reason="manual") == {"queued": False, "pending": 0}
    gateway.stop()
    gateway.start()
    wait_until_covered(gateway)
    assert tree_hash(gateway.workspace / "daily") == before


def test_what_was_not_distilled_before_a_kill_is_afterwards(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=turns("2026-06-07", count=5))
    gateway.ask("agent_session_flush", **SESSION, reason="shutdown")
    gateway.kill()
    gateway.start()
    wait_until_covered(gateway)
    assert [day["date"] for day in gateway.ask("daily_list")["days"]] == ["2026-06-07"]


def test_a_session_is_flushed_after_it_has_been_idle(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at("--set", "idle_flush_seconds=1").start()
    gateway.ask("agent_session_append", **SESSION, events=turns("2026-07-08"))
    wait_until_covered(gateway)
    assert gateway.ask("daily_list", date="2026-07-08")["days"]


def test_flushing_an_unknown_session_is_fine(gateway: GatewayProcess) -> None:
    reply = gateway.ask("agent_session_flush", host="codex", session_id="never seen", reason="session_end")
    assert reply == {"queued": False, "pending": 0}


def test_the_owners_text_in_a_note_survives_new_turns(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=turns("2026-08-09"))
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    ((note,),) = [day["notes"] for day in gateway.ask("daily_list")["days"]]
    path = gateway.workspace / note["path"]
    path.write_text(path.read_text() + "\nMy own remark: ask Zora.\n")
    gateway.ask(
        "agent_session_append", **SESSION, events=turns("2026-08-09", hour=15, count=3, offset="+02:00")
    )
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    assert "My own remark: ask Zora." in path.read_text()
    assert "topic 2" in path.read_text()


def test_an_outline_note_is_no_hit_beside_its_turns(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=turns("2026-09-10", count=1))
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    hits = gateway.ask("search", query="what did we talk about: topic 0")["hits"]
    assert [hit["kind"] for hit in hits] == ["turn"]


def test_context_at_the_start_and_after_a_compaction(gateway: GatewayProcess) -> None:
    gateway.ask("remember", fact="Releases are cut on Wednesdays.")
    gateway.ask("agent_session_append", **SESSION, events=turns("2026-10-11", count=30))
    gateway.ask("agent_session_flush", **SESSION, reason="pre_compact")
    wait_until_covered(gateway)
    start = gateway.ask("agent_session_context", purpose="start")
    assert "Releases are cut on Wednesdays." in start["text"]
    assert "2026-10-11" in start["text"]
    assert len(start["text"]) == start["total_chars"] <= 2000
    compact = gateway.ask("agent_session_context", purpose="compact", **SESSION, max_chars=300)
    assert "topic 29" in compact["text"]
    assert len(compact["text"]) <= 300
    assert compact["truncated"]
    assert compact == gateway.ask("agent_session_context", purpose="compact", **SESSION, max_chars=300)
    nothing = gateway.ask("agent_session_context", purpose="start", scope_id="empty")
    assert nothing == {"text": "", "sources": [], "truncated": False, "total_chars": 0}
    refused = gateway.post("agent_session_context", {"purpose": "compact"})
    assert refused.json()["code"] == "invalid_request"
