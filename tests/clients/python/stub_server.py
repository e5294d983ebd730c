"""A loopback server that misbehaves on purpose: each request is met by the next act of a script."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

# Longer than any deadline in these tests, so that only a client's own deadline ends them sooner.
STUBBORN_SECONDS = 20.0


@dataclass(frozen=True)
class Received:
    """One request as it came over the wire; header names are lower-case."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


# Returns whether the connection stays open for a next request.
Act = Callable[[socket.socket, "StubServer"], bool]


def answer(status: int, body: bytes | Mapping[str, Any], **headers: str) -> Act:
    """A well-formed answer; ``Reme_Api_Version="1.0"`` names the header Reme-Api-Version."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {"Content-Type": "application/json", "Reme-Api-Version": "1.0"}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = [f"HTTP/1.1 {status} Whatever", *(f"{name}: {value}" for name, value in named.items() if value)]

    def act(connection: socket.socket, server: StubServer) -> bool:
        lines = [*head, f"Content-Length: {len(content)}", "", ""]
        connection.sendall("\r\n".join(lines).encode("latin-1") + content)
        return True

    return act


def problem(code: str, status: int, **members: Any) -> Act:
    """A problem document, as the contract has it."""
    document = {
        "type": f"urn:reme:error:{code}",
        "title": code,
        "status": status,
        "code": code,
        "detail": f"Something about {code}.",
        "retryable": False,
        "hint": "Do something.",
    }
    return answer(status, document | members, Content_Type="application/problem+json")


def raw(content: bytes) -> Act:
    """These bytes, then the end of the connection."""

    def act(connection: socket.socket, server: StubServer) -> bool:
        connection.sendall(content)
        return False

    return act


def reset(connection: socket.socket, server: StubServer) -> bool:
    """RST instead of an answer."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return False


def hang(connection: socket.socket, server: StubServer) -> bool:
    """Never an answer."""
    server.closing.wait(STUBBORN_SECONDS)
    return False


def drip(first: bytes, drop: bytes) -> Act:
    """Some bytes at once, then one drop after the other, far beyond any deadline."""

    def act(connection: socket.socket, server: StubServer) -> bool:
        connection.sendall(first)
        for _ in range(int(STUBBORN_SECONDS / 0.05)):
            if server.closing.wait(0.05):
                break
            connection.sendall(drop)
        return False

    return act


class StubServer:
    """Plays ``script``, whose last act is repeated, and keeps every request. Use as a context manager."""

    def __init__(self, *script: Act) -> None:
        self.script = list(script)
        self.requests: list[Received] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> StubServer:
        self._start(self._accept)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.closing.set()
        # Wakes the accepting thread: closing a listening socket does not.
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", self.port)).close()
        for thread in self._threads:
            thread.join()
        self._listener.close()

    def _start(self, target: Callable[..., None], *arguments: Any) -> None:
        thread = threading.Thread(target=target, args=arguments)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self.closing.is_set():
            connection, _ = self._listener.accept()
            self._start(self._serve, connection)

    def _serve(self, connection: socket.socket) -> None:
        # The client may hang up at any moment; a kept-alive connection may stay silent until the end.
        connection.settimeout(0.05)
        with connection, contextlib.suppress(OSError):
            while (received := self._read(connection)) is not None:
                connection.settimeout(STUBBORN_SECONDS)
                with self._lock:
                    self.requests.append(received)
                    act = self.script.pop(0) if len(self.script) > 1 else self.script[0]
                if not act(connection, self):
                    return
                connection.settimeout(0.05)

    def _read(self, connection: socket.socket) -> Received | None:
        data = self._until(connection, b"", lambda data: b"\r\n\r\n" in data)
        if data is None:
            return None
        head, _, body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", "0"))
        whole = self._until(connection, body, lambda data: len(data) >= length)
        return None if whole is None else Received(method, target, headers, whole)

    def _until(
        self, connection: socket.socket, data: bytes, complete: Callable[[bytearray], bool]
    ) -> bytes | None:
        pieces = bytearray(data)
        while not complete(pieces):
            if self.closing.is_set():
                return None
            try:
                piece = connection.recv(1 << 20)
            except TimeoutError:
                continue
            if not piece:
                return None
            pieces += piece
        return bytes(pieces)
