"""The real Hermes, headless: one-shot runs, chats of one turn, its REPL, and its API server."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.hosts.faulty_gateway import closed_port
from tests.hosts.real.machine import DEAD_PROXY, PATIENCE, ROOT, TOOLS, Done, Machine, ended, run

PACKAGE = ROOT / "packages" / "hermes"
PYTHONS = ("3.11", "3.12")
VERSION = "0.19.0"
_CONFIG = """\
model:
  {{provider: custom, default: scripted, base_url: "http://127.0.0.1:{port}/v1", api_key: sk-scripted,
  context_length: 131072}}
auxiliary: {{title_generation: {{enabled: false}}}}
security: {{tirith_enabled: false}}
model_catalog: {{enabled: false}}
approvals: {{destructive_slash_confirm: false}}
"""
# Long enough for the host, which refuses short ones.
_KEY = "scripted-by-the-tests-of-reme-gateway"
_SESSION = re.compile(r"^session_id: (\S+)$", re.MULTILINE)


def program(python: str) -> Path:
    """The host's command in the environment of one Python."""
    found = TOOLS / "hermes" / python / "bin" / "hermes"
    assert found.exists(), "Hermes is not installed: run `nox -s hosts`"
    return found


@dataclass
class Hermes:
    """Hermes on a machine, in one home: the person's own, or that of a profile."""

    name = "hermes"
    machine: Machine
    python: str = PYTHONS[-1]
    profile: str = ""

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        config = _CONFIG.format(port=self.machine.model_port)
        (self.folder / "config.yaml").write_text(config, encoding="utf-8")
        # A fresh answer to the question whether there is a newer release: nothing asks a registry.
        known = {"ts": time.time(), "behind": 0, "rev": None, "ver": VERSION}
        (self.folder / ".update_check").write_text(json.dumps(known), encoding="utf-8")
        self.session = ""

    @property
    def folder(self) -> Path:
        """The home."""
        main = self.machine.home / ".hermes"
        return main / "profiles" / self.profile if self.profile else main

    @property
    def spool(self) -> Path:
        return self.folder / "reme-spool"

    def spooled(self) -> list[dict[str, Any]]:
        """The requests that wait for the server, oldest first."""
        return [json.loads(path.read_text("utf-8")) for path in sorted(self.spool.glob("[!.]*.json"))]

    def environment(self, **more: str) -> dict[str, str]:
        own = {
            "HERMES_HOME": str(self.folder),
            "HERMES_DISABLE_LAZY_INSTALLS": "1",
            "TERM": "dumb",
            "HTTPS_PROXY": DEAD_PROXY,
            "HTTP_PROXY": DEAD_PROXY,
            "NO_PROXY": "127.0.0.1,localhost",
        }
        return self.machine.environment({**own, **more})

    def cli(self, *arguments: str) -> Done:
        return run([str(program(self.python)), *arguments], self.environment(), self.machine.project)

    def install(self, package: Path = PACKAGE) -> None:
        """An installation by hand: two copies, and the selection as the host's own setup leaves it."""
        ours = shutil.ignore_patterns("__pycache__")
        shutil.copytree(package / "reme", self.folder / "plugins" / "reme", ignore=ours)
        skill = Path("skills", "reme-memory")
        shutil.copytree(package / "reme" / skill, self.folder / skill)
        with (self.folder / "config.yaml").open("a", encoding="utf-8") as config:
            config.write("memory: {provider: reme}\n")

    def one_shot(self, prompt: str) -> Done:
        """`-z`: one turn, answer on standard output, a hard exit at the end."""
        return self.cli("-z", prompt)

    def tell(self, prompt: str) -> Done:
        """One turn in a session of its own."""
        return self._chat("-q", prompt)

    def go_on(self, prompt: str) -> Done:
        """One more turn in the last session, in a process of its own."""
        return self._chat("--resume", self.session, "-q", prompt)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """A run that goes on while the test does; ended by the test."""
        return subprocess.Popen(
            [str(program(self.python)), *arguments],
            env=self.environment(),
            cwd=self.machine.project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    @contextmanager
    def terminal(self, *arguments: str) -> Iterator[Terminal]:
        """A command in a pseudo terminal, such as `chat --cli`."""
        command = [str(program(self.python)), *arguments]
        running = Terminal(command, self.environment(TERM="xterm"), self.machine.project)
        try:
            yield running
        finally:
            running.kill()

    @contextmanager
    def api_server(self) -> Iterator[ApiServer]:
        """The gateway with nothing but its API server."""
        port = closed_port()
        own = {"API_SERVER_ENABLED": "true", "API_SERVER_HOST": "127.0.0.1", "API_SERVER_PORT": str(port)}
        with (self.machine.root / "gateway.log").open("wb") as log:
            process = subprocess.Popen(
                [str(program(self.python)), "gateway", "run"],
                env=self.environment(**own, API_SERVER_KEY=_KEY),
                cwd=self.machine.project,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                text=True,
            )
        try:
            yield ApiServer(port, process)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE)

    def _chat(self, *arguments: str) -> Done:
        done = self.cli("chat", "-Q", *arguments)
        told = _SESSION.search(done.errors)
        if told:
            self.session = told[1]
        return done


