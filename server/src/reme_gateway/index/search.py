"""One query against one inverted index: who may be a hit, in which order, and what is shown of it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from ..ports import IndexHit, IndexQuery, IndexResult, Kind
from .catalog import instant, label
from .duplicates import SeenTexts
from .inverted import InvertedIndex
from .posting_file import StoredDocument
from .ranking import Allowed, Ranking, floor, rank, weigh
from .snippets import fit, may_fit
from .tokens import query_terms

_SEEDS = 16  # documents whose surroundings are looked at, at least
_FETCHED = 16  # most texts per question to the file
_MISFITS = 8  # after so many hits that no longer fit, the budget is used up
_LINE = (1 << 32) - 1  # the line's part of a place
_NOTHING = (None, None)
_KINDS: dict[str, Kind] = {"turn": "turn", "daily": "daily", "digest": "digest"}


class Found(NamedTuple):
    """A document that may become a hit; sorting by the fields gives the order of the hits."""

    loss: float  # the score, negated
    path: str
    line: int
    identity: int
    number: int


class Search:
    """One query against one index."""

    def __init__(self, index: InvertedIndex, query: IndexQuery) -> None:
        self._index, self._query = index, query
        self._places, self._identities = index.catalog.places, index.catalog.rows["id"]
        self._step = min(query.limit, _FETCHED)
        terms = query_terms(query.text)
        self._terms = weigh(terms, index.postings) if terms else []

    def result(self) -> IndexResult:
        """Hits within limit and budget. Raises ``IndexDamagedError``."""
        if not self._terms:
            return IndexResult([], False)
        seeds = max(_SEEDS, 2 * self._query.limit) + len(self._query.exclude_ids)
        ranking = rank(self._terms, self._index.catalog, self._allowed(), seeds)
        least = floor(ranking) if self._query.min_score is None else max(self._query.min_score, 1e-6)
        return self._pack(self._in_order(ranking, least))

    def _allowed(self) -> Allowed | None:
        """Which documents may be hits; None for all of them."""
        catalog, excluded = self._index.catalog, self._query.exclude_session
        scope = catalog.scope_numbers.get(label(self._query.scope_id), -1)
        if excluded is None:
            return None if len(catalog.scope_numbers) == 1 and scope == 0 else Allowed(scope)
        # Without a compaction nothing of that session comes back: no instant lies before minus infinity.
        after = instant(excluded.after) if excluded.after else -math.inf
        return Allowed(scope, label(excluded.session_key), after)

    def _in_order(self, ranking: Ranking, least: float) -> Iterator[Found]:
        """Documents from ``least`` up, best first; equals by path and line."""
        scores, documents, at, end = ranking.scores, ranking.documents, 0, len(ranking.scores)
        while at < end and scores[at] >= least:
            behind = min(at + self._step, end)
            while behind < end and scores[behind] == scores[behind - 1]:
                behind += 1
            yield from sorted(map(self._found, scores[at:behind], documents[at:behind]))
            at = behind

    def _found(self, score: float, number: int) -> Found:
        place = int(self._places[number])
        path = self._index.catalog.path_of[place >> 32]
        return Found(-score, path, place & _LINE, int(self._identities[number]), number)

    def _pack(self, ranked: Iterator[Found]) -> IndexResult:
        query, seen = self._query, SeenTexts()
        hits: list[IndexHit] = []
        weights = {term.term: term.share for term in self._terms}
        room, truncated, misfits = query.max_chars, False, 0
        with_texts = self._with_texts(ranked)
        while len(hits) < query.limit and misfits < _MISFITS:
            found, stored = next(with_texts, _NOTHING)
            if found is None or stored is None:
                break
            text = stored.text.decode()
            if not may_fit(text, room, first=not hits):
                misfits += 1
                continue
            hit_id = f"{found.identity:016x}"
            if not seen.is_new(text) or hit_id in query.exclude_ids:
                continue
            snippet, cut = fit(text, weights, room)
            truncated = truncated or cut
            if not snippet:
                continue
            kind = _KINDS.get(stored.kind, "turn")
            where = found.path, found.line, stored.line_end
            hits.append(IndexHit(hit_id, *where, snippet, -found.loss, kind, stored.created_at, cut))
            room -= len(snippet)
        return IndexResult(hits, truncated or misfits > 0)

    def _with_texts(self, ranked: Iterator[Found]) -> Iterator[tuple[Found, StoredDocument]]:
        while some := list(islice(ranked, self._step)):
            texts = self._index.documents([found.number for found in some])
            yield from ((found, texts[found.number]) for found in some if found.number in texts)
