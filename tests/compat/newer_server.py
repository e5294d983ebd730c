"""The real server as a later minor, or another major, of the API would look to a released client."""

from __future__ import annotations

import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

HEADER = "Reme-Api-Version"
UNKNOWN = "added_later"
_PASSED_ON = ("Accept", "Authorization", "Content-Type", "User-Agent", HEADER)


class NewerServer:
    """Passes requests on to ``upstream`` and its answers back, changed. Use as a context manager.

    Every object of an answer gets a member that no released client knows; ``speaks`` is what it says its API
    version is; ``words`` replaces the text of a member, by the member's name, wherever it stands;
    ``asked_in`` replaces the version that a client asks in.
    """

    def __init__(
        self, upstream: str, *, speaks: str, words: dict[str, str] | None = None, asked_in: str | None = None
    ) -> None:
        self.upstream = urlsplit(upstream)
        self.speaks = speaks
        self.words = words or {}
        self.asked_in = asked_in
        # What clients got: operation (the path without its slash) and document.
        self.replies: list[tuple[str, Any]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> NewerServer:
        self._thread.start()
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, method: str, path: str, headers: Any, body: bytes | None) -> tuple[int, str, bytes]:
        """Status, media type and changed body of the upstream's answer."""
        connection = http.client.HTTPConnection(self.upstream.netloc, timeout=60)
        try:
            passed = {name: headers[name] for name in _PASSED_ON if headers[name] is not None}
            if self.asked_in is not None:
                passed[HEADER] = self.asked_in
            connection.request(method, path, body, passed)
            response = connection.getresponse()
            document = self._changed(json.loads(response.read()))
        finally:
            connection.close()
        if response.status == 200:
            self.replies.append((path.removeprefix("/"), document))
        return response.status, response.headers["Content-Type"], json.dumps(document).encode()

    def _changed(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            changed = {key: self._changed(entry, key) for key, entry in value.items()}
            return {UNKNOWN: {"why": ["nobody", 1.9, None]}, **changed}
        if isinstance(value, list):
            return [self._changed(entry) for entry in value]
        if name == "integration_api_version":
            return self.speaks
        return self.words.get(name, value) if isinstance(value, str) else value

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        newer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._pass_on(None)

            def do_POST(self) -> None:
                self._pass_on(self.rfile.read(int(self.headers["Content-Length"])))

            def _pass_on(self, body: bytes | None) -> None:
                status, media_type, content = newer.answer(self.command, self.path, self.headers, body)
                self.send_response(status)
                self.send_header("Content-Type", media_type)
                self.send_header("Content-Length", str(len(content)))
                self.send_header(HEADER, newer.speaks)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                """Nothing of a test's traffic goes to stderr."""

        return Handler
