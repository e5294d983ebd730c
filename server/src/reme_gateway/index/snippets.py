"""The part of a document that is shown, and the budget that all parts share."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping

from .tokens import term_spans

LONGEST_SNIPPET = 700  # code points; what is longer is shown by a window
_SHORTEST_WINDOW = 160  # a smaller rest of the budget is left to texts that fit whole
_SEARCHED = 200_000  # code points of a huge text in which the best window is looked for
_WORD_BORDER = 24  # how far a border may move to stand between words


def may_fit(text: str, room: int, *, first: bool) -> bool:
    """Whether ``text``, or a window worth reading, goes into ``room``; the first hit is always shown."""
    return first or len(text) <= room or (len(text) > LONGEST_SNIPPET and room >= _SHORTEST_WINDOW)


def fit(text: str, weights: Mapping[str, float], room: int) -> tuple[str, bool]:
    """``text`` or a window of it within ``room`` code points, and whether it was cut."""
    size = min(room, LONGEST_SNIPPET)
    return (text, False) if len(text) <= size else (window(text, weights, size), True)


def window(text: str, weights: Mapping[str, float], size: int) -> str:
    """The ``size`` code points of ``text`` that hold most of the weight, cut between graphemes."""
    start = _best_start(text[:_SEARCHED], weights, size)
    start = max(0, min(start, len(text) - size))
    end = min(len(text), start + size)
    start, end = _word_border(text, start, end, 1), _word_border(text, end, start, -1)
    while start < end and not is_grapheme_border(text, start):
        start += 1
    while end > start and not is_grapheme_border(text, end):
        end -= 1
    return text[start:end].strip()


def is_grapheme_border(text: str, at: int) -> bool:
    """Whether ``text`` may be cut before index ``at`` without tearing what a reader sees as one character."""
    if at <= 0 or at >= len(text):
        return True
    left, right = text[at - 1], text[at]
    if right.isascii():
        return not (left == "\r" and right == "\n")
    if left == "\u200d" or right in "\u200d\u200c" or "\ufe00" <= right <= "\ufe0f":
        return False
    if unicodedata.category(right)[0] == "M" or "\U0001f3fb" <= right <= "\U0001f3ff":
        return False
    if (
        "\u1160" <= right <= "\u11ff"
        or "\udc00" <= right <= "\udfff"
        or "\U000e0020" <= right <= "\U000e007f"
    ):
        return False
    if "\U0001f1e6" <= right <= "\U0001f1ff":
        flags = 0
        while at - flags > 0 and "\U0001f1e6" <= text[at - 1 - flags] <= "\U0001f1ff":
            flags += 1
        return flags % 2 == 0
    return True


def _best_start(text: str, weights: Mapping[str, float], size: int) -> int:
    """Where a window begins that has the closest set of matches with the most weight in its middle."""
    spans = term_spans(text, frozenset(weights))
    inside: Counter[str] = Counter()
    best, middle, weight, begin = 0.0, 0, 0.0, 0
    for _, end, term in spans:
        weight += 0.0 if inside[term] else weights[term]
        inside[term] += 1
        while inside[spans[begin][2]] > 1 or spans[begin][0] < end - size:
            left = spans[begin][2]
            inside[left] -= 1
            weight -= 0.0 if inside[left] else weights[left]
            begin += 1
            if begin == len(spans):
                return 0
        if round(weight, 9) > best:
            best, middle = round(weight, 9), (spans[begin][0] + end) // 2
    return middle - size // 2


def _word_border(text: str, at: int, other: int, step: int) -> int:
    if at <= 0 or at >= len(text):
        return at
    for moved in range(_WORD_BORDER):
        here = at + moved * step
        if here == other:
            break
        if text[here - 1].isspace() or text[here].isspace():
            return here
    return at
