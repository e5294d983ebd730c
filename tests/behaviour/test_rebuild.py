"""Everything under metadata/ is derived: deleted or damaged, it comes back by itself."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, event

QUERIES = ["which port does service 7 listen on", "部署脚本", "who owns the billing service"]


def fill(gateway: GatewayProcess) -> None:
    for session in range(5):
        events = [
            event(f"{session}-{n}", f"Service {n} of team {session} listens on port {8000 + n}")
            for n in range(40)
        ]
        events.append(event(f"{session}-zh", f"第{session}组把部署脚本放在仓库根目录"))
        gateway.ask("agent_session_append", host="codex", session_id=f"s{session}", events=events)
    gateway.ask("remember", fact="The billing service is owned by the platform team.")


def answers(gateway: GatewayProcess) -> list[bytes]:
    return [gateway.post("agent_memory_recall", {"query": query, "limit": 20}).content for query in QUERIES]


def wait_for_answers(gateway: GatewayProcess, expected: list[bytes]) -> set[str]:
    """Wait until the answers are back; returns the states that the index showed meanwhile."""
    seen = set()
    for _ in range(600):
        with gateway.client() as client:
            seen.add(client.get("/status").json()["index"]["state"])
        if answers(gateway) == expected:
            return seen
        time.sleep(0.05)
    pytest.fail(f"recall did not come back; the index said {sorted(seen)}")


def test_deleting_metadata_while_stopped_loses_nothing(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at().start()
    fill(gateway)
    before = answers(gateway)
    assert all(b'"hits":[{' in answer for answer in before)
    assert gateway.stop() == 0
    shutil.rmtree(gateway.workspace / "metadata")
    gateway.start()
    wait_for_answers(gateway, before)
    resent = gateway.ask(
        "agent_session_append",
        host="codex",
        session_id="s0",
        events=[event("0-0", "Service 0 of team 0 listens on port 8000")],
    )
    assert resent["duplicate"] == 1


def index_files(workspace: Path) -> list[Path]:
    return sorted(path for path in (workspace / "metadata").rglob("*index*") if path.is_file())


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda data: b"",
    "cut in half": lambda data: data[: len(data) // 2],
    "overwritten": lambda data: b"\x5a" * len(data),
    "flipped in the middle": lambda data: (
        data[: len(data) // 2]
        + bytes(b ^ 0xFF for b in data[len(data) // 2 :][:4096])
        + data[len(data) // 2 + 4096 :]
    ),
    "no header": lambda data: b"\0" * 200 + data[200:],
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", sorted(DAMAGE))
@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_a_damaged_index_is_rebuilt_with_the_same_recall(
    damage: str, ending: str, gateway_at: Callable[..., GatewayProcess]
) -> None:
    gateway = gateway_at("--set", "queue=off").start()
    fill(gateway)
    before = answers(gateway)
    gateway.ask("reindex")
    wait_for_answers(gateway, before)
    gateway.stop() if ending == "stop" else gateway.kill()
    files = index_files(gateway.workspace)
    assert files
    for path in files:
        path.write_bytes(DAMAGE[damage](path.read_bytes()))
    gateway.start()
    wait_for_answers(gateway, before)
    with gateway.client() as client:
        assert client.get("/status").json()["index"]["state"] in ("ready", "rebuilding")


@pytest.mark.slow
def test_a_rebuild_is_visible(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at("--set", "queue=off").start()
    for batch in range(4):
        events = [
            event(
                f"{batch}-{n}",
                f"note {n} about topic {n % 97} in batch {batch}, with some more words to read",
            )
            for n in range(5000)
        ]
        gateway.ask("agent_session_append", host="codex", session_id=f"big{batch}", events=events)
    assert gateway.stop() == 0
    shutil.rmtree(gateway.workspace / "metadata")
    gateway.start()
    with gateway.client() as client:
        health = client.get("/health").json()
        assert health["status"] == "rebuilding"
        assert "of 4 files" in " ".join(health["reasons"])
        # What is indexed already is found, and new turns are recallable at once.
        gateway.ask(
            "agent_session_append",
            host="codex",
            session_id="new",
            events=[event("n", "The zeppelin hangar key is blue")],
        )
        assert client.post("/agent_memory_recall", json={"query": "zeppelin hangar key"}).json()["hits"]
        for _ in range(600):
            if client.get("/health").json()["status"] == "ok":
                break
            time.sleep(0.1)
        assert client.get("/status").json()["index"]["documents"] == 20_001


def test_hand_edits_of_a_note_are_searchable_soon(gateway: GatewayProcess) -> None:
    path = gateway.ask("remember", fact="The office plant is watered on Fridays.")["path"]
    note = gateway.workspace / path
    note.write_text(note.read_text() + "\nThe spare key hangs behind the aquarium.\n")
    (gateway.workspace / "digest" / "own-note.md").write_text(
        "# Own note\n\nThe projector needs the violet adapter.\n"
    )
    deadline = time.monotonic() + 20
    queries = {"spare key aquarium": path, "violet adapter projector": "digest/own-note.md"}
    while queries and time.monotonic() < deadline:
        for query, wanted in list(queries.items()):
            if any(hit["path"] == wanted for hit in gateway.ask("search", query=query)["hits"]):
                del queries[query]
        time.sleep(0.1)
    assert queries == {}
    (gateway.workspace / "digest" / "own-note.md").unlink()
    while time.monotonic() < deadline and gateway.ask("search", query="violet adapter projector")["hits"]:
        time.sleep(0.1)
    assert gateway.ask("search", query="violet adapter projector")["hits"] == []
