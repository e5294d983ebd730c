"""Comparing dotted version numbers of hosts."""

from __future__ import annotations


def numbers(version: str) -> tuple[int, ...]:
    """The leading numbers: ``2.1.332-beta.1`` gives (2, 1, 332)."""
    found = []
    for part in version.split("-")[0].split("+")[0].split("."):
        if not part.isdecimal():
            break
        found.append(int(part))
    return tuple(found)


def standing(version: str, tested: tuple[str, ...]) -> str:
    """``tested``, ``older`` or ``newer`` than what was tested, ``between``, or ``unknown``."""
    own, known = numbers(version), sorted(numbers(item) for item in tested)
    if not own or not known:
        return "unknown"
    if own in known:
        return "tested"
    if own < known[0]:
        return "older"
    return "newer" if own > known[-1] else "between"
