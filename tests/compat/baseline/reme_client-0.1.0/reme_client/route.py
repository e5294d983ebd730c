"""How to reach an origin: directly, or through the proxy that the environment names."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

_PROXY_SCHEMES = ("http", "https", "socks5", "socks5h")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Route:
    """``proxy`` is the proxy's address without credentials, or None for a direct connection."""

    proxy: str | None = None
    proxy_auth: tuple[str, str] | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return f"through {self.proxy}" if self.proxy else "direct"


DIRECT = Route()


def is_loopback(host: str) -> bool:
    """Whether a host name or address (brackets allowed) can only be this machine."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


def route_to(url: str, environ: Mapping[str, str]) -> Route:
    """The route to an origin: loopback is always direct, others obey HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and
    NO_PROXY.

    A lower-case variable wins over its upper-case twin. Raises ValueError for a proxy that can't be used.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if is_loopback(host):
        return DIRECT
    proxy = _variable(environ, f"{parts.scheme}_proxy") or _variable(environ, "all_proxy")
    if not proxy or _bypassed(
        host, parts.port or _DEFAULT_PORTS[parts.scheme], _variable(environ, "no_proxy")
    ):
        return DIRECT
    return _parse(proxy)


def _variable(environ: Mapping[str, str], name: str) -> str:
    # A CGI server turns a request's header `Proxy` into HTTP_PROXY: its sender could choose the proxy.
    upper = "" if name == "http_proxy" and "REQUEST_METHOD" in environ else environ.get(name.upper(), "")
    return (environ.get(name) or upper).strip()


def _parse(proxy: str) -> Route:
    parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
    if parts.scheme not in _PROXY_SCHEMES or not parts.hostname:
        raise ValueError(f"the proxy's address must begin with one of {', '.join(_PROXY_SCHEMES)}")
    default = _DEFAULT_PORTS.get(parts.scheme, 1080)
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return Route(f"{parts.scheme}://{name}:{parts.port or default}", auth)


def _bypassed(host: str, port: int, rules: str) -> bool:
    return any(
        _matches(host.lower(), port, rule.strip().lower()) for rule in rules.split(",") if rule.strip()
    )


def _matches(host: str, port: int, rule: str) -> bool:
    if rule == "*":
        return True
    if "/" in rule:
        return _in_network(host, rule)
    name, separator, wanted = rule.rpartition(":")
    if separator and wanted.isdigit() and (":" not in name or name.endswith("]")):
        if int(wanted) != port:
            return False
        rule = name
    rule = rule.strip("[]").removeprefix("*").lstrip(".")
    return host == rule or host.endswith(f".{rule}")


def _in_network(host: str, rule: str) -> bool:
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(rule, strict=False)
    except ValueError:
        return False
