"""The compiled module gives what the Python code beside it gives."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.index import fresh_tail, keyword_index, ranking, tokens
from reme_gateway.index.inverted import InvertedIndex
from reme_gateway.index.native import NATIVE
from reme_gateway.index.ranking import Allowed, rank, rank_in_numpy, weigh
from reme_gateway.ports import Document

WORDS = [f"word{number}" for number in range(40)]
ASCII = st.text(st.characters(max_codepoint=127))


def test_the_module_is_compiled_for_these_tests() -> None:
    assert NATIVE is not None, "install the server again on a machine with a C compiler"


@given(ASCII)
def test_the_same_terms_are_counted(text: str) -> None:
    assert tokens.analyze(text) == tokens.analyze_in_python(text)
    assert list(tokens.analyze(text)[0]) == list(tokens.analyze_in_python(text)[0])


def test_identifiers_paths_and_signs_are_the_same_words() -> None:
    text = "C++ c# g++# getUserById src/app_v2.py it's user's -dash- a.b.c. http://x:80/y@z \\n ++ '' 9'9"
    assert tokens.analyze(text) == tokens.analyze_in_python(text)


@given(
    st.dictionaries(st.sampled_from(WORDS), st.integers(1, 400)),
    st.integers(0, 5000),
    st.integers(0, 1 << 30),
)
def test_the_same_postings_are_entered(counts: dict[str, int], length: int, number: int) -> None:
    found: list[dict[str, array[int]]] = []
    for enter in (fresh_tail.enter_in_python, NATIVE.enter):
        postings = {"word1": array("q", (7,))}
        norm = fresh_tail._SATURATION * np.log2(1 + length / 12)
        enter(postings, counts, fresh_tail._new_list, number << 8, 51.0, 204.0, float(norm))
        found.append(postings)
    assert found[0] == found[1]


def test_a_failing_callback_is_raised_and_nothing_is_lost() -> None:
    def refuse(word: str) -> tuple[str, ...]:
        raise RuntimeError(word)

    with pytest.raises(RuntimeError, match="alpha"):
        NATIVE.analyze("alpha beta", {}, refuse, frozenset())
    with pytest.raises(TypeError):
        NATIVE.rank(1, 2, 3)


def test_a_posting_beyond_the_catalog_is_refused() -> None:
    numbers, impacts = np.array([5], dtype=np.int32), np.array([200], dtype=np.uint8)
    columns = [
        np.zeros(1, dtype=ranking.Catalog().rows.dtype),
        *(np.zeros(1, dtype=np.int32) for _ in range(2)),
    ]
    places, scopes, scratch = (
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int32),
        np.zeros(1, dtype=np.int32),
    )
    with pytest.raises(ValueError, match="does not have"):
        NATIVE.rank(
            *columns,
            places,
            scopes,
            scratch,
            1,
            [(9, 1, [(numbers, impacts)])],
            None,
            4,
            4,
            4,
            np.array([10, 7]),
            1.0,
        )


@pytest.fixture(scope="module", params=[60, 3000])
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> InvertedIndex:
    """In several files, scopes and sessions; most on disk, the last ones in the tail, some gone."""
    chance = random.Random(request.param)
    documents = [
        Document(
            path=f"session/dialog/codex/s{number % 23}.jsonl",
            line_start=number // 23 + 1,
            line_end=number // 23 + 1,
            text=" ".join(chance.choices(WORDS, weights=range(1, len(WORDS) + 1), k=chance.randint(1, 9))),
            kind="turn",
            scope_id=("default", "work")[number % 23 % 2],
            created_at=f"2026-03-01T10:{number % 60:02d}:00Z",
            session_key=f"s{number % 23}",
        )
        for number in range(request.param)
    ]
    made = InvertedIndex(Path(tmp_path_factory.mktemp("index")) / "index.sqlite3")
    made.add(documents[: -request.param // 10])
    made.flush()
    made.remove(list(range(0, request.param // 2, 7)))
    made.add(documents[-request.param // 10 :])
    return made


@pytest.mark.parametrize("seeds", [1, 16, 300])
def test_the_same_documents_are_found(index: InvertedIndex, seeds: int) -> None:
    chance = random.Random(seeds)
    filters = [
        None,
        Allowed(0),
        Allowed(1),
        Allowed(7),
        Allowed(0, ranking_session(index, 2)),
        Allowed(1, ranking_session(index, 5), 1772359200.0 + 1800),
    ]
    answered = 0
    for _ in range(25):
        query = " ".join(chance.sample(WORDS, chance.randint(1, 6)))
        terms = weigh(tokens.query_terms(query), index.postings)
        for allowed in filters if terms else []:
            found = rank(terms, index.catalog, allowed, seeds)
            expected = rank_in_numpy(terms, index.catalog, allowed, seeds)
            assert found.scores == expected.scores
            assert in_order(found) == in_order(expected)
            answered += bool(found.documents)
    assert answered > 50
    assert not index.catalog.scratch.any()


def in_order(found: ranking.Ranking) -> list[tuple[float, int, int]]:
    return sorted(zip(found.scores, found.documents, found.telling, strict=True))


def ranking_session(index: InvertedIndex, number: int) -> int:
    return int(index.catalog.rows["session"][number])


def test_a_missing_module_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = keyword_index.KeywordIndex(tmp_path)
    assert index.state().reason is None
    monkeypatch.setattr(keyword_index, "NATIVE", None)
    assert "compiler" in str(index.state().reason)
    index.close()
