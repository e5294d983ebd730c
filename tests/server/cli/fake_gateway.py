"""A gateway that answers what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = dict[str, Any] | tuple[int, Any] | Callable[[dict[str, Any]], Any]

VERSION = {"name": "reme-gateway", "version": "9.9.9", "integration_api_version": "1.0"}


class FakeGateway:
    """Use as a context manager. Maps paths to a reply, (status, document or bytes), or a function."""

    def __init__(self, **answers: Answer) -> None:
        self.answers: dict[str, Answer] = {"version": VERSION, **answers}
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.headers: list[dict[str, str]] = []
        self.targets: list[str] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                fake.answer(self)

            def do_POST(self) -> None:
                fake.answer(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        length = int(request.headers.get("Content-Length") or 0)
        body = json.loads(request.rfile.read(length)) if length else {}
        operation = request.path.rpartition("/")[2]
        self.asked.append((operation, body))
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        self.targets.append(request.path)
        answer = self.answers.get(
            operation, (404, problem("operation_unknown", "There is no such operation."))
        )
        if callable(answer):
            answer = answer(body)
        status, document = answer if isinstance(answer, tuple) else (200, answer)
        payload = document if isinstance(document, bytes) else json.dumps(document).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(payload)))
        request.end_headers()
        request.wfile.write(payload)

    def __enter__(self) -> FakeGateway:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def problem(
    code: str, detail: str, hint: str = "Do the other thing.", status: int = 400, **more: Any
) -> dict[str, Any]:
    """A problem document."""
    return {
        "type": f"urn:reme:error:{code}",
        "title": code,
        "status": status,
        "code": code,
        "detail": detail,
        "retryable": False,
        "hint": hint,
        **more,
    }


def status(**parts: Any) -> dict[str, Any]:
    """A status reply; ``queue`` and ``index`` are merged into the parts of a healthy server."""
    queue = {
        "backend": "sqlite",
        "extractor": "outline",
        "pending_sessions": 0,
        "pending_events": 0,
        "sessions": [],
    }
    index = {"state": "ready", "documents": 12, "done": 3, "total": 3}
    counts = dict.fromkeys(("appended", "duplicate", "conflict", "filtered", "rejected", "redactions"), 0)
    return {
        "version": "9.9.9",
        "integration_api_version": "1.0",
        "pid": 4711,
        "address": "http://127.0.0.1:2333",
        "workspace": "/srv/memory",
        "zone": "Europe/Berlin",
        "uptime_seconds": 3700,
        "surfaces": ["json", "mcp"],
        "health": parts.get("health", {"status": "ok", "reasons": []}),
        "store": {"sessions": 2, **counts, **parts.get("store", {})},
        "index": {**index, **parts.get("index", {})},
        "queue": {**queue, **parts.get("queue", {})},
        "clients": parts.get("clients", []),
    }


def waiting(*sessions: dict[str, Any]) -> dict[str, Any]:
    """The queue part of a status in which these sessions wait."""
    defaults = {"host": "codex", "scope_id": "default", "pending": 1, "attempts": 0}
    items = [{**defaults, **item} for item in sessions]
    return {
        "pending_sessions": len(items),
        "pending_events": sum(item["pending"] for item in items),
        "sessions": items,
    }
