# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/remote_connection.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""A connection to another machine: names, TLS and proxies. Loaded only where the address is no loopback."""

import socket as sockets
import ssl
from binascii import b2a_base64
from ipaddress import ip_address, ip_network

from .connection import Connection, is_loopback
from .deadline import Deadline
from .exchange import split_authority

_HEAD_BYTES = 1 << 16
_DEFAULT_PORTS = {"http": 80, "https": 443}


def remote(scheme: str, host: str, port: int, deadline: Deadline, variables: "dict[str, str]") -> Connection:
    """Connect, over TLS for https, through a proxy where the environment asks for one.

    Raises OSError when that fails, also for a certificate, and ValueError for a proxy that can't be used.
    """
    # Looking a name up can't be interrupted.
    deadline.end_whatever_blocks()
    proxy = _proxy(scheme, host, port, variables)
    if not proxy:
        return Connection(_tls(scheme, host, sockets.create_connection((host, port), deadline.left())))
    proxy_host, proxy_port, authorization = _parse(proxy)
    socket = sockets.create_connection((proxy_host, proxy_port), deadline.left())
    if scheme == "http":
        return Connection(socket, "http://" + _authority(host, port), authorization)
    try:
        _tunnel(socket, _authority(host, port), authorization, deadline)
    except (OSError, ValueError):
        socket.close()
        raise
    return Connection(_tls(scheme, host, socket))


def _tls(scheme: str, host: str, socket: sockets.socket) -> sockets.socket:
    if scheme == "http":
        return socket
    try:
        return ssl.create_default_context().wrap_socket(socket, server_hostname=host)
    except (OSError, ValueError):
        socket.close()
        raise


def _tunnel(socket: sockets.socket, authority: str, headers: "tuple[str, ...]", deadline: Deadline) -> None:
    lines = ["CONNECT " + authority + " HTTP/1.1", "Host: " + authority, *headers, "", ""]
    socket.settimeout(deadline.left())
    socket.sendall("\r\n".join(lines).encode("latin-1"))
    head = b""
    # Byte by byte: what follows the head belongs to TLS.
    while not head.endswith(b"\r\n\r\n"):
        socket.settimeout(deadline.left())
        byte = socket.recv(1)
        head += byte
        if not byte or len(head) > _HEAD_BYTES:
            raise OSError("The proxy's answer does not end.")
    if head.split(b" ", 2)[1:2] != [b"200"]:
        raise OSError("The proxy refused the tunnel.")


def _proxy(scheme: str, host: str, port: int, variables: "dict[str, str]") -> str:
    if is_loopback(host):
        return ""
    proxy = _variable(scheme + "_proxy", variables) or _variable("all_proxy", variables)
    rules = [rule.strip().lower() for rule in _variable("no_proxy", variables).split(",")]
    return "" if any(_matches(host.lower(), port, rule) for rule in rules if rule) else proxy


def _variable(name: str, variables: "dict[str, str]") -> str:
    # A CGI server turns a request's header `Proxy` into HTTP_PROXY: its sender could choose the proxy.
    upper = "" if name == "http_proxy" and "REQUEST_METHOD" in variables else variables.get(name.upper(), "")
    return (variables.get(name) or upper).strip()


def _matches(host: str, port: int, rule: str) -> bool:
    if rule == "*":
        return True
    if "/" in rule:
        try:
            return ip_address(host) in ip_network(rule, strict=False)
        except ValueError:
            return False
    name, colon, wanted = rule.rpartition(":")
    if colon and wanted.isdigit() and (":" not in name or name.endswith("]")):
        if int(wanted) != port:
            return False
        rule = name
    rule = rule.strip("[]").removeprefix("*").lstrip(".")
    return host == rule or host.endswith("." + rule)


def _parse(proxy: str) -> "tuple[str, int, tuple[str, ...]]":
    scheme, separator, rest = proxy.partition("://")
    if not separator:
        scheme, rest = "http", proxy
    if scheme.lower() != "http":
        raise ValueError("Hooks know no other proxies than those with an http address.")
    credentials, at, authority = rest.partition("/")[0].rpartition("@")
    host, port = split_authority(authority, _DEFAULT_PORTS["http"])
    if not at:
        return host, port, ()
    encoded = b2a_base64(_unquote(credentials), newline=False).decode("ascii")
    return host, port, ("Proxy-Authorization: Basic " + encoded,)


def _unquote(text: str) -> bytes:
    first, *parts = text.encode("utf-8").split(b"%")
    pieces = [first]
    for part in parts:
        try:
            pieces.append(bytes([int(part[:2], 16)]) + part[2:])
        except ValueError:
            pieces.append(b"%" + part)
    return b"".join(pieces)


def _authority(host: str, port: int) -> str:
    return ("[" + host + "]" if ":" in host else host) + ":" + str(port)
