from __future__ import annotations

import pytest
from reme_gateway.cli.status_command import duration

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, status, waiting


def shown(reme: Reme, **parts: object) -> str:
    with FakeGateway(status=status(**parts)) as gateway:
        ended = reme("status", "--url", gateway.url)
    assert ended.code == 0
    return ended.out


def test_a_healthy_server_fits_on_a_page(reme: Reme) -> None:
    page = shown(reme, store={"appended": 1200, "duplicate": 3})
    assert page.startswith("ReMe Gateway 9.9.9  ok\n")
    for part in (
        "http://127.0.0.1:2333  (json, mcp)",
        "/srv/memory  (days in Europe/Berlin)",
        "4711, up 1 h 1 min",
        "2 sessions; since the start 1,200 appended, 3 duplicate",
        "ready, 12 entries",
        "sqlite, extractor outline; nothing waits",
    ):
        assert part in page
    assert "Sessions that wait" not in page


def test_trouble_is_loud(reme: Reme) -> None:
    page = shown(
        reme,
        health={"status": "degraded", "reasons": ["The index has failed; `reme reindex` rebuilds it."]},
        index={"state": "failed", "done": 1, "total": 3, "reason": "segment 2 is damaged"},
        store={"redactions": 1},
    )
    assert "degraded" in page.splitlines()[0]
    assert "! The index has failed; `reme reindex` rebuilds it." in page
    assert "failed, 12 entries (1 of 3 files): segment 2 is damaged" in page
    assert "1 secret since the start" in page


def test_sessions_that_wait_and_clients_are_tables(reme: Reme) -> None:
    sessions = waiting(
        {"session_id": "s-1", "pending": 4},
        {"session_id": "会话-2", "attempts": 3},
        {"session_id": "s-3", "attempts": 5, "parked": "the key is wrong\x1b[2J"},
    )
    client = {"host": "codex", "name": "reme", "version": "1.2.3", "last_seen": "2026-11-30T10:00:00Z"}
    page = shown(reme, queue={**sessions, "pending_sessions": 120}, clients=[client])
    rows = {line.split()[2]: line.split()[3:] for line in page.splitlines() if "codex   default" in line}
    assert rows["s-1"] == ["4", "waiting"]
    assert rows["会话-2"] == ["1", "tried", "3x"]
    assert "parked: the key is wrong" in page
    assert "\x1b" not in page
    assert "and 117 more" in page
    assert "1.2.3" in page
    assert not [line for line in page.splitlines() if line != line.rstrip()]


def test_json_is_the_servers_reply(reme: Reme) -> None:
    with FakeGateway(status=status()) as gateway:
        assert reme("status", "--json", "--url", gateway.url).document == status()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3600, "1 h"), (273_900, "3 d 4 h")],
)
def test_a_duration_has_two_units_at_most(seconds: int, text: str) -> None:
    assert duration(seconds) == text
