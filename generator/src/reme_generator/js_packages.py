"""Packages that run inside a JavaScript host: which files of which host, and which folders people write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .model import Contract

# Folders of the hosts that have such a package.
FOLDERS = ("dsh", "openclaw")
ROOTS = tuple(f"packages/{folder}" for folder in FOLDERS)
# What the plugins import; with it comes all that it imports.
RUNTIME_MODULES = ("runtime/index",)
# For who writes or reads a plugin: its comments name these types.
DECLARATIONS = ("runtime/index.d.ts",)
VENDORED = "src/reme"

# The only things in a package that a person writes.
HANDWRITTEN = tuple(f"{root}/src/{name}" for root in ROOTS for name in ("adapter", "plugin"))
LICENCE = "LICENSE"

_PARTIALS = "templates/_partials"
_SKILL = (f"{_PARTIALS}/skill_body.md.jinja", f"{_PARTIALS}/skill_words.jinja")
_README = (f"{_PARTIALS}/readme_listeners.md.jinja", f"{_PARTIALS}/readme_settings.md.jinja")
_SHARED: dict[str, tuple[str, tuple[str, ...]]] = {
    f"{VENDORED}/host.js": (f"{_PARTIALS}/host.js.jinja", ()),
    f"{VENDORED}/tools.js": (f"{_PARTIALS}/tools.js.jinja", ()),
    f"{VENDORED}/skill.js": (f"{_PARTIALS}/skill.js.jinja", _SKILL),
    "skills/reme-memory/SKILL.md": (f"{_PARTIALS}/SKILL.md.jinja", _SKILL),
}
_OWN = {"dsh": ("cordis.patch.yml",), "openclaw": ("openclaw.plugin.json",)}


def described(contract: Contract) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Package root and descriptor of every such package that the contract has."""
    for host in contract.hosts.values():
        if host["folder"] in FOLDERS:
            yield f"packages/{host['folder']}", host


def sources(folder: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Path below the package's root, template, and parts of it, of every file but the copied ones."""
    for path, (source, parts) in _SHARED.items():
        yield path, source, parts
    for name in ("package.json", *_OWN[folder]):
        yield name, f"templates/{folder}/{name}.jinja", ()
    yield "README.md", f"templates/{folder}/README.md.jinja", _README
