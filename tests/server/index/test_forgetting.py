"""What was forgotten is in no answer, no posting list and no byte of the files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reme_gateway.index.keyword_index import KeywordIndex
from reme_gateway.index.posting_file import IndexUnwritableError

from tests.server.index.samples import found, texts, turn

CANARY = "xylocanary7f3a"
PATH = "session/dialog/codex/s.jsonl"


def bytes_on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def add_canary(index: KeywordIndex, *, long: bool) -> None:
    index.add([turn(f"plain words stand in row {n}", n) for n in range(1, 400)])
    padding = "many plain words in a row " * (2000 if long else 1)
    index.add([turn(f"{padding} the {CANARY} is secret {padding}", 400)])
    index.add([turn(f"plain words stand in row {n}", n) for n in range(401, 500)])


@pytest.mark.parametrize("long", [False, True], ids=["short", "with overflow pages"])
@pytest.mark.parametrize("flushes", [0, 1, 3])
def test_a_forgotten_turn_leaves_no_trace(
    long: bool, flushes: int, index: KeywordIndex, tmp_path: Path
) -> None:
    add_canary(index, long=long)
    for step in range(flushes):
        index.add([turn(f"one more plain word {step}", 600 + step)])
        index._serving.flush()
    assert index.knows_term(CANARY)
    assert (CANARY.encode() in bytes_on_disk(tmp_path)) is (flushes > 0)
    assert found(index, CANARY)
    assert index.forget(PATH, [400]) == 1
    assert found(index, CANARY, min_score=0.0) == []
    assert not index.knows_term(CANARY)
    assert CANARY.encode() not in bytes_on_disk(tmp_path)
    assert len(found(index, "plain words row", limit=10, min_score=0.0)) == 10


def test_what_was_replaced_leaves_no_trace_after_a_forget(index: KeywordIndex, tmp_path: Path) -> None:
    add_canary(index, long=False)
    index._serving.flush()
    index.forget(PATH)
    assert CANARY.encode() not in bytes_on_disk(tmp_path)
    assert PATH.encode() not in bytes_on_disk(tmp_path)
    assert index.state().documents == 0
    assert not index.knows_term("plain")


def test_neighbours_of_a_forgotten_turn_keep_their_place(index: KeywordIndex) -> None:
    index.add([turn(f"aquarium fact {'abcdef'[n]}", n + 1) for n in range(6)])
    assert index.forget(PATH, [2, 3, 99]) == 2
    assert [hit.line_start for hit in found(index, "aquarium fact")] == [1, 4, 5, 6]
    index.add([turn("aquarium fact again", 7)])
    assert [hit.line_start for hit in found(index, "aquarium fact")] == [1, 4, 5, 6, 7]


def test_what_was_looked_up_before_is_forgotten_too(
    index: KeywordIndex, tmp_path_factory: pytest.TempPathFactory
) -> None:
    add_canary(index, long=False)
    index._serving.flush()
    assert found(index, f"plain secret {CANARY}")
    index.forget(PATH, [400])
    never = KeywordIndex(tmp_path_factory.mktemp("never"))
    add_canary(never, long=False)
    never.forget(PATH, [400])
    assert index._serving.postings("plain").size == 498
    for text in ("plain words in row", f"plain secret {CANARY}"):
        assert found(index, text, min_score=0.0) == found(never, text, min_score=0.0)
    never.close()


def test_forgetting_the_unknown_is_no_error(index: KeywordIndex) -> None:
    assert index.forget("session/dialog/codex/none.jsonl") == 0
    assert index.forget(PATH, [1]) == 0


def test_a_refusing_disk_is_reported_and_nothing_is_half_forgotten(
    index: KeywordIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_canary(index, long=False)
    index._serving.flush()
    index._serving.file._writer.execute("PRAGMA query_only = ON")
    with pytest.raises(IndexUnwritableError):
        index.forget(PATH, [400])
    assert len(texts(found(index, CANARY))) == 1
    index._serving.file._writer.execute("PRAGMA query_only = OFF")
    assert index.forget(PATH, [400]) == 1


def test_forgotten_documents_stay_away_after_a_restart(open_index: Callable[[], KeywordIndex]) -> None:
    index = open_index()
    add_canary(index, long=False)
    index.forget(PATH, [400])
    index.close()
    again = open_index()
    assert found(again, CANARY, min_score=0.0) == []
    assert again.state().documents == 498
