"""Runs a plugin's entry script and ends it with SIGKILL just before its n-th call that changes anything.

Started by the interpreter with -I -S, like a hook: arguments are the script, the event and n.
"""

import _socket
import posix
import sys

SIGKILL = 9
script, event, number = sys.argv[1], sys.argv[2], int(sys.argv[3])
left = number


def count() -> None:
    global left
    left -= 1
    if left == 0:
        posix.kill(posix.getpid(), SIGKILL)


def counting(name: str) -> None:
    original = getattr(posix, name)

    def call(*arguments, **options):  # type: ignore[no-untyped-def]
        count()
        return original(*arguments, **options)

    setattr(posix, name, call)


class CountingSocket(_socket.socket):
    """Dies before it connects, before it sends, and between request and answer."""

    def connect(self, address):  # type: ignore[no-untyped-def]
        count()
        return super().connect(address)

    def sendall(self, data):  # type: ignore[no-untyped-def]
        count()
        return super().sendall(data)

    def recv(self, size):  # type: ignore[no-untyped-def]
        count()
        return super().recv(size)


for changing in ("open", "write", "fsync", "replace", "unlink", "mkdir", "utime"):
    counting(changing)
_socket.socket = CountingSocket  # type: ignore[misc]
sys.argv = [script, event]
source = b""
with open(script, "rb") as file:
    source = file.read()
exec(compile(source, script, "exec"), {"__name__": "__main__", "__file__": script})
