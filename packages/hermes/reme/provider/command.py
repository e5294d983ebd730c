"""`hermes reme status`: how this home's memory is."""

from __future__ import annotations

import argparse
import json

from . import status
from .home import real_home


def register_cli(parser: argparse.ArgumentParser) -> None:
    """Add the sub-commands to the host's parser of `hermes reme`."""
    commands = parser.add_subparsers(dest="reme_action")
    shown = commands.add_parser("status", help="address, switches, what waits and what happened last")
    shown.add_argument("--json", action="store_true", dest="as_json", help="the same for scripts")


def run_command(arguments: argparse.Namespace) -> int:
    """0 when the server answers, 1 when it does not."""
    found = status.report(real_home(None))
    if getattr(arguments, "as_json", False):
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(found)))
    return 0 if _object(found["server"]).get("reachable") else 1


def _lines(found: dict[str, object]) -> list[str]:
    lines = [f"ReMe {found['package']} in {found['home']}"]
    if "problem" in found:
        lines.append(f"  problem: {found['problem']}")
    for name, setting in _object(found.get("settings")).items():
        lines.append(f"  {name}: {_object(setting).get('value')} (from {_object(setting).get('origin')})")
    if "token" in found:
        lines.append(f"  token: {'set' if _object(found['token']).get('set') else 'not set'}")
    server = _object(found["server"])
    versions = f"version {server.get('version')}, integration API {server.get('integration_api_version')}"
    lines.append(f"  server: {versions if server.get('reachable') else 'does not answer'}")
    spool = _object(found["spool"])
    lines.append(f"  waiting: {spool.get('waiting')}, refused for good: {spool.get('rejected')}")
    last = _object(found["last"])
    for name, entry in sorted(_object(last.get("events")).items(), key=lambda item: str(item[1])):
        lines.append(f"  last {name}: {_object(entry).get('at')}, {_object(entry).get('result')}")
    for name in ("recall", "delivery", "problem"):
        entry = _object(last.get(name))
        if entry:
            lines.append(f"  last {name}: {entry.get('at')}, {entry.get('result') or entry.get('code')}")
    return lines


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
