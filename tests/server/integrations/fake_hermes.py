"""Hermes' command line as recorded from version 0.19.0: how it answers, and how it writes its configuration.

Run as a program. Beside it lie ``calls.jsonl`` (what it was called with) and, made by a test, ``refuse`` (a
word in the command that fails) and ``version``. Like the host it drops comments; the little YAML it reads
is what the tests write.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

STATE = Path(__file__).parent
HOME = Path(os.environ.get("HERMES_HOME") or f"{os.environ['HOME']}/.hermes")
CONFIG = HOME / "config.yaml"


def main(arguments: list[str]) -> int:
    with (STATE / "calls.jsonl").open("a") as calls:
        calls.write(json.dumps({"arguments": arguments, "environment": dict(os.environ)}) + "\n")
    refused = STATE / "refuse"
    if refused.exists() and refused.read_text() in arguments:
        sys.stderr.write("Cannot set 'memory.provider': it is managed by your administrator.\n")
        return 1
    match arguments:
        case ["--version"]:
            version = (STATE / "version").read_text() if (STATE / "version").exists() else "0.19.0"
            print(f"Hermes Agent v{version} (2026.7.20)\nPython: 3.12.1\nUp to date")
            return 0
        case ["config", "set", "memory.provider", name]:
            write({**read(), "memory": {**read().get("memory", {}), "provider": name}})
            return 0
        case ["config", "unset", "memory.provider"]:
            document = read()
            memory = document.pop("memory", {})
            memory.pop("provider", None)
            write({**document, **({"memory": memory} if memory else {})})
            return 0
    sys.stderr.write("hermes: error: unknown command\n")
    return 2


def read() -> dict[str, dict[str, str]]:
    """Sections of `name: value` lines."""
    document: dict[str, dict[str, str]] = {}
    section = ""
    for line in CONFIG.read_text().splitlines() if CONFIG.exists() else []:
        bare = line.partition("#")[0].rstrip()
        name, _, value = bare.strip().partition(": ")
        if bare and not bare.startswith(" "):
            section = bare.removesuffix(":")
            document[section] = {}
        elif bare:
            document[section][name] = value
    return document


def write(document: dict[str, dict[str, str]]) -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    lines = []
    for section, values in document.items():
        lines += [f"{section}:", *(f"  {name}: {value}" for name, value in values.items())]
    CONFIG.write_text("".join(f"{line}\n" for line in lines))


sys.exit(main(sys.argv[1:]))
