"""Documents that arrived lately: searchable at once, entered under their terms when somebody asks."""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from .native import NATIVE
from .posting_file import StoredDocument
from .tokens import analyze

# Bounds what the next search has to do first; a longer text comes with its terms.
LONGEST_WAITING = 2_048  # bytes of a text
MOST_WAITING = 64  # documents
_PORTION = 16  # documents entered in one go: words and lists are then still in the processor's cache

_MENTION = 0.2  # what a term counts in the longest text that has it at all
_SATURATION = 0.5  # how fast repetition stops to count
_TYPICAL_WORDS = 12  # length at which a document is neither short nor long

Terms = tuple[dict[str, int], int]
"""Terms of a text with their counts, and its length in words: what ``analyze`` gives."""


class FreshTail:
    """Documents that are not yet in the file. Belongs to whoever holds the index's lock.

    Whatever reads the postings enters the waiting documents first, so nobody can tell that they waited.
    """

    def __init__(self) -> None:
        self.documents: dict[int, StoredDocument] = {}
        self._postings: dict[str, array[int]] = {}  # number << 8 | impact, in the order of the numbers
        self._waiting: deque[tuple[int, Terms | None]] = deque()

    def add(self, number: int, document: StoredDocument, terms: Terms | None) -> None:
        """Take a document; without ``terms`` its text is analyzed later."""
        self.documents[number] = document
        self._waiting.append((number, terms))
        if len(self._waiting) > MOST_WAITING:
            self.settle(_PORTION)

    def settle(self, most: int = _PORTION) -> bool:
        """Enter that many waiting documents, the oldest first; whether any are left."""
        waiting = self._waiting
        for _ in range(min(most, len(waiting))):
            number, terms = waiting.popleft()
            self._enter(number, *(terms or analyze(self.documents[number].text.decode())))
        return bool(waiting)

    @property
    def postings(self) -> dict[str, array[int]]:
        """Packed postings of every document by term."""
        if self._waiting:
            self.settle(len(self._waiting))
        return self._postings

    def of_term(self, term: str) -> NDArray[np.int64] | None:
        """Packed postings of a term."""
        found = self.postings.get(term)
        return np.array(found, dtype=np.int64) if found is not None else None

    def _enter(self, number: int, counts: dict[str, int], length: int) -> None:
        norm = _SATURATION * math.log2(1 + length / _TYPICAL_WORDS)
        enter = enter_in_python if NATIVE is None else NATIVE.enter
        enter(self._postings, counts, _new_list, number << 8, 255 * _MENTION, 255 * (1 - _MENTION), norm)


def _new_list(posting: int) -> array[int]:
    return array("q", (posting,))


def enter_in_python(
    postings: dict[str, array[int]],
    counts: dict[str, int],
    new_list: Callable[[int], array[int]],
    base: int,
    mention: float,
    rest: float,
    norm: float,
) -> None:
    """Append a document's posting to the list of each of its terms."""
    single = base | round(mention + rest / (1 + norm))
    for term, count in counts.items():
        posting = single if count == 1 else base | round(mention + rest * count / (count + norm))
        try:
            postings[term].append(posting)
        except KeyError:
            postings[term] = new_list(posting)
