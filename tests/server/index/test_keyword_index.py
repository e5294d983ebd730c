"""What the index answers, and that only stored content decides."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reme_gateway.index.keyword_index import KeywordIndex
from reme_gateway.ports import ExcludeSession, IndexHit

from tests.server.index.samples import found, note, query, texts, turn

TURNS = [
    "我们把部署脚本放在仓库根目录",
    "The helper get_user_by_id raises LookupError when the row is missing",
    "We moved the session middleware to src/app/middleware/session.py last week",
    "The build failed with E1234 and then with ERR_CONNECTION_REFUSED on port 8443",
    "Staging runs PostgreSQL 16 on the host called aurora, production still has version 14",
    "The retry budget of the payment client is three attempts with jitter",
    "Lunch is at noon, vegetarian on Mondays",
]
QUERIES = [
    "payment client retries",
    "get_user_by_id helper",
    "部署脚本",
    "which port failed",
    "session host version",
]


def fill(index: KeywordIndex, order: list[int] | None = None) -> None:
    documents = [
        turn(text, line, f"s{session}") for session in range(3) for line, text in enumerate(TURNS, 1)
    ]
    documents += [
        turn(f"Service {n} of team {n % 5} listens on port {8000 + n}", n, "long") for n in range(1, 60)
    ]
    for at in order if order is not None else range(len(documents)):
        index.add([documents[at]])


def answers(index: KeywordIndex) -> list[list[IndexHit]]:
    return [found(index, text, **more) for text in QUERIES for more in ({}, {"min_score": 0.0})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("部署", 0),
        ("库", 0),
        ("getUserById", 1),
        ("what does getUserById raise?", 1),
        ("src/app/middleware/session.py", 2),
        ("session.py", 2),
        ("E1234", 3),
        ("ERR_CONNECTION_REFUSED", 3),
        ("which database version does staging have", 4),
        ("how many attempts does the payment client make", 5),
    ],
)
def test_a_related_query_finds_its_turn_first(text: str, expected: int, index: KeywordIndex) -> None:
    index.add([turn(said, line) for line, said in enumerate(TURNS, 1)])
    assert texts(found(index, text))[:1] == [TURNS[expected]]


@pytest.mark.parametrize(
    "text",
    [
        "What is the capital of Mongolia?",
        "write a haiku about autumn leaves",
        "Convert this class component into TypeScript",
        "今天天气怎么样",
        "thanks, that looks good, please continue",
        "ok",
        "and",
        "",
        "!!!",
        "😀",
    ],
)
def test_an_unrelated_query_finds_nothing(text: str, index: KeywordIndex) -> None:
    fill(index)
    assert found(index, text) == []


def test_without_a_floor_a_weak_match_is_shown_too(index: KeywordIndex) -> None:
    fill(index)
    assert found(index, "write a haiku about lunch") == []
    assert texts(found(index, "write a haiku about lunch", min_score=0.0)) == [TURNS[-1]]
    assert found(index, "write a haiku about lunch", min_score=0.9) == []


def test_scores_lie_between_zero_and_one_and_fall(index: KeywordIndex) -> None:
    fill(index)
    for hits in answers(index):
        scores = [hit.score for hit in hits]
        assert scores == sorted(scores, reverse=True)
        assert all(0 < score <= 1 for score in scores)


def test_equal_scores_are_ordered_by_path_and_line(index: KeywordIndex) -> None:
    for session in ("b", "a", "c"):
        index.add([turn(f"zebra crossing number {session}{line}", line, session) for line in (9, 18)])
    assert [(hit.path[-7], hit.line_start) for hit in found(index, "zebra")] == [
        ("a", 9), ("a", 18), ("b", 9), ("b", 18), ("c", 9), ("c", 18),
    ]  # fmt: skip


def test_an_answer_beside_its_question_is_found(index: KeywordIndex) -> None:
    index.add([
        turn("Which pet does your neighbour Olga keep?", 1),
        turn("A very old tortoise, called Methuselah.", 2),
        turn("Unrelated: the bins go out on Tuesday.", 30),
    ])  # fmt: skip
    assert texts(found(index, "What pet does Olga have?")) == [
        "Which pet does your neighbour Olga keep?",
        "A very old tortoise, called Methuselah.",
    ]
    for one_word in ("Olga", "your_neighbour"):
        assert len(found(index, one_word, min_score=0.0)) == 1


def test_answers_survive_flush_restart_and_another_forget(open_index: Callable[[], KeywordIndex]) -> None:
    index = open_index()
    fill(index)
    index.add([turn("A sentence about nothing of the kind", 1, "other")])
    fresh = answers(index)
    assert all(fresh)
    index._serving.flush()
    assert answers(index) == fresh
    assert index.forget("session/dialog/codex/other.jsonl") == 1
    assert answers(index) == fresh
    index.close()
    again = open_index()
    assert answers(again) == fresh


def test_a_partly_flushed_index_answers_like_a_fresh_one(open_index: Callable[[], KeywordIndex]) -> None:
    index = open_index()
    fill(index)
    fresh = answers(index)
    index.forget("session/dialog/codex/s1.jsonl")
    index.forget("session/dialog/codex/long.jsonl", range(1, 30))
    index._serving.flush()
    fill(index)
    assert answers(index) == fresh
    assert index.state().documents == 3 * len(TURNS) + 59


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), flushed=st.integers(0, 80))
def test_the_order_of_arrival_decides_nothing(
    seed: int, flushed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    def answers_in(order: list[int]) -> list[list[IndexHit]]:
        index = KeywordIndex(tmp_path_factory.mktemp("index"))
        fill(index, order[:flushed])
        index._serving.flush()
        fill(index, order[flushed:])
        try:
            return answers(index)
        finally:
            index.close()

    order = list(range(3 * len(TURNS) + 59))
    shuffled = random.Random(seed).sample(order, len(order))
    assert answers_in(shuffled) == answers_in(order)


def test_the_same_document_twice_is_there_once(index: KeywordIndex) -> None:
    for _ in range(3):
        fill(index)
        index._serving.flush()
    assert index.state().documents == 3 * len(TURNS) + 59


def test_limit_and_budget_hold(index: KeywordIndex) -> None:
    family = "👨‍👩‍👧‍👦"
    index.add([turn(f"{family * 30} deployment notes {n} {family * 30}", n) for n in range(1, 9)])
    assert len(found(index, "deployment notes", limit=3)) == 3
    for budget in (1, 7, 20, 100, 450, 1000, 4000):
        result = index.search(query("deployment notes", max_chars=budget))
        assert sum(len(hit.snippet) for hit in result.hits) <= budget
        assert result.truncated is (budget < 4000)
        for hit in result.hits:
            assert "\u200d" not in hit.snippet.replace(family, "")
    assert len(result.hits) == 8


def test_a_long_text_is_shown_by_its_best_part(index: KeywordIndex) -> None:
    index.add([turn("padding " * 900 + "the aquarium key is violet " + "padding " * 900)])
    (hit,) = found(index, "aquarium key")
    assert hit.truncated
    assert "aquarium key is violet" in hit.snippet
    assert len(hit.snippet) < 1000


def test_near_duplicates_take_one_place(index: KeywordIndex) -> None:
    index.add([turn("Run make release before every tag" + "!" * n, n) for n in range(1, 6)])
    index.add([turn("The release notes are written by hand", 40)])
    assert sorted(texts(found(index, "release"))) == [
        "Run make release before every tag!",
        "The release notes are written by hand",
    ]


def test_a_session_is_excluded_except_what_its_compaction_dropped(index: KeywordIndex) -> None:
    old = turn("The canary uses the blue cluster", 1, "mine", created_at="2026-11-30T10:00:00+00:00")
    new = turn("The canary uses the green cluster", 2, "mine", created_at="2026-11-30T12:00:00+00:00")
    index.add([old, new, turn("The canary uses the red cluster", 1, "yours")])
    assert len(found(index, "canary cluster")) == 3
    mine = ExcludeSession("mine")
    assert texts(found(index, "canary cluster", exclude_session=mine)) == ["The canary uses the red cluster"]
    after = ExcludeSession("mine", after="2026-11-30T12:00:00+01:00")
    assert {hit.snippet.split()[4] for hit in found(index, "canary cluster", exclude_session=after)} == {
        "blue",
        "red",
    }


def test_a_turn_without_a_time_stays_excluded(index: KeywordIndex) -> None:
    index.add([turn("The canary uses the blue cluster", created_at="some day")])
    after = ExcludeSession("s", after="2026-11-30T12:00:00Z")
    assert found(index, "canary cluster", exclude_session=after) == []


def test_excluded_ids_make_room_for_the_next(index: KeywordIndex) -> None:
    fill(index)
    everything = found(index, "which port does a service of team 3 listen on")
    shown = frozenset(hit.id for hit in everything[:4])
    rest = found(index, "which port does a service of team 3 listen on", exclude_ids=shown)
    assert rest[: len(everything) - 4] == everything[4:]


def test_scopes_are_kept_apart(index: KeywordIndex) -> None:
    index.add(
        [turn(f"The {scope} wiki is on port 9000", 1, scope, scope=scope) for scope in ("work", "home")]
    )
    assert texts(found(index, "wiki port", scope_id="work")) == ["The work wiki is on port 9000"]
    assert found(index, "wiki port") == []


def test_a_small_scope_is_found_beside_a_large_one(index: KeywordIndex) -> None:
    index.add([turn(f"deploy script {n}", n, "big", scope="big") for n in range(1, 3000)])
    index.add([turn("How to deploy the blog", 1, "small")])
    assert texts(found(index, "deploy script", min_score=0.0)) == ["How to deploy the blog"]


def test_adding_searching_and_flushing_at_once_loses_nothing(index: KeywordIndex) -> None:
    stop = threading.Event()
    failures: list[BaseException] = []

    def flush() -> None:
        try:
            while not stop.is_set():
                index._serving.flush()
        except BaseException as error:
            failures.append(error)

    flusher = threading.Thread(target=flush)
    flusher.start()
    try:
        for n in range(1, 600):
            index.add([turn(f"marker{n} stands in row {n}", n)])
            assert [hit.line_start for hit in found(index, f"marker{n}", min_score=0.0)] == [n]
            serving = index._serving
            with serving.lock:
                assert serving.postings("row").size == n
    finally:
        stop.set()
        flusher.join()
    assert failures == []


def test_notes_are_hits_of_their_kind(index: KeywordIndex) -> None:
    index.add([note("# Plants\n\nThe fern is watered on Fridays")])
    (hit,) = found(index, "watered fern")
    assert (hit.kind, hit.path, hit.line_start, hit.line_end) == ("digest", "digest/a.md", 1, 3)
