"""Near-duplicates among results: the same words said twice are shown once."""

from __future__ import annotations

import re
from collections import Counter

_WORDS = re.compile(r"\w+")
_SHINGLE = 4  # words
_SHINGLES = 400
_SAME = 0.8  # share of the shorter text's shingles that the other one has too
_SIMILAR_LENGTH = 0.6


class SeenTexts:
    """Remembers what was shown; the first of several alike is the one that stays."""

    def __init__(self) -> None:
        self._owners: dict[tuple[str, ...], list[int]] = {}
        self._sizes: list[int] = []

    def is_new(self, text: str) -> bool:
        """Whether nothing like ``text`` was seen; it counts as seen from now on."""
        words = _WORDS.findall(text[:8192].casefold())
        count = max(1, len(words) - _SHINGLE + 1)
        shingles = {tuple(words[at : at + _SHINGLE]) for at in range(min(count, _SHINGLES))}
        shared = Counter(owner for shingle in shingles for owner in self._owners.get(shingle, ()))
        for owner, common in shared.items():
            small, large = sorted((len(shingles), self._sizes[owner]))
            if common >= _SAME * small and small >= _SIMILAR_LENGTH * large:
                return False
        for shingle in shingles:
            self._owners.setdefault(shingle, []).append(len(self._sizes))
        self._sizes.append(len(shingles))
        return True
