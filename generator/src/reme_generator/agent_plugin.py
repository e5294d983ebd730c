"""The package for any client of Agent Plugins 1.0, and the MCP proxy that is copied into it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .model import Contract

FOLDER = "agent-plugin"
ROOT = f"packages/{FOLDER}"

# The proxy is written by hand in a package of its own; in both places it needs modules of js-client.
PROXY = "packages/mcp-proxy"
PROXY_MANIFEST = f"{PROXY}/package.json"
PROXY_SOURCES = f"{PROXY}/src"
_VENDORED = "_vendor/reme-client"
PROXY_VENDOR = f"{PROXY_SOURCES}/_vendor"
_SERVERS = f"{ROOT}/servers"
_TEMPLATES = f"templates/{FOLDER}"
_SKILL = "skills/reme-memory"
_WORDS = "templates/_partials/skill_words.jinja"
_SOURCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "plugin.json": ("plugin.json", ()),
    "mcp.json": ("mcp.json", ()),
    f"{_SKILL}/SKILL.md": ("SKILL.md", (_WORDS,)),
    f"{_SKILL}/references/optional-tools.md": ("optional-tools.md", ()),
    "README.md": ("README.md", ()),
}
# With it comes all that it imports: the settings and where each comes from.
CLIENT_MODULES = ("configuration",)


def described(contract: Contract) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Package root and descriptor, when the contract has this package."""
    for host in contract.hosts.values():
        if host["folder"] == FOLDER:
            yield ROOT, host


def sources() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Path below the package's root, template, and parts of it, of every file but the copied ones."""
    for path, (name, parts) in _SOURCES.items():
        yield path, f"{_TEMPLATES}/{name}.jinja", parts


def read_proxy(root: Path) -> dict[str, bytes]:
    """The proxy's handwritten files by path, with LF line ends; empty where there is no proxy."""
    folder = root / PROXY_SOURCES
    files = [root / PROXY_MANIFEST, *sorted(folder.glob("*.mjs"))]
    return {
        path.relative_to(root).as_posix(): path.read_bytes().replace(b"\r\n", b"\n")
        for path in files
        if path.is_file()
    }


def copies(proxy: tuple[str, ...], modules: tuple[str, ...], client: str) -> Iterator[tuple[str, str]]:
    """Target and original of every copied file.

    ``proxy`` are paths that ``read_proxy`` found, ``modules`` lie below the client's folder ``client``.
    """
    for original in proxy:
        yield f"{_SERVERS}/{original.rpartition('/')[2]}", original
    for folder in (PROXY_SOURCES, _SERVERS):
        for module in modules:
            yield f"{folder}/{_VENDORED}/{module}", f"{client}/{module}"
