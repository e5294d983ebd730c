"""OpenClaw's command line as recorded from version 2026.9.6: how it answers, and what it does to its files.

Run as a program. Beside it: ``calls.jsonl`` (what it was called with), and ``refuse`` made by a test.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

BESIDE = Path(__file__).parent
STATE = Path(os.environ.get("OPENCLAW_STATE_DIR") or f"{os.environ['HOME']}/.openclaw")
CONFIG = Path(os.environ.get("OPENCLAW_CONFIG_PATH") or STATE / "openclaw.json")
HOOKS = (
    "session_start",
    "before_prompt_build",
    "agent_end",
    "before_compaction",
    "after_compaction",
    "before_reset",
    "session_end",
    "gateway_stop",
)
BLOCKED = ("before_prompt_build", "agent_end")
META = {"migrations": {"modelPolicyAllowlist": True}, "lastTouchedVersion": "2026.9.6"}


def main(arguments: list[str]) -> int:
    with (BESIDE / "calls.jsonl").open("a") as calls:
        calls.write(json.dumps({"arguments": arguments, "environment": dict(os.environ)}) + "\n")
    refused = BESIDE / "refuse"
    if refused.exists() and refused.read_text() in arguments:
        return failed("the disk is full of testing")
    match arguments:
        case ["--version"]:
            print("OpenClaw 2026.9.6 (eb377ac)")
        case ["config", "get", name, "--json"]:
            if name not in read():
                return failed(f"Config path is valid but unset: {name}.")
            print(json.dumps(read()[name]))
        case ["config", "set", path, value, "--strict-json"]:
            write(path, json.loads(value))
        case ["config", "unset", path]:
            write(path, None)
        case ["plugins", "install", source, "--force", "--accept-capabilities"]:
            return install(Path(source))
        case ["plugins", "enable", name, "--accept-capabilities"]:
            write(f"plugins.entries.{name}.enabled", True)
        case ["plugins", "uninstall", name, "--force"]:
            return uninstall(name)
        case ["plugins", "inspect", name, "--runtime", "--json"]:
            return inspect(name)
        case _:
            return failed(f"unknown command {arguments}")
    return 0


def failed(message: str) -> int:
    sys.stderr.write(f"Error: {message}\n")
    return 1


def read() -> dict[str, Any]:
    """JSON5 as far as the tests write it: whole lines of comments."""
    text = CONFIG.read_text() if CONFIG.exists() else "{}"
    found: dict[str, Any] = json.loads(re.sub(r"(?m)^\s*//.*$", "", text))
    return found


def put(document: dict[str, Any]) -> None:
    """The host's own form: comments are gone, and it notes who wrote last."""
    document.pop("meta", None)
    CONFIG.parent.mkdir(parents=True, exist_ok=True)
    if CONFIG.exists():
        shutil.copy(CONFIG, CONFIG.with_name("openclaw.json.bak"))
    else:
        document.setdefault("plugins", {}).setdefault("entries", {})["codex"] = {"config": {"catalog": False}}
    CONFIG.write_text(json.dumps(document | {"meta": META}, indent=2) + "\n")


def write(path: str, value: Any) -> None:
    document = read()
    *names, last = path.split(".")
    place = document
    for name in names:
        place = place.setdefault(name, {})
    if value is None:
        place.pop(last, None)
    else:
        place[last] = value
    put(document)


def install(source: Path) -> int:
    name = json.loads((source / "openclaw.plugin.json").read_text())["id"]
    copy = STATE / "extensions" / name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(source, copy)
    document = read()
    plugins = document.setdefault("plugins", {})
    # The marker of an earlier removal stays.
    plugins.setdefault("entries", {}).setdefault(name, {"enabled": True})
    if "allow" in plugins and name not in plugins["allow"]:
        plugins["allow"].append(name)
    put(document)
    print(f"Installed plugin: {name}\nSaved for the next Gateway start.")
    return 0


def uninstall(name: str) -> int:
    copy = STATE / "extensions" / name
    if not copy.exists():
        return failed(f"Plugin not found: {name}")
    shutil.rmtree(copy)
    document = read()
    plugins = document["plugins"]
    plugins["entries"][name] = {"enabled": False}
    if "allow" in plugins:
        plugins["allow"].remove(name)
        if not plugins["allow"]:
            del plugins["allow"]
    put(document)
    return 0


def inspect(name: str) -> int:
    entry = read().get("plugins", {}).get("entries", {}).get(name, {})
    access = entry.get("hooks", {}).get("allowConversationAccess")
    hooks = [hook for hook in HOOKS if access or hook not in BLOCKED]
    told = [] if access else [{"level": "warn", "message": "typed hooks blocked"}]
    print(json.dumps({"typedHooks": [{"name": hook} for hook in hooks], "diagnostics": told}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
