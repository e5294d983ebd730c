"""What is found, what isn't, and that the same store and query give the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.gateway_process import GatewayProcess, event

TURNS = [
    "我们把部署脚本放在仓库根目录",
    "デプロイは金曜日にしないでください",
    "배포 스크립트는 저장소 루트에 있습니다",
    "The helper get_user_by_id raises LookupError when the row is missing",
    "We moved the session middleware to src/app/middleware/session.py last week",
    "The build failed with E1234 and then with ERR_CONNECTION_REFUSED on port 8443",
    "Alice prefers tabs, and the linter must not be changed without asking her",
    "Staging runs PostgreSQL 16 on the host called aurora, production still has version 14",
    "The retry budget of the payment client is three attempts with jitter",
]


@pytest.fixture(scope="module")
def filled(shared_gateway: GatewayProcess) -> GatewayProcess:
    events = [event(f"turn-{number}", text) for number, text in enumerate(TURNS)]
    reply = shared_gateway.ask("agent_session_append", host="codex", session_id="told", events=events)
    assert reply["appended"] == len(TURNS)
    return shared_gateway


def snippets(reply: dict[str, Any]) -> list[str]:
    return [hit["snippet"] for hit in reply["hits"]]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("部署", 0),
        ("库", 0),
        ("部署脚本在哪里", 0),
        ("金曜日", 1),
        ("デプロイ", 1),
        ("배포", 2),
        ("저장소 루트", 2),
        ("getUserById", 3),
        ("get_user_by_id", 3),
        ("what does getUserById raise?", 3),
        ("src/app/middleware/session.py", 4),
        ("session.py", 4),
        ("E1234", 5),
        ("ERR_CONNECTION_REFUSED", 5),
        ("which database version does staging have", 7),
        ("how many attempts does the payment client make", 8),
    ],
)
def test_a_related_prompt_finds_its_turn_first(query: str, expected: int, filled: GatewayProcess) -> None:
    assert snippets(filled.ask("agent_memory_recall", query=query))[:1] == [TURNS[expected]]
    assert TURNS[expected] in snippets(filled.ask("search", query=query))


@pytest.mark.parametrize(
    "query",
    [
        "What is the capital of Mongolia?",
        "write a haiku about autumn leaves",
        "今天天气怎么样",
        "How tall is the Eiffel tower in metres?",
        "thanks, that looks good",
        "ok",
        "and",
        "",
        "   \n",
        "!!! ??? ...",
        "😀",
    ],
)
def test_an_unrelated_prompt_gets_nothing(query: str, filled: GatewayProcess) -> None:
    reply = filled.ask("agent_memory_recall", query=query)
    assert reply == {"hits": [], "truncated": False, "total_chars": 0}


def test_a_prompt_cut_inside_an_emoji_still_recalls(filled: GatewayProcess) -> None:
    body = b'{"query": "what does getUserById raise? \\ud83d"}'
    with filled.client() as client:
        for operation in ("agent_memory_recall", "search"):
            reply = client.post(f"/{operation}", content=body, headers={"Content-Type": "application/json"})
            assert snippets(reply.json())[:1] == [TURNS[3]]


def test_a_hit_says_where_it_stands(filled: GatewayProcess) -> None:
    (hit,) = filled.ask("agent_memory_recall", query="getUserById", limit=1)["hits"]
    assert (hit["kind"], hit["line_start"], hit["line_end"], hit["truncated"]) == ("turn", 4, 4, False)
    assert 0 < hit["score"] <= 1
    text = filled.ask("read", path=hit["path"], line_start=4, line_end=4)["text"]
    assert text == f"user: {TURNS[3]}"


@pytest.mark.parametrize("max_chars", [1, 7, 20, 100, 4000])
def test_the_budget_holds_in_code_points(max_chars: int, shared_gateway: GatewayProcess) -> None:
    scope = f"budget of {max_chars}"
    family = "👨‍👩‍👧‍👦"
    texts = [f"{family * 30} deployment notes {number} {family * 30}" for number in range(4)]
    events = [event(f"e{number}", text) for number, text in enumerate(texts)]
    shared_gateway.ask(
        "agent_session_append", host="codex", session_id="emoji", scope_id=scope, events=events
    )
    reply = shared_gateway.ask(
        "agent_memory_recall", query="deployment notes", scope_id=scope, max_chars=max_chars, limit=10
    )
    total = sum(len(snippet) for snippet in snippets(reply))
    assert total == reply["total_chars"] <= max_chars
    assert reply["truncated"] is (max_chars < 4000)
    for snippet in snippets(reply):
        # Whole families only: a cut inside one would leave a dangling joiner or a member alone.
        assert snippet.replace(family, "").count("\u200d") == 0


def test_limit_exclusions_and_floor(gateway: GatewayProcess) -> None:
    for session in ("mine", "yours"):
        events = [
            event(f"{session}-{n}", f"The {session} cache of service {n} expires after {n + 10} minutes")
            for n in range(6)
        ]
        gateway.ask("agent_session_append", host="codex", session_id=session, events=events)
    ask: dict[str, Any] = {"query": "when does the cache of the service expire", "limit": 20}
    everything = gateway.ask("agent_memory_recall", **ask)["hits"]
    assert len(everything) == 12
    assert len(gateway.ask("agent_memory_recall", **ask | {"limit": 3})["hits"]) == 3
    excluded = gateway.ask(
        "agent_memory_recall", **ask, exclude_session={"host": "codex", "session_id": "mine"}
    )["hits"]
    assert {"yours" in hit["snippet"] for hit in excluded} == {True}
    shown = [hit["id"] for hit in everything[:5]]
    rest = gateway.ask("agent_memory_recall", **ask, exclude_ids=shown)["hits"]
    assert [hit["id"] for hit in rest] == [hit["id"] for hit in everything[5:]]
    assert gateway.ask("agent_memory_recall", **ask, min_score=1)["hits"] == [
        hit for hit in everything if hit["score"] >= 1
    ]


def test_turns_up_to_the_last_compaction_may_come_back(gateway: GatewayProcess) -> None:
    old = event("old", "The canary release uses the blue cluster", created_at="2026-11-30T10:00:00+00:00")
    new = event("new", "The canary release uses the green cluster", created_at="2026-11-30T12:00:00+00:00")
    gateway.ask("agent_session_append", host="codex", session_id="s", events=[old, new])
    session = {"host": "codex", "session_id": "s"}
    ask: dict[str, Any] = {"query": "which cluster does the canary release use"}
    assert gateway.ask("agent_memory_recall", **ask, exclude_session=session)["hits"] == []
    # 12:00 in +01:00 is 11:00 in UTC: instants are compared, not spellings.
    after = session | {"after": "2026-11-30T12:00:00+01:00"}
    assert snippets(gateway.ask("agent_memory_recall", **ask, exclude_session=after)) == [old["content"]]


def test_near_duplicates_take_one_place(gateway: GatewayProcess) -> None:
    events = [event(f"same-{number}", "Run make release before every tag.") for number in range(10)]
    events += [
        event(f"almost-{number}", f"Run make release before every tag{'!' * number}")
        for number in range(1, 5)
    ]
    events.append(event("other", "The release notes are written by hand."))
    gateway.ask("agent_session_append", host="codex", session_id="s", events=events)
    found = snippets(gateway.ask("search", query="release", limit=10))
    assert sorted(found) == ["Run make release before every tag.", "The release notes are written by hand."]


def test_scopes_are_kept_apart(gateway: GatewayProcess) -> None:
    for scope in ("default", "work", "private"):
        gateway.ask(
            "agent_session_append",
            host="codex",
            scope_id=scope,
            session_id="s",
            events=[event("e", f"The {scope} wiki lives on port 9000")],
        )
    assert snippets(gateway.ask("agent_memory_recall", query="wiki port")) == [
        "The default wiki lives on port 9000"
    ]
    assert snippets(gateway.ask("search", query="wiki port", scope_id="work")) == [
        "The work wiki lives on port 9000"
    ]


def test_the_same_query_gives_the_same_bytes_whatever_happened_in_between(
    gateway_at: Callable[..., GatewayProcess],
) -> None:
    gateway = gateway_at("--set", "queue=off").start()
    for session in range(6):
        events = [
            event(
                f"{session}-{n}",
                f"Service {n} of team {session} listens on port {8000 + n} behind proxy {session}",
            )
            for n in range(30)
        ]
        gateway.ask("agent_session_append", host="codex", session_id=f"s{session}", events=events)
    gateway.ask(
        "agent_session_append",
        host="hermes",
        session_id="other",
        events=[event("x", "Lunch is at noon, vegetarian on Mondays")],
    )
    queries = ["which port does service 7 listen on", "proxy of team 3", "service", "port 8012 behind proxy"]

    def answers() -> list[bytes]:
        return [
            gateway.post("agent_memory_recall", {"query": query, "limit": 20}).content for query in queries
        ]

    first = answers()
    assert all(b'"hits":[{' in answer for answer in first)
    assert answers() == first
    gateway.ask("forget", session={"host": "hermes", "session_id": "other"})
    assert answers() == first, "an unrelated forget"
    gateway.stop()
    gateway.start()
    assert answers() == first, "a restart"
    gateway.kill()
    gateway.start()
    assert answers() == first, "a kill"
    gateway.ask("reindex")
    wait_until_ready(gateway)
    assert answers() == first, "a rebuild"


def wait_until_ready(gateway: GatewayProcess) -> None:
    import time

    for _ in range(600):
        with gateway.client() as client:
            if client.get("/status").json()["index"]["state"] == "ready":
                return
        time.sleep(0.1)
    pytest.fail("the index did not become ready")


def test_the_reply_of_an_append_means_searchable(gateway: GatewayProcess) -> None:
    for number in range(50):
        text = f"Ticket QX{number}Z was closed by the release manager"
        gateway.ask("agent_session_append", host="codex", session_id="s", events=[event(f"e{number}", text)])
        assert snippets(gateway.ask("agent_memory_recall", query=f"QX{number}Z", limit=1)) == [text]
