"""Marketplace packages: which files of which host, and which of their folders are written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .model import Contract

# Folders of the hosts that have such a package.
FOLDERS = ("claude-code", "codex")
ROOTS = tuple(f"packages/{folder}" for folder in FOLDERS)
# What the plugin's hook.py and the adapters import; with them comes all that these import.
RUNTIME_MODULES = ("hook", "json_text", "module_cache", "observation")

_PLUGIN = "reme"
# The only thing in a package that a person writes.
ADAPTERS = tuple(f"{root}/{_PLUGIN}/adapter" for root in ROOTS)

_PARTIALS = "templates/_partials"
_SHARED = {
    f"{_PLUGIN}/hook.py": f"{_PARTIALS}/hook.py.jinja",
    f"{_PLUGIN}/host.py": f"{_PARTIALS}/host.py.jinja",
    f"{_PLUGIN}/skills/reme-memory/SKILL.md": f"{_PARTIALS}/SKILL.md.jinja",
}
_SKILL_PARTS = (f"{_PARTIALS}/skill_body.md.jinja", f"{_PARTIALS}/skill_words.jinja")
_README_PARTS = (f"{_PARTIALS}/readme_events.md.jinja", f"{_PARTIALS}/readme_settings.md.jinja")
_OWN: dict[str, dict[str, str]] = {
    "claude-code": {
        ".claude-plugin/marketplace.json": "marketplace.json",
        f"{_PLUGIN}/.claude-plugin/plugin.json": "plugin.json",
    },
    "codex": {
        ".agents/plugins/marketplace.json": "marketplace.json",
        f"{_PLUGIN}/.codex-plugin/plugin.json": "plugin.json",
    },
}
_OWN_EVERYWHERE = {
    "README.md": "README.md",
    f"{_PLUGIN}/.mcp.json": "mcp.json",
    f"{_PLUGIN}/hooks/hooks.json": "hooks.json",
}


def described(contract: Contract) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Package root and descriptor of every marketplace package that the contract has."""
    for host in contract.hosts.values():
        if host["folder"] in FOLDERS:
            yield f"packages/{host['folder']}", host


def sources(folder: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Path below the package's root, template, and parts of it, of every file but the vendored ones."""
    for path, source in _SHARED.items():
        yield path, source, _SKILL_PARTS if path.endswith("SKILL.md") else ()
    for path, name in {**_OWN[folder], **_OWN_EVERYWHERE}.items():
        yield path, f"templates/{folder}/{name}.jinja", _README_PARTS if path == "README.md" else ()
