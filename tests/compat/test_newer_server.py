"""A released client and servers that came after it: a later minor is no obstacle, another major is named."""

from __future__ import annotations

from tests.compat.conftest import OldClient, Step
from tests.compat.newer_server import UNKNOWN, NewerServer
from tests.compat.test_old_client import EVENTS, SESSION, replies, step
from tests.gateway_process import GatewayProcess

FACT = 5


def everything(fact: str) -> list[Step]:
    """Each operation once; the step of index FACT remembers ``fact``."""
    return [
        step("agent_session_append", **SESSION, events=EVENTS),
        step("agent_session_flush", **SESSION, reason="manual"),
        step("agent_memory_recall", "kestrel configuration"),
        step("agent_session_context", "compact", **SESSION),
        step("search", "kestrel"),
        step("remember", fact),
        step("daily_list"),
        step("forget", session={**SESSION, "session_id": "another"}),
        *(step(name) for name in ("version", "health", "status", "help", "openapi", "reindex")),
    ]


def look_at(path: str) -> list[Step]:
    """The operations that need a path."""
    return [step("read", path), step("traverse", path), step("forget", targets=[{"path": path}])]


def test_unknown_members_of_a_later_minor_change_nothing(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    fact = f"The {old_client.kind} tern nests in May."
    with NewerServer(gateway.url, speaks="1.9") as newer:
        told = replies(old_client.ask(newer.url, scope, *everything(fact)))
        path = told[FACT]["path"]
        text, links, gone = replies(old_client.ask(newer.url, scope, *look_at(path)))
        missing = old_client.ask(newer.url, scope, step("read", path))[0]

    assert (told[0]["appended"], told[0]["total"]) == (2, 2)
    assert "ship.sh" in told[2]["hits"][0]["snippet"]
    assert [reply["integration_api_version"] for reply in told if "uptime_seconds" in reply] == ["1.9"]
    assert fact in text["text"]
    assert (links["path"], gone["notes"]) == (path, 1)
    assert (missing["error"], missing["code"]) == ("MemoryFileNotFoundError", "file_not_found")
    # The members were there, also inside of lists, and only the client left them out.
    assert len(newer.replies) == len(told) + 3
    assert all(UNKNOWN in document for _, document in newer.replies)
    assert UNKNOWN in dict(newer.replies)["agent_memory_recall"]["hits"][0]
    assert UNKNOWN not in told[2]["hits"][0]


def test_a_word_and_a_code_of_a_later_minor_are_kept(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    words = {"kind": "weekly", "code": "file_archived"}
    with NewerServer(gateway.url, speaks="1.9", words=words) as newer:
        _, recalled, missing = old_client.ask(
            newer.url,
            scope,
            step("agent_session_append", **SESSION, events=EVENTS),
            step("agent_memory_recall", "kestrel configuration"),
            step("read", "daily/none.md"),
        )

    assert recalled["reply"]["hits"][0]["kind"] == "weekly"
    assert (missing["error"], missing["code"], missing["status"]) == ("RefusedError", "file_archived", 404)


def test_another_major_is_refused_by_name_whatever_is_asked(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    with NewerServer(gateway.url, speaks="2.0") as newer:
        outcomes = old_client.ask(newer.url, scope, *everything("Never mind."), *look_at("daily/x.md"))

    assert {(outcome["error"], outcome["code"]) for outcome in outcomes} == {
        ("ApiVersionUnsupportedError", "api_version_unsupported")
    }
    assert all("2.0" in outcome["detail"] and "1.0" in outcome["detail"] for outcome in outcomes)
    assert all("pgrade" in outcome["hint"] for outcome in outcomes)


def test_the_refusal_of_a_server_of_another_major_has_its_class(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    """How today's server refuses a client of another major is how a later one will refuse today's."""
    with NewerServer(gateway.url, speaks="1.9", asked_in="7.0") as newer:
        outcomes = old_client.ask(newer.url, scope, step("search", "kestrel"), step("version"))

    assert [(outcome["error"], outcome["code"], outcome["status"]) for outcome in outcomes] == [
        ("ApiVersionUnsupportedError", "api_version_unsupported", 400)
    ] * 2
    assert all("7.0" in outcome["detail"] for outcome in outcomes)


def test_the_changed_answers_are_those_of_the_real_server(
    old_client: OldClient, gateway: GatewayProcess, scope: str
) -> None:
    with NewerServer(gateway.url, speaks="1.9") as newer:
        changed = replies(old_client.ask(newer.url, scope, step("search", "nothing here")))
    assert changed == replies(old_client.ask(gateway.url, scope, step("search", "nothing here")))
