"""Claude Code's command line as recorded from version 2.1.332: how it answers, and what it does to its files.

Run as a program. Beside it: ``calls.jsonl`` (what it was called with), and ``refuse`` made by a test.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

STATE = Path(__file__).parent
NAMED = os.environ.get("CLAUDE_CONFIG_DIR")
HOME = Path(NAMED or f"{os.environ['HOME']}/.claude")
STATE_FILE = HOME / ".claude.json" if NAMED else Path(os.environ["HOME"]) / ".claude.json"
SETTINGS, SECRETS = HOME / "settings.json", HOME / ".credentials.json"
KNOWN, INSTALLED = HOME / "plugins" / "known_marketplaces.json", HOME / "plugins" / "installed_plugins.json"
BUILTIN = {"id": "cc-plugin-privacy@builtin", "version": "unknown", "scope": "user", "enabled": True}
# It writes these keys behind all others when it rewrites settings.
LAST = ("model", "enabledPlugins", "extraKnownMarketplaces", "pluginConfigs")


def main(arguments: list[str]) -> int:
    stdin = "" if sys.stdin.isatty() else sys.stdin.read()
    with (STATE / "calls.jsonl").open("a") as calls:
        call = {"arguments": arguments, "environment": dict(os.environ), "stdin": stdin}
        calls.write(json.dumps(call) + "\n")
    refused = STATE / "refuse"
    if refused.exists() and refused.read_text() in arguments:
        return failed("Failed to do it: the disk is full of testing")
    if arguments == ["--version"]:
        print("2.1.332 (Claude Code)")
        return 0
    if not STATE_FILE.exists():
        put(STATE_FILE, {"firstStartTime": "2026-12-01T02:59:12.471Z", "seenNotifications": {}}, end="")
    match arguments:
        case ["plugin", "list", "--json"]:
            print(json.dumps([*listed(), BUILTIN]))
        case ["plugin", "marketplace", "list", "--json"]:
            found = [{"name": name, **entry["source"]} for name, entry in get(KNOWN).items()]
            print(json.dumps(found))
        case ["plugin", "marketplace", "add", source, "--json"]:
            return marketplace_add(source)
        case ["plugin", "marketplace", "remove", name, "--json"]:
            return marketplace_remove(name)
        case ["plugin", "install", selector, "--json"]:
            return install(selector)
        case ["plugin", "enable", selector, "--json"]:
            change(SETTINGS, lambda it: it["enabledPlugins"].update({selector: True}))
        case ["plugin", "disable", selector, "--json"]:
            change(SETTINGS, lambda it: it["enabledPlugins"].update({selector: False}))
        case ["plugin", "update", selector, "--json"]:
            return install(selector)
        case ["plugin", "configure", selector, "--values-stdin", "--json"]:
            return configure(selector, json.loads(stdin))
        case ["plugin", "uninstall", selector, "--json", *rest]:
            return uninstall(selector, keep="--keep-data" in rest)
        case _:
            return failed("unknown command")
    return 0


def failed(message: str) -> int:
    print(json.dumps({"outcome": "failed", "message": message}))
    sys.stderr.write(f"✘ {message}\n")
    return 1


def get(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return found


def put(path: Path, document: dict[str, Any], end: str = "\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + end)


def change(path: Path, how: Any) -> None:
    document = get(path)
    how(document)
    ordered = {name: value for name, value in document.items() if name not in LAST}
    put(path, ordered | {name: document[name] for name in LAST if name in document})


def root(market: str) -> Path:
    return Path(get(KNOWN)[market]["source"]["path"])


def source(selector: str) -> Path | None:
    """Where the marketplace says that the plugin is."""
    plugin, _, market = selector.partition("@")
    rows = get(root(market) / ".claude-plugin" / "marketplace.json").get("plugins", [])
    return next((root(market) / row["source"] for row in rows if row["name"] == plugin), None)


def manifest(selector: str) -> dict[str, Any]:
    place = source(selector)
    return get(place / ".claude-plugin" / "plugin.json") if place else {}


def listed() -> list[dict[str, Any]]:
    found = []
    for selector, entries in get(INSTALLED).get("plugins", {}).items():
        plugin, _, market = selector.partition("@")
        place = source(selector)
        missing = f"Plugin {plugin} not found in marketplace {market}"
        rest = {"readFromFolder": str(place)} if place else {"errors": [missing]}
        enabled = get(SETTINGS).get("enabledPlugins", {}).get(selector, False)
        found.append({"id": selector, **entries[0], "enabled": enabled, **rest})
    return found


def marketplace_add(source: str) -> int:
    name = get(Path(source) / ".claude-plugin" / "marketplace.json")["name"]
    place = {"source": "directory", "path": source}
    change(SETTINGS, lambda it: it.setdefault("extraKnownMarketplaces", {}).update({name: {"source": place}}))
    entry = {"source": place, "installLocation": source, "lastUpdated": "2026-12-01T02:59:13.178Z"}
    put(KNOWN, get(KNOWN) | {name: entry}, end="")
    print(json.dumps({"command": "marketplace-add", "outcome": "ok", "marketplace": name}))
    return 0


def marketplace_remove(name: str) -> int:
    if name not in get(KNOWN):
        return failed(f"Failed to remove marketplace: Marketplace '{name}' not found")
    change(SETTINGS, lambda it: it.get("extraKnownMarketplaces", {}).pop(name, None))
    put(KNOWN, {key: value for key, value in get(KNOWN).items() if key != name}, end="")
    return 0


def install(selector: str) -> int:
    plugin, _, market = selector.partition("@")
    place = source(selector)
    if place is None:
        return failed(f'Failed to install plugin "{selector}": Plugin "{plugin}" not found')
    version = manifest(selector)["version"]
    cache = HOME / "plugins" / "cache" / market / plugin / version
    shutil.copytree(place, cache, dirs_exist_ok=True)
    entry = {"scope": "user", "installPath": str(cache), "version": version}
    document = get(INSTALLED) or {"version": 2, "plugins": {}}
    document["plugins"][selector] = [entry]
    put(INSTALLED, document, end="")
    change(SETTINGS, lambda it: it.setdefault("enabledPlugins", {}).update({selector: True}))
    return 0


def configure(selector: str, values: dict[str, str]) -> int:
    schema = manifest(selector)["userConfig"]
    plain = {name: value for name, value in values.items() if not schema[name].get("sensitive")}
    secret = {name: value for name, value in values.items() if schema[name].get("sensitive")}
    if plain:

        def add(document: dict[str, Any]) -> None:
            entry = document.setdefault("pluginConfigs", {}).setdefault(selector, {"options": {}})
            entry["options"].update(plain)

        change(SETTINGS, add)
    if secret:
        SECRETS.write_text(json.dumps({"pluginSecrets": {selector: secret}}))
    return 0


def uninstall(selector: str, *, keep: bool) -> int:
    document = get(INSTALLED)
    if selector not in document.get("plugins", {}):
        return failed(f'Failed to uninstall plugin "{selector}": not found in installed plugins')
    plugin, _, market = selector.partition("@")
    del document["plugins"][selector]
    put(INSTALLED, document, end="")

    def forget(settings: dict[str, Any]) -> None:
        settings.get("enabledPlugins", {}).pop(selector, None)
        settings.setdefault("pluginConfigs", {}).pop(selector, None)

    change(SETTINGS, forget)
    if SECRETS.exists():
        secrets = get(SECRETS)
        secrets.get("pluginSecrets", {}).pop(selector, None)
        SECRETS.write_text(json.dumps({key: value for key, value in secrets.items() if value}))
    for version in (HOME / "plugins" / "cache" / market / plugin).iterdir():
        (version / ".orphaned_at").write_text("1796093953434")
    if not keep:
        shutil.rmtree(HOME / "plugins" / "data" / f"{plugin}-{market}", ignore_errors=True)
    put(STATE_FILE, get(STATE_FILE) | {"declinedPlugins": [selector]}, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
