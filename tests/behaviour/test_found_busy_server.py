"""Large requests take their time, but neither the time of others nor a forget's word."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from reme_gateway.index import tokens
from reme_gateway.index.keyword_index import KeywordIndex
from reme_gateway.jobs.indexing import PORTION_CHARS, PORTION_ITEMS, TurnsUnderWay, make_searchable, portions
from reme_gateway.ports import Document

from tests.behaviour.session_files import files_with
from tests.gateway_process import GatewayProcess, event

pytestmark = pytest.mark.slow

CANARY = "quokkacanary"
T = TypeVar("T")


def test_a_forget_during_a_large_append_leaves_nothing_in_the_index(gateway: GatewayProcess) -> None:
    filler = [event(f"f{number}", f"filler {number} " + "lorem ipsum dolor " * 10) for number in range(4000)]
    batch = {"host": "codex", "session_id": "s", "events": [*filler, event("canary", f"the {CANARY} thing")]}
    replies: list[dict[str, Any]] = []
    append = threading.Thread(target=lambda: replies.append(gateway.ask("agent_session_append", **batch)))
    append.start()
    while not any(
        CANARY.encode() in file.read_bytes() for file in gateway.workspace.glob("session/*/*/*.jsonl")
    ):
        assert append.is_alive()
    gone = gateway.ask("forget", session={"host": "codex", "session_id": "s", "event_id": "canary"})
    append.join()
    assert gone["events"] == 1
    assert replies[0]["appended"] == len(batch["events"])
    assert gateway.ask("search", query=CANARY)["hits"] == []
    assert gateway.stop() == 0
    assert files_with(gateway.workspace, CANARY) == []


class ThreadNotingIndex:
    """Of a ``MemoryIndex`` only ``add``: notes in which thread which documents came."""

    def __init__(self) -> None:
        self.added: list[tuple[int, list[str]]] = []

    def add(self, documents: Sequence[Document]) -> None:
        self.added.append((threading.get_ident(), [document.text for document in documents]))


def turn(text: str) -> Document:
    return Document(
        path="session/dialog/codex/s.jsonl",
        line_start=1,
        line_end=1,
        text=text,
        kind="turn",
        created_at="2026-11-30T10:00:00Z",
        scope_id="default",
        session_key="s",
    )


def test_a_large_turn_is_indexed_beside_the_event_loop_and_a_small_one_in_it() -> None:
    index, large = ThreadNotingIndex(), "x" * (PORTION_CHARS + 1)
    asyncio.run(make_searchable([turn("a"), turn(large), turn("b")], index))  # type: ignore[arg-type]
    here = threading.get_ident()
    assert [(thread == here, texts) for thread, texts in index.added] == [
        (True, ["a"]),
        (False, [large]),
        (True, ["b"]),
    ]


@pytest.mark.parametrize(
    ("sizes", "parts"),
    [
        ([], []),
        ([1], [(0, 1)]),
        ([0] * (PORTION_ITEMS + 1), [(0, PORTION_ITEMS), (PORTION_ITEMS, PORTION_ITEMS + 1)]),
        ([PORTION_CHARS, 1, 2], [(0, 1), (1, 3)]),
        ([1, PORTION_CHARS + 9, 1], [(0, 1), (1, 2), (2, 3)]),
    ],
)
def test_a_batch_is_cut_by_number_and_by_size(sizes: list[int], parts: list[tuple[int, int]]) -> None:
    assert [(part.start, part.stop) for part in portions(sizes)] == parts


def test_settled_waits_for_what_began_before_and_not_for_what_began_later() -> None:
    async def scene() -> list[str]:
        turns, happened = TurnsUnderWay(), []
        finish = asyncio.Event()

        async def append(name: str, until: asyncio.Event) -> None:
            with turns.into("a path"):
                await until.wait()
                happened.append(name)

        first = asyncio.create_task(append("first", finish))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(turns.settled("a path"))
        await asyncio.sleep(0)
        second = asyncio.create_task(append("second", asyncio.Event()))
        await asyncio.sleep(0)
        assert not waiting.done()
        finish.set()
        await asyncio.gather(first, waiting)
        second.cancel()
        return happened

    assert asyncio.run(scene()) == ["first"]


def test_a_word_of_a_mebibyte_is_not_kept_in_memory_for_ever() -> None:
    word = "/".join(["abc-12.5"] * 100_000)
    assert set(tokens.terms_of_word(word)) == set(tokens.terms_of_word("abc-12.5"))
    assert word not in tokens._terms_by_word


def noting(words: list[str], function: Callable[[str], T]) -> Callable[[str], T]:
    """``function``, which also notes what it is called with."""

    def noted(word: str) -> T:
        words.append(word)
        return function(word)

    return noted


def test_the_end_of_a_word_without_end_is_not_stemmed(monkeypatch: pytest.MonkeyPatch) -> None:
    stemmed: list[str] = []
    monkeypatch.setattr(tokens, "_stem", noting(stemmed, tokens._stem))
    assert tokens.terms_of_word("q" * 1_000_000) == ("q" * 64,)
    assert max(map(len, stemmed)) < 1000


def test_a_query_as_long_as_a_page_is_read_only_until_there_are_enough_terms(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at: list[str] = []
    monkeypatch.setattr(tokens, "terms_of_word", noting(looked_at, tokens.terms_of_word))
    terms = tokens.query_terms(" ".join(f"word{number}x" for number in range(10_000)))
    assert len(terms) == 64
    assert len(looked_at) == 64


def test_emptying_the_log_waits_for_who_writes_into_it(tmp_path: Path) -> None:
    index = KeywordIndex(tmp_path)
    writing, checkpoint = index._serving, threading.Thread(target=lambda: index._serving.checkpoint())
    with writing._writing, writing.file.transaction():
        checkpoint.start()
        checkpoint.join(0.2)
        assert checkpoint.is_alive()
    checkpoint.join()  # an error of the thread would fail the test as a warning
    index.close()
