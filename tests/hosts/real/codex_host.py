"""The real Codex, headless: `codex exec` and the app server, both with our package."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hosts.real.machine import DEAD_PROXY, PATIENCE, ROOT, TOOLS, Done, Machine, ended, run

PACKAGE = ROOT / "packages" / "codex"
_CONFIG = """\
model = "scripted"
model_provider = "scripted"
check_for_update_on_startup = false
{top}
[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
requires_openai_auth = false
supports_websockets = false
request_max_retries = 0
stream_max_retries = 0
{rest}
"""
_EXEC = ("exec", "--skip-git-repo-check", "--json")


def program() -> Path:
    """The native program of the installed distribution; the npm wrapper only starts it."""
    found = sorted((TOOLS / "codex" / "node_modules" / "@openai").glob("codex-*/vendor/*/bin/codex"))
    assert found, "Codex is not installed: run `nox -s hosts`"
    return found[0]


@dataclass
class Codex:
    """Codex on a machine."""

    name = "codex"
    machine: Machine
    top: str = ""
    rest: str = ""

    def __post_init__(self) -> None:
        self.folder.mkdir(exist_ok=True)
        self.write_config()

    @property
    def folder(self) -> Path:
        return self.machine.home / ".codex"

    @property
    def plugin(self) -> Path:
        """Where Codex keeps the installed plugin."""
        return next((self.folder / "plugins" / "cache" / "reme" / "reme").iterdir())

    def write_config(self) -> None:
        config = _CONFIG.format(port=self.machine.model_port, top=self.top, rest=self.rest)
        (self.folder / "config.toml").write_text(config, encoding="utf-8")

    def environment(self) -> dict[str, str]:
        # Every start tries to fetch a public plugin list; through a dead proxy that fails at once.
        own = {"CODEX_HOME": str(self.folder), "HTTPS_PROXY": DEAD_PROXY, "HTTP_PROXY": DEAD_PROXY}
        return self.machine.environment({**own, "NO_PROXY": "127.0.0.1,localhost"})

    def cli(self, *arguments: str) -> Done:
        return run([str(program()), *arguments], self.environment(), self.machine.project)

    def install(self, package: Path = PACKAGE, name: str = "reme@reme") -> None:
        """The two commands of the README."""
        added = self.cli("plugin", "marketplace", "add", str(self.machine.marketplace(package)))
        assert added.code == 0, added.errors
        installed = self.cli("plugin", "add", name)
        assert installed.code == 0, installed.errors

    def trust(self) -> None:
        """What a person does on the start screen, for all hooks at once."""
        with self.app() as app:
            listed = app.hooks()
            state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in listed}
            edit = {"keyPath": "hooks.state", "mergeStrategy": "upsert", "value": state}
            app.call("config/batchWrite", {"edits": [edit]})

    def tell(self, prompt: str) -> Done:
        """One headless run in a session of its own."""
        return self.cli(*_EXEC, prompt)

    def go_on(self, prompt: str) -> Done:
        """One more headless run in the last session."""
        return self.cli(*_EXEC, "resume", "--last", prompt)

    def fork(self, session: str, prompt: str) -> Done:
        """One headless run in a copy of a session."""
        return self.cli(*_EXEC, "fork", session, prompt)

    def start_on(self, prompt: str) -> subprocess.Popen[str]:
        """A run in the last session that goes on while the test does; ended by the test."""
        return subprocess.Popen(
            [str(program()), *_EXEC, "resume", "--last", prompt],
            env=self.environment(),
            cwd=self.machine.project,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def app(self) -> AppServer:
        return AppServer(self)

    def rollouts(self) -> list[Path]:
        return sorted((self.folder / "sessions").rglob("rollout-*.jsonl"))


class AppServer:
    """`codex app-server` over its pipes; a context manager."""

    def __init__(self, codex: Codex) -> None:
        self.notes: list[dict[str, Any]] = []
        self._replies: dict[int, dict[str, Any]] = {}
        self._arrived: queue.Queue[dict[str, Any]] = queue.Queue()
        self._count = 0
        self._codex = codex
        self.process = subprocess.Popen(
            [str(program()), "app-server"],
            env=codex.environment(),
            cwd=codex.machine.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> AppServer:
        client = {"name": "tests", "version": "0"}
        self.call("initialize", {"clientInfo": client, "capabilities": {"experimentalApi": True}})
        self._send({"method": "initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> int:
        """Close its input, which is how a client leaves; returns the exit code."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if not self.process.stdin.closed:
            self.process.stdin.close()
        code = ended(self.process)
        self._reader.join(PATIENCE)
        self.process.stdout.close()
        return code

    def call(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its result."""
        self._count += 1
        number = self._count
        self._send({"id": number, "method": method, "params": parameters})
        until = time.monotonic() + PATIENCE
        while number not in self._replies:
            assert time.monotonic() < until, f"no reply to {method}"
            time.sleep(0.005)
        reply = self._replies.pop(number)
        assert "error" not in reply, f"{method}: {reply.get('error')}"
        result: dict[str, Any] = reply["result"]
        return result

    def wait(self, method: str, thread: str) -> dict[str, Any]:
        """The next notification of that kind about that thread."""
        while True:
            note = self._arrived.get(timeout=PATIENCE)
            if note["method"] == method and note["params"].get("threadId") == thread:
                found: dict[str, Any] = note["params"]
                return found

    def thread(self) -> str:
        """A new thread's id."""
        options = {"cwd": str(self._codex.machine.project), "approvalPolicy": "never"}
        return str(self.call("thread/start", {**options, "sandbox": "read-only"})["thread"]["id"])

    def begin(self, thread: str, prompt: str) -> str:
        """Start a turn and return its id."""
        begun = self.call("turn/start", {"threadId": thread, "input": [{"type": "text", "text": prompt}]})
        return str(begun["turn"]["id"])

    def turn(self, thread: str, prompt: str) -> str:
        """A whole turn; its id."""
        number = self.begin(thread, prompt)
        self.wait("turn/completed", thread)
        return number

    def compact(self, thread: str) -> None:
        self.call("thread/compact/start", {"threadId": thread})
        self.wait("turn/completed", thread)

    def hooks(self) -> list[dict[str, Any]]:
        """Our hooks, as the host lists them."""
        listed = self.call("hooks/list", {"cwds": [str(self._codex.machine.project)]})["data"][0]
        assert not listed["warnings"], listed["warnings"]
        found: list[dict[str, Any]] = listed["hooks"]
        return found

    def hook_runs(self) -> list[dict[str, Any]]:
        """What the host said of every hook that ended."""
        return [note["params"]["run"] for note in self.notes if note["method"] == "hook/completed"]

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({**message, "jsonrpc": "2.0"}) + "\n")
        self.process.stdin.flush()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            if "method" not in message:
                self._replies[message["id"]] = message
                continue
            self.notes.append(message)
            self._arrived.put(message)
            if "id" in message:
                self._send({"id": message["id"], "result": {"decision": "accept", "action": "accept"}})
