"""A limit that a schema repeats must be the same number there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..documents import Document
from ..errors import ContractError


def check_bounds(limits: Document, schemas: tuple[Document, ...]) -> None:
    """Follow every entry of a limit's ``bounds`` and compare it with ``value``."""
    by_name = {document.name: document for document in schemas}
    for name, limit in limits.data["limits"].items():
        for index, bound in enumerate(limit.get("bounds", ())):
            file, _, where = bound.partition("#")
            here = f"/limits/{name}/bounds/{index}"
            if file not in by_name:
                raise ContractError(limits.path, here, f"no schema file {file!r}", "correct the file's name")
            found = _follow(by_name[file].data, where)
            if found is None:
                raise ContractError(limits.path, here, f"nothing is at {bound!r}", "correct the pointer")
            if _number(found) != limit["value"]:
                problem = f"is {found!r}, while limits.json has {name} = {limit['value']}"
                raise ContractError(by_name[file].path, where, problem, "make the two equal")


def _follow(data: Any, where: str) -> Any:
    for part in where.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(data, Mapping) or key not in data:
            return None
        data = data[key]
    return data


def _number(found: Any) -> int | None:
    """A bound as a number; of a pattern its one repetition."""
    if isinstance(found, int):
        return found
    repeats = re.findall(r"\{\d+,(\d+)\}", str(found))
    return int(repeats[0]) if len(repeats) == 1 else None
