"""A keep-alive HTTP client as cheap as Python allows: the same one for the gateway and the echo server.

N clients are N connections, each with one request under way; the next goes out when the answer is there.
"""

from __future__ import annotations

import re
import selectors
import socket
import time
from dataclasses import dataclass, field

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_OK = b"HTTP/1.1 200"
_SECONDS = 60.0
_CHUNK = 262_144


class LoadError(Exception):
    """An answer that is no success; the message holds its beginning."""


@dataclass(frozen=True, slots=True)
class Block:
    """Requests to send over ``clients`` connections; request i goes over connection i modulo ``clients``.

    ``marker`` is what an answer holds that did the work.
    """

    port: int
    path: str
    bodies: list[bytes]
    clients: int = 1
    marker: bytes = b""


@dataclass(frozen=True, slots=True)
class BlockResult:
    """Seconds for the whole block and for each answer; ``marked`` answers held the marker."""

    seconds: float
    latencies: list[float]
    marked: int

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds


def request(port: int, path: str, body: bytes) -> bytes:
    """One POST."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Reme-Api-Version: 1.0\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def complete(received: bytes) -> bool:
    """Whether a whole answer is there. Raises ``LoadError`` for one that is no 200."""
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return False
    if not received.startswith(_OK):
        raise LoadError(received[:500].decode("latin-1"))
    length = _LENGTH.search(received, 0, end + 2)
    if length is None:
        raise LoadError("an answer without Content-Length")
    return len(received) >= end + 4 + int(length.group(1))


@dataclass(slots=True)
class _Connection:
    socket: socket.socket
    waiting: list[bytes]
    received: bytes = b""
    sent_at: float = 0.0
    latencies: list[float] = field(default_factory=list)
    marked: int = 0

    def send_next(self) -> bool:
        """Whether there was one left."""
        if not self.waiting:
            return False
        message = self.waiting.pop()
        self.sent_at = time.perf_counter()
        self.socket.sendall(message)
        return True

    def receive(self, marker: bytes) -> bool:
        """Take what is there; whether that ended the answer."""
        chunk = self.socket.recv(_CHUNK)
        if not chunk:
            raise LoadError("the server closed the connection")
        self.received = self.received + chunk if self.received else chunk
        if not complete(self.received):
            return False
        self.latencies.append(time.perf_counter() - self.sent_at)
        self.marked += marker in self.received
        self.received = b""
        return True


def run(block: Block) -> BlockResult:
    """Send the block. Raises ``LoadError`` or ``OSError``."""
    messages = [request(block.port, block.path, body) for body in block.bodies]
    connections = [
        _Connection(_connect(block.port), messages[at :: block.clients][::-1]) for at in range(block.clients)
    ]
    try:
        started = time.perf_counter()
        if block.clients == 1:
            _run_one(connections[0], block.marker)
        else:
            _run_all(connections, block.marker)
        seconds = time.perf_counter() - started
    finally:
        for connection in connections:
            connection.socket.close()
    latencies = [latency for connection in connections for latency in connection.latencies]
    return BlockResult(seconds, latencies, sum(connection.marked for connection in connections))


def _connect(port: int) -> socket.socket:
    connected = socket.create_connection(("127.0.0.1", port), timeout=_SECONDS)
    connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connected


def _run_one(connection: _Connection, marker: bytes) -> None:
    while connection.send_next():
        while not connection.receive(marker):
            pass


def _run_all(connections: list[_Connection], marker: bytes) -> None:
    busy = 0
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            if connection.send_next():
                selector.register(connection.socket, selectors.EVENT_READ, connection)
                busy += 1
        while busy:
            ready = selector.select(_SECONDS)
            if not ready:
                raise LoadError(f"no answer within {_SECONDS} seconds")
            for key, _ in ready:
                if key.data.receive(marker) and not key.data.send_next():
                    selector.unregister(key.data.socket)
                    busy -= 1
