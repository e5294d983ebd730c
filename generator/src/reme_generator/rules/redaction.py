"""Redaction patterns: portable, with needles, and with needles that the pattern really contains."""

from __future__ import annotations

from typing import Any

from ..documents import Document, pointer
from ..errors import ContractError
from .patterns import check_portable


def check_patterns(document: Document) -> None:
    """A text that holds none of a pattern's needles must need no regular expression."""
    seen: dict[str, int] = {}
    for index, row in enumerate(document.data.get("patterns", ())):
        where = ("patterns", index)
        if row.get("id") in seen:
            problem = f"the id {row['id']!r} is also pattern {seen[row['id']]}"
            raise ContractError(document.path, pointer((*where, "id")), problem, "rename one of them")
        seen[row["id"]] = index
        check_portable(document.path, pointer((*where, "pattern")), row["pattern"], look_around=True)
        _check_needles(document, where, row)


def _check_needles(document: Document, where: tuple[Any, ...], row: dict[str, Any]) -> None:
    groups = row.get("needles", [])
    if not groups or not all(groups) or not all(needle for group in groups for needle in group):
        problem = f"the pattern {row['id']!r} has no needles, or an empty one"
        fix = "name literal strings without which the pattern can't match, one list per alternative"
        raise ContractError(document.path, pointer((*where, "needles")), problem, fix)
    for place, group in enumerate(groups):
        for number, needle in enumerate(group):
            if row.get("ignore_case") and needle != needle.lower():
                at = pointer((*where, "needles", place, number))
                problem = f"{needle!r} has capitals, and the pattern meets a lower-case copy"
                raise ContractError(document.path, at, problem, "write it in lower case")
