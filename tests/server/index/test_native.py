"""The compiled module gives what the Python code beside it gives."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.index import fresh_tail, keyword_index, ranking, tokens
from reme_gateway.index.inverted import InvertedIndex
from reme_gateway.index.posting_file import BLOCK_BITS
from reme_gateway.index.ranking import Allowed, rank, rank_in_numpy, weigh
from reme_gateway.native import NATIVE
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


COUNTS = st.dictionaries(st.sampled_from([*WORDS, "日本", "é"]), st.integers(1, 400))


@given(st.lists(st.one_of(ASCII, COUNTS)))
def test_the_same_postings_are_entered(documents: list[str | dict[str, int]]) -> None:
    tails = [fresh_tail.PostingsInPython(), fresh_tail.new_postings()]
    for tail in tails:
        for number, document in enumerate(documents):
            # Far apart: a term then has entries in several blocks.
            if isinstance(document, str):
                tail.enter(number * 5000, document)
            else:
                tail.enter_counts(number * 5000, document, sum(document.values()))
    in_python, compiled = (sorted(tail.rows(BLOCK_BITS)) for tail in tails)
    assert compiled == in_python
    for term in {row[0] for row in in_python} | {"never", "nie\u00e9"}:
        assert tails[1].of_term(term) == tails[0].of_term(term)


def test_many_words_and_long_ones_are_entered_alike() -> None:
    chance = random.Random(3)
    tails = [fresh_tail.PostingsInPython(), fresh_tail.new_postings()]
    for number in range(300):
        names = [f"name{chance.randrange(20_000)}.part_{chance.randrange(9)}" for _ in range(60)]
        text = " ".join([*names, "x" * chance.choice([10, 256, 257, 700]), "Running ran-away user's"])
        for tail in tails:
            tail.enter(number, text)
    assert len(tails[0].rows(BLOCK_BITS)) > 15_000
    assert sorted(tails[1].rows(BLOCK_BITS)) == sorted(tails[0].rows(BLOCK_BITS))


def test_a_document_that_cannot_be_entered_leaves_nothing_behind() -> None:
    def refuse_beta(word: str) -> tuple[str, ...]:
        if word == "beta":
            raise RuntimeError(word)
        return (word,)

    tail = NATIVE.Tail(refuse_beta, frozenset({"the"}), 51.0, 204.0, 0.5, 12.0)
    tail.enter(1, "alpha the")
    with pytest.raises(RuntimeError, match="beta"):
        tail.enter(2, "alpha alpha beta gamma")
    with pytest.raises(TypeError):
        tail.enter_counts(2, {"alpha": "many"}, 1)
    tail.enter(3, "alpha the")
    first, third = np.frombuffer(tail.of_term("alpha"), dtype=np.int64).tolist()
    assert (first >> 8, third >> 8, first & 255) == (1, 3, third & 255)
    assert tail.of_term("beta") is None
    assert [row[0] for row in tail.rows(BLOCK_BITS)] == ["alpha", "the"]


def test_nobody_enters_a_tail_that_is_being_entered() -> None:
    def enter_again(word: str) -> tuple[str, ...]:
        tail.enter(2, "other")
        return (word,)

    tail = NATIVE.Tail(enter_again, frozenset(), 51.0, 204.0, 0.5, 12.0)
    with pytest.raises(RuntimeError, match="another thread"):
        tail.enter(1, "word")


def test_a_word_without_terms_is_refused() -> None:
    for answer in ((), "word", None):
        tail = NATIVE.Tail(lambda word, answer=answer: answer, frozenset(), 51.0, 204.0, 0.5, 12.0)
        with pytest.raises(ValueError, match="tuple"):
            tail.enter(1, "word")


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
