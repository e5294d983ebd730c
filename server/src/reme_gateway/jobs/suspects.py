"""Which redaction patterns a text may match, found in one pass over it where that could be compiled."""

from __future__ import annotations

from functools import cache

from reme_gateway._vendor.reme_hooks import redaction
from reme_gateway.native import NATIVE

_Groups = tuple[tuple[int, tuple[str, ...]], ...]


def find_suspects(text: str) -> list[int]:
    """What ``reme_hooks.redaction.find_suspects`` finds, for the texts of every append."""
    if NATIVE is None or not text.isascii():
        return redaction.find_suspects(text)
    return _finder().find(text)


class _Finder:
    """The first needle of each group, all looked for at once; then the others of the group."""

    def __init__(self) -> None:
        self._groups: list[tuple[bool, _Groups]] = []
        needles = []
        for ignores_case in (False, True):
            for needle, groups in redaction.first_needles(ignores_case).items():
                self._groups.append((ignores_case, groups))
                needles.append((needle, _rare_pair(needle), ignores_case))
        self._needles = NATIVE.Needles(needles)

    def find(self, text: str) -> list[int]:
        """Patterns, in their order, one of whose groups of needles is there as a whole."""
        found: set[int] = set()
        for number in self._needles.find(text):
            ignores_case, groups = self._groups[number]
            redaction.add_complete(text.lower() if ignores_case else text, groups, found)
        return sorted(found)


@cache
def _finder() -> _Finder:
    return _Finder()


def _rare_pair(needle: str) -> int:
    """Where in the needle the pair begins that other texts have least."""
    return min(needle.index(redaction.rarest(needle)), len(needle) - 2)
