"""Which documents answer a query, and how well, as numbers that depend on content alone.

A document's score is the share of the query that it covers: each term weighs by its rarity, counts by
its impact in the document, and a term said by a neighbouring turn of the same file counts too, less with
each line in between. Corpus size, order of arrival and other documents' words play no part.

``rank`` runs compiled (``server/native/rank.c``) where that could be built, and is written here in NumPy. All
sums are of whole numbers, the same in whatever order they are added, so both give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..native import NATIVE
from .catalog import Catalog, Places
from .inverted import Impacts, Numbers, Postings
from .tokens import is_telling

_CANDIDATES = 1024  # documents scored on their own words
_ENOUGH = 512  # with so many candidates from rare terms, commoner terms bring no more
_BY_DISTANCE = np.array([10, 7, 7, 4])  # tenths that a word counts which was said so many lines away
_CROWDED = 16  # from one posting in so many documents on, a column of all documents is quicker than sorting
_REACH = len(_BY_DISTANCE) - 1

_SEVERAL_WORDS_COVER = 0.12
_ONE_WORD_COVERS = 0.25
_SHARE_OF_BEST = 0.2  # hits that are so much weaker than the best one are noise

# A share of the query in fixed point: 255 times all shares together still fit into 32 bits.
_WHOLE = 1 << 22
_FULL_SCORE = float(255 * _WHOLE * int(_BY_DISTANCE[0]))

_FACTORS = np.append(_BY_DISTANCE, 0)

Sums = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Allowed:
    """Documents of a scope, without a session's turns that were said after an instant."""

    scope: int
    session: int | None = None
    after: float = -math.inf

    def __call__(self, numbers: Numbers, catalog: Catalog) -> NDArray[np.bool_]:
        of_scope = catalog.scopes[numbers] == self.scope
        if self.session is None:
            return np.asarray(of_scope)
        rows = catalog.rows
        of_others = rows["session"][numbers] != np.uint64(self.session)
        return np.asarray(of_scope & (of_others | (rows["created"][numbers] <= self.after)))


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    """A term of the query that the index knows, and its share of the query's weight."""

    term: str
    word: int
    share: float
    postings: Postings

    @property
    def weight(self) -> int:
        """The share in fixed point."""
        return max(1, int(self.share * _WHOLE))

    def worth(self, impacts: Impacts) -> Sums:
        """What these impacts count in the query, in fixed point."""
        return impacts.astype(np.int64) * self.weight


@dataclass(frozen=True, slots=True)
class Ranking:
    """Documents best first, scores in 0…1, and how many telling words of the query each document covers."""

    documents: list[int]
    scores: list[float]
    telling: list[int]


def weigh(terms: Mapping[str, int], find: Callable[[str], Postings]) -> list[WeightedTerm]:
    """Known terms, rarest first. A term nobody ever used weighs as much as the rarest possible one."""
    found = sorted((postings.size, term, postings) for term in terms if (postings := find(term)).size)
    if not found:
        return []
    every = sum(size for size, _, _ in found)
    weights = [math.log(1 + every / size) for size, _, _ in found]
    total = sum(weights) + (len(terms) - len(found)) * math.log(1 + every)
    return [
        WeightedTerm(term, terms[term], weight / total, postings)
        for weight, (_, term, postings) in zip(weights, found, strict=True)
    ]


def rank(terms: Sequence[WeightedTerm], catalog: Catalog, allowed: Allowed | None, seeds: int) -> Ranking:
    """The ``seeds`` documents that cover most with their own words, and their surroundings."""
    if NATIVE is None:
        return rank_in_numpy(terms, catalog, allowed, seeds)
    session = None if allowed is None else allowed.session
    found = NATIVE.rank(
        catalog.rows,
        catalog.before,
        catalog.behind,
        catalog.places,
        catalog.scopes,
        catalog.scratch,
        catalog.count,
        [(term.weight, word, term.postings.parts()) for term, word in zip(terms, _bits(terms), strict=True)],
        None if allowed is None else (allowed.scope, session is not None, session or 0, allowed.after),
        seeds,
        _CANDIDATES,
        _ENOUGH,
        _BY_DISTANCE,
        _FULL_SCORE,
    )
    return Ranking(*found)


def rank_in_numpy(
    terms: Sequence[WeightedTerm], catalog: Catalog, allowed: Allowed | None, seeds: int
) -> Ranking:
    """The same without compiled code."""
    documents, places = _surroundings(_seeds(terms, catalog, allowed, seeds), catalog)
    if allowed is not None:
        keep = allowed(documents, catalog)
        documents, places = documents[keep], places[keep]
    own = np.empty((len(terms), len(documents)), dtype=np.int64)
    for row, term in enumerate(terms):
        own[row] = term.worth(term.postings.at(documents))
    covered = _with_neighbours(own, places)
    telling = _telling_words(terms, covered)
    # Beside a match on one word stands just anything; beside a match on several the talk goes on.
    shown = own.any(axis=0) | (telling >= 2)
    scores = np.round(covered.sum(axis=0)[shown] / _FULL_SCORE, 6)
    order = (-scores).argsort(kind="stable")
    found = documents[shown][order], scores[order], telling[shown][order]
    return Ranking(*(column.tolist() for column in found))


