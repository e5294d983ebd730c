"""One query against one inverted index: who may be a hit, in which order, and what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..ports import IndexHit, IndexQuery, IndexResult, Kind
from .catalog import instant, label
from .duplicates import SeenTexts
from .inverted import InvertedIndex, Numbers
from .posting_file import StoredDocument
from .ranking import Filter, Ranking, floor, rank, weigh
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
        self._rows = index.catalog.rows
        self._step = min(query.limit, _FETCHED)
        terms = query_terms(query.text)
        self._terms = weigh(terms, index.postings) if terms else []

    def result(self) -> IndexResult:
        """Hits within limit and budget. Raises ``IndexDamagedError``."""
        if not self._terms:
            return IndexResult([], False)
        seeds = max(_SEEDS, 2 * self._query.limit) + len(self._query.exclude_ids)
        ranking = rank(self._terms, self._index.catalog, self._filter(), seeds)
        least = floor(ranking) if self._query.min_score is None else max(self._query.min_score, 1e-6)
        return self._pack(self._in_order(ranking, least))

    def _filter(self) -> Filter:
        """Which documents may be hits; None for all of them."""
        rows, catalog, excluded = self._rows, self._index.catalog, self._query.exclude_session
        scope, scopes = catalog.scope_numbers.get(label(self._query.scope_id), -1), catalog.scopes
        if excluded is None:
            return None if len(catalog.scope_numbers) == 1 and scope == 0 else lambda at: scopes[at] == scope
        session = np.uint64(label(excluded.session_key))
        # Without a compaction nothing of that session comes back: no instant lies before minus infinity.
        after = instant(excluded.after) if excluded.after else -np.inf

        def allowed(numbers: Numbers) -> NDArray[np.bool_]:
            of_others = (rows["session"][numbers] != session) | (rows["created"][numbers] <= after)
            return np.asarray(of_others & (scopes[numbers] == scope))

        return allowed

    def _in_order(self, ranking: Ranking, least: float) -> Iterator[Found]:
        """Documents from ``least`` up, best first; equals by path and line."""
        loss = -ranking.scores
        order = loss.argsort(kind="stable")
        loss, documents = loss[order], ranking.documents[order]
        catalog, at, end = self._index.catalog, 0, int(loss.searchsorted(-least, side="right"))
        while at < end:
            last_equal = loss[min(at + self._step, end) - 1]
            part = slice(at, at := int(loss.searchsorted(last_equal, side="right")))
            numbers = documents[part]
            places = catalog.places[numbers].tolist()
            identities = self._rows["id"][numbers].tolist()
            paths = [catalog.path_of[place >> 32] for place in places]
            lines = [place & _LINE for place in places]
            yield from sorted(map(Found, loss[part].tolist(), paths, lines, identities, numbers.tolist()))

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
