from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reme_gateway.index import fresh_tail
from reme_gateway.index.fresh_tail import LONGEST_WAITING, MOST_WAITING, FreshTail
from reme_gateway.index.keyword_index import KeywordIndex
from reme_gateway.index.posting_file import FileStamp, StoredDocument
from reme_gateway.index.tokens import analyze

from tests.server.index.samples import found, turn


def stored(text: str) -> StoredDocument:
    return StoredDocument(1, "turn", "2026-11-30T10:00:00Z", text.encode())


@pytest.fixture
def analyzed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that the tail analyzed itself, as they come."""
    texts: list[str] = []

    def noting(text: str) -> tuple[dict[str, int], int]:
        texts.append(text)
        return analyze(text)

    monkeypatch.setattr(fresh_tail, "analyze", noting)
    return texts


def test_terms_wait_until_somebody_asks(analyzed: list[str]) -> None:
    tail = FreshTail()
    tail.add(0, stored("walnut"), None)
    assert not analyzed
    assert "walnut" in tail.postings
    assert tail.of_term("walnut") is not None
    assert analyzed == ["walnut"]


def test_no_more_than_the_bound_wait(analyzed: list[str]) -> None:
    tail = FreshTail()
    for number in range(5 * MOST_WAITING):
        tail.add(number, stored(f"walnut{number}"), None)
        assert number + 1 - len(analyzed) <= MOST_WAITING
    assert len(tail.postings) >= 5 * MOST_WAITING


def test_postings_come_in_the_order_of_arrival_whoever_was_analyzed_first() -> None:
    tail, at_once = FreshTail(), FreshTail()
    for number in range(MOST_WAITING // 2):
        text = f"walnut and hazel number {number}"
        tail.add(number, stored(text), analyze(text) if number % 3 == 0 else None)
        at_once.add(number, stored(text), analyze(text))
    assert tail.postings == at_once.postings
    numbers = [posting >> 8 for posting in tail.postings["walnut"]]
    assert numbers == sorted(numbers)


def test_a_waiting_document_is_found_at_once(index: KeywordIndex, analyzed: list[str]) -> None:
    index.finish_rebuild()
    index.add([turn("the walnut table is in the attic")])
    assert not analyzed
    assert [hit.line_start for hit in found(index, "walnut table")] == [1]


def test_a_long_text_is_analyzed_before_it_is_added(index: KeywordIndex, analyzed: list[str]) -> None:
    index.finish_rebuild()
    index.add([turn("walnut " * LONGEST_WAITING)])
    assert not analyzed
    assert found(index, "walnut")


def test_waiting_and_entered_documents_score_the_same(tmp_path: Path) -> None:
    texts = [f"walnut tables of house {number}, attic {number % 7}" for number in range(40)]
    answers = []
    for ask_in_between in (False, True):
        index = KeywordIndex(tmp_path / str(ask_in_between))
        index.finish_rebuild()
        for line, text in enumerate(texts, 1):
            index.add([turn(text, line)])
            if ask_in_between:
                found(index, "walnut")
        answers.append([(hit.line_start, hit.score) for hit in found(index, "walnut attic 3")])
        index.close()
    assert answers[0] == answers[1]
    assert answers[0]


def test_what_is_forgotten_while_it_waits_is_gone(index: KeywordIndex) -> None:
    index.finish_rebuild()
    index.add([turn("walnut", 1), turn("hazel", 2)])
    assert index.forget("session/dialog/codex/s.jsonl", [1]) == 1
    assert not found(index, "walnut")
    assert not index.knows_term("walnut")
    assert found(index, "hazel")


def test_closing_writes_what_waits(open_index: Callable[[], KeywordIndex]) -> None:
    index = open_index()
    index.finish_rebuild()
    index.add([turn("walnut")])
    index.close()
    assert found(open_index(), "walnut")


def test_a_rebuild_loses_nothing_that_waits(index: KeywordIndex) -> None:
    index.finish_rebuild()
    index.add([turn("walnut", 1)])
    index.begin_rebuild()
    index.add([turn("hazel", 2)])
    assert [hit.line_start for hit in found(index, "walnut")] == [1]
    assert [hit.line_start for hit in found(index, "hazel")] == [2]
    both = [turn("walnut", 1), turn("hazel", 2)]
    assert index.replace("session/dialog/codex/s.jsonl", both, FileStamp(1, 2, 3))
    index.finish_rebuild()
    assert [hit.line_start for hit in found(index, "walnut hazel", min_score=0.0)] == [1, 2]
