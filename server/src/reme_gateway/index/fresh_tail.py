"""Documents that arrived lately, in memory until they are written."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..native import NATIVE
from .english import STOP_WORDS
from .posting_file import ENTRY, StoredDocument
from .tokens import analyze_in_python, terms_of_word

LONGEST_COUNTED = 2_048  # bytes of a text whose terms are counted under the lock: some microseconds
MOST_WAITING = 16  # documents, as many as a search has to count first

_MENTION = 0.2  # what a term counts in the longest text that has it at all
_SATURATION = 0.5  # how fast repetition stops to count
_TYPICAL_WORDS = 12  # length at which a document is neither short nor long

Terms = tuple[dict[str, int], int]
"""Terms of a text with their counts, and its length in words: what ``analyze`` gives."""


class TailPostings(Protocol):
    """Posting lists of a tail: packed ``number << 8 | impact``, in the order of the numbers.

    ``server/native/tail.c`` has them compiled, ``PostingsInPython`` does the same where it is missing.
    """

    def enter(self, number: int, text: str) -> None:
        """Enter a document whose text is ASCII under each of its terms."""

    def enter_counts(self, number: int, counts: dict[str, int], length: int) -> None:
        """Enter a document whose terms are counted."""

    def of_term(self, term: str) -> bytes | None:
        """Postings of a term as int64s; None where it has none."""

    def rows(self, block_bits: int) -> list[tuple[str, int, bytes]]:
        """Everything as the posting file has it: term, block of documents, entries."""


class FreshTail:
    """Documents that are not yet in the file. Belongs to whoever holds the index's lock.

    Short texts are counted some at a time, because words and lists are then still in the processor's cache.
    Whatever reads the postings has the waiting ones counted first, so nobody can tell that they waited.
    """

    def __init__(self) -> None:
        self.documents: dict[int, StoredDocument] = {}
        self.text_bytes = 0
        self._postings = new_postings()
        self._waiting: list[int] = []

    @property
    def postings(self) -> TailPostings:
        """The postings of every document."""
        self._count_waiting()
        return self._postings

    def add(self, number: int, document: StoredDocument, terms: Terms | None) -> None:
        """Take a document; None stands for the terms of a text that ``counts_itself``."""
        self.documents[number] = document
        self.text_bytes += len(document.text)
        if terms is not None:
            self.postings.enter_counts(number, *terms)
            return
        self._waiting.append(number)
        if len(self._waiting) == MOST_WAITING:
            self._count_waiting()

    def _count_waiting(self) -> None:
        while self._waiting:
            # Off the list first: whatever happens, no document is entered twice.
            number = self._waiting.pop(0)
            self._postings.enter(number, self.documents[number].text.decode())

    def of_term(self, term: str) -> NDArray[np.int64] | None:
        """Packed postings of a term."""
        found = self.postings.of_term(term)
        return np.frombuffer(found, dtype=np.int64) if found is not None else None


def counts_itself(content: bytes) -> bool:
    """Whether a tail counts the terms of this text as fast as it takes them."""
    return NATIVE is not None and len(content) <= LONGEST_COUNTED and content.isascii()


class PostingsInPython:
    """The same without compiled code."""

    def __init__(self) -> None:
        self._lists: dict[str, array[int]] = {}

    def enter(self, number: int, text: str) -> None:
        """Enter a document whose text is ASCII under each of its terms."""
        self.enter_counts(number, *analyze_in_python(text))

    def enter_counts(self, number: int, counts: dict[str, int], length: int) -> None:
        """Enter a document whose terms are counted."""
        norm = _SATURATION * math.log2(1 + length / _TYPICAL_WORDS)
        mention, rest = 255 * _MENTION, 255 * (1 - _MENTION)
        for term, count in counts.items():
            posting = number << 8 | round(mention + rest * count / (count + norm))
            try:
                self._lists[term].append(posting)
            except KeyError:
                self._lists[term] = array("q", (posting,))

    def of_term(self, term: str) -> bytes | None:
        """Postings of a term as int64s; None where it has none."""
        found = self._lists.get(term)
        return found.tobytes() if found is not None else None

    def rows(self, block_bits: int) -> list[tuple[str, int, bytes]]:
        """Everything as the posting file has it: term, block of documents, entries."""
        return [row for term, packed in self._lists.items() for row in _rows_of(term, packed, block_bits)]


def _rows_of(term: str, packed: array[int], block_bits: int) -> Iterator[tuple[str, int, bytes]]:
    values = np.array(packed, dtype=np.int64)
    entries = np.empty(len(values), dtype=ENTRY)
    entries["document"], entries["impact"] = values >> 8 & (1 << block_bits) - 1, values & 255
    blocks = values >> 8 + block_bits
    starts = np.concatenate(([0], np.flatnonzero(blocks[1:] != blocks[:-1]) + 1, [len(values)]))
    for start, end in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        yield term, int(blocks[start]), entries[start:end].tobytes()


def new_postings() -> TailPostings:
    """Empty posting lists, compiled where they can be."""
    if NATIVE is None:
        return PostingsInPython()
    weights = 255 * _MENTION, 255 * (1 - _MENTION), _SATURATION, float(_TYPICAL_WORDS)
    compiled: Any = NATIVE.Tail(terms_of_word, STOP_WORDS, *weights)
    return compiled  # type: ignore[no-any-return]
