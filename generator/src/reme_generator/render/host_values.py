"""A descriptor as its package's templates want it: one entry per registration, names put together."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .. import agent_plugin, host_packages, js_packages, python_packages
from ..model import Contract, Operation
from .schemas import standalone

Host = Mapping[str, Any]

_PROMISE = "One memory for all of your coding agents, on your own machine."
_FLAGS = ("-I", "-S")
_EVENT_KEYS = ("native", "select", "event", "actions", "reply")
_SLICE_KEYS = ("id", "folder", "version", "minimum_api_version")
_LIMIT_KEYS = ("amount", "unit")


def host_values(contract: Contract) -> dict[str, dict[str, Any]]:
    """Host id → everything its templates use."""
    tools = {str(operation.tool.name): operation for operation in contract.operations if operation.tool}
    return {
        host["id"]: {
            **host,
            "description": f"{_PROMISE} {host['summary']}",
            "short_description": _PROMISE,
            "hooks": tuple(_hooks(host)),
            "native_tools": tuple(_native_tool(contract, tools[name]) for name in host["tools"]["names"]),
            "slice": runtime_slice(host),
            "options": tuple(
                {"type": "string", **row} for row in host["settings"] if row["where"] == "plugin-option"
            ),
            "host_settings": tuple(row for row in host["settings"] if row["where"] != "plugin-option"),
            "tool_rows": tuple(tools[name] for name in host["tools"]["names"]),
            "optional_tool_rows": tuple(tools[name] for name in host["tools"]["optional_names"]),
        }
        for kind in (host_packages, js_packages, python_packages, agent_plugin)
        for _, host in kind.described(contract)
    }


def runtime_slice(host: Host) -> dict[str, Any]:
    """What the hook runtime needs of a descriptor: reading all hosts would cost each event far more."""
    injection, limit = host["injection"], host["injection"].get("host_limit", {})
    return {
        **{key: host[key] for key in _SLICE_KEYS},
        "events": [
            {
                **{key: row[key] for key in _EVENT_KEYS if key in row},
                "deadline": {"inner_ms": row["deadline"]["inner_ms"]},
            }
            for row in host.get("events", ())
        ],
        "injection": {
            "max_chars": injection["max_chars"],
            **({"host_limit": {key: limit[key] for key in _LIMIT_KEYS}} if limit else {}),
            "dropped_by_compaction": injection.get("dropped_by_compaction", False),
            **({"stays_in_history": False} if injection.get("stays_in_history") is False else {}),
        },
        "capabilities": {"steering": host["capabilities"].get("steering", False)},
        "variables": {key: name for key, name in host.get("variables", {}).items() if key != "root"},
    }


def _hooks(host: Host) -> Iterator[dict[str, Any]]:
    """One registration per native event, in the order in which the descriptor first names it."""
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for row in host.get("events", ()):
        rows.setdefault(row["native"], []).append(row)
    for native, same in rows.items():
        yield {
            "native": native,
            **_child_process(host, native),
            "timeout": same[0]["deadline"].get("declared"),
            "inner_ms": max(row["deadline"]["inner_ms"] for row in same),
            "lifted": _lifted(host) if any("reply" in row for row in same) else {},
            "rows": tuple({**row, "when": row["event"].replace("-", " ")} for row in same),
        }


def _child_process(host: Host, native: str) -> dict[str, Any]:
    """How the host starts a hook; nothing where listeners run inside of it."""
    if host["runtime"]["process"] != "per-event":
        return {}
    program = host["runtime"]["command"]
    script = f"${{{host['variables']['root']}}}/hook.py"
    return {
        "arguments": (*_FLAGS, script, native),
        "command": _command(program, script, native),
        "command_windows": _command(host["runtime"].get("command_windows", program), script, native),
    }


def _native_tool(contract: Contract, operation: Operation) -> dict[str, Any]:
    """A tool as a plugin registers it; the schema is plain JSON Schema without references."""
    assert operation.tool is not None  # noqa: S101 - narrowed by the caller
    return {
        "name": operation.tool.name,
        "title": operation.title,
        "description": operation.description,
        "readOnly": operation.tool.read_only,
        "parameters": standalone(contract, operation.request),
    }


def _command(program: str, script: str, native: str) -> str:
    """Bare words and one quoted path: the form that sh, cmd and PowerShell read alike."""
    return " ".join((program, *_FLAGS, f'"{script}"', native))


def _lifted(host: Host) -> dict[str, Any]:
    """The key of a registration that lifts the host's size limit, with its value."""
    key, _, value = host["injection"].get("host_limit", {}).get("lifted_by", "").partition(" = ")
    return {key: json.loads(value)} if value else {}
