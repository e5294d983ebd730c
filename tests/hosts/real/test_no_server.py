"""Memory never gets in the way: whatever is at the server's address, the host works on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess
from tests.hosts.faulty_gateway import Fault, FaultyGateway, closed_port
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.scripted_model import ScriptedModel
from tests.hosts.real.stored import rows

HostAt = Callable[[str], Codex | Claude]


def words_of_hooks(errors: str) -> list[str]:
    """Lines of stderr that a hook could have caused; Codex tells of its input and its MCP attempts there."""
    own = ("Reading additional input from stdin",)
    lines = [line for line in errors.splitlines() if line.strip() and "mcp" not in line.lower()]
    return [line for line in lines if not line.startswith(own)]


def test_without_a_server_the_run_is_unaffected_and_turns_arrive_once_in_order(
    host_at: HostAt, model: ScriptedModel, tmp_path: Path
) -> None:
    port = closed_port()
    host = host_at(f"http://127.0.0.1:{port}")
    prompts = ["First without a server.", "Second without a server."]
    done = [host.tell(prompts[0]), host.go_on(prompts[1])]
    assert [run.code for run in done] == [0, 0]
    assert [line for run in done for line in words_of_hooks(run.errors)] == []
    assert [len(model.turns(prompt)) for prompt in prompts] == [1, 1]
    assert len(host.machine.spooled(host.name)) == 4
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server", ("--port", str(port))) as gateway:
        assert host.go_on("Third, it is back.").code == 0
        assert host.machine.spooled(host.name) == []
        stored = rows(gateway)
    assert [role for role, _ in stored] == ["user", "assistant"] * 3
    assert [text for role, text in stored if role == "user"] == [*prompts, "Third, it is back."]
    assert len({text for _, text in stored}) == 6


@pytest.mark.parametrize("fault", ["silent", "garbage", "failing", "other major"])
def test_a_faulty_server_costs_no_turn(host_at: HostAt, model: ScriptedModel, fault: Fault) -> None:
    with FaultyGateway(fault) as faulty:
        host = host_at(faulty.url)
        done = host.tell("Whatever the server does.")
        assert done.code == 0
        assert words_of_hooks(done.errors) == []
        assert len(model.turns("Whatever the server does.")) == 1
        assert "/agent_session_context" in faulty.asked
        assert len(host.machine.spooled(host.name)) == 2


def test_another_api_major_switches_off_and_is_told_once(host_at: HostAt, model: ScriptedModel) -> None:
    with FaultyGateway("other major") as faulty:
        host = host_at(faulty.url)
        host.tell("One.")
        asked = [path for path in faulty.asked if path.startswith("/agent_")]
        host.go_on("Two.")
        again = [path for path in faulty.asked if path.startswith("/agent_")]
    assert len(asked) == 1
    # A session that starts or is resumed tries once more, and nothing else of it does.
    assert len(again) == 2
    assert host.machine.heartbeat(host.name)["refusal"]["told"] is True
    assert len(host.machine.spooled(host.name)) == 4
