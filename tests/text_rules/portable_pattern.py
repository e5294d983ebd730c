"""The subset of regular expressions that Python (re.ASCII) and JavaScript (u flag) read alike."""

from __future__ import annotations

_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_LETTERS = frozenset("nrtd")
_CLASS_PAIRS = ("--", "&&", "~~", "||")


def problems(pattern: str) -> list[str]:
    """What is wrong with a pattern, each in words; an empty list when both languages read it alike.

    Allowed: literals, classes, ``(?:…)``, ``(?=…)``, ``(?!…)``, at most one capturing group, greedy and lazy
    quantifiers, ``^`` as first alternative of that group, and ``\\d \\n \\r \\t`` besides escaped syntax.
    """
    found: list[str] = []
    position = groups = 0
    while position < len(pattern):
        char = pattern[position]
        if char == "\\":
            found += _escape(pattern[position + 1 : position + 2], in_class=False)
            position += 2
        elif char == "[":
            position, faults = _class(pattern, position)
            found += faults
        elif char == "(":
            kind = pattern[position + 1 : position + 3]
            if kind.startswith("?") and kind not in ("?:", "?=", "?!"):
                found.append(f"the group ({kind}: flags, names and look-behind differ")
            groups += not kind.startswith("?")
            position += 1
        elif char == "{":
            end = pattern.find("}", position)
            numbers = pattern[position + 1 : end].split(",")
            if end < 0 or len(numbers) > 2 or not numbers[0].isdigit() or not (numbers[-1] or "0").isdigit():
                found.append("a brace that is no quantifier: JavaScript refuses it")
            position = max(end, position) + 1
        else:
            found += _plain(pattern, position)
            position += 1
    if groups > 1:
        found.append("more than one capturing group: only the first is kept")
    return found


def _plain(pattern: str, position: int) -> list[str]:
    char = pattern[position]
    if char == ".":
        return ["a dot: JavaScript's leaves out more line ends"]
    if char == "$":
        return ["a dollar: Python's also matches before the last line end"]
    if char == "^" and (position == 0 or pattern[position - 1 : position + 2] != "(^|"):
        return ["a caret that is not the first alternative of the kept group"]
    if char in "]}":
        return [f"a bare {char}: JavaScript refuses it"]
    if char == "+" and position and pattern[position - 1] in "*+?}":
        escaped = pattern[position - 2 : position - 1] == "\\"
        return [] if escaped else ["a possessive quantifier: JavaScript has none"]
    return []


def _escape(char: str, in_class: bool) -> list[str]:
    if char in _SYNTAX or char in _LETTERS or (in_class and char == "-"):
        return []
    return [f"the escape \\{char}: it is unknown to one language or means another set there"]


def _class(pattern: str, start: int) -> tuple[int, list[str]]:
    """Position behind a class and what is wrong in it."""
    found: list[str] = []
    position = start + 2 if pattern[start + 1 : start + 2] == "^" else start + 1
    if pattern[position : position + 1] == "]":
        return position + 1, ["an empty class: Python reads the bracket as a member"]
    while position < len(pattern) and pattern[position] != "]":
        if pattern[position] == "\\":
            found += _escape(pattern[position + 1 : position + 2], in_class=True)
            position += 2
            continue
        if pattern[position] == "[":
            found.append("a bare [ in a class: Python warns of nested sets")
        if pattern[position : position + 2] in _CLASS_PAIRS:
            found.append(f"{pattern[position : position + 2]} in a class: reserved for set operations")
        position += 1
    if position >= len(pattern):
        found.append("a class that is never closed")
    return position + 1, found
