"""Rules that hold between operations, errors and tools."""

from __future__ import annotations

from ..documents import Document
from ..errors import ContractError
from ..naming import SnakeName

# Raised by the router before any operation is known, so no operation lists them.
ROUTER_ERRORS = ("method_not_allowed", "operation_unknown")


def check_unique(document: Document, list_key: str, member: str) -> None:
    """No two rows of a table may share ``member``."""
    seen: dict[str, int] = {}
    for index, row in enumerate(document.data[list_key]):
        value = row[member]
        if value in seen:
            where = f"/{list_key}/{index}/{member}"
            raise ContractError(
                document.path, where, f"{value!r} is also row {seen[value]}", "rename one of them"
            )
        seen[value] = index


def check_errors(operations: Document, errors: Document) -> None:
    """Every code an operation names exists, in order, and every code is used by one."""
    known = [row["code"] for row in errors.data["errors"]]
    if known != sorted(known):
        raise ContractError(errors.path, "/errors", "the codes are not sorted", "sort the rows by code")
    used = set(ROUTER_ERRORS)
    for index, row in enumerate(operations.data["operations"]):
        where = f"/operations/{index}/errors"
        for place, code in enumerate(row["errors"]):
            if code not in known:
                fix = "add it to errors.json or correct the name"
                raise ContractError(operations.path, f"{where}/{place}", f"unknown error code {code!r}", fix)
        if row["errors"] != sorted(row["errors"]):
            raise ContractError(operations.path, where, "the codes are not sorted", "sort them")
        used.update(row["errors"])
    for index, code in enumerate(known):
        if code not in used:
            problem = f"no operation can answer {code!r}"
            raise ContractError(
                errors.path, f"/errors/{index}/code", problem, "name it in an operation or remove it"
            )


def check_tools(operations: Document) -> None:
    """A tool is for models, a model's operation is a tool, and what destroys asks first."""
    names: dict[str, str] = {}
    for index, row in enumerate(operations.data["operations"]):
        where = f"/operations/{index}"
        SnakeName(row["name"])
        for_model = {"model", "model_confirmed"} & set(row["audience"])
        tool = row.get("tool")
        if bool(for_model) != (tool is not None):
            problem = "an operation is a tool exactly when its audience holds model or model_confirmed"
            raise ContractError(
                operations.path, f"{where}/audience", problem, "add `tool` or change the audience"
            )
        if tool is None:
            continue
        if tool["name"] in names:
            problem = f"the tool {tool['name']!r} is also {names[tool['name']]}"
            raise ContractError(operations.path, f"{where}/tool/name", problem, "rename one of them")
        names[tool["name"]] = row["name"]
        confirmed = tool.get("confirmation", False)
        if confirmed != ("model_confirmed" in row["audience"]) or (tool["destructive"] and not confirmed):
            problem = "a destructive tool must ask, and only the audience model_confirmed is asked"
            fix = "set confirmation and the audience model_confirmed together"
            raise ContractError(operations.path, f"{where}/tool", problem, fix)
