"""The least that a client of Agent Plugins 1.0 does: load a folder, start a server of it, call tools."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from reme_gateway.plugin_validation.launch import launch_of
from reme_gateway.plugin_validation.validator import validate

PATIENCE = 60.0
PROTOCOL = "2025-06-18"


class PlainClient:
    """A client with one running server; a context manager. Its environment holds a path and nothing else."""

    def __init__(self, package: Path, home: Path, server: str = "reme", **variables: str) -> None:
        report = validate(package, as_client=True)
        assert report.errors == ()
        self.data = home / "plugin-data"
        self.data.mkdir(parents=True, exist_ok=True)
        launch = launch_of(dict(report.package.servers())[server], report.package.root, str(self.data))
        self.process = subprocess.Popen(
            launch.words,
            env={"PATH": os.environ["PATH"], **variables, **launch.variables},
            cwd=launch.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._count = 0

    def __enter__(self) -> PlainClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> tuple[int, str]:
        """Close its input, which is how a client leaves; exit code and what it wrote to stderr."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        if self.process.stderr.closed:
            return self.process.returncode, ""
        self.process.stdin.close()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return code, errors

    def begin(self) -> dict[str, Any]:
        """The reply to ``initialize``: ``result`` or ``error``."""
        hello = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
        return self.ask("initialize", hello)

    def initialize(self) -> dict[str, Any]:
        """The whole handshake; its result."""
        result: dict[str, Any] = self.begin()["result"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def tools(self) -> list[str]:
        """Names of the tools that are offered."""
        return sorted(tool["name"] for tool in self.ask("tools/list", {})["result"]["tools"])

    def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The reply to a call: ``result`` or ``error``."""
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def ask(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """A request and its reply; what else comes is left out."""
        self._count += 1
        self.send({"jsonrpc": "2.0", "id": self._count, "method": method, "params": parameters})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            reply: dict[str, Any] = json.loads(line)
            if reply.get("id") == self._count and "method" not in reply:
                return reply
        raise AssertionError(f"the server ended without a reply to {method}")

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()


def text_of(reply: dict[str, Any]) -> str:
    """What a model reads of a tool's reply."""
    return "\n".join(part["text"] for part in reply["result"]["content"] if part["type"] == "text")
