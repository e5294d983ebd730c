"""Something that listens where the gateway should be, and is not what a hook hopes for."""

from __future__ import annotations

import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

Fault = Literal["silent", "dripping", "garbage", "failing", "too large", "other major"]

_PATIENCE = 30.0
_STATUS = {"failing": 500, "too large": 413, "other major": 400}


class FaultyGateway:
    """A context manager; ``asked`` are the paths of all requests so far."""

    def __init__(self, fault: Fault, port: int = 0) -> None:
        self.fault = fault
        self.asked: list[str] = []
        self.over = threading.Event()
        faulty = self

        class Handler(_Handler):
            owner = faulty

        self._server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> FaultyGateway:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_PATIENCE)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: FaultyGateway

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        self.owner.asked.append(self.path)
        self.rfile.read(int(self.headers.get("content-length") or 0))
        self.close_connection = True
        try:
            self._answer(self.owner.fault)
        except OSError:
            return  # whoever asked waits no longer

    do_GET = do_DELETE = do_POST  # noqa: N815 - names that the server looks for

    def _answer(self, fault: Fault) -> None:
        if fault == "silent":
            self.owner.over.wait(_PATIENCE)
        elif fault == "dripping":
            for char in b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + b" " * 100_000:
                if self.owner.over.is_set():
                    return
                self.wfile.write(bytes([char]))
                self.wfile.flush()
                time.sleep(0.05)
        elif fault == "garbage":
            self.wfile.write(b"\x00\xff nothing that HTTP knows\r\n\r\n")
        else:
            self._problem(_STATUS[fault], "2.0" if fault == "other major" else "1.0")

    def _problem(self, status: int, version: str) -> None:
        code = {400: "api_version_unsupported", 413: "request_too_large", 500: "internal_error"}[status]
        body = json.dumps(
            {"status": status, "code": code, "title": "A fault", "detail": "As scripted."}
        ).encode()
        self.send_response(status)
        self.send_header("content-type", "application/problem+json")
        self.send_header("content-length", str(len(body)))
        self.send_header("Reme-Api-Version", version)
        self.end_headers()
        self.wfile.write(body)


def closed_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
