"""Ask an address on this machine whether a ReMe Gateway is there; small enough for `reme version`."""

from __future__ import annotations

import json
import socket
import time

from reme_gateway.cli.wire import API_VERSION, SERVER_NAME, VERSION_HEADER

_MOST_BYTES = 65536


def gateway_at(host: str, port: int, timeout: float, prefix: str = "") -> dict[str, object] | None:
    """What ``/version`` says, or None when something else listens there.

    Waits ``timeout`` seconds in all. Raises ``OSError`` when nothing listens or answers in time.
    """
    authority = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    request = (
        f"GET {prefix}/version HTTP/1.1\r\nHost: {authority}\r\n{VERSION_HEADER}: {API_VERSION}\r\n"
        "Accept: application/json\r\nConnection: close\r\n\r\n"
    )
    until = time.monotonic() + timeout
    with socket.create_connection((host, port), timeout=timeout) as connection:
        connection.sendall(request.encode("ascii"))
        return _version_in(_read(connection, until))


def _read(connection: socket.socket, until: float) -> bytes:
    received = b""
    while len(received) < _MOST_BYTES:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)
        chunk = connection.recv(_MOST_BYTES)
        if not chunk:
            break
        received += chunk
    return received


def _version_in(answer: bytes) -> dict[str, object] | None:
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.") or head.split(b" ", 2)[1:2] != [b"200"]:
        return None
    try:
        reply = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(reply, dict) or reply.get("name") != SERVER_NAME:
        return None
    return reply
