"""Regular expressions that Python, Rust and JavaScript read alike."""

from __future__ import annotations

import re

from ..errors import ContractError

# Each differs between the engines in meaning or isn't known to all of them.
_FORBIDDEN = {
    r"\(\?[^:]": "a group that is more than `(?:…)`: flags, names and look-around differ",
    r"\\[dDwWsSbBAZzhHpPkKGQE1-9]": "a shorthand or back-reference: Unicode classes differ, so write the class out",
    r"[*+?}]\+": "a possessive quantifier: JavaScript has none",
    r"\[\[|\[:": "a nested or POSIX class",
    r"&&|--|~~": "a class operation",
}
_LOOKAHEAD = re.compile(r"\(\?(?:=|!|<=|<!)")


def check_portable(file: str, where: str, pattern: str, *, lookaround: bool = False) -> None:
    """Raise ContractError unless the pattern compiles and means the same everywhere.

    ``lookaround`` admits look-ahead and look-behind, for patterns that Rust never sees.
    """
    try:
        re.compile(pattern)
    except re.error as error:
        raise ContractError(file, where, f"no regular expression: {error}", "correct the pattern") from error
    seen = _LOOKAHEAD.sub("(?:", pattern) if lookaround else pattern
    seen = seen.replace("\\\\", "")
    for forbidden, reason in _FORBIDDEN.items():
        if re.search(forbidden, seen):
            raise ContractError(
                file, where, f"the pattern holds {reason}", "use plain classes, groups and quantifiers"
            )


def check_anchored(file: str, where: str, pattern: str) -> None:
    """A schema's pattern must also span the whole value: JSON Schema searches, readers expect a match."""
    check_portable(file, where, pattern)
    if not (pattern.startswith("^") and pattern.endswith("$")) or "|" in re.sub(
        r"\([^()]*\)|\[[^]]*\]", "", pattern
    ):
        raise ContractError(
            file, where, "the pattern does not span the whole value", "start it with ^ and end it with $"
        )
