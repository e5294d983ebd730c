"""Why the index is our own: the same turns in SQLite FTS5, in tantivy and in ours, without HTTP around them.

Besides speed two things decide: a turn must be searchable when its append returns, and answers may depend on
what is stored only, so that turns which came and went leave no trace. All three are asked without the fifty
commonest words, which ours would leave out by itself and which cost the others most.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Protocol

import tantivy
from reme_gateway.index.keyword_index import KeywordIndex
from reme_gateway.ports import Document, IndexQuery

from tests.bench.corpus import Corpus, telling_words
from tests.bench.options import Options
from tests.bench.rounds import measure, middle
from tests.bench.rows import Row

_LIMIT = 20
_ASKED = 60
_ADDED = 50
_FORGOTTEN = 20
_WORD = re.compile(r"\w+")
Scores = list[tuple[int, float]]


class Index(Protocol):
    """What is compared."""

    def fill(self, texts: list[str]) -> None: ...
    def add(self, number: int, text: str) -> None:
        """Searchable when it returns."""
        ...

    def search(self, question: str) -> Scores: ...
    def forget(self, numbers: list[int]) -> None: ...


class Fts5:
    """SQLite's own full text index, one row per turn."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "fts5.sqlite3", isolation_level=None)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute("CREATE VIRTUAL TABLE turns USING fts5(text, tokenize='porter unicode61')")

    def fill(self, texts: list[str]) -> None:
        self._database.execute("BEGIN")
        self._database.executemany("INSERT INTO turns(rowid, text) VALUES (?, ?)", enumerate(texts, 1))
        self._database.execute("COMMIT")

    def add(self, number: int, text: str) -> None:
        self._database.execute("INSERT INTO turns(rowid, text) VALUES (?, ?)", (number + 1, text))

    def search(self, question: str) -> Scores:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(question))
        found = self._database.execute(
            "SELECT rowid, bm25(turns) FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?", (words, _LIMIT)
        )
        return [(number - 1, -score) for number, score in found]

    def forget(self, numbers: list[int]) -> None:
        self._database.executemany("DELETE FROM turns WHERE rowid = ?", [(number + 1,) for number in numbers])


class Tantivy:
    """tantivy with English stems, one document per turn."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        schema = tantivy.SchemaBuilder()
        schema.add_integer_field("number", stored=True, indexed=True)
        schema.add_text_field("text", tokenizer_name="en_stem")
        self._index = tantivy.Index(schema.build(), path=str(folder))
        self._writer = self._index.writer(num_threads=1)

    def fill(self, texts: list[str]) -> None:
        for number, text in enumerate(texts):
            self._writer.add_document(tantivy.Document(number=number, text=text))
        self._commit()

    def add(self, number: int, text: str) -> None:
        self._writer.add_document(tantivy.Document(number=number, text=text))
        self._commit()

    def search(self, question: str) -> Scores:
        searcher = self._index.searcher()
        query = self._index.parse_query(" ".join(_WORD.findall(question)), ["text"])
        found = searcher.search(query, _LIMIT).hits
        return [(searcher.doc(address)["number"][0], score) for score, address in found]

    def forget(self, numbers: list[int]) -> None:
        for number in numbers:
            self._writer.delete_documents("number", number)
        self._commit()

    def _commit(self) -> None:
        self._writer.commit()
        self._index.reload()


class Ours:
    """The gateway's index."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._index = KeywordIndex(folder)

    def fill(self, texts: list[str]) -> None:
        self._index.add([_document(number, text) for number, text in enumerate(texts)])
        self._index.finish_rebuild()

    def add(self, number: int, text: str) -> None:
        self._index.add([_document(number, text)])

    def search(self, question: str) -> Scores:
        query = IndexQuery(question, _LIMIT, 100_000, "default", min_score=0.0)
        return [(int(hit.path), hit.score) for hit in self._index.search(query).hits]

    def forget(self, numbers: list[int]) -> None:
        for number in numbers:
            self._index.forget(str(number))


def _document(number: int, text: str) -> Document:
    return Document(str(number), 1, 1, text, "turn", "default", "2026-11-30T10:00:00+00:00")


def rows(options: Options) -> Iterator[Row]:
    """Speed against FTS5, and 1 or 0 for what must hold."""
    folder = options.folder / "indexes"
    folder.mkdir()
    corpus = Corpus()
    texts = [corpus.text(number) for number in range(options.turns)]
    indexes: dict[str, Index] = {
        "FTS5": Fts5(folder),
        "tantivy": Tantivy(folder / "tantivy"),
        "ours": Ours(folder / "ours"),
    }
    for index in indexes.values():
        index.fill(texts)
    asked = [
        [telling_words(question) for question in corpus.questions(_ASKED, options.turns, seed=1000 + number)]
        for number in range(options.rounds)
    ]
    cases = {name: _case(index, asked) for name, index in indexes.items()}
    searched = measure(cases, options.rounds)
    added = {name: _add_ms(index, corpus, options.turns) for name, index in indexes.items()}
    for name, index in indexes.items():
        note = f"searchable {added[name]:.2f} ms after add began"
        yield Row(
            f"index: {name}, top {_LIMIT} of {options.turns:,}, p50", middle(searched[name]), "ms", note=note
        )
        yield from _stability(name, index, asked[0], corpus, options.turns)


def _case(index: Index, asked: list[list[str]]) -> Callable[[int], float]:
    return lambda number: _search_ms(index, asked[number])


def _search_ms(index: Index, questions: list[str]) -> float:
    times = []
    for question in questions:
        started = time.perf_counter()
        index.search(question)
        times.append(time.perf_counter() - started)
    return median(times) * 1000


def _add_ms(index: Index, corpus: Corpus, first: int) -> float:
    """Until the new turn is found, which is checked."""
    times = []
    for number in range(first, first + _ADDED):
        text = f"{corpus.text(number)} unheard{number}"
        started = time.perf_counter()
        index.add(number, text)
        times.append(time.perf_counter() - started)
        assert [found for found, _ in index.search(f"unheard{number}")][:1] == [number]
    return median(times) * 1000


def _stability(name: str, index: Index, questions: list[str], corpus: Corpus, turns: int) -> Iterator[Row]:
    """How many answers are the same, scores included, after turns came and went, and after some went."""
    before = {question: index.search(question) for question in questions}
    visitors = list(range(turns + _ADDED, turns + _ADDED + _FORGOTTEN))
    for number in visitors:
        index.add(number, corpus.text(number))
    index.forget(visitors)
    same = _share_unchanged(index, before)
    note = f"{_FORGOTTEN} turns added and forgotten"
    yield Row(f"index: {name}, answers after turns came and went", same, "same", note=note)
    hits = {number for scores in before.values() for number, _ in scores}
    index.forget([number for number in range(turns) if number not in hits][:_FORGOTTEN])
    same = _share_unchanged(index, before)
    note = f"{_FORGOTTEN} of {turns:,} turns forgotten that were no hits but share words with the questions"
    yield Row(f"index: {name}, answers after forgetting others", same, "same", note=note)


def _share_unchanged(index: Index, before: dict[str, Scores]) -> float:
    return sum(index.search(question) == scores for question, scores in before.items()) / len(before)
