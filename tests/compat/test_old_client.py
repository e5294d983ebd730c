"""The frozen client of the last release does everything with today's server."""

from __future__ import annotations

from typing import Any

from tests.compat.conftest import OldClient, Step
from tests.gateway_process import GatewayProcess, event

SESSION = {"host": "codex", "session_id": "morning"}
EVENTS = [
    event("t1:u:1", "Where do the deploy scripts live?"),
    event("t1:a:1", "They live in scripts/ship.sh, next to the kestrel configuration.", role="assistant"),
]


def step(method: str, *arguments: Any, **named: Any) -> Step:
    return (method, list(arguments), named)


def replies(outcomes: list[Any]) -> list[Any]:
    assert [outcome for outcome in outcomes if "reply" not in outcome] == []
    return [outcome["reply"] for outcome in outcomes]


def test_a_session_is_stored_once_and_recalled(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    appended, again, batch, recalled, excluded, unrelated, brief, continued, flushed, unknown = replies(
        old_client.ask(
            gateway.url,
            scope,
            step("agent_session_append", **SESSION, events=EVENTS),
            step("agent_session_append", **SESSION, events=EVENTS),
            step("append_in_batches", [event("t2:u:1", "Which kestrel?")], **SESSION),
            step("agent_memory_recall", "kestrel configuration", limit=3, max_chars=1500),
            step("agent_memory_recall", "kestrel configuration", exclude_session=SESSION, min_score=0.0),
            step("agent_memory_recall", "zebra crossing etiquette in Lisbon"),
            step("agent_session_context", "start"),
            step("agent_session_context", "compact", **SESSION, max_chars=1000),
            step("agent_session_flush", **SESSION, reason="turn_end"),
            step("agent_session_flush", host="codex", session_id="never heard of", reason="shutdown"),
        )
    )

    assert (appended["appended"], appended["total"]) == (2, 2)
    assert (again["duplicate"], again["total"]) == (2, 2)
    assert (batch["appended"], batch["total"]) == (1, 3)
    assert [outcome["outcome"] for outcome in again["outcomes"]] == ["duplicate", "duplicate"]
    assert "ship.sh" in recalled["hits"][0]["snippet"]
    assert recalled["hits"][0]["kind"] == "turn"
    assert excluded["hits"] == unrelated["hits"] == []
    assert brief["truncated"] in (True, False)
    assert "kestrel" in continued["text"]
    assert flushed["pending"] >= 0
    assert unknown == {"queued": False, "pending": 0}


def test_a_fact_is_remembered_found_read_followed_and_forgotten(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    fact = f"Releases of {old_client.kind} are cut on Thursdays by the heron script."
    stored, again, found = replies(
        old_client.ask(
            gateway.url, scope, step("remember", fact), step("remember", fact), step("search", "heron")
        )
    )
    path = found["hits"][0]["path"]
    text, lines, links, days, gone = replies(
        old_client.ask(
            gateway.url,
            scope,
            step("read", path),
            step("read", path, line_start=1, line_end=1),
            step("traverse", path, depth=2, limit=5, direction="both"),
            step("daily_list"),
            step("forget", targets=[{"path": path}]),
        )
    )
    missing, empty = old_client.ask(gateway.url, scope, step("read", path), step("search", "heron"))

    assert (stored["outcome"], again["outcome"]) == ("stored", "duplicate")
    assert path == stored["path"] == links["path"]
    assert "Thursdays" in text["text"]
    assert lines["line_end"] == 1
    assert days["days"] == []
    assert gone["notes"] == 1
    assert (missing["error"], missing["code"], missing["status"]) == (
        "MemoryFileNotFoundError",
        "file_not_found",
        404,
    )
    assert empty["reply"]["hits"] == []


def test_an_event_is_forgotten_and_does_not_come_back(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    session = {"host": "hermes", "session_id": old_client.kind}
    events = [event(f"{old_client.kind}:u:1", "The osprey password hint is a bird.")]
    appended, gone, again = replies(
        old_client.ask(
            gateway.url,
            scope,
            step("agent_session_append", **session, events=events),
            step("forget", session={**session, "scope_id": scope, "event_id": events[0]["event_id"]}),
            step("agent_session_append", **session, events=events),
        )
    )

    assert (appended["appended"], gone["events"], again["filtered"]) == (1, 1, 1)
    assert again["outcomes"][0]["reason"] == "forgotten"


def test_the_service_tells_about_itself(old_client: OldClient, gateway: GatewayProcess, scope: str) -> None:
    version, health, status, offered, document, rebuilt = replies(
        old_client.ask(
            gateway.url,
            scope,
            *(step(name) for name in ("version", "health", "status", "help", "openapi", "reindex")),
        )
    )

    assert version["name"] == "reme-gateway"
    assert version["integration_api_version"] == status["integration_api_version"]
    assert health["status"] in ("ok", "rebuilding")
    assert status["address"] == gateway.url
    assert "search" in {operation["name"] for operation in offered["operations"]}
    assert "/search" in document["paths"]
    assert isinstance(rebuilt["started"], bool)


def test_refusals_have_the_class_that_the_old_client_has_for_them(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    outside, empty, both = old_client.ask(
        gateway.url,
        scope,
        step("read", "../outside.md"),
        step("remember", "<private>nothing else</private>"),
        step("remember", "a fact", messages=[{"role": "user", "content": "and messages"}]),
    )
    wrong = old_client.ask(gateway.url, scope, step("search", "anything"), token="wrong")[0]

    assert (outside["error"], outside["code"]) == ("PathRefusedError", "path_refused")
    assert (empty["error"], empty["code"]) == ("NothingToRememberError", "nothing_to_remember")
    assert (both["error"], both["code"]) == ("InvalidRequestError", "invalid_request")
    assert (wrong["error"], wrong["code"]) == ("UnauthorizedError", "unauthorized")
