"""The real server as a real process, with an explicit environment and a HOME of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

READY = "ready "
# Generous: a start on a busy machine. Nothing is asserted about times here.
PATIENCE = 60.0
# For tests without MCP: a server loads it a second after its start, which takes longer than most tests.
JSON_ONLY = ("service.backend=http",)
WHOLE = ("service.backend=gateway",)


class StartFailed(Exception):  # noqa: N818 - a state
    """The server said no; what it printed is the message."""

    def __init__(self, code: int, output: str) -> None:
        super().__init__(output)
        self.code = code
        self.output = output


@dataclass
class GatewayProcess:
    """One `reme start` on a free port. Use as a context manager; leaving it ends the process."""

    workspace: Path
    home: Path
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    url: str = ""
    process: subprocess.Popen[str] | None = None

    @property
    def log(self) -> Path:
        """Everything that the process wrote to stderr, over all its starts."""
        return self.home / "server.stderr"

    def start(self) -> GatewayProcess:
        self.home.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as stderr:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "reme_gateway.cli",
                    "start",
                    "--port",
                    "0",
                    *self._workspace_option(),
                    *self.options,
                ],
                env=clean_environment(self.home) | self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                cwd=self.home,
            )
        self.url = self._wait_until_ready(self.process)
        return self

    def _workspace_option(self) -> Iterable[str]:
        return ("--workspace", str(self.workspace))

    def _wait_until_ready(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(READY):
                return line.removeprefix(READY).strip()
        code = process.wait(PATIENCE)
        process.stdout.close()
        self.process = None
        raise StartFailed(code, self.log.read_text(errors="replace"))

    def kill(self) -> None:
        """SIGKILL: nothing of the process gets a chance to clean up."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """SIGTERM, and wait for the graceful end; returns the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, signal_number: int) -> int:
        process = self.process
        assert process is not None
        if process.poll() is None:
            process.send_signal(signal_number)
        code = process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()
        self.process = None
        return code

    def __enter__(self) -> GatewayProcess:
        return self if self.process else self.start()

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process is not None:
            self.kill()

    def client(self, **options: Any) -> httpx.Client:
        """A plain HTTP client: these tests must not depend on our own client's behaviour."""
        # Nothing here speaks TLS, and to load certificates takes longer than most requests do.
        return httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, verify=False, **options)

    def post(self, operation: str, body: Any, **headers: str) -> httpx.Response:
        """One request on a connection of its own."""
        with self.client() as client:
            return client.post(f"/{operation}", json=body, headers=headers)

    def ask(self, operation: str, **body: Any) -> dict[str, Any]:
        """One request that must succeed."""
        response = self.post(operation, body)
        assert response.status_code == 200, response.text
        reply: dict[str, Any] = response.json()
        return reply


def clean_environment(home: Path) -> dict[str, str]:
    """What a test's process gets to see: a path, a home, a language; no proxy, no token, no configuration."""
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ
    }
    return {**kept, "HOME": str(home), "LANG": "C.UTF-8", "NO_COLOR": "1"}


def event(
    event_id: str, content: str, role: str = "user", created_at: str = "2026-11-30T10:00:00+00:00"
) -> dict[str, str]:
    """An append event."""
    return {"event_id": event_id, "role": role, "content": content, "created_at": created_at}
