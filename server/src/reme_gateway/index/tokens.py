"""Text to index terms, the same way for documents and for queries.

Words are folded and stemmed; identifiers, paths and versions give their parts and the parts joined, so
that ``getUserById`` and ``get_user_by_id`` meet; scripts written without spaces give single characters
and pairs of characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import islice, pairwise

import Stemmer

from ..native import NATIVE
from .english import BASE_FORMS, STOP_PAIRS, STOP_WORDS, WEAK_WORDS

TOKENIZER_VERSION = 1  # part of the index format: another number rebuilds every index

_LONGEST_TERM = 64  # characters
_LONGEST_QUERY = 64  # terms; a pasted page asks with its beginning
_CACHED_WORDS = 32_768
_LONGEST_CACHED = 256  # characters: what runs on longer hardly comes twice
_LONGEST_STEMMED = 2 * _LONGEST_TERM  # stemming changes the end of a word, which a term never reaches
_JOINERS = "_-./\\:@'’"
# One greedy class is a third faster than words and joiners in turn; what trails is cut off per word.
_ASCII_WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_\-./\\:@']*[+#]{0,2}")
# Scripts with combining vowel signs: a sign belongs to its word although it is no letter.
_SIGNS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0981-\u0dff"
_LETTER = rf"(?:[^\W_]|[{_SIGNS}])"
_WORD = re.compile(rf"{_LETTER}+(?:[{re.escape(_JOINERS)}]+{_LETTER}+)*[+#]{{0,2}}")
# Han, kana, hangul, Thai, Lao, Myanmar, Khmer: no spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_SEGMENTS = re.compile(r"[/\\:@]+")
_PARTS = re.compile(r"[_\-.]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_POSSESSIVE = re.compile(r"['’][sS]$")

_MARK_BEGINS = "[redacted:"
_MARK = re.compile(r"\[redacted:[a-z0-9-]+\]")
_stem = Stemmer.Stemmer("english", 0).stemWord  # no cache beside ours
_terms_by_word: dict[str, tuple[str, ...]] = {}


def analyze(text: str) -> tuple[dict[str, int], int]:
    """Terms of a document with their counts, and its length in words that carry meaning."""
    if NATIVE is not None and text.isascii():
        counted: tuple[dict[str, int], int] = NATIVE.analyze(text, _terms_by_word, terms_of_word, STOP_WORDS)
        return counted
    return analyze_in_python(text)


def analyze_in_python(text: str) -> tuple[dict[str, int], int]:
    """The same without compiled code, and for every other script."""
    words, runs = _split(text)
    counts: dict[str, int] = {}
    count, known = counts.get, _terms_by_word.get  # this loop is most of what an append costs
    length = 0
    for word, times in Counter(words).items():
        terms = known(word) or terms_of_word(word)
        if terms[0] not in STOP_WORDS:
            length += times
        for term in terms:
            counts[term] = count(term, 0) + times
    for run in runs:
        length += (len(run) + 1) // 2
        for character in run:
            counts[character] = counts.get(character, 0) + 1
        for pair in map("".join, pairwise(run)):
            counts[pair] = counts.get(pair, 0) + 1
    return counts, length


def query_terms(text: str) -> dict[str, int]:
    """Terms to look for, in order of appearance, each with the number of the word that it is part of.

    Stop words are there only when there is nothing else. Two pairs of characters count as a word.
    """
    if _MARK_BEGINS in text:
        # What stands for a credential in one prompt stands in every other one too, and says nothing.
        text = _MARK.sub(" ", text)
    words, runs = _split(text)
    terms: dict[str, int] = {}
    telling: dict[str, int] = {}
    for term, number in _numbered_terms(words, runs, terms):
        if term not in terms:
            terms[term] = number
            if term not in STOP_WORDS and term not in STOP_PAIRS:
                telling[term] = number
                if len(telling) == _LONGEST_QUERY:
                    break  # the rest of a pasted page is not even looked at
    return dict(islice((telling or terms).items(), _LONGEST_QUERY))


def _numbered_terms(words: list[str], runs: list[str], known: dict[str, int]) -> Iterator[tuple[str, int]]:
    for number, word in enumerate(words):
        for term in terms_of_word(word):
            yield term, number
    for run in runs:
        number = len(known) + len(words)
        for at, piece in enumerate(map("".join, pairwise(run)) if len(run) > 1 else run):
            yield piece, number + at // 2


def is_telling(term: str) -> bool:
    """Whether sharing this term is a sign that two texts are about the same thing."""
    return not (
        term in _WEAK_TERMS or term in STOP_PAIRS or term in STOP_WORDS or (len(term) == 1 and term.isascii())
    )


def term_spans(text: str, terms: frozenset[str]) -> list[tuple[int, int, str]]:
    """Where these terms stand in ``text``: (start, end, term) in code points, in order."""
    spans = []
    for match in (_ASCII_WORD if text.isascii() else _WORD).finditer(text):
        word = match.group()
        if text.isascii() or not _UNSPACED.search(word):
            spans += [(match.start(), match.end(), t) for t in terms_of_word(_normal(word)) if t in terms]
    if not text.isascii():
        for match in _UNSPACED.finditer(text):
            run, start = match.group(), match.start()
            for size in (1, 2):
                pieces = (run[at : at + size] for at in range(len(run) - size + 1))
                spans += [(start + at, start + at + size, p) for at, p in enumerate(pieces) if p in terms]
        spans.sort()
    return spans


def terms_of_word(word: str) -> tuple[str, ...]:
    """Terms of one word as it stands in the text: never empty."""
    terms = _terms_by_word.get(word)
    if terms is None:
        plain = word.rstrip(_JOINERS)
        terms = _plain_term(plain) if plain.isalpha() and plain.islower() else _compound_terms(plain)
        if len(word) <= _LONGEST_CACHED:
            if len(_terms_by_word) >= _CACHED_WORDS:
                _terms_by_word.clear()
            _terms_by_word[word] = terms
    return terms


def _split(text: str) -> tuple[list[str], list[str]]:
    if text.isascii():
        return _ASCII_WORD.findall(text), []
    text = _normal(text)
    runs = _UNSPACED.findall(text)
    return _WORD.findall(_UNSPACED.sub(" ", text) if runs else text), runs


def _normal(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _plain_term(word: str) -> tuple[str, ...]:
    word = _fold(word[:_LONGEST_STEMMED])
    return (word if word in STOP_WORDS else _stem(BASE_FORMS.get(word, word))[:_LONGEST_TERM],)


def _compound_terms(word: str) -> tuple[str, ...]:
    base = word.rstrip("+#")
    if base != word and len(base) <= 2:  # C++, C#, g++
        return (word.casefold(),)
    base = _POSSESSIVE.sub("", base).replace("'", "").replace("’", "")
    terms: dict[str, None] = {}
    for segment in dict.fromkeys(filter(None, _SEGMENTS.split(base))):
        parts = (
            [part for part in _PARTS.split(segment) if part] if len(segment) <= _LONGEST_TERM else [segment]
        )
        for part in parts:
            terms.update(dict.fromkeys(_plain_term(part)))
        if len(parts) > 1:
            terms.update(dict.fromkeys(_plain_term("".join(parts))))
    return tuple(terms) or (word.casefold()[:_LONGEST_TERM],)


def _fold(word: str) -> str:
    word = word.casefold()
    if word.isascii():
        return word
    plain = unicodedata.normalize("NFKD", word)
    return "".join(character for character in plain if not unicodedata.combining(character)) or word


_WEAK_TERMS = frozenset(term for word in WEAK_WORDS for term in _plain_term(word))
