"""Which documents answer a query, and how well, as numbers that depend on content alone.

A document's score is the share of the query that it covers: each term weighs by its rarity, counts by
its impact in the document, and a term said by a neighbouring turn of the same file counts too, less with
each line in between. Corpus size, order of arrival and other documents' words play no part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .catalog import Catalog, Places
from .inverted import Impacts, Numbers, Postings
from .tokens import is_telling

_CANDIDATES = 1024  # documents scored on their own words
_ENOUGH = 512  # with so many candidates from rare terms, commoner terms bring no more
_BY_DISTANCE = np.array([0.7, 0.7, 0.7, 0.4, 0.0])  # what a word counts that was said so many lines away
_CROWDED = 16  # from one posting in so many documents on, a column of all documents is quicker than sorting
_REACH = len(_BY_DISTANCE) - 2

_SEVERAL_WORDS_COVER = 0.12
_ONE_WORD_COVERS = 0.25
_SHARE_OF_BEST = 0.2  # hits that are so much weaker than the best one are noise

# A share of the query in fixed point: sums of whole numbers are the same in whatever order they are added,
# and 255 times all shares together still fit into 32 bits.
_WHOLE = 1 << 22

Scores = NDArray[np.float64]
Sums = NDArray[np.int32]
# None lets every document pass.
Filter = Callable[[Numbers], NDArray[np.bool_]] | None


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    """A term of the query that the index knows, and its share of the query's weight."""

    term: str
    word: int
    share: float
    postings: Postings

    def worth(self, impacts: Impacts) -> Sums:
        """What these impacts count in the query, in fixed point."""
        return impacts.astype(np.int32) * np.int32(self.share * _WHOLE)


@dataclass(frozen=True, slots=True)
class Ranking:
    """Scores in 0…1, and how many telling words of the query each document covers."""

    documents: Numbers
    scores: Scores
    telling: NDArray[np.intp]


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


def rank(terms: Sequence[WeightedTerm], catalog: Catalog, allowed: Filter, seeds: int) -> Ranking:
    """The ``seeds`` documents that cover most with their own words, and their surroundings, in no order."""
    documents, places = _surroundings(_seeds(terms, catalog, allowed, seeds), catalog)
    if allowed is not None:
        keep = allowed(documents)
        documents, places = documents[keep], places[keep]
    own = np.empty((len(terms), len(documents)))
    for row, term in enumerate(terms):
        np.multiply(term.postings.at(documents), term.share / 255, out=own[row])
    covered = _with_neighbours(own, places)
    telling = _telling_words(terms, covered)
    # Beside a match on one word stands just anything; beside a match on several the talk goes on.
    shown = own.any(axis=0) | (telling >= 2)
    return Ranking(documents[shown], np.round(covered.sum(axis=0), 6)[shown], telling[shown])


def floor(ranking: Ranking) -> float:
    """The score that a hit needs when nobody asked for one; above 1 when the query is about something else.

    Some hit must cover a certain share of the query with several telling words, or a larger share with one.
    """
    if not len(ranking.scores):
        return 2.0
    related = (ranking.telling >= 2) & (ranking.scores >= _SEVERAL_WORDS_COVER)
    related |= (ranking.telling == 1) & (ranking.scores >= _ONE_WORD_COVERS)
    return _SHARE_OF_BEST * float(ranking.scores.max()) if related.any() else 2.0


def _telling_words(terms: Sequence[WeightedTerm], covered: Scores) -> NDArray[np.intp]:
    by_word: dict[int, list[int]] = {}
    for row, term in enumerate(terms):
        if is_telling(term.term):
            by_word.setdefault(term.word, []).append(row)
    counts = np.zeros(covered.shape[1], dtype=np.intp)
    for rows in by_word.values():
        counts += covered[rows[0]] > 0 if len(rows) == 1 else covered[rows].any(axis=0)
    return counts


def _seeds(terms: Sequence[WeightedTerm], catalog: Catalog, allowed: Filter, wanted: int) -> Numbers:
    found: list[tuple[Numbers, Sums]] = []
    reached = 0
    for term in terms:
        numbers, impacts = term.postings.everywhere()
        if allowed is not None:
            keep = allowed(numbers)
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
        column = np.zeros(documents, dtype=np.int32)
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


def _with_neighbours(own: Scores, places: Places) -> Scores:
    covered = own.copy()
    for step in range(1, min(_REACH + 1, len(places))):
        # Another file is further away than any line of this one.
        factor = _BY_DISTANCE[np.minimum(places[step:] - places[:-step], _REACH + 1)]
        np.maximum(covered[:, step:], own[:, :-step] * factor, out=covered[:, step:])
        np.maximum(covered[:, :-step], own[:, step:] * factor, out=covered[:, :-step])
    return covered
