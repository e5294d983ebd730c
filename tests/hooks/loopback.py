"""Servers on loopback that behave as told, well or badly, and remember what they were asked."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

PATIENCE = 30.0
OURS = {"Reme-Api-Version": "1.0", "Content-Type": "application/json"}
Answering = Callable[[str, dict[str, Any]], "tuple[int, Any]"]


class Request:
    """What one connection asked."""

    def __init__(self, operation: str, headers: dict[str, str], body: bytes) -> None:
        self.operation = operation
        self.headers = headers
        self.body = body

    @property
    def value(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self.body)
        return value


class LoopbackServer:
    """Listens until it is left; every connection is served by ``behaviour`` in a thread of its own."""

    def __init__(self, behaviour: Callable[[LoopbackServer, socket.socket], None], port: int = 0) -> None:
        self.behaviour = behaviour
        self.requests: list[Request] = []
        self.closing = threading.Event()
        self._listener = socket.create_server(("127.0.0.1", port))
        self._threads: list[threading.Thread] = []
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def operations(self) -> list[str]:
        return [request.operation for request in self.requests]

    def appended(self) -> list[dict[str, Any]]:
        """All events of all append requests, in the order they came."""
        return [
            event
            for request in self.requests
            if request.operation == "agent_session_append"
            for event in request.value["events"]
        ]

    def __enter__(self) -> LoopbackServer:
        self._start(self._accept)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.closing.set()
        # Wakes the accepting thread, which close() alone does not.
        socket.create_connection(("127.0.0.1", self.port)).close()
        for thread in list(self._threads):
            thread.join(PATIENCE)
        self._listener.close()

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            if self.closing.is_set():
                connection.close()
                return
            self._start(lambda accepted=connection: self._serve(accepted))  # type: ignore[misc]

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(PATIENCE)
            try:
                self.behaviour(self, connection)
            except OSError:
                return

    def read_request(self, connection: socket.socket) -> Request:
        """Read one request whole and remember it."""
        received = b""
        while b"\r\n\r\n" not in received:
            part = connection.recv(65536)
            if not part:
                raise OSError("closed")
            received += part
        head, _, body = received.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        while len(body) < int(headers.get("content-length", "0")):
            body += connection.recv(65536)
        request = Request(first.split(" ")[1].lstrip("/"), headers, body)
        self.requests.append(request)
        return request


def answer(connection: socket.socket, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
    """Send a whole answer."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    fields = {**(OURS if headers is None else headers), "Content-Length": str(len(body))}
    head = "".join(f"{name}: {text}\r\n" for name, text in fields.items())
    connection.sendall(f"HTTP/1.1 {status} x\r\n{head}\r\n".encode() + body)


def gateway(
    decide: Answering | None = None,
    hits: list[dict[str, Any]] | None = None,
    version: str = "1.0",
    port: int = 0,
) -> LoopbackServer:
    """Answers like the gateway; ``decide`` may answer some requests differently, or None."""

    def behave(server: LoopbackServer, connection: socket.socket) -> None:
        request = server.read_request(connection)
        decided = decide(request.operation, request.value) if decide else None
        status, value = decided or (200, _usual(request, hits or []))
        answer(connection, status, value, {**OURS, "Reme-Api-Version": version})

    return LoopbackServer(behave, port)


def _usual(request: Request, hits: list[dict[str, Any]]) -> dict[str, Any]:
    if request.operation == "agent_session_append":
        return append_reply(["appended"] * len(request.value["events"]))
    if request.operation == "agent_memory_recall":
        excluded = request.value.get("exclude_ids", [])
        return {"hits": [h for h in hits if h["id"] not in excluded], "truncated": False, "total_chars": 0}
    if request.operation == "agent_session_context":
        return {
            "text": f"Brief for {request.value['purpose']}: tea is at four.",
            "sources": [],
            "truncated": False,
            "total_chars": 0,
        }
    return {"queued": True, "pending": 0}


def append_reply(outcomes: list[str]) -> dict[str, Any]:
    words = ("appended", "duplicate", "conflict", "filtered", "rejected")
    counts = {word: outcomes.count(word) for word in words}
    return {**counts, "total": 0, "redactions": 0, "outcomes": [{"outcome": word} for word in outcomes]}


def hit(identifier: str, snippet: str) -> dict[str, Any]:
    return {
        "id": identifier,
        "path": "daily/2026-11-30/tea.md",
        "line_start": 3,
        "line_end": 3,
        "snippet": snippet,
        "score": 0.8,
        "kind": "daily",
        "created_at": "2026-11-30T10:00:00Z",
        "truncated": False,
    }
