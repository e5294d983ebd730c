"""Telling whether an entry that somebody made in a host is ReMe once more."""

from __future__ import annotations

from urllib.parse import urlsplit

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PROXY = "mcp-proxy.mjs"


def is_same_server(place: str, url: str) -> bool:
    """Whether an MCP entry's address or command line leads to the server at ``url``."""
    if not place.startswith(("http://", "https://")):
        # Our generic package's proxy, or ReMe's own server over stdio.
        return _PROXY in place or any(
            word.rpartition("/")[2] in ("reme", "reme-mcp") for word in place.split()
        )
    return _endpoint(place) == _endpoint(url)


def _endpoint(url: str) -> tuple[str, int]:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return "", 0
    return "127.0.0.1" if host in _LOOPBACK else host, port
