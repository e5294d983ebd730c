"""Codex's command line as recorded from version 0.171.0: how it answers, and what it does to its files.

Run as a program. ``FAKE_STATE`` names a folder with ``calls.jsonl`` (what it was called with) and, made by a
test, ``refuse`` (a word in the command that fails), ``trust`` (what hooks/list says) and ``mute``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path

STATE = Path(__file__).parent
HOME = Path(os.environ.get("CODEX_HOME") or f"{os.environ['HOME']}/.codex")
CONFIG = HOME / "config.toml"


def main(arguments: list[str]) -> int:
    with (STATE / "calls.jsonl").open("a") as calls:
        calls.write(json.dumps({"arguments": arguments, "environment": dict(os.environ)}) + "\n")
    refused = STATE / "refuse"
    if refused.exists() and refused.read_text() in arguments:
        sys.stderr.write(
            "WARNING: something else\nError: the disk is full of testing\n\nCaused by:\n    0: x\n"
        )
        return 1
    if arguments == ["--version"]:
        print("codex-cli 0.171.0" if not (STATE / "version").exists() else (STATE / "version").read_text())
        return 0
    if arguments == ["app-server"]:
        return app_server()
    HOME.mkdir(exist_ok=True)
    match arguments:
        case ["plugin", "marketplace", "add", source, "--json"]:
            return marketplace_add(source)
        case ["plugin", "marketplace", "remove", name, "--json"]:
            return remove(rf"marketplaces\.{name}", {"marketplaceName": name, "installedRoot": None})
        case ["plugin", "add", selector, "--json"]:
            return plugin_add(selector)
        case ["plugin", "remove", selector, "--json"]:
            plugin, _, market = selector.partition("@")
            shutil.rmtree(HOME / "plugins" / "cache" / market / plugin, ignore_errors=True)
            return remove(rf'plugins\."{selector}"', {"pluginId": selector})
        case ["mcp", "add", name, "--url", url, *rest]:
            lines = [f"[mcp_servers.{name}]", f'url = "{url}"']
            lines += [f'bearer_token_env_var = "{rest[1]}"'] if rest else []
            cut(rf"mcp_servers\.{name}")
            append(lines)
            return 0
        case ["mcp", "remove", name]:
            return remove(rf"mcp_servers\.{name}", {})
    sys.stderr.write("error: unrecognized subcommand\n")
    return 2


def document() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(CONFIG.read_text("utf-8-sig")) if CONFIG.exists() else {}


def write(text: str) -> None:
    """It reads universal line ends and writes line feeds, for the owner only."""
    CONFIG.write_bytes(text.encode())
    CONFIG.chmod(0o600)


def text() -> str:
    if not CONFIG.exists():
        return ""
    found = CONFIG.read_text("utf-8-sig").replace("\r\n", "\n")
    return found if found.endswith("\n") or not found else f"{found}\n"


def append(lines: list[str]) -> None:
    """New tables come last, but before the comments that close the file."""
    body = text()
    closing = re.search(r"\n((?:\s*#[^\n]*\n|\n)*)\Z", body)
    place = closing.start() + 1 if closing and closing[1].strip() else len(body)
    head, tail = body[:place], body[place:]
    gap = "\n" if head else ""
    write(head + gap + "\n".join(lines) + "\n" + tail)


def cut(header: str) -> bool:
    body = text()
    shorter = re.sub(rf"\n?^\[{header}\]\n(?:[^\[\n#][^\n]*\n)*", "", body, flags=re.MULTILINE)
    write(shorter)
    return shorter != body


def marketplace_add(source: str) -> int:
    manifest = Path(source, ".agents", "plugins", "marketplace.json")
    if not manifest.exists():
        sys.stderr.write("Error: marketplace root does not contain a supported manifest\n")
        return 1
    name = json.loads(manifest.read_text())["name"]
    known = document().get("marketplaces", {}).get(name)
    if known is None:
        append([f"[marketplaces.{name}]", 'source_type = "local"', f'source = "{source}"'])
    elif known["source"] != source:
        sys.stderr.write(
            f"Error: marketplace '{name}' is already added from a different source; "
            "remove it before adding this source\n"
        )
        return 1
    print(json.dumps({"marketplaceName": name, "installedRoot": source, "alreadyAdded": known is not None}))
    return 0


def plugin_add(selector: str) -> int:
    plugin, _, market = selector.partition("@")
    root = Path(document()["marketplaces"][market]["source"])
    version = json.loads((root / plugin / ".codex-plugin" / "plugin.json").read_text())["version"]
    cache = HOME / "plugins" / "cache" / market / plugin
    shutil.rmtree(cache, ignore_errors=True)
    shutil.copytree(root / plugin, cache / version)
    cut(rf'plugins\."{selector}"')
    append([f'[plugins."{selector}"]', "enabled = true"])
    print(json.dumps({"pluginId": selector, "version": version}))
    return 0


def remove(header: str, reply: dict[str, object]) -> int:
    cut(header)
    print(json.dumps(reply))
    return 0


def hooks() -> list[dict[str, object]]:
    trust = (STATE / "trust").read_text() if (STATE / "trust").exists() else "untrusted"
    if document().get("features", {}).get("hooks") is False:
        return []
    found = []
    for selector, entry in document().get("plugins", {}).items():
        plugin, _, market = selector.partition("@")
        for file in (HOME / "plugins" / "cache" / market / plugin).glob("*/hooks/hooks.json"):
            declared = json.loads(file.read_text())["hooks"]
            for event in declared if entry["enabled"] else ():
                snake = re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
                key = f"{selector}:hooks/hooks.json:{snake}:0:0"
                found.append(
                    {
                        "key": key,
                        "eventName": event[0].lower() + event[1:],
                        "pluginId": selector,
                        "enabled": True,
                        "trustStatus": trust,
                    }
                )
    return found


def app_server() -> int:
    """One JSON object per line; notifications come in between."""
    for line in sys.stdin:
        message = json.loads(line)
        if (STATE / "mute").exists():
            print("no JSON", flush=True)
            continue
        if "id" not in message:
            continue
        print(json.dumps({"method": "remoteControl/status/changed", "params": {}}), flush=True)
        result: dict[str, object] = {"userAgent": "fake"}
        if message["method"] == "hooks/list":
            cwd = message["params"]["cwds"][0]
            result = {"data": [{"cwd": cwd, "hooks": hooks(), "warnings": [], "errors": []}]}
        print(json.dumps({"id": message["id"], "result": result}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
