"""read, daily-list and traverse: three commands that only show."""

from __future__ import annotations

import pytest

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, problem

READ = {
    "path": "a.md",
    "line_start": 3,
    "line_end": 4,
    "total_lines": 9,
    "text": "x\n\x1b[1my",
    "truncated": True,
}


def test_read_prints_the_lines_and_how_to_go_on(reme: Reme) -> None:
    with FakeGateway(read=READ) as gateway:
        ended = reme("read", "a.md:3-4", "--url", gateway.url)
    assert gateway.asked == [("read", {"path": "a.md", "line_start": 3, "line_end": 4})]
    assert (ended.code, ended.out) == (0, "x\n\N{REPLACEMENT CHARACTER}[1my\n")
    assert ended.err == "reme: lines 3 to 4 of 9; go on with `reme read a.md:5-9`\n"


def test_read_as_json_is_the_servers_reply(reme: Reme) -> None:
    with FakeGateway(read=READ) as gateway:
        assert reme("read", "a.md", "--json", "--url", gateway.url).document == READ


def test_reading_outside_of_the_workspace_is_refused_with_the_code(reme: Reme) -> None:
    with FakeGateway(read=(400, problem("path_refused", "The path leaves the workspace."))) as gateway:
        ended = reme("read", "../../etc/passwd", "--url", gateway.url)
    assert ended.code == 1
    assert ended.err == (
        "reme: The path leaves the workspace; "
        "write the path as `reme search` and `reme daily-list` print it\n"
    )


@pytest.mark.parametrize("text", ["yesterday", "2026-02-30", "20261130"])
def test_what_is_no_day_is_a_usage_error(reme: Reme, text: str) -> None:
    ended = reme("daily-list", text)
    assert ended.code == 2
    assert f"{text!r} is no day such as 2026-11-30" in ended.err


def test_daily_list_shows_days_and_notes(reme: Reme) -> None:
    note = {"path": "daily/2026-11-30/a.md", "name": "Harbour", "description": "What was decided."}
    reply = {"days": [{"date": "2026-11-30", "notes": [note]}], "truncated": False}
    with FakeGateway(daily_list=reply) as gateway:
        ended = reme("daily-list", "2026-11-30", "--url", gateway.url)
        everything = reme("daily-list", "--json", "--url", gateway.url)
    assert ended.out.splitlines() == [
        "2026-11-30",
        "  Harbour  daily/2026-11-30/a.md",
        "    What was decided.",
    ]
    assert everything.document == reply
    assert gateway.asked == [
        ("daily_list", {"scope_id": "default", "date": "2026-11-30"}),
        ("daily_list", {"scope_id": "default"}),
    ]


def test_an_empty_daily_list_says_what_makes_notes(reme: Reme) -> None:
    with FakeGateway(daily_list={"days": [], "truncated": False}) as gateway:
        assert "reme flush" in reme("daily-list", "--url", gateway.url).out


def test_traverse_shows_links_with_direction_and_depth(reme: Reme) -> None:
    links = [
        {"path": "b.md", "name": "B", "direction": "out", "depth": 1, "exists": True},
        {"path": "c.md", "name": "C", "direction": "in", "depth": 2, "exists": False},
    ]
    with FakeGateway(traverse={"path": "a.md", "links": links, "truncated": True}) as gateway:
        ended = reme("traverse", "a.md", "--depth", "2", "--direction", "both", "--url", gateway.url)
    assert ended.out.splitlines() == [
        "→ B  b.md",
        "  ← C  c.md  (no such file)",
        "There are more; raise --limit.",
    ]
    assert gateway.asked == [
        ("traverse", {"path": "a.md", "scope_id": "default", "depth": 2, "direction": "both"})
    ]
