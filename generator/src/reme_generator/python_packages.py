"""Packages that run inside a Python host: which files of which host, and which folders people write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .model import Contract

# Folders of the hosts that have such a package.
FOLDERS = ("hermes",)
ROOTS = tuple(f"packages/{folder}" for folder in FOLDERS)
# What the handwritten folders import; with it comes all that it imports.
RUNTIME_MODULES = ("turn", "private_file", "repository", "session_state")
PLUGIN = "reme"
VENDORED = f"{PLUGIN}/reme_hooks"

# The only things in a package that a person writes.
HANDWRITTEN = tuple(f"{root}/{PLUGIN}/{name}" for root in ROOTS for name in ("adapter", "provider"))

_PARTIALS = "templates/_partials"
_SKILL = (f"{_PARTIALS}/skill_body.md.jinja", f"{_PARTIALS}/skill_words.jinja")
_SHARED: dict[str, tuple[str, tuple[str, ...]]] = {
    f"{PLUGIN}/host.py": (f"{_PARTIALS}/host.py.jinja", ()),
    f"{PLUGIN}/tools.py": (f"{_PARTIALS}/tools.py.jinja", ()),
    f"{PLUGIN}/skills/reme-memory/SKILL.md": (f"{_PARTIALS}/SKILL.md.jinja", _SKILL),
}
_OWN = {"hermes": ("__init__.py", "cli.py", "plugin.yaml", "after-install.md")}


def described(contract: Contract) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Package root and descriptor of every such package that the contract has."""
    for host in contract.hosts.values():
        if host["folder"] in FOLDERS:
            yield f"packages/{host['folder']}", host


def sources(folder: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Path below the package's root, template, and parts of it, of every file but the vendored ones."""
    for path, (source, parts) in _SHARED.items():
        yield path, source, parts
    for name in _OWN[folder]:
        yield f"{PLUGIN}/{name}", f"templates/{folder}/{name}.jinja", ()
    yield "README.md", f"templates/{folder}/README.md.jinja", ()
