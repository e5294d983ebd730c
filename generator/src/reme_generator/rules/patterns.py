"""Regular expressions that Python, Rust and JavaScript read alike."""

from __future__ import annotations

import re

from ..errors import ContractError

_SYNTAX = "^$\\.*+?()[]{}|/"
_LETTERS = "nrtfv"
_TOKEN = re.compile(
    r"\\(?P<escape>.)|(?P<open>\[\^?)|(?P<close>\])|(?P<group>\(\?(?:[:=!]|<[=!])?)|(?P<lazy>[*+?}]\+)",
    re.DOTALL,
)


def check_portable(file: str, where: str, pattern: str, *, look_around: bool = False) -> None:
    """Raise ContractError unless the pattern compiles and every engine reads it alike.

    ``look_around`` admits look-ahead and look-behind, for patterns that Rust never sees.
    """
    fault = _fault(pattern, look_around)
    if fault is not None:
        raise ContractError(file, where, fault, "use plain classes, groups and greedy or lazy quantifiers")
    try:
        re.compile(pattern)
    except re.error as error:
        raise ContractError(file, where, f"no regular expression: {error}", "correct the pattern") from error


def check_anchored(file: str, where: str, pattern: str) -> None:
    """A schema's pattern must also span the whole value: JSON Schema searches, readers expect a match."""
    check_portable(file, where, pattern)
    outside = re.sub(r"\([^()]*\)|\[[^]]*\]", "", pattern)
    if not pattern.startswith("^") or not pattern.endswith("$") or "|" in outside:
        fix = "start it with ^, end it with $, and put alternatives into a group"
        raise ContractError(file, where, "the pattern does not span the whole value", fix)


def _fault(pattern: str, look_around: bool) -> str | None:
    in_class = False
    for token in _TOKEN.finditer(pattern):
        text = token.group()
        escape = token["escape"]
        if escape is not None:
            if escape not in _SYNTAX + _LETTERS + ("-" if in_class else ""):
                return f"{text!r} is no escape that every engine knows with the same meaning"
        elif in_class:
            if token["open"] is not None:
                return "a [ inside a class: escape it"
            in_class = token["close"] is None
        elif token["open"] is not None:
            in_class = True
        elif token["close"] is not None:
            return "a ] outside a class: escape it"
        elif token["group"] == "(?":
            return "a group with a flag or a name"
        elif token["group"] not in (None, "(?:") and not look_around:
            return f"{text!r} is look-around, which not every engine has"
        elif token["lazy"] is not None:
            return f"{text!r} is a possessive quantifier, which not every engine has"
    return None
