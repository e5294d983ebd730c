"""One query against one inverted index: who may be a hit, in which order, and what is shown of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ..ports import IndexHit, IndexQuery, IndexResult, Kind
from .catalog import instant, label
from .duplicates import SeenTexts
from .inverted import InvertedIndex, Numbers
from .ranking import Filter, Ranking, floor, rank, weigh
from .snippets import fit
from .tokens import query_terms

_KINDS: dict[str, Kind] = {"turn": "turn", "daily": "daily", "digest": "digest"}


class Search:
    """One query against one index."""

    def __init__(self, index: InvertedIndex, query: IndexQuery) -> None:
        self._index, self._query = index, query
        self._rows = index.catalog.rows
        terms = query_terms(query.text)
        self._terms = weigh(terms, index.postings) if terms else []

    def result(self) -> IndexResult:
        """Hits within limit and budget. Raises ``IndexDamagedError``."""
        if not self._terms:
            return IndexResult([], False)
        ranking = rank(self._terms, self._index.catalog, self._filter())
        least = floor(ranking) if self._query.min_score is None else max(self._query.min_score, 1e-6)
        return self._pack(self._in_order(ranking, least))

    def _filter(self) -> Filter:
        rows, excluded = self._rows, self._query.exclude_session
        scope = np.uint64(label(self._query.scope_id))
        if excluded is None:
            return lambda numbers: np.asarray(rows["scope"][numbers] == scope)
        session = np.uint64(label(excluded.session_key))
        # Without a compaction nothing of that session comes back: no instant lies before minus infinity.
        after = instant(excluded.after) if excluded.after else -np.inf

        def allowed(numbers: Numbers) -> NDArray[np.bool_]:
            of_others = (rows["session"][numbers] != session) | (rows["created"][numbers] <= after)
            return np.asarray(of_others & (rows["scope"][numbers] == scope))

        return allowed

    def _in_order(self, ranking: Ranking, least: float) -> Iterator[tuple[int, float]]:
        """Documents from ``least`` up, best first; equals by path and line."""
        enough = np.flatnonzero(ranking.scores >= least)
        enough = enough[np.argsort(-ranking.scores[enough], kind="stable")]
        scores, numbers = ranking.scores[enough], ranking.documents[enough]
        at = 0
        while at < len(scores):
            end = int(np.searchsorted(-scores, -scores[at], side="right"))
            for number in sorted(numbers[at:end].tolist(), key=self._place):
                yield number, float(scores[at])
            at = end

    def _place(self, number: int) -> tuple[str, int, int]:
        row = self._rows[number]
        return self._index.catalog.path_of[int(row["file"])], int(row["line"]), int(row["id"])

    def _pack(self, ranked: Iterator[tuple[int, float]]) -> IndexResult:
        query, seen = self._query, SeenTexts()
        hits: list[IndexHit] = []
        weights = {term.term: term.share for term in self._terms}
        room, truncated, looks = query.max_chars, False, 2 * query.limit + len(query.exclude_ids) + 16
        for number, score in ranked:
            if len(hits) >= query.limit or looks == 0:
                break
            looks -= 1
            stored = self._index.document(number)
            if stored is None:
                continue
            text = stored.text.decode()
            path, line, identity = self._place(number)
            hit_id = f"{identity:016x}"
            if not seen.is_new(text) or hit_id in query.exclude_ids:
                continue
            fitted = fit(text, weights, room, first=not hits)
            truncated = truncated or fitted is None or fitted[1]
            if fitted is None:
                continue
            snippet, cut = fitted
            kind = _KINDS.get(stored.kind, "turn")
            hits.append(
                IndexHit(hit_id, path, line, stored.line_end, snippet, score, kind, stored.created_at, cut)
            )
            room -= len(snippet)
        return IndexResult(hits, truncated)
