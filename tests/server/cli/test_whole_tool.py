"""Every command against one real server, in the order in which a person would use them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, event
from tests.server.cli.ended import Ended, Reme


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GatewayProcess]:
    """With the real queue: `flush --wait` is part of the story."""
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server-home") as running:
        yield running


def test_from_a_fact_to_forgetting_it(server: GatewayProcess, reme: Reme) -> None:
    def ask(*arguments: str) -> Ended:
        ended = reme(*arguments, "--url", server.url)
        assert ended.code == 0, ended.err
        return ended

    assert server.url in ask("version").out
    fact = ask("remember", "我们把部署脚本放在仓库根目录", "--json").document
    assert fact["outcome"] == "stored"
    assert ask("remember", "我们把部署脚本放在仓库根目录").out.startswith("Remembered before: ")
    turns = [event("1:u:0", "where are the deploy scripts?"), event("1:a:0", "In the root.", "assistant")]
    server.ask("agent_session_append", host="codex", session_id="s-1", events=turns)

    assert fact["path"] in ask("search", "部署").out
    assert "codex" in ask("search", "deploy scripts").out
    assert "部署脚本" in ask("read", fact["path"]).out

    assert ask("flush", "codex", "s-1", "--wait").out == "Everything is in the notes.\n"
    assert ask("flush", "--wait", "--json").document == {"queued": 0, "pending": 0, "parked": []}
    days = ask("daily-list", "--json").document["days"]
    note = days[0]["notes"][0]["path"]
    assert note in ask("daily-list").out
    assert ask("traverse", note).code == 0

    assert ask("reindex").out.startswith("The index is ready: ")
    page = ask("status").out
    assert "1 session" in page
    assert "2 appended" in page

    assert "Forgotten: " in ask("forget", fact["path"], "--yes").out
    assert ask("search", "部署", "--json").document["hits"] == []
    assert "Forgotten: 2 turns" in ask("forget", "--session", "codex", "s-1", "--yes").out
    assert reme("read", fact["path"], "--url", server.url).code == 1
