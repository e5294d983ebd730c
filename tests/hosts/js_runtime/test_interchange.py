"""Both runtimes work on the same files: each delivers what the other kept, and reads what the other knows."""

from __future__ import annotations

import json
import re
import shutil
import time
from pathlib import Path

import pytest
from reme_hooks._generated.v1.hosts import HOSTS
from reme_hooks.capture import Said
from reme_hooks.descriptor import Host
from reme_hooks.heartbeat import Heartbeat
from reme_hooks.repository import repository_scope

from tests.gateway_process import GatewayProcess
from tests.hooks.gateway.conftest import said
from tests.hooks.plugin import Plugin
from tests.hosts.faulty_gateway import FaultyGateway
from tests.hosts.js_runtime.runtime_process import RuntimeProcess, event

TEXTS = (
    "plain",
    'quotes " and \\ and / and \b\f\n\r\t and \x00\x01\x1f\x7f\x80',
    "Grüße, 茶, 😀, \u2028\u2029\ufeff",
    "lone \ud83d surrogate",
    "two\r\nlines\rand\nthree",
    "key AKIA" + "QWERTYUIOPASDFGH" + " and Bearer " + "a1B2" * 12,
    "data:image/png;base64," + "iVBORw0KGgo" * 100,
    "<private>mine</private> ours",
    "x" * 1_100_000,
)
CREATED, CREATED_MS = "2026-11-30T08:00:00.123Z", 1_796_025_600_123


class TestBytes:
    """The same message becomes the same bytes."""

    @pytest.mark.parametrize("role", ["user", "assistant"])
    def test_of_a_request(self, tmp_path: Path, role: str) -> None:
        runtime = RuntimeProcess(tmp_path / "home", "codex")
        turns = ("t1", "", "turn key with blanks", "ü" * 600)
        rows = [(text, turn) for text in TEXTS for turn in (turns if len(text) < 1000 else turns[:1])]
        steps = [("request", role, text, turn, "session ü", "scope", CREATED_MS) for text, turn in rows]
        results = runtime.run(*steps) or []
        host = Host(HOSTS["codex"])
        for (text, turn), found in zip(rows, results, strict=True):
            message = Said(role, text, turn, "session ü")
            message.created_at = CREATED
            assert found == message.request(host, "scope", "session ü").decode("ascii"), (text[:40], turn)

    def test_of_a_session_state_and_its_name(self, tmp_path: Path) -> None:
        session = "Session / Ünicode"
        plugin = Plugin(tmp_path / "plugin", tmp_path / "python", host="claude_code")
        plugin.prompt("hello", session=session, REME_SCOPE="project")
        runtime = RuntimeProcess(tmp_path / "js", "claude_code", environment={"REME_SCOPE": "project"})
        runtime.run(event("UserPromptSubmit", session, prompt="hello", folder=str(plugin.home)))
        (one,) = (plugin.folder / "state").iterdir()
        (other,) = (runtime.folder / "state").iterdir()
        assert (one.name, one.read_bytes()) == (other.name, other.read_bytes())
        assert b'"scope":"default"' in one.read_bytes()


