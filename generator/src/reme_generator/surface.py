"""What other programs rely on in a contract, as plain JSON that later generators can compare."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from .documents import Document
from .model import Contract, DataModule, ErrorCode, Operation, Origin, Shape

Surface = Mapping[str, Any]

_RECALL = ("recall_open", "recall_notice", "recall_close", "recall_item", "recall_continuation")
_NEUTRAL = ("recall_min_snippet", "neutral_characters", "neutral_sequences")
_MARKERS = ("truncation_marker", "clip_mark", "base64_marker", "base64_marker_start", "unknown_type")
# The runtime's own sizes and times may change; its switches and what it leaves on disk may not.
_HOOKS = ("settings", "project_file", "project_switches", "private_folder", "log_folder", "spool_folder")
_HOOK_STATE = ("rejected_folder", "state_folder", "heartbeat_file")
# In a table of their own.
_TABLES = ("limits", "operations", "errors")
# Sentences for people; everything else of configuration.json is where users' settings are found.
_PROSE = ("origins", "messages", "endpoint_problems", "setting_problems")


def surface(contract: Contract, vectors: Iterable[Document]) -> dict[str, Any]:
    """The contract without prose; ``vectors`` are the parsed files of ``v1/vectors/``."""
    return {
        "api_version": contract.api_version,
        "version_header": contract.version_header,
        "operations": {str(row.name): _operation(row) for row in contract.operations},
        "errors": {str(row.code): _error(row) for row in contract.errors},
        "limits": _limits(contract.module("limits")),
        "shapes": {str(shape.name): _shape(shape) for shape in contract.shapes},
        "data": {
            module.name: _PROMISES.get(module.name, _values)(module)
            for module in contract.data
            if module.name not in _TABLES
        },
        "vectors": {document.path: _cases(document.data) for document in vectors},
    }


def _operation(row: Operation) -> dict[str, Any]:
    return {
        "origin": _origin(row.origin),
        "method": row.method,
        "path": row.path,
        "token_required": row.token_required,
        "retry_safe": row.retry_safe,
        "request": str(row.request),
        "reply": str(row.reply),
        "audience": list(row.audience),
        "deadline_ms": row.deadline_ms,
        "tool": None if row.tool is None else asdict(row.tool),
    }


def _error(row: ErrorCode) -> dict[str, Any]:
    return {"origin": _origin(row.origin), "status": row.status, "retryable": row.retryable}


def _limits(module: DataModule) -> dict[str, Any]:
    return {
        row.name.lower(): {"value": row.value, "unit": row.comment.partition(":")[0]}
        for row in module.constants
    }


def _shape(shape: Shape) -> dict[str, Any]:
    return {"origin": _origin(shape.origin), "role": shape.role, "schema": _bare(shape.schema)}


def _origin(origin: Origin) -> list[str]:
    return [origin.file, origin.pointer]


def _bare(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Without title and description; a member may have either name."""
    bare = {key: value for key, value in schema.items() if key not in ("title", "description")}
    if "items" in bare:
        bare["items"] = _bare(bare["items"])
    if "properties" in bare:
        bare["properties"] = {name: _bare(part) for name, part in bare["properties"].items()}
    return bare


def _cases(data: Mapping[str, Any]) -> dict[str, Any]:
    """Group → case → hash of its input and expected output; sentences for people may be reworded."""
    groups = {group: cases for group, cases in data.items() if isinstance(cases, list)}
    return {group: {case["name"]: _digest(case) for case in cases} for group, cases in groups.items()}


def _digest(case: Mapping[str, Any]) -> str:
    told = {key: value for key, value in case.items() if key not in ("name", "message", "description")}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def _values(module: DataModule) -> dict[str, Any]:
    return {constant.name.lower(): constant.value for constant in module.constants}


def _picked(module: DataModule, names: Iterable[str]) -> dict[str, Any]:
    values = _values(module)
    return {name: values[name] for name in names if name in values}


def _boundary(module: DataModule) -> dict[str, Any]:
    elements: dict[str, Any] = {row["name"]: {} for row in _values(module).get("elements", ())}
    return {**_picked(module, (*_RECALL, *_NEUTRAL)), "elements": elements}


def _redaction(module: DataModule) -> dict[str, Any]:
    return {**_picked(module, ("mark",)), "patterns": {row["id"]: {} for row in _values(module)["patterns"]}}


def _configuration(module: DataModule) -> dict[str, Any]:
    return {name: value for name, value in _values(module).items() if name not in _PROSE}


def _lifecycle(module: DataModule) -> dict[str, Any]:
    return {
        "events": {
            row["name"]: {
                "fields": {field["name"]: field["supply"] for field in row["fields"]},
                "actions": {json.dumps(action, sort_keys=True): {} for action in row["actions"]},
            }
            for row in _values(module)["events"]
        }
    }


def _hosts(module: DataModule) -> dict[str, Any]:
    return {"ids": {host: {} for host in _values(module)["hosts"]}}


# Of a file that is not named here, everything is kept.
_PROMISES: Mapping[str, Callable[[DataModule], dict[str, Any]]] = {
    "identity": _values,
    "boundary": _boundary,
    "placeholders": lambda module: _picked(module, _MARKERS),
    "redaction": _redaction,
    "configuration": _configuration,
    "events": _lifecycle,
    "hosts": _hosts,
    "hooks": lambda module: _picked(module, (*_HOOKS, *_HOOK_STATE)),
}
