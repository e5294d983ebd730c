from __future__ import annotations

from typing import Any

import pytest
from reme_gateway.cli.search_command import day_and_time, host_of, place, words_of

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, problem

HIT: dict[str, Any] = {
    "id": "h1",
    "path": "session/dialog/claude_code/deploy-0123456789abcdef.jsonl",
    "line_start": 12,
    "line_end": 12,
    "snippet": "我们把部署脚本放在仓库根目录",
    "score": 0.8234,
    "kind": "turn",
    "created_at": "2026-11-30T14:05:00+01:00",
    "truncated": False,
}


def reply(*hits: dict[str, Any], truncated: bool = False) -> dict[str, Any]:
    return {"hits": list(hits), "truncated": truncated, "total_chars": 1}


def test_a_hit_shows_host_day_score_text_and_place(reme: Reme) -> None:
    with FakeGateway(search=reply(HIT)) as gateway:
        ended = reme("search", "部署", "--url", gateway.url)
    assert ended.code == 0
    assert ended.out.splitlines()[0] == "1. turn  claude_code  2026-11-30 14:05 +01:00  0.82"
    assert not [line for line in ended.out.splitlines() if line != line.rstrip()]
    assert "我们把部署脚本放在仓库根目录" in ended.out
    assert f"   {HIT['path']}:12\n" in ended.out


def test_words_are_joined_and_options_reach_the_server(reme: Reme) -> None:
    options = ("--limit", "7", "--max-chars", "900", "--scope", "team")
    with FakeGateway(search=reply()) as gateway:
        reme("search", "deploy", "scripts", *options, "--url", gateway.url)
        reme("search", "x", "--url", gateway.url)
    assert gateway.asked == [
        ("search", {"query": "deploy scripts", "limit": 7, "max_chars": 900, "scope_id": "team"}),
        ("search", {"query": "x", "scope_id": "default"}),
    ]


def test_nothing_found_is_said_and_is_no_failure(reme: Reme) -> None:
    with FakeGateway(search=reply()) as gateway:
        ended = reme("search", "x", "--scope", "team", "--url", gateway.url)
    assert (ended.code, ended.out) == (0, "Nothing is remembered about that in the scope team.\n")


def test_what_does_not_fit_is_said(reme: Reme) -> None:
    with FakeGateway(search=reply({**HIT, "truncated": True}, truncated=True)) as gateway:
        ended = reme("search", "x", "--url", gateway.url)
    assert "仓库根目录 …" in ended.out
    assert "More was found than fits" in ended.out


def test_json_is_the_servers_reply(reme: Reme) -> None:
    with FakeGateway(search=reply(HIT)) as gateway:
        assert reme("search", "x", "--json", "--url", gateway.url).document == reply(HIT)


def test_stored_text_cannot_speak_to_the_terminal(reme: Reme) -> None:
    nasty = "\x1b]0;owned\x07 \x1b[2J \r \x9b31m \u202egnirts [bold]no markup[/bold] :smile:"
    hit = {**HIT, "snippet": nasty, "path": "digest/\x1b[1m.md", "kind": "digest"}
    with FakeGateway(search=reply(hit)) as gateway:
        shown = reme("search", "x", "--url", gateway.url).out
    assert not set(shown) & {"\x1b", "\x07", "\r", "\x9b", "\u202e"}
    assert "[bold]no markup[/bold] :smile:" in shown


def test_colour_is_for_terminals_that_want_it(reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeGateway(search=reply(HIT)) as gateway:
        plain = reme("search", "部署", "--url", gateway.url).out
        monkeypatch.delenv("NO_COLOR")
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        coloured = reme("search", "部署", "--url", gateway.url).out
        monkeypatch.setenv("NO_COLOR", "1")
        refused = reme("search", "部署", "--url", gateway.url).out
    assert "\x1b[" not in plain
    assert "\x1b[1;33m部署\x1b[0m" in coloured
    assert "\x1b[1;33m" not in refused


def test_wide_characters_are_wrapped_by_their_columns(reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "43")
    with FakeGateway(search=reply({**HIT, "snippet": "记" * 50})) as gateway:
        lines = reme("search", "x", "--url", gateway.url).out.splitlines()
    assert [line.count("记") for line in lines if "记" in line] == [20, 20, 10]


def test_a_refusal_of_the_server_is_exit_code_1(reme: Reme) -> None:
    with FakeGateway(search=(503, problem("index_unavailable", "The index is damaged."))) as gateway:
        ended = reme("search", "x", "--json", "--url", gateway.url)
    assert ended.code == 1
    assert ended.err == "reme: The index is damaged; do the other thing\n"
    assert ended.document["error"]["code"] == "index_unavailable"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("部署脚本", ["脚本", "署脚", "部署"]),
        ("库", ["库"]),
        ("getUserById in users.py", ["getUserById", "users", "in", "py"]),
        ("用uv装", ["uv", "用", "装"]),
        ("a ? !", None),
    ],
)
def test_what_is_highlighted(query: str, words: list[str] | None) -> None:
    found = words_of(query)
    assert (sorted(found.pattern.split("|")) if found else None) == (sorted(words) if words else None)


def test_parts_of_a_headline() -> None:
    assert host_of("session/dialog/codex/x.jsonl") == "codex"
    assert host_of("session/dialog/x.jsonl") is None
    assert host_of("daily/2026-11-30/note.md") is None
    assert place({"path": "a.md", "line_start": 3, "line_end": 9}) == "a.md:3-9"
    assert day_and_time("2026-11-30t10:00:00Z") == "2026-11-30 10:00 UTC"
    assert day_and_time("2026-11-30T10:00:00.123+00:00") == "2026-11-30 10:00 UTC"
    assert day_and_time("2026-11-30T10:00:00-05:30") == "2026-11-30 10:00 -05:30"
    assert day_and_time("2026-11-30") == "2026-11-30"


@pytest.mark.parametrize("options", [("--limit", "0"), ("--limit", "x"), ("--max-chars", "-1")])
def test_a_number_that_is_none_is_a_usage_error(options: tuple[str, str], reme: Reme) -> None:
    ended = reme("search", "x", *options)
    assert ended.code == 2
    assert options[0] in ended.err
