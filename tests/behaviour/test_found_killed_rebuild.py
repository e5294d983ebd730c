"""A rebuild that was killed is visible as one until it is finished, and leaves no purged text behind."""

from __future__ import annotations

import shutil
import time
from typing import Any

import pytest

from tests.behaviour.session_files import files_with
from tests.gateway_process import GatewayProcess, event

pytestmark = pytest.mark.slow

SESSIONS, TURNS = 12, 5000


def index_of(gateway: GatewayProcess) -> dict[str, Any]:
    with gateway.client() as client:
        index: dict[str, Any] = client.get("/status").json()["index"]
    return index


def wait_for(gateway: GatewayProcess, state: str) -> dict[str, Any]:
    for _ in range(1200):
        index = index_of(gateway)
        if index["state"] == state:
            return index
        time.sleep(0.02)
    raise AssertionError(f"the index never was {state}: {index}")


@pytest.mark.slow
def test_ready_means_complete_also_after_a_kill_during_the_first_build(gateway: GatewayProcess) -> None:
    for session in range(SESSIONS):
        events = [
            event(f"{session}-{turn}", f"turn {turn} of {session} " + "some more words " * 12)
            for turn in range(TURNS)
        ]
        gateway.ask("agent_session_append", host="codex", session_id=f"s{session}", events=events)
    gateway.stop()
    shutil.rmtree(gateway.workspace / "metadata")
    gateway.start()
    assert index_of(gateway)["documents"] < SESSIONS * TURNS, "too fast to be killed half-way"
    gateway.kill()
    gateway.start()
    index = wait_for(gateway, "ready")
    assert index["documents"] == SESSIONS * TURNS
    assert (index["done"], index["total"]) == (SESSIONS, SESSIONS)


def test_what_the_owner_takes_out_of_a_note_stays_nowhere_in_the_index(gateway: GatewayProcess) -> None:
    canary = "quokkacanary"
    note = gateway.workspace / "digest" / "plans.md"
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(f"# Plans\n\nThe {canary} moves north in May.\n\n" + "All else stays.\n\n" * 3)
    while not gateway.ask("search", query=canary)["hits"]:
        time.sleep(0.1)
    gateway.stop()
    gateway.start()
    note.write_text("# Plans\n\nNothing moves.\n")
    while gateway.ask("search", query=canary)["hits"]:
        time.sleep(0.1)
    # Overwritten right after it is no hit any more: the log of the index is emptied as the last step.
    for _ in range(600):
        if not files_with(gateway.workspace, canary):
            break
        time.sleep(0.1)
    assert files_with(gateway.workspace, canary) == []
