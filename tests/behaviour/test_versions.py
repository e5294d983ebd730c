"""Another major is refused by name; a newer minor works on."""

from __future__ import annotations

import pytest

from tests.gateway_process import GatewayProcess, event


@pytest.mark.parametrize(
    "operation", ["agent_session_append", "agent_memory_recall", "search", "forget", "nothing"]
)
def test_another_major_is_refused_whatever_the_operation(
    operation: str, shared_gateway: GatewayProcess
) -> None:
    response = shared_gateway.post(operation, {}, **{"Reme-Api-Version": "2.0"})
    problem = response.json()
    assert (response.status_code, problem["code"], problem["retryable"]) == (
        400,
        "api_version_unsupported",
        False,
    )
    assert "2.0" in problem["detail"]
    assert "1.0" in problem["detail"]
    assert "pgrade" in problem["hint"]


def test_a_newer_minor_works_on(shared_gateway: GatewayProcess) -> None:
    body = {"host": "codex", "session_id": "newer", "events": [event("e", "from the future")]}
    response = shared_gateway.post("agent_session_append", body, **{"Reme-Api-Version": "1.9"})
    assert (response.status_code, response.json()["appended"]) == (200, 1)
    assert response.headers["reme-api-version"] == "1.0"


def test_version_help_and_openapi_agree(shared_gateway: GatewayProcess) -> None:
    with shared_gateway.client() as client:
        version, helped = client.get("/version").json(), client.get("/help").json()
        document = client.get("/openapi.json").json()
    assert version["integration_api_version"] == "1.0"
    assert document["openapi"].startswith("3.1")
    assert {operation["path"] for operation in helped["operations"]} == set(document["paths"])
