"""ReMe's own plugins, as people had them before this gateway: stand-ins after their published manifests.

Names, files, events, timeouts, requests and what they demand of a reply are those of
`reme@reme-marketplace` for Claude Code and `reme@reme-codex` for Codex; the scripts are ours. Two generations
are in the field:

- 0.1: an MCP entry with the server's address, and a Stop hook that detaches and calls a tool over MCP;
- 0.2: an MCP entry that starts a bridge, and hooks that recall and record over the JSON jobs. The bridge
  needs `fastmcp` in the host's own Python, where most people have none.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_CALLS = """\
import json, os, sys, urllib.request

def post(url, document):
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(url, json.dumps(document).encode(), headers)
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read()

def note(words):
    with open(NOTES, "a") as notes:
        notes.write(words + "\\n")
"""
# Of generation 0.1: the server is to read the transcript by itself.
_RECORD = """\
payload = json.load(sys.stdin)
if os.fork() == 0:
    os.setsid()
    arguments = {"transcript_path": payload["transcript_path"], "session_id": payload["session_id"]}
    call = {"name": TOOL, "arguments": arguments}
    try:
        reply = post(URL + "/mcp", {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call})
        note("refused" if b'"isError":true' in reply else "recorded")
    except Exception as error:
        note("not recorded: " + type(error).__name__)
    os._exit(0)
"""
# Of generation 0.2: what was said stays in a queue until the server says success.
_RECALL_AND_RECORD = """\
def job(name, document):
    reply = json.loads(post(URL + "/" + name, document))
    if reply.get("success") is not True:
        raise ValueError("not acknowledged")
    return reply

def recall(payload):
    answer = job("search", {"query": payload["prompt"], "limit": 5, "min_score": 0.0}).get("answer")
    if not answer:
        return {}
    note("recalled")
    block = '<reme-context source="auto-recall">\\\\n' + str(answer) + "\\\\n</reme-context>"
    return {"hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": block}}

def record(payload):
    text = [{"type": "text", "text": payload["last_assistant_message"]}]
    message = {"id": "m1", "role": "assistant", "name": "assistant", "content": text}
    job("auto_memory", {"session_id": payload["session_id"], "messages": [message], "date": "2026-12-01"})
    note("recorded")
    return {}

try:
    payload = json.load(sys.stdin)
    event = payload["hook_event_name"]
    reply = recall(payload) if event == "UserPromptSubmit" else record(payload) if event == "Stop" else {}
except Exception as error:
    note(event + " failed: " + type(error).__name__)
    reply = {}
print(json.dumps(reply))
"""
_BRIDGE = """\
try:
    import fastmcp
except ImportError:
    raise SystemExit("The bridge needs fastmcp in the host's python3.")
"""


_TOOLS = {"claude-code": "auto_memory_cc", "codex": "auto_memory_codex"}
_BRIDGES: dict[str, dict[str, Any]] = {
    "claude-code": {"command": "python3", "args": ["${CLAUDE_PLUGIN_ROOT}/hooks/mcp_bridge.py"]},
    "codex": {
        "command": "python3",
        "args": ["hooks/mcp_bridge.py"],
        "cwd": ".",
        "env_vars": ["CODEX_HOME"],
    },
}
_SKILL = """\
---
name: reme-memory
description: Recall past conversations from ReMe.
---

# ReMe memory
"""


@dataclass(frozen=True)
class OlderPlugin:
    """A marketplace on disk; ``selector`` is how the host names its plugin."""

    marketplace: Path
    plugin: Path
    selector: str

    @property
    def notes_file(self) -> Path:
        """Where its hooks write down how they fared."""
        return self.marketplace.with_name(f"{self.marketplace.name}.notes")

    @property
    def notes(self) -> list[str]:
        """How its hooks fared, one line each."""
        return self.notes_file.read_text(encoding="utf-8").splitlines() if self.notes_file.exists() else []


def older_plugin(root: Path, host: str, generation: str, url: str) -> OlderPlugin:
    """Write the plugin of a generation for a host; ``url`` is the server's address."""
    made = _claude_code(root) if host == "claude-code" else _codex(root)
    variable = "CLAUDE_PLUGIN_ROOT" if host == "claude-code" else "PLUGIN_ROOT"
    command = f'python3 "${{{variable}}}/hooks/auto_memory.py"'
    constants = {"URL": url, "TOOL": _TOOLS[host], "NOTES": str(made.notes_file)}
    head = "".join(f"{name} = {value!r}\n" for name, value in constants.items()) + _CALLS
    if generation == "0.1":
        server: dict[str, Any] = {"type": "http", "url": f"{url}/mcp"}
        hooks = {"Stop": _handler(command, 30)}
        _write(made.plugin / "hooks" / "auto_memory.py", head + _RECORD)
    else:
        server = _BRIDGES[host]
        # Claude Code runs the long ones beside the session; Codex skips what asks for that.
        beside = {"async": True} if host == "claude-code" else {}
        hooks = {
            "UserPromptSubmit": _handler(command, 15),
            "Stop": _handler(command, 610, **beside),
            "SessionStart": _handler(command, 610, **beside),
            "SessionEnd": _handler(command, 3),
        }
        _write(made.plugin / "hooks" / "auto_memory.py", head + _RECALL_AND_RECORD)
        _write(made.plugin / "hooks" / "mcp_bridge.py", _BRIDGE)
    _write(made.plugin / ".mcp.json", {"mcpServers": {"reme": server}})
    _write(made.plugin / "hooks" / "hooks.json", {"hooks": hooks})
    _write(made.plugin / "skills" / "reme-memory" / "SKILL.md", _SKILL)
    return made


def _claude_code(root: Path) -> OlderPlugin:
    entry = {"name": "reme", "source": "./reme", "description": "ReMe for Claude Code."}
    listing = {"name": "reme-marketplace", "owner": {"name": "ReMe"}, "plugins": [entry]}
    _write(root / ".claude-plugin" / "marketplace.json", listing)
    manifest = {"name": "reme", "version": "0.2.0", "description": "ReMe for Claude Code."}
    _write(root / "reme" / ".claude-plugin" / "plugin.json", manifest)
    return OlderPlugin(root, root / "reme", "reme@reme-marketplace")


def _codex(root: Path) -> OlderPlugin:
    entry = {
        "name": "reme",
        "source": {"source": "local", "path": "./plugins/reme"},
        "category": "Productivity",
    }
    _write(root / ".agents" / "plugins" / "marketplace.json", {"name": "reme-codex", "plugins": [entry]})
    manifest = {
        "name": "reme",
        "version": "0.2.2",
        "description": "ReMe for Codex.",
        "skills": "./skills/",
        "mcpServers": "./.mcp.json",
        "hooks": "./hooks/hooks.json",
    }
    plugin = root / "plugins" / "reme"
    _write(plugin / ".codex-plugin" / "plugin.json", manifest)
    return OlderPlugin(root, plugin, "reme@reme-codex")


def _handler(command: str, timeout: int, **more: Any) -> list[dict[str, Any]]:
    return [{"hooks": [{"type": "command", "command": command, "timeout": timeout, **more}]}]


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
