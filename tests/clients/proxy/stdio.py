"""The MCP proxy as a client starts it, spoken to in raw lines."""

from __future__ import annotations

import json
import queue
import shutil
import subprocess
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.gateway_process import PATIENCE, clean_environment

PACKAGE = Path(__file__).parents[3] / "packages" / "agent-plugin"
PROGRAM = PACKAGE / "servers" / "mcp-proxy.mjs"
MODERN = "2026-07-28"
VERSION_KEY = "io.modelcontextprotocol/protocolVersion"


def node() -> str:
    """Node.js, which these tests cannot do without."""
    found = shutil.which("node")
    assert found is not None, "Node.js 18 or newer has to be on the path"
    return found


class Proxy:
    """One process. Use as a context manager; leaving it closes its input and waits."""

    def __init__(self, home: Path, **environment: str) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.home = home
        self.process = subprocess.Popen(
            [node(), str(PROGRAM)],
            env=clean_environment(home) | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=home,
            text=True,
            encoding="utf-8",
        )
        self.lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self._kept: list[dict[str, Any]] = []
        self._number = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def send(self, **message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def start(self, method: str, **params: Any) -> int:
        """Send a request; returns its id."""
        self._number += 1
        self.send(id=self._number, method=method, params=params)
        return self._number

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a request, whatever else comes before it."""
        while True:
            for line in self._kept:
                if line.get("id") == number and "method" not in line:
                    self._kept.remove(line)
                    return line
            self._kept.append(self.lines.get(timeout=PATIENCE))

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        return self.answer(self.start(method, **params))

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The structured result of a tool that must succeed."""
        reply = self.ask("tools/call", name=tool, arguments=arguments)
        assert reply["result"].get("isError") is not True, reply
        found: dict[str, Any] = reply["result"]["structuredContent"]
        return found

    def initialize(self, version: str = "2025-11-25", **capabilities: Any) -> dict[str, Any]:
        """The legacy handshake."""
        reply = self.ask(
            "initialize",
            protocolVersion=version,
            capabilities=capabilities,
            clientInfo={"name": "test", "version": "1"},
        )
        self.send(method="notifications/initialized")
        return reply

    def close(self) -> int:
        """Close the input; returns the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self.process.poll() is None:
            try:
                self.close()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(PATIENCE)


def modern(**params: Any) -> dict[str, Any]:
    """Parameters as a client of the newest revision sends them."""
    meta = {
        VERSION_KEY: MODERN,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
    }
    return {**params, "_meta": meta}
