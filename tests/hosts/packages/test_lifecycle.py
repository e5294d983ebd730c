"""Compaction, ends, sessions side by side, and sessions taken up again."""

from __future__ import annotations

import threading
import time

from tests.gateway_process import PATIENCE, GatewayProcess
from tests.hooks.plugin import Plugin
from tests.hosts.faulty_gateway import closed_port
from tests.hosts.packages.scoped import lines, remember, rows

FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"


def covered(gateway: GatewayProcess, scope: str) -> None:
    """Return when a note tells of a session that our hooks captured in this scope: what a flush leads to."""
    keys = [
        path.stem
        for path in (gateway.workspace / "session" / "dialog").glob("c*/*.jsonl")
        if scope in path.read_text(encoding="utf-8")
    ]
    assert keys
    notes = gateway.workspace / "daily"
    until = time.monotonic() + PATIENCE
    while not [p for p in notes.glob("*/*.md") if any(key in p.read_text(encoding="utf-8") for key in keys)]:
        assert time.monotonic() < until, "no note was written"
        time.sleep(0.05)


def test_a_compaction_flushes_and_brings_back_what_was_put_in(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    remember(gateway, scope, FACT)
    session = f"compacted {scope}"
    assert FACT in plugin.prompt(QUESTION, session=session).context
    plugin.stop("It runs on aurora.", session=session)
    plugin.quiet("PreCompact", {"trigger": "manual"}, session=session)
    covered(gateway, scope)
    continuity = plugin.quiet("SessionStart", {"source": "compact"}, session=session).context
    assert "It runs on aurora." in continuity
    again = plugin.prompt(f"Once more: {QUESTION}", turn="t2", session=session).context
    assert FACT in again
    assert "It runs on aurora." not in again, "the continuity has just said so"


def test_the_end_of_a_session_delivers_and_flushes(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    session = f"ended {scope}"
    plugin.prompt("An interrupted thought.", session=session)
    plugin.quiet("SessionEnd", {"reason": "other"}, session=session)
    assert rows(gateway, scope) == [("user", "An interrupted thought.")]
    covered(gateway, scope)


def test_a_shutdown_without_a_word_loses_nothing(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    plugin.prompt("The host was killed after this.")
    assert len(plugin.spool) == 1
    plugin.quiet("SessionStart", {"source": "startup"}, session="s2")
    assert rows(gateway, scope) == [("user", "The host was killed after this.")]
    assert plugin.spool == []


def test_sessions_side_by_side_keep_apart(plugin: Plugin, gateway: GatewayProcess, scope: str) -> None:
    def talk(session: str) -> None:
        for number in range(4):
            plugin.prompt(f"{session} asks {number}", turn=f"{session}-{number}", session=session)
            plugin.stop(f"{session} hears {number}", turn=f"{session}-{number}", session=session)

    talks = [threading.Thread(target=talk, args=(name,)) for name in ("left", "right")]
    for one in talks:
        one.start()
    for one in talks:
        one.join(PATIENCE)
    assert plugin.spool == []
    for name in ("left", "right"):
        own = [line for line in lines(gateway, scope) if line["session_id"] == name]
        assert len(own) == len({line["event_id"] for line in own}) == 8
        assert all(line["content"][0]["text"].startswith(name) for line in own)


def test_a_resumed_session_gets_nothing_twice_and_a_new_one_all(
    plugin: Plugin, gateway: GatewayProcess, scope: str
) -> None:
    remember(gateway, scope, FACT)
    down, up = f"http://127.0.0.1:{closed_port()}", plugin.url
    assert FACT in plugin.prompt(QUESTION).context
    plugin.url = down
    plugin.stop("Said while the server was away.")
    plugin.url = up
    assert plugin.quiet("SessionStart", {"source": "resume"}).stdout == ""
    assert ("assistant", "Said while the server was away.") in rows(gateway, scope)
    assert plugin.prompt(f"Again: {QUESTION}", turn="t2").stdout == ""
    assert FACT in plugin.prompt(QUESTION, turn="t3", session="s2").context
    assert plugin.quiet("SessionStart", {"source": "fork"}, session="s3").stdout == ""