class TestSpool:
    """What one kept, the other delivers."""

    def test_kept_by_javascript_and_delivered_by_python(self, server: GatewayProcess, tmp_path: Path) -> None:
        home = tmp_path / "home"
        runtime = RuntimeProcess(home, "codex")
        runtime.run(
            event("UserPromptSubmit", "from-js", prompt="a question ☕"),
            event("Stop", "from-js", answer="an answer"),
        )
        assert runtime.waiting() == ["a question ☕", "an answer"]
        plugin = Plugin(tmp_path / "plugin", home, url=server.url)
        plugin.quiet("SessionEnd", {"reason": "other"}, session="another")
        assert said(server, "from-js") == [("u", "a question ☕"), ("a", "an answer")]
        assert (plugin.spool, plugin.rejected) == ([], [])

    def test_kept_by_python_and_delivered_by_javascript(self, server: GatewayProcess, tmp_path: Path) -> None:
        home = tmp_path / "home"
        plugin = Plugin(tmp_path / "plugin", home)
        plugin.prompt("a question ☕", session="from-python")
        plugin.stop("an answer", session="from-python")
        runtime = RuntimeProcess(home, "codex", url=server.url)
        assert runtime.run(("deliver",)) == ["delivered"]
        assert said(server, "from-python") == [("u", "a question ☕"), ("a", "an answer")]
        assert (runtime.spool, runtime.rejected) == ([], [])

    def test_a_turn_of_both_exists_once(self, server: GatewayProcess, tmp_path: Path) -> None:
        home = tmp_path / "home"
        plugin = Plugin(tmp_path / "plugin", home, url=server.url)
        runtime = RuntimeProcess(home, "codex", url=server.url)
        plugin.prompt("a question", session="both")
        plugin.stop("an answer", session="both")
        runtime.run(
            event("UserPromptSubmit", "both", prompt="a question"), event("Stop", "both", answer="an answer")
        )
        assert said(server, "both") == [("u", "a question"), ("a", "an answer")]
        assert (runtime.spool, runtime.rejected) == ([], [])

    def test_what_one_postponed_the_other_leaves_alone(self, server: GatewayProcess, tmp_path: Path) -> None:
        home = tmp_path / "home"
        plugin = Plugin(tmp_path / "plugin", home)
        plugin.prompt("postponed", session="later")
        (path,) = plugin.spool
        from reme_hooks.spool import Spool

        Spool(str(path.parent)).postpone(path.name)
        runtime = RuntimeProcess(home, "codex", url=server.url)
        assert runtime.run(("deliver",)) == ["delivered"]
        assert runtime.waiting() == ["postponed"]
        Spool(str(path.parent)).resume(path.name)
        assert runtime.run(("deliver",)) == ["delivered"]
        assert runtime.waiting() == []


class TestState:
    """What one put into a session's prompts, the other does not put in again."""

    FACT = "The lighthouse keeper's password hint is marmalade."

    def told(self, server: GatewayProcess, session: str) -> None:
        server.ask(
            "agent_session_append",
            host="hermes",
            session_id=session,
            events=[
                {
                    "event_id": f"{session}:u:1",
                    "role": "user",
                    "content": self.FACT,
                    "created_at": "2026-11-30T10:00:00Z",
                }
            ],
        )

    def test_recalled_by_python_then_by_javascript(self, server: GatewayProcess, tmp_path: Path) -> None:
        self.told(server, "teller")
        home = tmp_path / "home"
        plugin = Plugin(tmp_path / "plugin", home, url=server.url)
        runtime = RuntimeProcess(home, "codex", url=server.url)
        question = "What is the lighthouse keeper's password hint?"
        assert "marmalade" in plugin.prompt(question, session="asks").context
        assert self.context(runtime, "asks", question + " Again.", "t2") == ""
        assert "marmalade" in self.context(runtime, "asks-anew", question, "t1")
        assert plugin.prompt(question + " Once more.", session="asks-anew", turn="t2").context == ""

    def context(self, runtime: RuntimeProcess, session: str, prompt: str, turn: str) -> str:
        (handled,) = runtime.run(event("UserPromptSubmit", session, turn, prompt=prompt)) or [{}]
        context: str = handled["context"]
        return context

    def test_a_refusal_is_understood_by_both(self, tmp_path: Path) -> None:
        path = tmp_path / "heartbeat.json"
        python = Heartbeat(str(path), HOSTS["codex"]["version"])
        python.use("http://127.0.0.1:9")
        python.refused("2.0")
        python.write()
        runtime = RuntimeProcess(tmp_path / "home", "codex")
        runtime.folder.mkdir(parents=True)
        shutil.copy(path, runtime.folder / "heartbeat.json")
        handled = runtime.run(event("UserPromptSubmit", "s", prompt="hello"))
        assert handled is not None
        assert "integration API 2.0" in handled[0]["notice"]
        beat = Heartbeat(str(runtime.folder / "heartbeat.json"), HOSTS["codex"]["version"])
        beat.use("http://127.0.0.1:9")
        assert beat.refuses()
        assert beat.untold_refusal() == ""

    def test_a_silence_of_one_runtime_is_heard_by_the_other(self, tmp_path: Path) -> None:
        with FaultyGateway("silent") as server:
            runtime = RuntimeProcess(tmp_path / "js", "codex", url=server.url)
            runtime.run((*event("Stop", "s", answer="hello"), {"deadlineMs": 500}))
            assert heard(runtime.folder / "heartbeat.json", server.url).is_silent("delivery")
            plugin = Plugin(tmp_path / "plugin", tmp_path / "python", url=server.url)
            plugin.stop("hello", REME_TIMEOUT_MS="1000")
            assert heard(plugin.folder / "heartbeat.json", server.url).is_silent("delivery")
            after_python = RuntimeProcess(plugin.home, "codex", url=server.url)
            after_python.run(event("Stop", "s", "t2", answer="more"))
            beat = json.loads((plugin.folder / "heartbeat.json").read_text())
            # Its deadline was not used up.
            assert (beat["events"]["Stop"]["result"], beat["delivery"]["result"]) == ("ok", "timeout")
            assert len(after_python.spool) == 2


