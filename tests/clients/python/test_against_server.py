"""The client against the real gateway, as a process of its own."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from typing import Any

import pytest
from reme_client import (
    ExcludeSession,
    InvalidRequestError,
    MemoryFileNotFoundError,
    PathRefusedError,
    RequestTooLargeError,
    UnauthorizedError,
    operations,
)
from reme_client._generated.v1.limits import EVENTS_PER_REQUEST
from reme_client.models import ReadRequest

from tests.clients.python.conftest import Twin
from tests.gateway_process import JSON_ONLY, GatewayProcess, event

TOKEN = "token-of-the-client-tests"
# One worker, so that there is one server.
pytestmark = pytest.mark.xdist_group(__file__)
# Two clients share one server: each test keeps to a scope of its own.
Options = dict[str, Any]


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    """The real server on an empty workspace."""
    if importlib.util.find_spec("reme_gateway") is None:
        pytest.skip("the server is not installed beside the client, as on Python 3.10, which cannot run it")
    root = tmp_path_factory.mktemp("gateway")
    environment = {"REME_TOKEN": TOKEN}
    with GatewayProcess(root / "workspace", root / "home", JSON_ONLY, environment) as running:
        yield running


@pytest.fixture
def options(gateway: GatewayProcess, twin: Twin, request: pytest.FixtureRequest) -> Options:
    """A client of the server in a scope named after the test; a busy machine gets time."""
    return {
        "url": gateway.url,
        "token": TOKEN,
        "scope_id": f"{request.node.name}",
        "timeout_ms": 60_000,
    }


def test_what_one_host_said_is_recalled_by_another(twin: Twin, options: Options) -> None:
    session = {"host": "codex", "session_id": "morning"}
    events = [
        event("t1:u:1", "Where do the deploy scripts live?"),
        event("t1:a:1", "我们把部署脚本放在仓库根目录, in scripts/ship.sh.", role="assistant"),
    ]

    appended, again, recalled, unrelated, excluded = twin.script(
        options,
        [
            ("agent_session_append", (), {**session, "events": events}),
            ("agent_session_append", (), {**session, "events": events}),
            ("agent_memory_recall", ("部署",), {}),
            ("agent_memory_recall", ("zebra crossing etiquette in Lisbon",), {}),
            ("agent_memory_recall", ("部署",), {"exclude_session": ExcludeSession(**session)}),
        ],
    )

    assert (appended.appended, appended.total) == (2, 2)
    assert (again.duplicate, again.total) == (2, 2)
    assert "ship.sh" in recalled.hits[0].snippet
    assert recalled.hits[0].kind == "turn"
    assert unrelated.hits == []
    assert excluded.hits == []


def test_a_scope_keeps_to_itself(twin: Twin, options: Options) -> None:
    twin.ask(options, "remember", "The staging database is called heron.")

    assert len(twin.ask(options, "search", "heron").hits) == 1
    assert twin.ask({**options, "scope_id": "elsewhere"}, "search", "heron").hits == []


def test_a_fact_is_remembered_found_read_and_forgotten(twin: Twin, options: Options) -> None:
    stored = twin.ask(options, "remember", "Releases are cut on Thursdays by the kestrel script.")
    again = twin.ask(options, "remember", "Releases are cut on Thursdays by the kestrel script.")
    hit = twin.ask(options, "search", "kestrel").hits[0]
    text = twin.ask(options, "call", operations.READ, ReadRequest(path=hit.path)).text
    links = twin.ask(options, "traverse", hit.path)
    gone = twin.ask(options, "forget", targets=[{"path": hit.path}])

    assert (stored.outcome, again.outcome) == ("stored", "duplicate")
    assert hit.path == stored.path == links.path
    assert "Thursdays" in text
    assert gone.notes == 1
    assert twin.ask(options, "search", "kestrel").hits == []
    with pytest.raises(MemoryFileNotFoundError) as caught:
        twin.ask(options, "read", hit.path)
    assert caught.value.code == "file_not_found"


def test_one_bad_event_does_not_sink_its_neighbours(twin: Twin, options: Options) -> None:
    events = [
        event("good-1", "The linter is ruff."),
        {"event_id": "bad", "role": "user"},
        event("good-2", "a lone \ud800 half"),
        event("tool", "output", role="tool"),
        event("good-1", "The linter is something else."),
    ]

    reply = twin.ask(options, "agent_session_append", host="hermes", session_id="s", events=events)

    assert [outcome.outcome for outcome in reply.outcomes] == [
        "appended",
        "rejected",
        "appended",
        "filtered",
        "conflict",
    ]
    assert (reply.outcomes[1].event_id, reply.outcomes[1].reason) == ("bad", "malformed")
    assert reply.outcomes[3].reason == "tool_result"


def test_more_events_than_a_request_may_carry_arrive_in_batches(twin: Twin, options: Options) -> None:
    events = [event(f"e{number}", f"note {number}") for number in range(EVENTS_PER_REQUEST + 3)]

    reply = twin.ask(options, "append_in_batches", events, host="dsh", session_id="long")

    assert reply.appended == reply.total == len(events)
    assert reply.outcomes[-1].event_id == events[-1]["event_id"]


def test_a_body_over_the_limit_is_a_named_refusal_and_no_reset(twin: Twin, options: Options) -> None:
    events = [event(f"e{number}", "x" * 1_000_000) for number in range(20)]

    with pytest.raises(RequestTooLargeError) as caught:
        twin.ask(options, "agent_session_append", host="dsh", session_id="big", events=events)
    reply = twin.ask(options, "append_in_batches", events, host="dsh", session_id="big")

    assert (caught.value.code, caught.value.status) == ("request_too_large", 413)
    assert caught.value.limit == 16 * 1024 * 1024
    assert reply.appended == 20


@pytest.mark.parametrize("path", ["../outside.md", "/etc/passwd", "daily/../../x.md", "daily/a\x00.md"])
def test_a_path_out_of_the_workspace_is_refused(twin: Twin, options: Options, path: str) -> None:
    with pytest.raises(PathRefusedError) as caught:
        twin.ask(options, "read", path)

    assert caught.value.code == "path_refused"


def test_the_server_judges_what_the_schema_cannot(twin: Twin, options: Options) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        twin.ask(options, "remember", "a fact", messages=[{"role": "user", "content": "and messages"}])

    assert (caught.value.code, caught.value.status) == ("invalid_request", 400)


def test_a_flush_and_a_context_answer_at_once(twin: Twin, options: Options) -> None:
    session = {"host": "codex", "session_id": "s"}
    flushed, _, context = twin.script(
        options,
        [
            (
                "agent_session_flush",
                (),
                {"host": "codex", "session_id": "never heard of", "reason": "manual"},
            ),
            ("agent_session_append", (), {**session, "events": [event("e1", "We chose PostgreSQL.")]}),
            ("agent_session_context", ("compact",), session),
        ],
    )

    assert (flushed.queued, flushed.pending) == (False, 0)
    assert "PostgreSQL" in context.text


def test_the_service_tells_about_itself(twin: Twin, options: Options) -> None:
    version, health, status, offered, document, days = twin.script(
        options, [(name, (), {}) for name in ("version", "health", "status", "help", "openapi", "daily_list")]
    )

    assert version.integration_api_version == status.integration_api_version == operations.API_VERSION
    assert health.status in ("ok", "rebuilding")
    assert status.address == options["url"]
    assert {"search", "forget"} <= {operation.name for operation in offered.operations}
    assert "/search" in document["paths"]
    assert days.days == []


def test_an_index_is_rebuilt_on_demand(twin: Twin, options: Options) -> None:
    twin.ask(options, "remember", "The pelican bucket holds backups.")

    assert isinstance(twin.ask(options, "reindex").started, bool)


def test_a_wrong_token_is_refused_and_an_open_operation_needs_none(twin: Twin, options: Options) -> None:
    with pytest.raises(UnauthorizedError) as caught:
        twin.ask({**options, "token": "wrong"}, "search", "anything")

    assert (caught.value.code, caught.value.status) == ("unauthorized", 401)
    assert twin.ask({**options, "token": None}, "version").name == "reme-gateway"
