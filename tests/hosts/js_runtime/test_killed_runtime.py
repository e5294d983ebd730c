"""`kill -9` of a host before every call that changes anything: what was durable arrives, and arrives once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess
from tests.hooks.gateway.conftest import said
from tests.hosts.js_runtime.runtime_process import RuntimeProcess, Step, event, run_all

pytestmark = pytest.mark.slow
# More calls than any event makes.
ENDLESS = 200


def killed_everywhere(home: Path, url: str, *steps: Step) -> Iterator[tuple[str, RuntimeProcess]]:
    """A session and its runtime for each call at which the steps were ended, the last one by themselves.

    In a step the word SESSION stands for the session.
    """
    for number in range(1, ENDLESS):
        session = f"{home.name}-{number}"
        runtime = RuntimeProcess(home / str(number), "openclaw", url=url)
        ended = runtime.run(*(in_session(step, session) for step in steps), kill_at=number)
        yield session, runtime
        if ended is not None:
            return
    raise AssertionError("The steps never end.")


def in_session(step: Step, session: str) -> Step:
    return tuple(
        {**part, "sessionId": session} if isinstance(part, dict) and "sessionId" in part else part
        for part in step
    )


def test_a_killed_prompt(server: GatewayProcess, tmp_path: Path) -> None:
    prompt = event("before_prompt_build", "SESSION", prompt="a question")
    killed = list(killed_everywhere(tmp_path / "prompt", server.url, prompt))
    kept = [runtime.waiting() == ["a question"] for _, runtime in killed]
    ends = [
        (event("agent_end", session, answer="an answer"), event("session_end", session))
        for session, _ in killed
    ]
    run_all([(runtime, end) for (_, runtime), end in zip(killed, ends, strict=True)])
    for (session, runtime), durable in zip(killed, kept, strict=True):
        assert said(server, session) == [("u", "a question")] * durable + [("a", "an answer")]
        assert (runtime.spool, runtime.rejected) == ([], [])
    assert kept[-1]
    # From the rename on nothing loses it any more.
    assert kept == sorted(kept)
    assert len(kept) > 10


def test_a_killed_turn_end(server: GatewayProcess, tmp_path: Path) -> None:
    steps = (
        event("before_prompt_build", "SESSION", prompt="a question"),
        event("agent_end", "SESSION", answer="an answer"),
        ("flushTouched", "shutdown"),
    )
    killed = list(killed_everywhere(tmp_path / "end", server.url, *steps))
    durable = [surviving(server, session, runtime) for session, runtime in killed]
    run_all([(runtime, [("deliver",)]) for _, runtime in killed])
    for (session, runtime), texts in zip(killed, durable, strict=True):
        assert [text for _, text in said(server, session)] == texts
        assert (runtime.spool, runtime.rejected) == ([], [])
    assert durable[-1] == ["a question", "an answer"]
    assert durable == sorted(durable)
    assert len(durable) > 15


def surviving(server: GatewayProcess, session: str, runtime: RuntimeProcess) -> list[str]:
    """What is on the server's disk or on ours."""
    known = [*runtime.waiting(), *(text for _, text in said(server, session))]
    return [text for text in ("a question", "an answer") if text in known]


def test_a_killed_delivery_of_what_waited(server: GatewayProcess, tmp_path: Path) -> None:
    home = tmp_path / "delivery"
    turn = [RuntimeProcess(home / str(number), "openclaw") for number in range(1, 40)]
    run_all(
        [
            (
                runtime,
                [
                    event("before_prompt_build", f"delivery-{runtime.home.name}", prompt="a question"),
                    event("agent_end", f"delivery-{runtime.home.name}", answer="an answer"),
                ],
            )
            for runtime in turn
        ]
    )
    assert all(len(runtime.spool) == 2 for runtime in turn)
    killed = list(killed_everywhere(home, server.url, ("deliver",)))
    run_all([(runtime, [("deliver",)]) for _, runtime in killed])
    for session, runtime in killed:
        assert said(server, session) == [("u", "a question"), ("a", "an answer")]
        assert (runtime.spool, runtime.rejected) == ([], [])
    assert 5 < len(killed) < len(turn)
