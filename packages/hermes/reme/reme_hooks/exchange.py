# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/exchange.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""One HTTP/1.1 request and its answer, bounded in bytes and time; no redirect, no retry, no cookie."""

try:
    import _socket as sockets
except ImportError:
    import socket as sockets  # type: ignore[no-redef, unused-ignore]

from ._generated.v1 import hooks as rules
from ._generated.v1 import operations
from .deadline import Expired

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .connection import Connection
    from .deadline import Deadline

_CHUNK = 1 << 16
_VERSION_CODE = b'"api_version_unsupported"'
_VERDICTS = {
    200: "ok",
    401: "unauthorized",
    403: "unauthorized",
    408: "busy",
    413: "too_large",
    429: "busy",
    502: "busy",
    503: "busy",
    504: "busy",
}
_END_OF_HEAD = b"\r\n\r\n"


class Unanswered(Exception):
    """No usable answer: ``reason`` is ``unreachable``, ``timeout`` or ``stranger``."""

    def __init__(self, reason: str) -> None:
        super().__init__("No usable answer: " + reason + ".")
        self.reason = reason


class Answer:
    """Status, the server's API version (empty when it named none) and the body."""

    __slots__ = ("body", "status", "version")

    def __init__(self, status: int, version: str, body: bytes) -> None:
        self.status = status
        self.version = version
        self.body = body

    def verdict(self) -> str:
        """What the status means for the one who asked.

        ``ok``; ``version``: another major version; ``stranger``: no gateway; ``unauthorized``; ``busy``:
        later; ``failed``: a fault over there; ``too_large``; ``refused``: never.
        """
        major = self.version.partition(".")[0].strip()
        if not major:
            return "stranger"
        if major != str(operations.API_MAJOR) or (self.status == 400 and _VERSION_CODE in self.body):
            return "version"
        known = _VERDICTS.get(self.status)
        if known:
            return known
        return "failed" if self.status >= 500 else "refused" if self.status >= 400 else "stranger"


class Server:
    """Where requests go. The address has the form of ``configuration.endpoint``.

    ``patience`` is how many seconds a request may take until one is answered; 0.0 for all that there are.
    """

    __slots__ = ("_agent", "_deadline", "_origin", "_path", "_token", "_variables", "patience")

    def __init__(
        self, url: str, token: str, agent: str, deadline: "Deadline", variables: "dict[str, str]"
    ) -> None:
        scheme, _, rest = url.partition("://")
        authority, slash, path = rest.partition("/")
        self._origin = scheme + "://" + authority
        self._path = slash + path
        self._token = token
        self._agent = agent
        self._deadline = deadline
        self._variables = variables
        self.patience = 0.0

    def get(self, operation: str) -> Answer:
        """Ask for an operation that takes no request. Raises as ``post``."""
        return self.post(operation, b"")

    def post(self, operation: str, body: bytes) -> Answer:
        """Ask for one operation, by the method that it has. Raises Unanswered, or Expired at the deadline."""
        deadline = self._deadline.part(self.patience) if self.patience else self._deadline
        try:
            answer = self._exchange(deadline, operation, body)
        except Expired:
            self._deadline.left()
            raise Unanswered("timeout") from None
        self.patience = 0.0
        return answer

    def _exchange(self, deadline: "Deadline", operation: str, body: bytes) -> Answer:
        try:
            connection = _connect(self._origin, deadline, self._variables)
        except sockets.timeout:
            raise Unanswered("timeout") from None
        except (OSError, ValueError, UnicodeError):
            raise Unanswered("unreachable") from None
        try:
            return self._ask(connection, deadline, operation, body)
        except sockets.timeout:
            raise Unanswered("timeout") from None
        except OSError:
            raise Unanswered("unreachable") from None
        except ValueError:
            raise Unanswered("stranger") from None
        finally:
            connection.close()

    def _ask(self, connection: "Connection", deadline: "Deadline", operation: str, body: bytes) -> Answer:
        request = self._head(connection, operation, len(body)).encode("latin-1", "replace") + body
        connection.settimeout(deadline.left())
        try:
            connection.sendall(request)
        except ConnectionError:
            # A server may refuse a body without reading it; its answer is worth reading.
            pass
        return _read_answer(connection, deadline)

    def _head(self, connection: "Connection", operation: str, size: int) -> str:
        known = operations.OPERATIONS[operation]
        lines = [
            known["method"] + " " + connection.target + self._path + known["path"] + " HTTP/1.1",
            "Host: " + self._origin.partition("://")[2],
            "Content-Type: application/json",
            "Content-Length: " + str(size),
            operations.VERSION_HEADER + ": " + operations.API_VERSION,
            "User-Agent: " + self._agent,
            "Connection: close",
            *connection.headers,
        ]
        if self._token:
            lines.append("Authorization: Bearer " + self._token)
        return "\r\n".join(lines) + "\r\n\r\n"