class Terminal:
    """A program that is typed into."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self.screen = b""
        self._pid, self._handle = pty.fork()
        if not self._pid:
            os.chdir(folder)
            os.execve(command[0], command, environment)
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self._code: int | None = None

    def type(self, line: str) -> None:
        """A line and the return key, after whatever /undo may have put back was cleared."""
        for part in (b"\x15", line.encode(), b"\r"):
            os.write(self._handle, part)
            self._read(0.3)

    def until(self, happened: Any, what: str) -> None:
        """Keep reading the screen until something has happened."""
        end = time.monotonic() + PATIENCE
        while not happened():
            assert time.monotonic() < end, f"{what}: {self.screen[-2000:]!r}"
            assert self._read(0.1), f"it ended before {what}: {self.screen[-2000:]!r}"

    def send(self, number: signal.Signals) -> None:
        os.kill(self._pid, number)

    def ended(self) -> int:
        """The exit code."""
        end = time.monotonic() + PATIENCE
        while self._code is None:
            assert time.monotonic() < end, "it did not end"
            self._read(0.1)
            self._reap(os.WNOHANG)
        return self._code

    def kill(self) -> None:
        if self._code is None:
            os.kill(self._pid, signal.SIGKILL)
            self._reap(0)
        os.close(self._handle)

    def _reap(self, options: int) -> None:
        pid, status = os.waitpid(self._pid, options)
        if pid:
            self._code = os.waitstatus_to_exitcode(status)

    def _read(self, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self._handle], [], [], left)[0]:
                break
            try:
                data = os.read(self._handle, 65536)
            except OSError:
                return False
            if not data:
                return False
            self.screen += data
            if b"\x1b[6n" in data:  # it asks where the cursor is
                os.write(self._handle, b"\x1b[1;1R")
        return True


class ApiServer:
    """OpenAI's protocol on a loopback port, as other programs talk to Hermes."""

    def __init__(self, port: int, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._url = f"http://127.0.0.1:{port}/v1/"
        end = time.monotonic() + PATIENCE
        while True:
            assert process.poll() is None, "the gateway ended"
            assert time.monotonic() < end, "the API server does not answer"
            try:
                with self._client() as client:
                    client.get("models")
                return
            except httpx.HTTPError:
                time.sleep(0.1)

    def ask(self, prompt: str, session: str) -> str:
        """One turn in a session that the client names."""
        body = {"model": "hermes", "messages": [{"role": "user", "content": prompt}]}
        with self._client() as client:
            response = client.post("chat/completions", json=body, headers={"X-Hermes-Session-Id": session})
        assert response.status_code == 200, response.text
        answer: str = response.json()["choices"][0]["message"]["content"]
        return answer

    def stop(self) -> int:
        """What a service manager does."""
        self.process.terminate()
        return ended(self.process)

    def _client(self) -> httpx.Client:
        headers = {"Authorization": f"Bearer {_KEY}"}
        return httpx.Client(base_url=self._url, timeout=PATIENCE, trust_env=False, headers=headers)