def heard(path: Path, url: str) -> Heartbeat:
    beat = Heartbeat(str(path), HOSTS["codex"]["version"])
    beat.use(url)
    return beat


GIT_PLACES: dict[str, dict[str, str]] = {
    "plain": {".git/config": "[core]\n"},
    "origin": {
        ".git/config": '[remote "origin"]\n\turl = https://User:pw@Forge.Example:8443/Team/Thé Shop.git/\n'
    },
    "quoted": {".git/config": '[REMOTE\t"origin"]\n URL= "git@forge.example:team/shop" \n'},
    "other remote": {".git/config": '[remote "up"]\n\turl = https://forge.example/a/b\n'},
    "pointer": {".git": "gitdir: ../plain/.git/../.git\n"},
    "broken": {".git": "gitdir:\n"},
}


def test_both_give_a_repository_the_same_scope(tmp_path: Path) -> None:
    for name, files in GIT_PLACES.items():
        for path, content in files.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, encoding="utf-8")
        (tmp_path / name / "deep" / "er").mkdir(parents=True)
    worktree = tmp_path / "plain" / ".git" / "worktrees" / "w"
    worktree.mkdir(parents=True)
    (worktree / "commondir").write_text("../..\n")
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / ".git").write_text(f"gitdir: {worktree}\n")
    folders = [str(tmp_path / name / below) for name in [*GIT_PLACES, "w"] for below in ("", "deep/er")]
    folders += ["", "/", "relative"]
    runtime = RuntimeProcess(tmp_path / "home", "codex")
    found = runtime.run(*(("repositoryScope", folder) for folder in folders))
    assert found == [repository_scope(folder) for folder in folders]
    assert len(set(found or ())) > len(GIT_PLACES) - 2


def test_names_in_the_spool_sort_by_time_across_both(tmp_path: Path) -> None:
    home = tmp_path / "home"
    runtime, plugin = RuntimeProcess(home, "codex"), Plugin(tmp_path / "plugin", home)
    for number in range(4):
        if number % 2:
            plugin.prompt(f"text {number}", turn=f"t{number}")
        else:
            runtime.run(event("UserPromptSubmit", "s1", f"t{number}", prompt=f"text {number}"))
        time.sleep(0.002)
    assert runtime.waiting() == [f"text {number}" for number in range(4)]
    assert all(re.fullmatch(r"[0-9]{20}-[0-9]+-[0-9a-f]{6}\.json", path.name) for path in runtime.spool)
