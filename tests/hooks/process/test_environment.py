"""Odd surroundings: interpreters, locales, paths, folders that can't be written, pipes that stay open."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from loopback import gateway, hit
from plugin import PATIENCE, Plugin

from tests.interpreters import INTERPRETERS

pytestmark = pytest.mark.slow

TEA = hit("h1", "四点在厨房喝茶 ☕ at four.")
DEAD = "http://127.0.0.1:9"
PROXIES = dict.fromkeys(("http_proxy", "https_proxy", "all_proxy"), DEAD)
PROXIES.update({name.upper(): DEAD for name in PROXIES})


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home")


def shown_version(python: str) -> str:
    return Path(python).parent.parent.name + "-" + Path(python).name


@pytest.mark.parametrize("python", INTERPRETERS, ids=shown_version)
def test_every_supported_python_runs_the_loop(tmp_path: Path, python: str) -> None:
    plugin = Plugin(tmp_path / "plugin", tmp_path / "home", python=python)
    secret = "ghp_" + "a1B2c3D4e5" * 4
    with gateway(hits=[TEA]) as server:
        plugin.url = server.url
        # Twice: without and with the file of compiled modules.
        for number in (1, 2):
            assert "厨房" in plugin.prompt(f"茶? {secret}", turn=f"t{number}", session=f"s{number}").context
            plugin.stop("四点。", turn=f"t{number}", session=f"s{number}")
            assert plugin.quiet("SessionStart", {"source": "startup"}).context
            plugin.quiet("SessionEnd", {"reason": "other"})
    assert [event["content"] for event in server.appended()][-1] == "四点。"
    assert plugin.spool == []


@pytest.mark.parametrize("python", INTERPRETERS, ids=shown_version)
@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8", "xx_XX.NONSENSE"])
def test_locale_and_code_page_change_nothing(tmp_path: Path, python: str, locale: str) -> None:
    odd = tmp_path / "某人 Ünï cödé's"
    odd.mkdir()
    plugin = Plugin(odd / "my plugin", odd / "home 家", python=python)
    text = "Grüße aus 北京 👩‍👩‍👧 \u2028 end"
    with gateway(hits=[TEA]) as server:
        plugin.url = server.url
        for turn in ("t1", "t2"):
            command = [python, "-I", "-S", "-X", "utf8=0", str(plugin.root / "hook.py"), "UserPromptSubmit"]
            payload = {"session_id": "s" + turn, "turn_id": turn, "prompt": text, "cwd": str(odd)}
            done = subprocess.run(
                command,
                input=json.dumps(payload, ensure_ascii=turn == "t1").encode(),
                env=plugin.variables(LC_ALL=locale, LANG=locale),
                capture_output=True,
                timeout=PATIENCE,
            )
            assert (done.returncode, done.stderr) == (0, b"")
            assert "厨房" in json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
            plugin.stop(text, turn=turn, session="s" + turn, LC_ALL=locale, LANG=locale)
    assert {event["content"] for event in server.appended()} == {text}
    assert plugin.spool == []


def test_proxies_are_never_asked_about_loopback(plugin: Plugin) -> None:
    with gateway(hits=[TEA]) as server:
        for address in (server.url, server.url.replace("127.0.0.1", "localhost")):
            plugin.url = address
            assert plugin.prompt("tea?", session=address, **PROXIES).context
        plugin.stop("four", **PROXIES)
    assert plugin.spool == []


class TestStandardInput:
    def start(self, plugin: Plugin, event: str, **environment: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            plugin.command(event),
            env=plugin.variables(**environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def test_left_open_after_the_payload_the_hook_works_as_ever(self, plugin: Plugin) -> None:
        with gateway(hits=[TEA]) as server:
            plugin.url = server.url
            process = self.start(plugin, "UserPromptSubmit")
            assert process.stdin
            process.stdin.write(b'{"session_id": "s", "turn_id": "t", "prompt": "a } b"}')
            process.stdin.flush()
            assert process.wait(PATIENCE) == 0
            assert process.stdout
            assert "厨房" in json.loads(process.stdout.read())["hookSpecificOutput"]["additionalContext"]
            close(process)

    def test_left_open_without_a_payload_the_hook_gives_up(self, plugin: Plugin) -> None:
        process = self.start(plugin, "UserPromptSubmit")
        assert process.stdin
        process.stdin.write(b'{"session_id": "s", ')
        process.stdin.flush()
        assert process.wait(PATIENCE) == 0
        assert close(process) == (b"", b"")
        assert plugin.heartbeat["events"]["UserPromptSubmit"]["result"] == "expired"

    @pytest.mark.parametrize(
        "given",
        [b"", b"{", b"[]", b"null", b'"text"', b'{"a":1}}', b"\xff\xfe\x00", b"{}" * 3, b"[" * 100_000],
        ids=repr,
    )
    def test_what_is_no_payload_does_nothing(self, plugin: Plugin, given: bytes) -> None:
        with gateway(hits=[TEA]) as server:
            plugin.url = server.url
            outcome = plugin.fire("UserPromptSubmit", given)
        assert (outcome.code, outcome.stdout, outcome.stderr) == (0, "", "")
        assert server.requests == []

    @pytest.mark.parametrize("value", [None, 5, [], {}, True])
    def test_members_of_other_types_do_nothing(self, plugin: Plugin, value: object) -> None:
        for name in ("prompt", "session_id", "turn_id", "cwd"):
            payload = {"session_id": "s", "turn_id": "t", "prompt": "p", "cwd": "/", name: value}
            outcome = plugin.fire("UserPromptSubmit", payload)
            assert (outcome.code, outcome.stderr) == (0, "")

    def test_a_huge_payload_is_cut_and_kept(self, plugin: Plugin) -> None:
        with gateway() as server:
            plugin.url = server.url
            plugin.prompt("tea and scones " * 400_000)
            plugin.stop("ok")
        first = server.appended()[0]["content"]
        assert len(first) == 1 << 20
        assert first.endswith("bytes cut]")

    def test_more_than_is_ever_read_is_given_up(self, plugin: Plugin) -> None:
        given = b'{"session_id":"s","turn_id":"t","prompt":"' + b"x" * (33 << 20) + b'"}'
        process = self.start(plugin, "UserPromptSubmit")
        assert process.stdin
        with contextlib.suppress(BrokenPipeError):
            process.stdin.write(given)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, b"", b"")

    def test_closed_streams_are_no_reason_to_fail(self, plugin: Plugin) -> None:
        command = " ".join(f"'{part}'" for part in plugin.command("UserPromptSubmit"))
        for redirection in ("<&- >&- 2>&-", "<&-", ">/dev/full"):
            code = subprocess.run(
                ["/bin/sh", "-c", f"{command} {redirection}"],
                input=b"{}",
                env=plugin.variables(),
                timeout=PATIENCE,
                check=False,
            ).returncode
            assert code == 0

    def test_the_persons_interrupt_does_not_lose_the_answer(self, plugin: Plugin) -> None:
        process = self.start(plugin, "Stop")
        assert process.stdin
        # The hook reads byte for byte until the object is whole.
        process.stdin.write(b'{"session_id": "s", "turn_id": "t",')
        process.stdin.flush()
        while not _ignores_interrupts(process.pid):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(b'"last_assistant_message": "kept"}', timeout=PATIENCE)
        assert (process.returncode, out, err) == (0, b"", b"")
        assert len(plugin.spool) == 1


def close(process: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What is left on stdout and stderr; standard input stays open until here."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    left = process.stdout.read(), process.stderr.read()
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()
    return left


def _ignores_interrupts(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status").read_text()
    (ignored,) = (line.split()[1] for line in status.splitlines() if line.startswith("SigIgn"))
    return bool(int(ignored, 16) >> (signal.SIGINT - 1) & 1)


class TestUnwritableHome:
    def homes(self, tmp_path: Path) -> list[str]:
        blocked = tmp_path / "blocked"
        blocked.mkdir()
        (blocked / ".reme").write_text("a file where the folder should be")
        return [str(blocked), "/proc", "/dev/null", "/nonexistent/home", ""]

    def test_the_turn_goes_straight_to_the_server(self, plugin: Plugin, tmp_path: Path) -> None:
        for home in self.homes(tmp_path):
            with gateway(hits=[TEA]) as server:
                plugin.url = server.url
                assert plugin.prompt("tea?", HOME=home).context, home
                plugin.stop("four", HOME=home)
            assert [event["content"] for event in server.appended()] == ["tea?", "four"], home

    def test_without_a_server_it_is_still_silent(self, plugin: Plugin, tmp_path: Path) -> None:
        for home in self.homes(tmp_path):
            assert plugin.prompt("tea?", HOME=home).stdout == ""
            assert plugin.stop("four", HOME=home).stdout == ""


def test_three_hooks_of_one_session_at_once(plugin: Plugin) -> None:
    with gateway(hits=[TEA]) as server:
        plugin.url = server.url
        payloads = [
            ("Stop", {"last_assistant_message": f"answer {number}", "turn_id": f"t{number}"})
            for number in range(6)
        ]
        started = []
        for event, members in payloads:
            process = subprocess.Popen(
                plugin.command(event),
                env=plugin.variables(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            assert process.stdin
            process.stdin.write(json.dumps({"session_id": "s", **members}).encode())
            process.stdin.close()
            process.stdin = None
            started.append(process)
        for process in started:
            out, err = process.communicate(timeout=PATIENCE)
            assert (process.returncode, out, err) == (0, b"", b"")
        plugin.quiet("SessionEnd", {"reason": "other"}, session="s")
    assert {event["content"] for event in server.appended()} == {f"answer {n}" for n in range(6)}
    assert plugin.spool == []


class TestFiles:
    def test_belong_to_their_owner_alone(self, plugin: Plugin) -> None:
        old = os.umask(0)
        try:
            plugin.prompt("tea?")
            plugin.stop("four")
        finally:
            os.umask(old)
        for path in [plugin.home / ".reme", *(plugin.home / ".reme").rglob("*")]:
            assert path.stat().st_mode & 0o077 == 0, path

    def test_nothing_changes_below_the_plugins_root(self, plugin: Plugin) -> None:
        before = {path: path.stat().st_mtime_ns for path in plugin.root.rglob("*")}
        with gateway(hits=[TEA]) as server:
            plugin.url = server.url
            plugin.prompt("tea?")
            plugin.stop("four")
            plugin.quiet("SessionStart", {"source": "startup"})
        assert {path: path.stat().st_mtime_ns for path in plugin.root.rglob("*")} == before

    def test_nothing_half_written_stays(self, plugin: Plugin) -> None:
        for number in range(3):
            plugin.prompt("tea?", turn=f"t{number}")
        assert not list(plugin.folder.rglob(".tmp-*"))
        assert len(list((plugin.home / ".reme" / "cache").glob("codex.*"))) == 1


def test_an_event_that_is_not_ours_costs_nothing(plugin: Plugin) -> None:
    outcome = plugin.fire("PostToolUse", {"session_id": "s"})
    assert (outcome.code, outcome.stdout, outcome.stderr) == (0, "", "")
    assert not plugin.folder.exists()


def test_a_fault_in_the_package_is_silent(plugin: Plugin) -> None:
    for name, source in {"payload": "def observe(e, p): return 1 / 0", "reply": "this is no Python"}.items():
        (plugin.root / "adapter" / f"{name}.py").write_text(source)
        assert plugin.prompt("tea?").stdout == ""


class TestCompiledModules:
    def cached(self, plugin: Plugin) -> Path:
        (path,) = (plugin.home / ".reme" / "cache").glob("codex.*")
        return path

    @pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 5000, "cut", "flipped"], ids=repr)
    def test_a_damaged_file_is_made_anew(self, plugin: Plugin, damage: bytes | str) -> None:
        plugin.prompt("tea?")
        path = self.cached(plugin)
        content = path.read_bytes()
        if damage == "cut":
            path.write_bytes(content[: len(content) // 2])
        elif damage == "flipped":
            path.write_bytes(content[:5000] + bytes([content[5000] ^ 1]) + content[5001:])
        else:
            assert isinstance(damage, bytes)
            path.write_bytes(damage)
        plugin.prompt("tea?", turn="t2")
        assert len(plugin.spool) == 2
        assert len(path.read_bytes()) > len(content) // 2

    def test_a_changed_module_takes_effect_at_once(self, plugin: Plugin) -> None:
        plugin.prompt("tea?")
        adapter = plugin.root / "adapter" / "payload.py"
        adapter.write_text(adapter.read_text().replace('payload.get("prompt")', '"changed"'))
        with gateway() as server:
            plugin.url = server.url
            plugin.prompt("scones?", turn="t2")
        assert server.requests[0].value["query"] == "changed"

    def test_a_moved_plugin_uses_its_own_files(self, plugin: Plugin, tmp_path: Path) -> None:
        plugin.prompt("tea?")
        moved = Plugin(tmp_path / "moved", plugin.home)
        adapter = moved.root / "adapter" / "payload.py"
        adapter.write_text(adapter.read_text().replace('payload.get("prompt")', '"changed"'))
        with gateway() as server:
            moved.url = server.url
            moved.prompt("scones?", turn="t2")
        assert server.requests[0].value["query"] == "changed"