def _connect(origin: str, deadline: "Deadline", variables: "dict[str, str]") -> "Connection":
    from .connection import is_loopback, loopback

    scheme, _, authority = origin.partition("://")
    host, port = split_authority(authority, 443 if scheme == "https" else 80)
    if scheme == "http" and is_loopback(host):
        return loopback(host, port, deadline)
    from .remote_connection import remote

    return remote(scheme, host, port, deadline, variables)


def split_authority(authority: str, default_port: int) -> "tuple[str, int]":
    """Host without brackets, and port."""
    host, colon, port = authority.rpartition(":")
    if not colon or "]" in port:
        host, port = authority, ""
    return host.strip("[]"), int(port) if port else default_port


def _read_answer(connection: "Connection", deadline: "Deadline") -> Answer:
    """Raises ValueError for what is no HTTP answer of acceptable size."""
    received = bytearray()
    while True:
        end = received.find(_END_OF_HEAD)
        if end >= 0:
            status, headers = _head(bytes(received[:end]))
            del received[: end + len(_END_OF_HEAD)]
            if status >= 200:
                break
        elif len(received) > rules.HEADER_BYTES or not _receive(connection, deadline, received):
            raise ValueError("The head of the answer does not end.")
    version = headers.get(operations.VERSION_HEADER.lower(), "")
    return Answer(status, version, _body(connection, deadline, received, headers))


def _head(head: bytes) -> "tuple[int, dict[str, str]]":
    first, *lines = head.decode("latin-1").split("\r\n")
    protocol, _, rest = first.partition(" ")
    if not protocol.startswith("HTTP/1.") or not (rest[:3].isascii() and rest[:3].isdigit()):
        raise ValueError("The answer is not HTTP.")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    return int(rest[:3]), headers


def _body(
    connection: "Connection", deadline: "Deadline", received: bytearray, headers: "dict[str, str]"
) -> bytes:
    if "chunked" in headers.get("transfer-encoding", "").lower():
        return _chunks(connection, deadline, received)
    length = headers.get("content-length", "")
    if not length:
        while _receive(connection, deadline, received):
            continue
        return bytes(received)
    if not (length.isascii() and length.isdigit()) or len(length) > 12:
        raise ValueError("The answer's length is no number.")
    _fill(connection, deadline, received, int(length))
    return bytes(received[: int(length)])


def _chunks(connection: "Connection", deadline: "Deadline", received: bytearray) -> bytes:
    body = bytearray()
    while True:
        end = received.find(b"\r\n")
        if end < 0:
            _fill(connection, deadline, received, len(received) + 1)
            continue
        size = int(bytes(received[:end]).partition(b";")[0], 16)
        if size < 0 or len(body) + size > rules.REPLY_BYTES:
            raise ValueError("The answer is too large.")
        del received[: end + 2]
        if not size:
            return bytes(body)
        _fill(connection, deadline, received, size + 2)
        body += received[:size]
        del received[: size + 2]


def _fill(connection: "Connection", deadline: "Deadline", received: bytearray, size: int) -> None:
    if size > rules.REPLY_BYTES:
        raise ValueError("The answer is too large.")
    while len(received) < size:
        if not _receive(connection, deadline, received):
            raise ValueError("The answer ends early.")


def _receive(connection: "Connection", deadline: "Deadline", received: bytearray) -> bool:
    connection.settimeout(deadline.left())
    part = connection.recv(_CHUNK)
    received += part
    if len(received) > rules.REPLY_BYTES + rules.HEADER_BYTES:
        raise ValueError("The answer is too large.")
    return bool(part)
