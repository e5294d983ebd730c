"""The runtime against the real server: remembered across hosts, exactly once, private, forgiving."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from plugin import Plugin

from tests.gateway_process import GatewayProcess
from tests.hooks.gateway.conftest import said

FACT = "The parcelbox release script is ops/release.sh, always with --dry-run first."


@pytest.fixture
def codex(tmp_path: Path, server: GatewayProcess) -> Plugin:
    return Plugin(tmp_path / "codex", tmp_path / "home", url=server.url)


@pytest.fixture
def claude(tmp_path: Path, server: GatewayProcess) -> Plugin:
    return Plugin(tmp_path / "claude", tmp_path / "home", host="claude_code", url=server.url)


def test_what_one_host_heard_the_other_recalls(codex: Plugin, claude: Plugin, server: GatewayProcess) -> None:
    codex.prompt("How do we release parcelbox?", session="cx")
    codex.stop(FACT, session="cx")
    context = claude.prompt("Which script releases parcelbox?", session="cc").context
    assert "ops/release.sh" in context
    claude.stop("ops/release.sh it is, after a dry run.", session="cc")
    assert len(said(server, "cx")) == len(said(server, "cc")) == 2
    # Not again in this session, and not what this session itself said.
    assert "--dry-run first" not in claude.prompt("Which script was it?", turn="t2", session="cc").context


def test_the_sessions_own_turns_come_back_only_after_a_compaction(codex: Plugin) -> None:
    codex.prompt("The zeppelin hangar code word is marzipan.", session="own")
    codex.stop("Noted: marzipan for the zeppelin hangar.", session="own")
    question = "What is the zeppelin hangar code word?"
    assert "marzipan" not in codex.prompt(question, turn="t2", session="own").context
    codex.stop("It is on file.", turn="t2", session="own")
    for number in range(7):
        codex.prompt(f"Small talk number {number}.", turn=f"s{number}", session="own")
        codex.stop(f"Small answer number {number}.", turn=f"s{number}", session="own")
    continuity = codex.quiet("SessionStart", {"source": "compact"}, session="own").context
    assert continuity.startswith('<reme-context source="auto-recall">')
    assert "marzipan" not in continuity, "the last turns are small talk"
    assert "marzipan" in codex.prompt(question, turn="t3", session="own").context


def test_what_the_continuity_says_is_not_recalled_beside_it(codex: Plugin) -> None:
    codex.prompt("The lighthouse code word is nougat.", session="said")
    codex.stop("Noted: nougat for the lighthouse.", session="said")
    assert "nougat" in codex.quiet("SessionStart", {"source": "compact"}, session="said").context
    assert (
        "nougat" not in codex.prompt("What is the lighthouse code word?", turn="t2", session="said").context
    )


def test_a_spool_that_is_delivered_twice_is_stored_once(codex: Plugin, server: GatewayProcess) -> None:
    url, codex.url = codex.url, "http://127.0.0.1:9"
    for turn in ("t1", "t2"):
        codex.prompt("the very same words", turn=turn, session="twice")
        codex.stop("the very same answer", turn=turn, session="twice")
    codex.url = url
    copy = Plugin(codex.root, codex.home.with_name("copy of home"), url=url)
    shutil.copytree(codex.home / ".reme", copy.home / ".reme")
    for plugin in (codex, copy):
        plugin.quiet("SessionEnd", {"reason": "other"}, session="twice")
        assert plugin.spool == []
    assert said(server, "twice") == [("u", "the very same words"), ("a", "the very same answer")] * 2


def test_many_hooks_deliver_one_spool_at_once(codex: Plugin, server: GatewayProcess) -> None:
    url, codex.url = codex.url, "http://127.0.0.1:9"
    for number in range(20):
        codex.prompt(f"question {number}", turn=f"t{number}", session="crowd")
    codex.url = url
    crowd = [
        threading.Thread(target=codex.quiet, args=("SessionEnd", {"reason": "other"}, "t", "crowd"))
        for _ in range(4)
    ]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    codex.quiet("SessionEnd", {"reason": "other"}, session="crowd")
    assert sorted(said(server, "crowd")) == sorted(("u", f"question {number}") for number in range(20))
    assert (codex.spool, codex.rejected) == ([], [])


def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server home") as server:
        plugin = Plugin(tmp_path / "plugin", tmp_path / "home", url=server.url)
        plugin.prompt("before", session="k")
        plugin.stop("stored", session="k")
        server.kill()
        plugin.prompt("while it was away", turn="t2", session="k")
        plugin.stop("kept", turn="t2", session="k")
        assert len(plugin.spool) == 2
        plugin.url = server.start().url
        plugin.quiet("SessionStart", {"source": "resume"}, session="k")
        assert said(server, "k") == [
            ("u", "before"),
            ("a", "stored"),
            ("u", "while it was away"),
            ("a", "kept"),
        ]


def test_a_wrong_token_keeps_the_turn_until_it_is_right(tmp_path: Path) -> None:
    token = {"REME_TOKEN": "correct-horse-battery-staple"}
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server home", environment=token) as server:
        plugin = Plugin(tmp_path / "plugin", tmp_path / "home", url=server.url)
        plugin.prompt("a question", REME_TOKEN="wrong")
        plugin.stop("an answer", REME_TOKEN="wrong")
        assert plugin.heartbeat["delivery"]["result"] == "unauthorized"
        plugin.quiet("SessionEnd", {"reason": "other"}, **token)
        assert said(server, "s1") == [("u", "a question"), ("a", "an answer")]


def test_a_credential_is_nowhere_in_the_workspace(codex: Plugin, server: GatewayProcess) -> None:
    secret = "ghp_" + "Zz9Yy8Xx7W" * 4
    codex.prompt(f"deploy with {secret} please", session="secret")
    codex.stop(f"used {secret}", session="secret")
    assert len(said(server, "secret")) == 2
    everything = b"".join(path.read_bytes() for path in server.workspace.rglob("*") if path.is_file())
    assert secret.encode() not in everything
