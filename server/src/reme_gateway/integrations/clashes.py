"""Telling whether an entry that somebody made in a host is ReMe once more."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_PROXY = "mcp-proxy.mjs"
# What the generic package's manifest carries, whatever somebody calls the plugin or its marketplace.
_NAMESPACE = "io.agentscope.reme"


def is_same_server(place: str, url: str) -> bool:
    """Whether an MCP entry's address or command line leads to the server at ``url``."""
    if not place.startswith(("http://", "https://")):
        # Our generic package's proxy, or ReMe's own server over stdio.
        return _PROXY in place or any(
            word.rpartition("/")[2] in ("reme", "reme-mcp") for word in place.split()
        )
    return _endpoint(place) == _endpoint(url)


def is_generic_package(folder: Path) -> bool:
    """Whether a plugin's folder is our package for clients without hooks."""
    try:
        manifest = json.loads((folder / "plugin.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    extensions = manifest.get("extensions") if isinstance(manifest, dict) else None
    return isinstance(extensions, dict) and _NAMESPACE in extensions


def generic_package_beside(selector: str) -> str:
    """What doctor says of it."""
    return f"the generic package {selector} is on as well: it brings the skill and the tools once more"


def _endpoint(url: str) -> tuple[str, int]:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return "", 0
    return "127.0.0.1" if host in _LOOPBACK else host, port
