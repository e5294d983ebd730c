"""The real OpenClaw, headless: `openclaw agent --local` and a gateway, both with our package."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.hosts.real.machine import DEAD_PROXY, PATIENCE, ROOT, TOOLS, Done, Machine, ended, run

PACKAGE = ROOT / "packages" / "openclaw"
_BIN = TOOLS / "openclaw" / "node_modules" / ".bin"
# A start reads thousands of modules; with their compiled form kept it takes half as long.
_COMPILED = TOOLS / "openclaw" / "compiled"
_READY = "[gateway] ready"
SESSION = "agent:main:gateway"
_CLIENT = ROOT / "tests" / "hosts" / "openclaw" / "client.mjs"


def program() -> Path:
    """The command of the installed distribution."""
    found = _BIN / "openclaw"
    assert found.exists(), "OpenClaw is not installed: run `nox -s hosts`"
    return found


def node() -> Path:
    """The Node.js that OpenClaw needs, installed beside it."""
    return (_BIN / "node").resolve()


def pack(package: Path, into: Path) -> Path:
    """What `npm pack` would publish, as a file."""
    into.mkdir(parents=True, exist_ok=True)
    command = ["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", str(into), str(package)]
    environment = {"PATH": os.environ["PATH"], "HOME": str(into), "npm_config_update_notifier": "false"}
    done = run(command, environment, into)
    assert done.code == 0, done.errors
    return into / str(done.json()[0]["filename"])


@dataclass
class OpenClaw:
    """OpenClaw on a machine; ``more`` is laid over its configuration file."""

    name = "openclaw"
    machine: Machine
    more: dict[str, Any] = field(default_factory=dict)
    _sessions: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.write_config({**self._own_config(), **self.more})

    @property
    def folder(self) -> Path:
        """Its state, at the place that it has without being told."""
        return self.machine.home / ".openclaw"

    @property
    def config(self) -> Path:
        return self.folder / "openclaw.json"

    @property
    def database(self) -> Path:
        """Its own log of all sessions."""
        return self.folder / "agents" / "main" / "agent" / "openclaw-agent.sqlite"

    @property
    def session(self) -> str:
        """The key of the session that was begun last."""
        return f"agent:main:s{self._sessions}"

    def transcripts(self) -> list[dict[str, Any]]:
        """Events of all sessions as its own log has them; long ones are compressed there and left out."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            found = database.execute("select event_json from transcript_events order by created_at, seq")
            return [json.loads(event) for (event,) in found if event is not None]

    def _own_config(self) -> dict[str, Any]:
        cost = {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
        scripted = {"id": "scripted", "name": "Scripted", "reasoning": False, "input": ["text"], "cost": cost}
        provider = {
            "baseUrl": f"http://127.0.0.1:{self.machine.model_port}/v1",
            "apiKey": "scripted",
            "api": "openai-completions",
            "models": [{**scripted, "contextWindow": 128_000, "maxTokens": 4096}],
        }
        defaults = {"model": {"primary": "scripted/scripted"}, "workspace": str(self.machine.project)}
        # A scripted summary would not pass.
        unguarded = {"compaction": {"qualityGuard": {"enabled": False}}}
        return {
            "update": {"checkOnStart": False, "auto": {"enabled": False}},
            "logging": {"file": str(self.machine.temporary / "openclaw.log")},
            "gateway": {"mode": "local", "bind": "loopback", "port": _free_port(), "auth": {"mode": "none"}},
            "models": {
                "mode": "replace",
                "catalogRefresh": {"enabled": False},
                "providers": {"scripted": provider},
            },
            "agents": {"defaults": {**defaults, **unguarded, "skipBootstrap": True}},
            # Without it a dozen bundled plugins are loaded with every run.
            "plugins": {"allow": ["reme"]},
        }

    def read_config(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.config.read_text(encoding="utf-8"))
        return found

    def write_config(self, values: dict[str, Any]) -> None:
        self.config.write_text(json.dumps(values, indent=2), encoding="utf-8")

    def environment(self) -> dict[str, str]:
        own = {
            "PATH": f"{node().parent}:{os.environ['PATH']}",
            "OPENCLAW_NO_AUTO_UPDATE": "1",
            "OPENCLAW_DISABLE_BONJOUR": "1",
            "DO_NOT_TRACK": "1",
            "NO_COLOR": "1",
            "NODE_COMPILE_CACHE": str(_COMPILED),
            # Whatever wants to leave the machine fails at once.
            "HTTPS_PROXY": DEAD_PROXY,
            "HTTP_PROXY": DEAD_PROXY,
            "NO_PROXY": "127.0.0.1,localhost",
        }
        return self.machine.environment(own)

    def cli(self, *arguments: str) -> Done:
        return run([str(program()), *arguments], self.environment(), self.machine.project)

    def link(self, package: Path, **settings: Any) -> None:
        """Our package from a folder, as a developer configures it: at once, without an installation.

        ``settings`` are the plugin's own.
        """
        values = self.read_config()
        plugins = values.setdefault("plugins", {})
        plugins["load"] = {"paths": [str(package)]}
        entry = {"enabled": True, "config": settings, "hooks": {"allowConversationAccess": True}}
        plugins["entries"] = {"reme": entry}
        self.write_config(values)

    def tell(self, prompt: str) -> Done:
        """One headless run in a session of its own."""
        self._sessions += 1
        return self.go_on(prompt)

    def go_on(self, prompt: str) -> Done:
        """One more headless run in the last session."""
        return self.cli(*self._turn(prompt, "--local"))

    def start_on(self, prompt: str) -> subprocess.Popen[str]:
        """A run in the last session that goes on while the test does; ended by the test."""
        return subprocess.Popen(
            [str(program()), *self._turn(prompt, "--local")],
            env=self.environment(),
            cwd=self.machine.project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def _turn(self, prompt: str, *more: str) -> tuple[str, ...]:
        return ("agent", *more, "--session-key", self.session, "--message", prompt, "--json")

    def gateway(self) -> Gateway:
        return Gateway(self)


class Gateway:
    """`openclaw gateway run` and a client of it; a context manager that ends it as a service manager does."""

    def __init__(self, host: OpenClaw) -> None:
        self._host = host
        self._log = host.machine.temporary / "gateway.log"
        with self._log.open("w") as log:
            self.process = self._start(
                [str(program()), "gateway", "run"], stdout=log, stderr=subprocess.STDOUT
            )
        self._client: subprocess.Popen[str] | None = None
        self._runs = 0

    def __enter__(self) -> Gateway:
        until = time.monotonic() + PATIENCE
        while _READY not in self.log:
            assert self.process.poll() is None, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        if self._client is not None:
            self._client.kill()
            self._client.communicate()
            self._client = None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return ended(self.process)

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One request, as the host's command line makes it."""
        if self._client is None:
            command = [str(node()), str(_CLIENT), str(TOOLS / "openclaw")]
            self._client = self._start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._client.stdin is not None
        assert self._client.stdout is not None
        self._client.stdin.write(json.dumps({"method": method, "params": parameters}) + "\n")
        self._client.stdin.flush()
        line = self._client.stdout.readline()
        assert line, self.log
        answer = json.loads(line)
        assert "payload" in answer, answer
        payload: dict[str, Any] = answer["payload"]
        return payload

    def turn(self, prompt: str) -> dict[str, Any]:
        """One turn to its end, as `openclaw agent` makes it, in the one session that tests have here."""
        self._runs += 1
        return self.call("agent", message=prompt, sessionKey=SESSION, idempotencyKey=f"run-{self._runs}")

    def send(self, prompt: str, run_id: str) -> None:
        """What somebody types into the web chat; nothing is waited for, and a running turn is steered."""
        self.call("chat.send", sessionKey=SESSION, message=prompt, idempotencyKey=run_id)

    def history(self) -> str:
        """What the web chat shows, as JSON."""
        return json.dumps(self.call("chat.history", sessionKey=SESSION), ensure_ascii=False)

    def compact(self) -> None:
        done = self.call("sessions.compact", key=SESSION)
        assert done["compacted"] is True, done

    def reset(self) -> None:
        """What `/new` does."""
        self.call("sessions.reset", key=SESSION, reason="new")

    def _start(self, command: list[str], **streams: Any) -> subprocess.Popen[str]:
        given: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **streams}
        environment, folder = self._host.environment(), self._host.machine.project
        return subprocess.Popen(command, env=environment, cwd=folder, text=True, **given)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unpacked(archive: Path, into: Path) -> Path:
    """The folder that an archive of npm holds."""
    shutil.unpack_archive(archive, into, filter="data")
    return into / "package"
