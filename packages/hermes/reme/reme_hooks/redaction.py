# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/redaction.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Replaces credentials by a mark; regular expressions are loaded only for a text that holds a needle."""

from ._generated.v1 import redaction as rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from re import Pattern

    Groups = tuple[tuple[int, tuple[str, ...]], ...]
    Rows = tuple[tuple[str, Groups], ...]
    Suspects = Callable[[str], list[int]]

_ROUNDS = rules.ROUNDS
_UPPER_TO_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
# Characters from rare to frequent in prose and code; what is not listed is rarer still.
_RARE_FIRST = "~=/:@QZXJKVWYGBPFUMHDCLNSRTIOAEzqjxk-vwybpgfmucdlhrsnioate"
_LISTED = frozenset(_RARE_FIRST)
_compiled: "dict[int, Pattern[str]]" = {}
# Characters looked through without tables, each text counted as this many more.
_seen = 0
_FIXED_COST = 200
_WORTH_TABLES = 1_000


def redact(text: str, suspects: "Suspects | None" = None) -> "tuple[str, int]":
    """The text with every credential replaced by ``[redacted:<id>]``, and how many there were.

    ``suspects`` is a quicker ``find_suspects``, where there is one.
    """
    find = suspects or find_suspects
    count = 0
    for _ in range(_ROUNDS):
        changed = 0
        for index in find(text):
            text, found = _replace(index, text)
            changed += found
        if not changed:
            break
        count += changed
    return text, count


def find_suspects(text: str) -> "list[int]":
    """Patterns, in their order, one of whose groups of needles is there as a whole."""
    global _seen
    if not _tables:
        # For a hook's short text, making the tables takes longer than doing without.
        _seen += len(text) + _FIXED_COST
        if _seen < _WORTH_TABLES:
            return _by_looking(text)
        _tables.append(_Tables())
    return _by_tables(text, _tables[0])


def _by_looking(text: str) -> "list[int]":
    lowered = text.lower()
    found = []
    for index, pattern in enumerate(rules.PATTERNS):
        haystack = lowered if pattern.get("ignore_case", False) else text
        for group in pattern["needles"]:
            if group[0] in haystack and all(needle in haystack for needle in group):
                found.append(index)
                break
    return found


def _by_tables(text: str, tables: "_Tables") -> "list[int]":
    found: set[int] = set()
    for haystack, gates in ((text, tables.exact), (text.lower(), tables.any_case)):
        for gate, needles in gates:
            if gate in haystack:
                for first, groups in needles:
                    if first in haystack:
                        add_complete(haystack, groups, found)
    for joint, by_pair in tables.joints:
        if joint in text:
            # One split instead of a search per needle: code is full of underscores.
            for pair in by_pair.keys() & {piece[-2:] for piece in text.split(joint)}:
                for first, groups in by_pair[pair]:
                    if first in text:
                        add_complete(text, groups, found)
    return sorted(found) if found else []


def add_complete(haystack: str, groups: "Groups", found: "set[int]") -> None:
    """Note the patterns of those groups whose other needles are there as well."""
    for index, rest in groups:
        for needle in rest:
            if needle not in haystack:
                break
        else:
            found.add(index)


def first_needles(ignore_case: bool) -> "dict[str, Groups]":
    """First needle of each group → the patterns behind it with what else must occur."""
    found: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    for index, pattern in enumerate(rules.PATTERNS):
        if pattern.get("ignore_case", False) == ignore_case:
            for group in pattern["needles"]:
                found.setdefault(group[0], []).append((index, tuple(group[1:])))
    return {first: tuple(groups) for first, groups in found.items()}


def _by_gate(
    needles: "dict[str, Groups]",
) -> "tuple[tuple[str, Rows], ...]":
    """Needles by their rarest character: looking for one character is much cheaper than for a word."""
    gates: dict[str, list[tuple[str, Groups]]] = {}
    for first, groups in needles.items():
        gates.setdefault(rarest(first), []).append((first, groups))
    return tuple((gate, tuple(rows)) for gate, rows in gates.items())


def rarest(needle: str) -> str:
    """Its character that other texts have least."""
    for char in needle:
        if char not in _LISTED:
            return char
    for char in _RARE_FIRST:
        if char in needle:
            return char
    return needle[0]


def _by_joint(
    needles: "dict[str, Groups]",
) -> "tuple[tuple[str, dict[str, Rows]], ...]":
    """Needles like ``ghp_`` by their joint and the two characters before it; they leave ``needles``."""
    joints: dict[str, dict[str, list[tuple[str, Groups]]]] = {}
    for first in list(needles):
        for joint in "_-.":
            place = first.find(joint)
            if place >= 2:
                rows = joints.setdefault(joint, {}).setdefault(first[place - 2 : place], [])
                rows.append((first, needles.pop(first)))
                break
    return tuple(
        (joint, {pair: tuple(rows) for pair, rows in pairs.items()}) for joint, pairs in joints.items()
    )


def _replace(index: int, text: str) -> "tuple[str, int]":
    pattern = rules.PATTERNS[index]
    haystack = text
    if pattern.get("ignore_case", False):
        # Same length as the text, which lower() does not promise.
        haystack = text.lower() if text.isascii() else text.translate(_UPPER_TO_LOWER)
    pieces = []
    cursor = count = 0
    for match in _pattern(index).finditer(haystack):
        kept = match.end(1) if match.re.groups else match.start()
        pieces.append(text[cursor:kept] + rules.MARK.format(id=pattern["id"]))
        cursor = match.end()
        count += 1
    return ("".join(pieces) + text[cursor:] if count else text), count


def _pattern(index: int) -> "Pattern[str]":
    compiled = _compiled.get(index)
    if compiled is None:
        from .compiled_patterns import compiled as build

        compiled = _compiled[index] = build(rules.PATTERNS[index]["pattern"])
    return compiled


class _Tables:
    """The needles of all patterns by what is quickest to look for."""

    __slots__ = ("any_case", "exact", "joints")

    def __init__(self) -> None:
        exact = first_needles(ignore_case=False)
        self.joints = _by_joint(exact)
        self.exact = _by_gate(exact)
        self.any_case = _by_gate(first_needles(ignore_case=True))


_tables: "list[_Tables]" = []
