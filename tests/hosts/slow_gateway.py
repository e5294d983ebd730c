"""The real gateway behind somebody who passes one operation on late."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_PATIENCE = 60.0
_HOP = {"connection", "transfer-encoding", "content-length", "keep-alive"}


class SlowGateway:
    """A context manager; ``operation`` is passed on after ``seconds``, or when the test releases it.

    ``arrived`` and ``passed_on`` hold what ``note`` said when such a request came, and when it was passed on.
    """

    def __init__(self, url: str, operation: str, seconds: float, note: Callable[[], int]) -> None:
        self.behind = url.rpartition("/")[2]
        self.operation = operation
        self.seconds = seconds
        self.note = note
        self.arrived: list[int] = []
        self.passed_on: list[int] = []
        self._came = threading.Event()
        self._released = threading.Event()
        slow = self

        class Handler(_Handler):
            owner = slow

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> SlowGateway:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(_PATIENCE)

    def wait_until_arrived(self) -> None:
        """Return when the slow operation has been asked for."""
        assert self._came.wait(_PATIENCE), f"nobody asked for {self.operation}"

    def release(self) -> None:
        """Slow no more."""
        self._released.set()

    def hold(self) -> None:
        """Let a request wait."""
        self.arrived.append(self.note())
        self._came.set()
        self._released.wait(self.seconds)
        self.passed_on.append(self.note())


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: SlowGateway

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        self.close_connection = True
        if self.path.strip("/") == self.owner.operation:
            self.owner.hold()
        connection = http.client.HTTPConnection(self.owner.behind, timeout=_PATIENCE)
        try:
            headers = {name: value for name, value in self.headers.items() if name.lower() not in _HOP}
            connection.request(self.command, self.path, body, headers)
            reply = connection.getresponse()
            content = reply.read()
            self.send_response(reply.status)
            for name, value in reply.getheaders():
                if name.lower() not in _HOP:
                    self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except OSError:
            return  # whoever asked waits no longer
        finally:
            connection.close()

    do_GET = do_POST  # noqa: N815 - a name that the server looks for
