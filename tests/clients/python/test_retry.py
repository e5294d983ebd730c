"""When a call is tried again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from reme_client import (
    ConfigurationError,
    ConnectionFailedError,
    IndexUnavailableError,
    InternalError,
    RequestTimeoutError,
    RetryPolicy,
)
from reme_client._generated.v1.operations import BY_NAME
from reme_client.retry import next_pause

from tests.clients.python.conftest import Twin
from tests.clients.python.stub_server import StubServer, answer, hang, problem

Serve = Callable[..., StubServer]
SAFE = BY_NAME["search"]
UNSAFE = replace(SAFE, retry_safe=False)
POLICY = RetryPolicy(attempts=3, first_pause=1.0, longest_pause=4.0)
BROKEN = ConnectionFailedError("broken")


def test_only_a_safe_operation_is_tried_again() -> None:
    assert next_pause(POLICY, SAFE, BROKEN, 1, 60) is not None
    assert next_pause(POLICY, UNSAFE, BROKEN, 1, 60) is None


def test_only_a_retryable_failure_is_tried_again() -> None:
    assert next_pause(POLICY, SAFE, IndexUnavailableError("busy"), 1, 60) is not None
    assert next_pause(POLICY, SAFE, IndexUnavailableError("busy", retryable=False), 1, 60) is None
    assert next_pause(POLICY, SAFE, InternalError("oops"), 1, 60) is None
    assert next_pause(POLICY, SAFE, RequestTimeoutError("late"), 1, 60) is None


def test_the_last_attempt_is_the_last() -> None:
    assert next_pause(POLICY, SAFE, BROKEN, 2, 60) is not None
    assert next_pause(POLICY, SAFE, BROKEN, 3, 60) is None
    assert next_pause(None, SAFE, BROKEN, 1, 60) is None


def test_a_pause_fits_into_what_is_left() -> None:
    assert next_pause(POLICY, SAFE, BROKEN, 1, 0.4) is None
    assert next_pause(POLICY, SAFE, BROKEN, 1, 1.01) is not None


def test_pauses_grow_to_a_bound_and_differ() -> None:
    policy = RetryPolicy(attempts=10_000, first_pause=1.0, longest_pause=4.0)

    for tries, longest in [(1, 1.0), (2, 2.0), (3, 4.0), (4, 4.0), (9_999, 4.0)]:
        pauses = [policy.pause(tries) for _ in range(50)]
        assert all(longest / 2 <= pause <= longest for pause in pauses)
        assert len(set(pauses)) > 1


@pytest.mark.parametrize(
    "values", [{"attempts": 0}, {"first_pause": -1.0}, {"first_pause": 3.0, "longest_pause": 2.0}]
)
def test_a_senseless_policy_is_refused(values: dict[str, float]) -> None:
    with pytest.raises(ConfigurationError) as caught:
        RetryPolicy(**values)  # type: ignore[arg-type]

    assert caught.value.code == "configuration_invalid"


def test_all_tries_share_one_deadline(twin: Twin, serve: Serve) -> None:
    server = serve(problem("server_stopping", 503, retryable=True), hang)

    with pytest.raises(RequestTimeoutError):
        twin.ask({"url": server.url}, "health", timeout_ms=400)

    assert len(server.requests) == 2


def test_each_operation_has_the_contracts_deadline_unless_told(twin: Twin, serve: Serve) -> None:
    server = serve(hang)

    with pytest.raises(RequestTimeoutError) as contract:
        twin.ask({"url": server.url}, "version")
    environ = {"HOME": str(twin.home), "REME_TIMEOUT_MS": "1100"}
    with pytest.raises(RequestTimeoutError) as configured:
        twin.ask({"url": server.url, "environ": environ}, "version")
    with pytest.raises(RequestTimeoutError) as told:
        twin.ask({"url": server.url, "timeout_ms": 5000}, "search", "q", timeout_ms=250)

    assert f"within {BY_NAME['version'].deadline_ms / 1000:g} s" in str(contract.value)
    assert "within 1.1 s" in str(configured.value)
    assert "within 0.25 s" in str(told.value)


def test_a_retried_append_sends_the_same_bytes(twin: Twin, serve: Serve) -> None:
    reply = dict.fromkeys(
        ("appended", "duplicate", "conflict", "filtered", "rejected", "total", "redactions"), 0
    )
    server = serve(problem("store_unavailable", 503, retryable=True), answer(200, {**reply, "outcomes": []}))

    twin.ask({"url": server.url}, "agent_session_append", host="codex", session_id="s", events=[{"a": "b"}])

    assert server.requests[0].body == server.requests[1].body
    assert len(server.requests) == 2
