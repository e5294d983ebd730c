"""The real Claude Code, headless: one-shot runs and sessions of many prompts, with our package."""

from __future__ import annotations

import json
import subprocess
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.hosts.real.machine import PATIENCE, ROOT, TOOLS, Done, Machine, ended, run

PACKAGE = ROOT / "packages" / "claude-code"


def program() -> Path:
    """The native program of the platform's own distribution."""
    found = sorted((TOOLS / "claude-code" / "node_modules" / "@anthropic-ai").glob("claude-code-*/claude"))
    assert found, "Claude Code is not installed: run `nox -s hosts`"
    return found[0]


@dataclass
class Claude:
    """Claude Code on a machine."""

    name = "claude-code"
    machine: Machine
    options: tuple[str, ...] = ("--allowedTools", "mcp__plugin_reme-memory_reme")

    @property
    def folder(self) -> Path:
        return self.machine.home / ".claude"

    def environment(self) -> dict[str, str]:
        return self.machine.environment(
            {
                "CLAUDE_CONFIG_DIR": str(self.folder),
                "CLAUDE_CODE_TMPDIR": str(self.machine.temporary),
                "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{self.machine.model_port}",
                "ANTHROPIC_API_KEY": "no-key",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
                "DISABLE_TELEMETRY": "1",
                "DISABLE_ERROR_REPORTING": "1",
                "DISABLE_AUTOUPDATER": "1",
            }
        )

    def cli(self, *arguments: str) -> Done:
        return run([str(program()), *arguments], self.environment(), self.machine.project)

    def install(self, url: str = "", package: Path = PACKAGE, name: str = "reme-memory@reme") -> None:
        """The commands of the README; with an address as an option when one is given."""
        added = self.cli("plugin", "marketplace", "add", str(self.machine.marketplace(package)))
        assert added.code == 0, added.errors
        option = ("--config", f"base_url={url}") if url else ()
        installed = self.cli("plugin", "install", name, *option)
        assert installed.code == 0, installed.errors

    def tell(self, prompt: str, *options: str) -> Done:
        """One headless run in a session of its own."""
        return self.cli("-p", prompt, *self.options, *options)

    def go_on(self, prompt: str, *options: str) -> Done:
        """One more headless run in the last session."""
        return self.tell(prompt, "--continue", *options)

    def session(self, *options: str) -> ClaudeSession:
        return ClaudeSession(self, options)

    def transcripts(self) -> list[Path]:
        return sorted((self.folder / "projects").glob("*/*.jsonl"))


@dataclass
class ClaudeSession:
    """Many prompts in one process; a context manager."""

    claude: Claude
    options: tuple[str, ...]
    results: list[dict[str, Any]] = field(default_factory=list)
    id: str = field(default_factory=lambda: str(uuid.uuid4()))

    def __enter__(self) -> ClaudeSession:
        named = () if "--resume" in self.options else ("--session-id", self.id)
        streams = ("--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
        self.process = subprocess.Popen(
            [str(program()), "-p", *streams, *named, *self.claude.options, *self.options],
            env=self.claude.environment(),
            cwd=self.claude.machine.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> str:
        """Close its input, wait for its end, and return what it wrote to stderr."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        if self.process.stdin.closed:
            return ""
        self.process.stdin.close()
        self.process.stdout.read()
        errors = self.process.stderr.read()
        ended(self.process, PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return errors

    def send(self, prompt: str) -> None:
        """A prompt, without waiting for its result."""
        self._write({"type": "user", "message": {"role": "user", "content": prompt}})

    def interrupt(self) -> None:
        """What Esc does."""
        self._write(
            {"type": "control_request", "request_id": str(uuid.uuid4()), "request": {"subtype": "interrupt"}}
        )

    def result(self) -> dict[str, Any]:
        """The next turn's result."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message: dict[str, Any] = json.loads(line)
            if message.get("type") == "result":
                self.results.append(message)
                return message
        raise AssertionError("the session ended without a result")

    def ask(self, prompt: str) -> dict[str, Any]:
        """A prompt and its result."""
        self.send(prompt)
        return self.result()

    def _write(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
