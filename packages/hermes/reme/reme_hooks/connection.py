# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/connection.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""A connection to this machine; never through a proxy, never with a name looked up."""

try:
    import _socket as sockets
except ImportError:
    import socket as sockets  # type: ignore[no-redef, unused-ignore]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .deadline import Deadline


class Connection:
    """A socket, and what a request over it has to say more: a proxy wants the whole address."""

    __slots__ = ("_socket", "headers", "target")

    def __init__(self, socket: "sockets.socket", target: str = "", headers: "tuple[str, ...]" = ()) -> None:
        self._socket = socket
        self.target = target
        self.headers = headers

    def settimeout(self, seconds: float) -> None:
        self._socket.settimeout(seconds)

    def sendall(self, data: bytes) -> None:
        self._socket.sendall(data)

    def recv(self, size: int) -> bytes:
        return self._socket.recv(size)

    def close(self) -> None:
        try:
            self._socket.close()
        except OSError:
            return


def is_loopback(host: str) -> bool:
    """Whether a host, without brackets, can only be this machine."""
    name = host.rstrip(".").lower()
    if name in ("localhost", "::1") or name.endswith(".localhost") or name.startswith("::ffff:127."):
        return True
    parts = name.split(".")
    return len(parts) == 4 and parts[0] == "127" and all(part.isascii() and part.isdigit() for part in parts)


def loopback(host: str, port: int, deadline: "Deadline") -> Connection:
    """Connect to a loopback address or to `localhost`. Raises OSError."""
    if ":" in host:
        return _open(sockets.AF_INET6, (host, port, 0, 0), deadline)
    if host[:1].isdigit():
        return _open(sockets.AF_INET, (host, port), deadline)
    try:
        return _open(sockets.AF_INET, ("127.0.0.1", port), deadline)
    except ConnectionError:
        return _open(sockets.AF_INET6, ("::1", port, 0, 0), deadline)


def _open(family: int, address: "tuple[object, ...]", deadline: "Deadline") -> Connection:
    socket = sockets.socket(family, sockets.SOCK_STREAM)
    try:
        socket.settimeout(deadline.left())
        socket.connect(address)
    except OSError:
        socket.close()
        raise
    return Connection(socket)