def floor(ranking: Ranking) -> float:
    """The score that a hit needs when nobody asked for one; above 1 when the query is about something else.

    Some hit must cover a certain share of the query with several telling words, or a larger share with one.
    """
    for score, telling in zip(ranking.scores, ranking.telling, strict=True):
        if score < _SEVERAL_WORDS_COVER:
            break
        if telling >= 2 or (telling == 1 and score >= _ONE_WORD_COVERS):
            return _SHARE_OF_BEST * ranking.scores[0]
    return 2.0


def _bits(terms: Sequence[WeightedTerm]) -> list[int]:
    """A bit for each telling word, in all of its terms; at most 64 terms make a query."""
    bits: dict[int, int] = {}
    return [bits.setdefault(term.word, 1 << len(bits)) if is_telling(term.term) else 0 for term in terms]


def _telling_words(terms: Sequence[WeightedTerm], covered: Sums) -> NDArray[np.intp]:
    by_word: dict[int, list[int]] = {}
    for row, term in enumerate(terms):
        if is_telling(term.term):
            by_word.setdefault(term.word, []).append(row)
    counts = np.zeros(covered.shape[1], dtype=np.intp)
    for rows in by_word.values():
        counts += covered[rows[0]] > 0 if len(rows) == 1 else covered[rows].any(axis=0)
    return counts


def _seeds(terms: Sequence[WeightedTerm], catalog: Catalog, allowed: Allowed | None, wanted: int) -> Numbers:
    found: list[tuple[Numbers, Sums]] = []
    reached = 0
    for term in terms:
        numbers, impacts = term.postings.everywhere()
        if allowed is not None:
            keep = allowed(numbers, catalog)
            numbers, impacts = numbers[keep], impacts[keep]
        found.append((numbers, term.worth(impacts)))
        reached += len(numbers)
        if reached >= _ENOUGH:
            break
    numbers, sums = _summed(found, catalog.count)
    numbers, sums = _best(numbers, sums, _CANDIDATES, catalog)
    for term in terms[len(found) :]:
        sums = sums + term.worth(term.postings.at(numbers))
    return _best(numbers, sums, wanted, catalog)[0]


def _summed(parts: Sequence[tuple[Numbers, Sums]], documents: int) -> tuple[Numbers, Sums]:
    """What the terms count by document."""
    if len(parts) == 1:
        return parts[0]
    if sum(len(numbers) for numbers, _ in parts) * _CROWDED > documents:
        column = np.zeros(documents, dtype=np.int64)
        for numbers, sums in parts:
            column[numbers] += sums
        numbers = column.nonzero()[0].astype(np.int32)
        return numbers, column[numbers]
    numbers = np.concatenate([part[0] for part in parts])
    sums = np.concatenate([part[1] for part in parts])
    order = numbers.argsort(kind="stable")
    numbers, sums = numbers[order], sums[order]
    starts = _differs_from_the_one_before(numbers).nonzero()[0]
    return numbers[starts], np.add.reduceat(sums, starts) if len(starts) else sums


def _best(numbers: Numbers, sums: Sums, wanted: int, catalog: Catalog) -> tuple[Numbers, Sums]:
    """The best by sum; where equals compete for the last places, identity decides."""
    if len(numbers) <= wanted:
        return numbers, sums
    limit = np.partition(sums, -wanted)[-wanted]
    chosen = (sums >= limit).nonzero()[0]
    if len(chosen) > wanted:
        is_tied = sums[chosen] == limit
        sure, tied = chosen[~is_tied], chosen[is_tied]
        tied = tied[np.argsort(catalog.rows["id"][numbers[tied]])[: wanted - len(sure)]]
        chosen = np.sort(np.concatenate((sure, tied)))
    return numbers[chosen], sums[chosen]


def _surroundings(seeds: Numbers, catalog: Catalog) -> tuple[Numbers, Places]:
    """The seeds and what stands within reach of one in its file, by file and line, and where that is."""
    groups = [seeds]
    for links in (catalog.before, catalog.behind):
        reached = seeds
        for _ in range(_REACH):
            reached = links[reached]  # at an end of the file a document is its own neighbour
            groups.append(reached)
    near = np.stack(groups)
    places = catalog.places[near]
    is_near = np.abs(places - places[0]) <= _REACH
    documents, places = near[is_near], places[is_near]
    order = places.argsort(kind="stable")
    documents, places = documents[order], places[order]
    is_first = _differs_from_the_one_before(places)
    return documents[is_first], places[is_first]


def _differs_from_the_one_before(values: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    differs = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=differs[1:])
    return differs


def _with_neighbours(own: Sums, places: Places) -> Sums:
    covered: Sums = own * _BY_DISTANCE[0]
    for step in range(1, min(_REACH + 1, len(places))):
        # Another file is further away than any line of this one.
        factor = _FACTORS[np.minimum(places[step:] - places[:-step], _REACH + 1)]
        np.maximum(covered[:, step:], own[:, :-step] * factor, out=covered[:, step:])
        np.maximum(covered[:, :-step], own[:, step:] * factor, out=covered[:, :-step])
    return covered
