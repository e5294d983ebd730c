"""Near-duplicates among results: the same words said twice are shown once."""

from __future__ import annotations

import re

_WORDS = re.compile(r"\w+")
_LOOKED_AT = 8192  # code points
_SHARED = 0.85  # share of all their words that two alike texts have in common


class SeenTexts:
    """Remembers what was shown; the first of several alike is the one that stays."""

    def __init__(self) -> None:
        self._seen: list[tuple[frozenset[str], frozenset[str]]] = []

    def is_new(self, text: str) -> bool:
        """Whether nothing like ``text`` was seen; it counts as seen from now on.

        Alike means nearly the same words and exactly the same numbers: port 8080 is not port 8081.
        """
        words = frozenset(_WORDS.findall(text[:_LOOKED_AT].casefold()) or [text.strip()])
        numbers = frozenset([word for word in words if not word.isalpha()])  # identifiers with them
        for other, other_numbers in self._seen:
            small, large = sorted((len(words), len(other)))
            if small >= _SHARED * large and numbers == other_numbers:
                common = len(words & other)
                if common >= _SHARED * (small + large - common):
                    return False
        self._seen.append((words, numbers))
        return True
