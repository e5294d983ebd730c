"""The job table against the contract's operation table."""

from __future__ import annotations

from reme_gateway._contract.v1.operations import OPERATIONS
from reme_gateway._contract.v1.tools import TOOLS
from reme_gateway.jobs.registry import JOBS
from reme_gateway.mcp_endpoint.tools import offered_tools


def test_every_operation_has_its_job_and_no_job_is_left_over() -> None:
    assert list(JOBS) == [operation.name for operation in OPERATIONS]


def test_only_jobs_that_read_are_given_up_at_their_deadline() -> None:
    writing = {"agent_session_append", "agent_session_flush", "remember", "forget", "reindex"}
    assert {name for name, job in JOBS.items() if not job.bounded} == writing


def test_hook_operations_are_no_tools() -> None:
    by_name = {operation.name: operation for operation in OPERATIONS}
    for tool in TOOLS:
        assert {"model", "model_confirmed"} & set(by_name[tool.operation].audience)
    assert "agent_session_append" not in {tool.operation for tool in TOOLS}


def test_forget_is_offered_only_when_switched_on() -> None:
    assert "reme_forget" not in {tool.name for tool in offered_tools(with_forget=False)}
    assert "reme_forget" in {tool.name for tool in offered_tools(with_forget=True)}
