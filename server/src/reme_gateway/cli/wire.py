"""What a request needs of the contract, without the models; a test compares it with the contract."""

from __future__ import annotations

API_VERSION = "1.0"
VERSION_HEADER = "Reme-Api-Version"
SERVER_NAME = "reme-gateway"
GET_OPERATIONS = frozenset({"version", "health", "status"})

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def is_loopback_name(host: str) -> bool:
    """Whether a URL's host is this machine: such a request never goes through a proxy."""
    host = host.lower().strip("[]")
    return host in LOOPBACK_NAMES or (host.startswith("127.") and host.replace(".", "").isdigit())
