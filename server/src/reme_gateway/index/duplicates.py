"""Near-duplicates among results: the same words said twice are shown once."""

from __future__ import annotations

import re

_WORDS = re.compile(r"\w+")
_FEW = 4  # pieces between blanks; Chinese has none within a sentence
_LOOKED_AT = 8192  # code points
_SHARED = 0.85  # share of all their words that two alike texts have in common


class SeenTexts:
    """Remembers what was shown; the first of several alike is the one that stays."""

    def __init__(self) -> None:
        self._seen: list[tuple[frozenset[str], str]] = []

    def is_new(self, text: str) -> bool:
        """Whether nothing like ``text`` was seen; it counts as seen from now on.

        Alike means nearly the same words and exactly the same numbers: port 8080 is not port 8081.
        """
        text = text[:_LOOKED_AT].casefold()
        pieces = frozenset(text.split())
        for others, other in self._seen:
            fewest = min(len(pieces), len(others))
            # Texts that are alike share half of their words at least with the punctuation on them.
            if (fewest < _FEW or len(pieces & others) * 2 >= fewest) and _are_alike(text, other):
                return False
        self._seen.append((pieces, text))
        return True


def _are_alike(text: str, other: str) -> bool:
    words, other_words = _words(text), _words(other)
    small, large = sorted((len(words), len(other_words)))
    if small < _SHARED * large or _numbers(words) != _numbers(other_words):
        return False
    common = len(words & other_words)
    return common >= _SHARED * (small + large - common)


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORDS.findall(text) or [text.strip()])


def _numbers(words: frozenset[str]) -> frozenset[str]:
    """Words that are not letters only: numbers, and identifiers with them."""
    return frozenset([word for word in words if not word.isalpha()])
