"""How a client starts a stdio server (E1 to E3, S1, S5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Launch:
    """The words of a command line, its folder, and the variables beside the client's own."""

    words: tuple[str, ...]
    folder: str
    variables: Mapping[str, str]


def launch_of(entry: Mapping[str, Any], root: Path, data: str) -> Launch:
    """The start of a valid stdio entry. ``root`` is resolved, ``data`` the plugin's data folder."""
    values = {"${PLUGIN_ROOT}": str(root), "${PLUGIN_DATA}": data}
    command = str(entry["command"])
    program = str(root / command) if command.startswith("./") else command
    cwd = str(entry.get("cwd", "./"))
    folder = str(root / cwd) if cwd.startswith("./") else _expanded(cwd, values)
    configured = {name: _expanded(value, values) for name, value in entry.get("env", {}).items()}
    return Launch(
        (program, *(_expanded(word, values) for word in entry.get("args", ()))),
        folder,
        {**configured, "PLUGIN_ROOT": str(root), "PLUGIN_DATA": data},
    )


def _expanded(text: str, values: Mapping[str, str]) -> str:
    """One pass: what a value brings in is not looked at again."""
    parts, rest = [], text
    while rest:
        places = [(rest.find(name), name) for name in values if name in rest]
        if not places:
            break
        place, name = min(places)
        parts += [rest[:place], values[name]]
        rest = rest[place + len(name) :]
    return "".join([*parts, rest])
