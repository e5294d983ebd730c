"""Plugins of other people beside ours, made for a test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_BLOCK_ONCE = """\
import json, sys
payload = json.load(sys.stdin)
if not payload.get("stop_hook_active"):
    print(json.dumps({"decision": "block", "reason": "Go on: say it once more."}))
"""


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


def marketplace(root: Path, name: str) -> Path:
    """A marketplace of one plugin for both hosts, named like it; the plugin's folder is returned."""
    plugin = root / name
    _write(
        root / ".agents" / "plugins" / "marketplace.json",
        {"name": name, "plugins": [{"name": name, "source": f"./{name}"}]},
    )
    _write(
        root / ".claude-plugin" / "marketplace.json",
        {"name": name, "owner": {"name": "x"}, "plugins": [{"name": name, "source": f"./{name}"}]},
    )
    for folder in (".codex-plugin", ".claude-plugin"):
        _write(
            plugin / folder / "plugin.json", {"name": name, "version": "0.0.1", "description": "A test's."}
        )
    return plugin


def stop_once_more(root: Path) -> str:
    """A plugin whose Stop hook makes each turn go on once; returns ``plugin@marketplace``."""
    plugin = marketplace(root, "again")
    _write(plugin / "block.py", _BLOCK_ONCE)
    command = f'python3 "{plugin / "block.py"}"'
    hook = {"type": "command", "command": command, "timeout": 10}
    _write(plugin / "hooks" / "hooks.json", {"hooks": {"Stop": [{"hooks": [hook]}]}})
    return "again@again"


def generic_entry(root: Path, url: str) -> str:
    """A plugin that only brings our server's tools, under the name that all our packages give them."""
    plugin = marketplace(root, "generic")
    _write(plugin / ".mcp.json", {"mcpServers": {"reme": {"type": "http", "url": f"{url}/mcp"}}})
    return "generic@generic"
