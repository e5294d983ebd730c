"""`kill -9` of a host before every call that changes anything: what was durable arrives, and arrives once."""

from __future__ import annotations

from pathlib import Path

from tests.gateway_process import GatewayProcess
from tests.hooks.gateway.conftest import said
from tests.hosts.js_runtime.runtime_process import RuntimeProcess, event

# More calls than any event makes.
ENDLESS = 200


def test_a_killed_prompt(server: GatewayProcess, tmp_path: Path) -> None:
    kept: list[bool] = []
    for number in range(1, ENDLESS):
        session, text = f"prompt-killed-{number}", f"prompt number {number}"
        runtime = RuntimeProcess(tmp_path / f"home{number}", "openclaw", url=server.url)
        ended = runtime.run(event("before_prompt_build", session, prompt=text), kill_at=number)
        durable = runtime.waiting() == [text]
        runtime.run(event("agent_end", session, answer="an answer"), event("session_end", session))
        assert said(server, session) == [("u", text)] * durable + [("a", "an answer")]
        assert (runtime.spool, runtime.rejected) == ([], [])
        kept.append(durable)
        if ended is not None:
            break
    assert kept[-1]
    # From the rename on nothing loses it any more.
    assert kept == sorted(kept)
    assert 10 < len(kept) < ENDLESS - 1


def test_a_killed_turn_end(server: GatewayProcess, tmp_path: Path) -> None:
    kept: list[bool] = []
    for number in range(1, ENDLESS):
        session = f"end-killed-{number}"
        runtime = RuntimeProcess(tmp_path / f"home{number}", "openclaw", url=server.url)
        steps = (
            event("before_prompt_build", session, prompt="a question"),
            event("agent_end", session, answer="an answer"),
            ("flushTouched", "shutdown"),
        )
        ended = runtime.run(*steps, kill_at=number)
        durable = [text for text in ("a question", "an answer") if survives(server, runtime, session, text)]
        runtime.run(("deliver",))
        assert [text for _, text in said(server, session)] == durable
        assert (runtime.spool, runtime.rejected) == ([], [])
        kept.append("an answer" in durable)
        if ended is not None:
            break
    assert kept[-1]
    assert kept == sorted(kept)
    assert 15 < len(kept) < ENDLESS - 1


def survives(server: GatewayProcess, runtime: RuntimeProcess, session: str, text: str) -> bool:
    """Whether it is on the server's disk or on ours."""
    return text in runtime.waiting() or text in [known for _, known in said(server, session)]


def test_a_killed_delivery_of_what_waited(server: GatewayProcess, tmp_path: Path) -> None:
    for number in range(1, ENDLESS):
        session = f"delivery-killed-{number}"
        runtime = RuntimeProcess(tmp_path / f"home{number}", "openclaw")
        runtime.run(
            event("before_prompt_build", session, prompt="a question"),
            event("agent_end", session, answer="an answer"),
        )
        assert len(runtime.spool) == 2
        runtime.url = server.url
        ended = runtime.run(("deliver",), kill_at=number)
        runtime.run(("deliver",))
        assert said(server, session) == [("u", "a question"), ("a", "an answer")]
        assert (runtime.spool, runtime.rejected) == ([], [])
        if ended is not None:
            break
    assert 5 < number < ENDLESS - 1
