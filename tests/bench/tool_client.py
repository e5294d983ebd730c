"""An MCP client as cheap as Python allows: over HTTP itself, and through a program on standard streams."""

from __future__ import annotations

import json
import selectors
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.bench.processes import BenchError
from tests.gateway_process import PATIENCE, clean_environment

VERSION = "2025-11-25"
INITIALIZE = {
    "protocolVersion": VERSION,
    "capabilities": {},
    "clientInfo": {"name": "bench", "version": "1"},
}
_CHUNK = 65_536


def message(method: str, params: dict[str, Any] | None = None, number: int | None = None) -> bytes:
    """A request, or a notification when it has no number."""
    given = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    return json.dumps(given if number is None else {**given, "id": number}).encode()


def call(tool: str, number: int) -> bytes:
    """A call of a tool without arguments."""
    return message("tools/call", {"name": tool, "arguments": {}}, number)


class DirectClient:
    """One kept connection to the server, one request under way."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            f"Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {VERSION}\r\n"
        )

    def quick(self, number: int) -> float:
        """Seconds of one quick call. Raises ``BenchError`` for any other answer."""
        body = call("quick", number)
        request = f"{self._head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        started = time.perf_counter()
        self._socket.sendall(request)
        received = b""
        while not complete(received):
            chunk = self._socket.recv(_CHUNK)
            if not chunk:
                raise BenchError("The tool server closed a connection.")
            received += chunk
        seconds = time.perf_counter() - started
        if f'"id":{number},'.encode() not in received or b"quick" not in received:
            raise BenchError(f"The tool server answered something else: {received[:200]!r}")
        return seconds

    def __enter__(self) -> DirectClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()


def complete(received: bytes) -> bool:
    """Whether a whole answer is there: its announced length, or the last of its chunks."""
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator:
        return False
    lower = head.lower()
    if b"transfer-encoding: chunked" in lower:
        return body.endswith(b"0\r\n\r\n")
    length = lower.partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return len(body) >= int(length)


class StdioClient:
    """A proxy in a process of its own, and what it answered."""

    def __init__(self, command: Sequence[str], home: Path, **environment: str) -> None:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "stderr").open("ab") as stderr:
            self.process = subprocess.Popen(
                command,
                env=clean_environment(home) | environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                cwd=home,
                bufsize=0,
            )
        self.answers: dict[int, dict[str, Any]] = {}
        self._rest = b""
        self._ready = selectors.DefaultSelector()
        assert self.process.stdout is not None
        self._ready.register(self.process.stdout, selectors.EVENT_READ)

    def send(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")

    def initialize(self) -> None:
        """The handshake, to its end."""
        self.send(message("initialize", INITIALIZE, 0))
        self.answer(0)
        self.send(message("notifications/initialized"))

    def quick(self, number: int) -> float:
        """Seconds of one quick call. Raises ``BenchError`` for any other answer."""
        line = call("quick", number)
        started = time.perf_counter()
        self.send(line)
        answer = self.answer(number)
        seconds = time.perf_counter() - started
        if answer["result"]["content"][0]["text"] != "quick":
            raise BenchError(f"A proxy answered something else: {answer}")
        return seconds

    def answer(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a request. Raises ``BenchError`` when there is none, or an error."""
        until = time.monotonic() + PATIENCE
        while number not in self.answers:
            if not self.read(until - time.monotonic()):
                raise BenchError(f"{self.process.args!r} did not answer.")
        answer = self.answers[number]
        if "result" not in answer:
            raise BenchError(f"{self.process.args!r} answered with an error: {answer}")
        return answer

    def read(self, seconds: float) -> bool:
        """Take what comes within the time; whether anything came."""
        if not self._ready.select(max(seconds, 0)):
            return False
        assert self.process.stdout is not None
        chunk = self.process.stdout.read(_CHUNK)
        if not chunk:
            return False
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            given = json.loads(line)
            if "method" not in given:
                self.answers[given["id"]] = given
        return True

    def __enter__(self) -> StdioClient:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)
        self.process.stdout.close()
        self._ready.close()
