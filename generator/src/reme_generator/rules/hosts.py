"""Host descriptors: they map to events, tools and an API version that the contract has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..documents import Document, pointer
from ..errors import ContractError

_MILLISECONDS = {"s": 1000, "ms": 1}


def check_hosts(hosts: tuple[Document, ...], events: Document | None, operations: Document) -> None:
    """Names, events, tools, versions and deadlines of every descriptor."""
    known = None if events is None else {row["name"]: row for row in events.data["events"]}
    ids: dict[str, str] = {}
    for host in hosts:
        if host.data["folder"] != host.stem:
            problem = f"the folder {host.data['folder']!r} is not the file's name"
            raise ContractError(host.path, "/folder", problem, f'set it to "{host.stem}"')
        if host.data["id"] in ids:
            problem = f"the id {host.data['id']!r} is also that of {ids[host.data['id']]}"
            raise ContractError(host.path, "/id", problem, "rename one of them")
        ids[host.data["id"]] = host.path
        _check_version(host, operations)
        _check_tools(host, operations)
        for where, row in _events(host):
            _check_event(host, where, row, known or {})
            _check_deadline(host, where, row)


def _events(host: Document) -> Iterator[tuple[tuple[Any, ...], dict[str, Any]]]:
    for key in ("events", "unused_events"):
        for index, row in enumerate(host.data.get(key, ())):
            yield (key, index), row


def _check_event(host: Document, where: tuple[Any, ...], row: dict[str, Any], known: dict[str, Any]) -> None:
    name = row.get("event")
    if name is not None and name not in known:
        fix = "use a name of events.json, or add the event there"
        raise ContractError(
            host.path, pointer((*where, "event")), f"no contract event is called {name!r}", fix
        )
    allowed = known[str(name)]["actions"] if name is not None else []
    for index, action in enumerate(row.get("actions", ())):
        if action not in allowed:
            problem = f"events.json does not allow the action {action} for {name!r}"
            fix = "take an action that the event allows, or allow this one"
            raise ContractError(host.path, pointer((*where, "actions", index)), problem, fix)


def _check_deadline(host: Document, where: tuple[Any, ...], row: dict[str, Any]) -> None:
    deadline = row.get("deadline", {})
    if "unit" not in deadline:
        return
    allowed = deadline.get("declared", deadline.get("default", deadline.get("cap")))
    allowed = min(allowed, deadline.get("cap", allowed)) * _MILLISECONDS[deadline["unit"]]
    if deadline["inner_ms"] >= allowed:
        problem = f"our {deadline['inner_ms']} ms are not below the host's {allowed:g} ms"
        raise ContractError(
            host.path, pointer((*where, "deadline", "inner_ms")), problem, "leave the host more time"
        )


def _check_tools(host: Document, operations: Document) -> None:
    tools = {row["tool"]["name"]: row["tool"] for row in operations.data["operations"] if "tool" in row}
    for key in ("names", "optional_names"):
        for index, name in enumerate(host.data["tools"].get(key, ())):
            where = pointer(("tools", key, index))
            if name not in tools:
                fix = "use a tool's name of operations.json"
                raise ContractError(host.path, where, f"no operation is the tool {name!r}", fix)
            if tools[name].get("confirmation", False) != (key == "optional_names"):
                problem = f"{name!r} is in the wrong list"
                fix = "what asks for confirmation belongs into optional_names, everything else into names"
                raise ContractError(host.path, where, problem, fix)


def _check_version(host: Document, operations: Document) -> None:
    wanted = [int(part) for part in host.data["minimum_api_version"].split(".")]
    spoken = [int(part) for part in operations.data["integration_api_version"].split(".")]
    if wanted[0] != spoken[0] or wanted > spoken:
        problem = f"needs API {host.data['minimum_api_version']}, and the contract has not reached it"
        raise ContractError(
            host.path, "/minimum_api_version", problem, "name a version of this major that exists"
        )
