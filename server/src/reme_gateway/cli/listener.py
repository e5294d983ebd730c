"""The socket that the server will listen on: bound before anything else, so that its port is known."""

from __future__ import annotations

import errno
import os
import socket

from reme_gateway.cli.outcome import CONFIGURATION, FAILED, CommandFailed
from reme_gateway.cli.probe import gateway_at

_PROBE_SECONDS = 1.0


def bind(host: str, port: int) -> socket.socket:
    """A bound socket; port 0 picks a free one. Raises ``CommandFailed``, telling who has a taken port."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise CommandFailed(
            f"host {host!r} is no address: {getattr(error, 'strerror', None) or error}",
            "write an address of this machine, as 127.0.0.1",
            exit_code=CONFIGURATION,
        ) from error
    # `localhost` may name ::1 as well; clients are told, and try first, the older one.
    family, kind, protocol, _, address = min(found, key=lambda item: item[0] != socket.AF_INET)
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # A restart must not wait for the last server's connections; on Windows this would share the port.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        elif hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _refused(host, port, error) from error
    return listener


class PortTaken(CommandFailed):
    """Somebody listens there; ``gateway`` tells whether it is a ReMe Gateway."""

    def __init__(self, what: str, remedy: str, gateway: bool) -> None:
        super().__init__(what, remedy, exit_code=FAILED)
        self.gateway = gateway


def _refused(host: str, port: int, error: OSError) -> CommandFailed:
    if error.errno == errno.EADDRINUSE:
        return _taken({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)  # noqa: S104
    if error.errno in (errno.EACCES, errno.EPERM):
        return CommandFailed(
            f"port {port} may not be used: {error.strerror}",
            "choose one above 1023 with --port",
            exit_code=CONFIGURATION,
        )
    return CommandFailed(
        f"host {host} cannot be listened on: {error.strerror}",
        "write an address of this machine, as 127.0.0.1",
        exit_code=CONFIGURATION,
    )


def _taken(host: str, port: int) -> PortTaken:
    try:
        found = gateway_at(host, port, _PROBE_SECONDS)
    except OSError:
        found = None
    if found is None:
        return PortTaken(
            f"port {port} is taken by another program, which is no ReMe Gateway",
            "stop that program, or choose another port with --port",
            gateway=False,
        )
    return PortTaken(
        f"port {port} is taken by a ReMe Gateway, version {found.get('version')}",
        "use that one, stop it first, or choose another port with --port",
        gateway=True,
    )
