from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from reme_gateway.index import fresh_tail, keyword_index
from reme_gateway.index.fresh_tail import LONGEST_COUNTED, MOST_WAITING, FreshTail
from reme_gateway.index.keyword_index import FLUSH_BYTES, KeywordIndex
from reme_gateway.index.posting_file import BLOCK_BITS, FileStamp, StoredDocument
from reme_gateway.index.tokens import analyze

from tests.server.index.samples import found, turn


def stored(text: str) -> StoredDocument:
    return StoredDocument(1, "turn", "2026-11-30T10:00:00Z", text.encode())


def test_a_document_is_there_at_once() -> None:
    tail = FreshTail()
    tail.add(7, stored("walnut"), None)
    tail.add(9, stored("walnüt"), analyze("walnüt"))
    for term, number in (("walnut", 7), ("walnut", 9)):
        found = tail.of_term(term)
        assert found is not None
        assert number in (found >> 8).tolist()
    assert tail.of_term("hazel") is None
    assert tail.text_bytes == len("walnut") + len("walnüt".encode())


def test_no_more_than_the_bound_wait() -> None:
    tail = FreshTail()
    for number in range(3 * MOST_WAITING):
        tail.add(number, stored("walnut"), None)
        assert len(tail._waiting) < MOST_WAITING
    assert tail._waiting == []


def test_who_counted_the_terms_makes_no_difference() -> None:
    tail, counted = FreshTail(), FreshTail()
    for number in range(40):
        text = f"walnut and hazel number {number}"
        tail.add(number, stored(text), analyze(text) if number % 3 == 0 else None)
        counted.add(number, stored(text), analyze(text))
    assert tail.postings.rows(BLOCK_BITS) == counted.postings.rows(BLOCK_BITS)
    found = tail.of_term("walnut")
    assert found is not None
    assert (found >> 8).tolist() == list(range(40))


@pytest.mark.parametrize("text", ["walnut table", "walnut " * LONGEST_COUNTED, "walnut, 胡桃"])
def test_every_kind_of_text_is_found(index: KeywordIndex, text: str) -> None:
    index.finish_rebuild()
    index.add([turn(text)])
    assert [hit.line_start for hit in found(index, "walnut")] == [1]


def test_without_the_compiled_part_the_same_is_found(
    index: KeywordIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fresh_tail, "NATIVE", None)
    index.finish_rebuild()
    index.begin_rebuild()  # the new one has its tail from here on
    index.add([turn("walnut table"), turn("hazel", 2)])
    index.finish_rebuild()
    assert isinstance(index._serving._tail.postings, fresh_tail.PostingsInPython)
    assert [hit.line_start for hit in found(index, "walnut")] == [1]


def test_long_texts_are_written_before_there_are_many(
    index: KeywordIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyword_index, "FLUSH_SECONDS", 3600)
    index.finish_rebuild()
    index.start()
    text = "walnut " * 4_000
    for line in range(FLUSH_BYTES // len(text) + 1):
        index.add([turn(f"{line} {text}", line + 1)])
    for _ in range(3_000):
        if index._serving.fresh_bytes < FLUSH_BYTES:
            return
        time.sleep(0.01)
    pytest.fail("nothing was written although the texts are many bytes")


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
