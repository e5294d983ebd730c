"""Forgotten means gone: from source, notes, index and queue, and it does not come back."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.behaviour.session_files import files_with, stored_lines
from tests.gateway_process import GatewayProcess, event

CANARY = "zyxwombat"
SESSION: dict[str, Any] = {"host": "codex", "session_id": "with a canary"}


def said() -> list[dict[str, str]]:
    return [
        event("t1:u", "How do we deploy to production?"),
        event("t1:a", f"With the {CANARY} pipeline, which runs nightly.", role="assistant"),
        event("t2:u", "And who may start it by hand?"),
        event("t2:a", "Only the release manager, on Tuesdays.", role="assistant"),
    ]


def wait_until_covered(gateway: GatewayProcess) -> None:
    for _ in range(600):
        with gateway.client() as client:
            queue = client.get("/status").json()["queue"]
        if queue["pending_events"] == 0 and queue["backend"] != "starting":
            return
        time.sleep(0.1)
    pytest.fail(f"the queue did not finish: {json.dumps(queue)}")


def hits(gateway: GatewayProcess) -> int:
    found = (
        gateway.ask("search", query=CANARY)["hits"]
        + gateway.ask("agent_memory_recall", query=f"the {CANARY} pipeline", min_score=0)["hits"]
    )
    return sum(CANARY in json.dumps(hit) for hit in found)


@pytest.mark.slow
def test_a_forgotten_event_is_gone_for_good(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said())
    gateway.ask("agent_session_flush", **SESSION, reason="session_end")
    wait_until_covered(gateway)
    assert hits(gateway) > 0
    assert len(files_with(gateway.workspace, CANARY)) >= 2

    reply = gateway.ask("forget", session=SESSION | {"event_id": "t1:a"})
    assert (reply["events"], reply["notes"], reply["documents"] >= 1) == (1, 1, True)
    assert hits(gateway) == 0
    assert files_with(gateway.workspace, CANARY) == []

    wait_until_covered(gateway)
    assert (hits(gateway), files_with(gateway.workspace, CANARY)) == (0, [])
    resent = gateway.ask("agent_session_append", **SESSION, events=said())
    assert (resent["filtered"], resent["duplicate"], resent["total"]) == (1, 3, 3)
    assert resent["outcomes"][1]["reason"] == "forgotten"
    elsewhere = gateway.ask("agent_session_append", host="codex", session_id="a fork", events=said())
    assert (elsewhere["filtered"], elsewhere["appended"]) == (1, 3)
    gateway.stop()
    gateway.start()
    assert hits(gateway) == 0
    gateway.ask("reindex")
    wait_until_covered(gateway)
    assert hits(gateway) == 0
    assert gateway.ask("agent_session_append", **SESSION, events=said())["filtered"] == 1
    gateway.stop()
    assert files_with(gateway.workspace, CANARY) == []
    assert gateway.start().ask("search", query="release manager Tuesdays")["hits"], (
        "its neighbours are still there"
    )


def test_copies_in_a_fork_go_too(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said())
    gateway.ask("agent_session_append", host="codex", session_id="a fork", events=said()[:3])
    assert gateway.ask("forget", session=SESSION | {"event_id": "t1:a"})["events"] == 2
    assert files_with(gateway.workspace, CANARY) == []


def test_line_numbers_hold_and_the_tombstone_lives_in_the_source(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said())
    (hit,) = gateway.ask("search", query=CANARY)["hits"]
    gateway.ask("forget", targets=[{"path": hit["path"], "line_start": hit["line_start"]}])
    lines = stored_lines(gateway.workspace)
    assert [line["event_id"] for line in lines] == ["t1:u", "t1:a", "t2:u", "t2:a"]
    assert set(lines[1]) == {"event_id", "forgotten_at"}
    assert gateway.ask("read", path=hit["path"], line_start=4)["text"].startswith(
        "assistant: Only the release"
    )


def test_the_tombstone_survives_the_loss_of_metadata(gateway_at: Callable[..., GatewayProcess]) -> None:
    import shutil

    gateway = gateway_at().start()
    gateway.ask("agent_session_append", **SESSION, events=said())
    gateway.ask("forget", session=SESSION)
    gateway.stop()
    shutil.rmtree(gateway.workspace / "metadata")
    gateway.start()
    reply = gateway.ask("agent_session_append", host="codex", session_id="another", events=said())
    assert (reply["filtered"], reply["total"]) == (4, 0)


@pytest.mark.parametrize("place", [{"line_start": 1}, {"line_start": 1, "line_end": 4}, {}])
def test_what_is_forgotten_twice_stays_forgotten(gateway: GatewayProcess, place: dict[str, int]) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said()[1:2])
    (hit,) = gateway.ask("search", query=CANARY)["hits"]
    target = {"path": hit["path"], **place}
    assert gateway.ask("forget", targets=[target])["events"] == 1
    tombstones = stored_lines(gateway.workspace)
    assert [set(line) for line in tombstones] == [{"event_id", "forgotten_at"}]

    again = gateway.ask("forget", targets=[target])
    assert (again["events"], again["notes"], again["documents"]) == (0, 0, 0)
    assert stored_lines(gateway.workspace) == tombstones
    gateway.stop()
    gateway.start()
    resent = gateway.ask("agent_session_append", **SESSION, events=said()[1:2])
    assert [outcome["reason"] for outcome in resent["outcomes"]] == ["forgotten"]
    assert hits(gateway) == 0


def test_a_whole_session_goes_with_its_notes(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said())
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    reply = gateway.ask("forget", session=SESSION)
    assert (reply["events"], reply["requeued"]) == (4, 0)
    assert gateway.ask("daily_list")["days"] == []
    assert files_with(gateway.workspace, "release manager") == []
    assert gateway.ask("forget", session=SESSION)["events"] == 0


def test_forgetting_a_daily_note_forgets_what_it_was_made_from(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said())
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    wait_until_covered(gateway)
    ((note,),) = [day["notes"] for day in gateway.ask("daily_list")["days"]]
    refused = gateway.post("forget", {"targets": [{"path": note["path"], "line_start": 1, "line_end": 99}]})
    assert (refused.status_code, refused.json()["code"]) == (400, "invalid_request")
    assert gateway.ask("forget", targets=[{"path": note["path"]}])["events"] == 4
    assert files_with(gateway.workspace, CANARY) == []


def test_a_remembered_fact_is_forgotten_by_its_path(gateway: GatewayProcess) -> None:
    path = gateway.ask("remember", fact=f"The vault is called {CANARY}.")["path"]
    assert hits(gateway) > 0
    assert gateway.ask("forget", targets=[{"path": path}])["notes"] == 1
    assert hits(gateway) == 0
    gateway.stop()
    assert files_with(gateway.workspace, CANARY) == []


def test_a_remembered_fact_is_forgotten_by_the_place_that_search_shows(gateway: GatewayProcess) -> None:
    fact = f"The vault is called {CANARY}."
    gateway.ask("remember", fact=fact)
    (hit,) = gateway.ask("search", query=CANARY)["hits"]
    assert gateway.ask("forget", targets=[place(hit)])["notes"] == 1
    assert hits(gateway) == 0
    assert files_with(gateway.workspace, CANARY) == []
    assert not [path.name for path in gateway.workspace.rglob("*") if CANARY in path.name]
    assert gateway.ask("remember", fact=fact)["outcome"] == "stored"
    assert hits(gateway) > 0


def test_of_a_fact_that_loses_a_part_the_rest_stays(gateway: GatewayProcess) -> None:
    gateway.ask("remember", fact=f"The vault is called {CANARY}.\n\nIts door faces the harbour.")
    (hit,) = gateway.ask("search", query=CANARY)["hits"]
    gateway.ask("forget", targets=[place(hit) | {"line_end": hit["line_start"]}])
    assert hits(gateway) == 0
    assert files_with(gateway.workspace, CANARY) == []
    (rest,) = gateway.ask("search", query="door harbour")["hits"]
    assert rest["snippet"] == "Its door faces the harbour."
    assert gateway.ask("remember", fact="Its door faces the harbour.")["outcome"] == "duplicate"


def place(hit: dict[str, Any]) -> dict[str, Any]:
    return {name: hit[name] for name in ("path", "line_start", "line_end")}


def test_a_wrong_target_forgets_nothing_of_the_right_ones(gateway: GatewayProcess) -> None:
    path = gateway.ask("remember", fact=f"The vault is called {CANARY}.")["path"]
    refused = gateway.post("forget", {"targets": [{"path": path}, {"path": "../x.md"}]})
    assert refused.json()["code"] == "path_refused"
    assert hits(gateway) > 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"targets": []},
        {"targets": [{"path": "a.md"}], "session": SESSION},
        {"session": {"host": "codex"}},
    ],
)
def test_a_forget_without_one_clear_target_is_refused(
    body: dict[str, Any], shared_gateway: GatewayProcess
) -> None:
    assert shared_gateway.post("forget", body).json()["code"] == "invalid_request"


def test_a_huge_range_of_lines_is_no_trap(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", **SESSION, events=said())
    (hit,) = gateway.ask("search", query=CANARY)["hits"]
    reply = gateway.ask("forget", targets=[{"path": hit["path"], "line_start": 2, "line_end": 10**15}])
    assert reply["events"] == 3
