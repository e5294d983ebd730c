"""`kill -9` of a hook before every call that changes anything: what was durable arrives, and arrives once."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

import pytest
from plugin import PATIENCE, Plugin

from tests.gateway_process import GatewayProcess
from tests.hooks.gateway.conftest import said

pytestmark = pytest.mark.slow
DRIVER = Path(__file__).with_name("killed_hook.py")
# More calls than any event makes.
ENDLESS = 200


def kill_at(plugin: Plugin, number: int, event: str, payload: dict[str, str]) -> bool:
    """Run the event; whether it was killed before it ended by itself."""
    command = [plugin.python, "-I", "-S", str(DRIVER), str(plugin.root / "hook.py"), event, str(number)]
    given = json.dumps({"turn_id": "t1", "cwd": str(plugin.home), **payload}).encode()
    done = subprocess.run(
        command, input=given, env=plugin.variables(), capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.stderr == b""
    assert done.returncode in (0, -signal.SIGKILL)
    return done.returncode != 0


def waiting(plugin: Plugin) -> list[str]:
    return [json.loads(path.read_text())["events"][0]["content"] for path in plugin.spool]


def test_a_killed_prompt(server: GatewayProcess, tmp_path: Path) -> None:
    root = tmp_path / "plugin"
    kept: list[bool] = []
    for number in range(1, ENDLESS):
        plugin = Plugin(root, tmp_path / f"home{number}", url=server.url)
        session, text = f"prompt-killed-{number}", f"prompt number {number}"
        killed = kill_at(plugin, number, "UserPromptSubmit", {"session_id": session, "prompt": text})
        durable = waiting(plugin) == [text]
        plugin.stop("an answer", session=session)
        plugin.quiet("SessionEnd", {"reason": "other"}, session=session)
        assert said(server, session) == [("u", text)] * durable + [("a", "an answer")]
        assert (plugin.spool, plugin.rejected) == ([], [])
        kept.append(durable)
        if not killed:
            break
    assert kept[-1]
    # From the rename on nothing loses it any more.
    assert kept == sorted(kept)
    assert 10 < len(kept) < ENDLESS - 1


def test_a_killed_turn_end(server: GatewayProcess, tmp_path: Path) -> None:
    root = tmp_path / "plugin"
    kept: list[bool] = []
    for number in range(1, ENDLESS):
        plugin = Plugin(root, tmp_path / f"home{number}", url=server.url)
        session = f"stop-killed-{number}"
        plugin.prompt("a question", session=session)
        payload = {"session_id": session, "last_assistant_message": "an answer"}
        killed = kill_at(plugin, number, "Stop", payload)
        durable = "an answer" in waiting(plugin) or ("a", "an answer") in said(server, session)
        plugin.quiet("SessionEnd", {"reason": "other"}, session=session)
        assert said(server, session) == [("u", "a question")] + [("a", "an answer")] * durable
        assert (plugin.spool, plugin.rejected) == ([], [])
        kept.append(durable)
        if not killed:
            break
    assert kept[-1]
    assert kept == sorted(kept)
    assert 10 < len(kept) < ENDLESS - 1


def test_a_killed_session_end(server: GatewayProcess, tmp_path: Path) -> None:
    root = tmp_path / "plugin"
    for number in range(1, ENDLESS):
        plugin = Plugin(root, tmp_path / f"home{number}")
        session = f"end-killed-{number}"
        plugin.prompt("a question", session=session)
        plugin.stop("an answer", session=session)
        plugin.url = server.url
        killed = kill_at(plugin, number, "SessionEnd", {"session_id": session, "reason": "other"})
        plugin.quiet("SessionStart", {"source": "startup"}, session="another")
        assert said(server, session) == [("u", "a question"), ("a", "an answer")]
        assert (plugin.spool, plugin.rejected) == ([], [])
        if not killed:
            break
    assert 5 < number < ENDLESS - 1
