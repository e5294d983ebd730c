"""Nothing acknowledged is ever lost or doubled, whenever the server is killed."""

from __future__ import annotations

import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.behaviour.session_files import stored_ids
from tests.gateway_process import GatewayProcess, event

KILLS = int(os.environ.get("REME_TEST_KILLS", "4"))
WRITERS = 4


class Writer(threading.Thread):
    """Appends without a pause until the server is gone; keeps what was acknowledged."""

    def __init__(self, url: str, name: str) -> None:
        super().__init__(daemon=True)
        self._url, self.label = url, name
        self.sent: list[tuple[str, dict[str, str]]] = []
        self.acknowledged: list[str] = []

    def run(self) -> None:
        # Two writers share a session, the others have their own.
        session = "shared" if self.label[-1] in "01" else self.label
        with httpx.Client(base_url=self._url, timeout=30, trust_env=False, verify=False) as client:
            for number in range(100_000):
                item = event(
                    f"{self.label}-{number}", f"{self.label} says {number} " + "x" * random.randrange(2000)
                )
                self.sent.append((session, item))
                try:
                    reply = client.post(
                        "/agent_session_append",
                        json={"host": "codex", "session_id": session, "events": [item]},
                    )
                except httpx.TransportError:
                    return
                assert reply.json()["appended"] == 1, reply.text
                self.acknowledged.append(item["event_id"])


@pytest.mark.parametrize("seed", range(KILLS))
def test_a_kill_at_a_random_moment_loses_and_doubles_nothing(
    seed: int, gateway_at: Callable[..., GatewayProcess]
) -> None:
    gateway = gateway_at("--set", "queue=off").start()
    writers = [Writer(gateway.url, f"kill{seed}-w{number}") for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    time.sleep(random.Random(seed).uniform(0.02, 0.5))
    gateway.kill()
    for writer in writers:
        writer.join(30)
        assert not writer.is_alive()

    gateway.start()
    on_disk = Counter(stored_ids(gateway.workspace))
    assert set(on_disk.values()) <= {1}
    acknowledged = {event_id for writer in writers for event_id in writer.acknowledged}
    assert acknowledged <= set(on_disk)

    resend(gateway, writers)
    assert resend(gateway, writers) == 0
    everything = {item["event_id"] for writer in writers for _, item in writer.sent}
    assert Counter(stored_ids(gateway.workspace)) == Counter(everything)


def resend(gateway: GatewayProcess, writers: list[Writer]) -> int:
    """Send everything again, by session; returns how much was new."""
    sessions: dict[str, list[dict[str, str]]] = {}
    for writer in writers:
        for session, item in writer.sent:
            sessions.setdefault(session, []).append(item)
    appended = 0
    for session, events in sessions.items():
        reply = gateway.ask("agent_session_append", host="codex", session_id=session, events=events)
        assert reply["appended"] + reply["duplicate"] == len(events)
        appended += reply["appended"]
    return appended


def test_an_event_is_in_the_file_when_its_reply_arrives(gateway: GatewayProcess) -> None:
    for number in range(20):
        gateway.ask(
            "agent_session_append", host="hermes", session_id="s", events=[event(f"e{number}", "said")]
        )
        assert len(stored_ids(gateway.workspace)) == number + 1


def test_a_torn_last_line_is_repaired_and_its_neighbours_stay(
    gateway_at: Callable[..., GatewayProcess],
) -> None:
    gateway = gateway_at().start()
    first = event("first", "stays as it is")
    gateway.ask("agent_session_append", host="codex", session_id="s", events=[first])
    gateway.kill()
    (path,) = (gateway.workspace / "session").rglob("*.jsonl")
    with path.open("ab") as file:
        file.write(path.read_bytes()[:40])
    gateway.start()
    reply = gateway.ask(
        "agent_session_append", host="codex", session_id="s", events=[first, event("second", "new")]
    )
    assert (reply["duplicate"], reply["appended"], reply["total"]) == (1, 1, 2)
    assert stored_ids(gateway.workspace) == ["first", "second"]


def test_private_modes_whatever_the_umask(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", host="codex", session_id="s", events=[event("e", "private")])
    gateway.ask("remember", fact="The staging database is called aurora-7.")
    for path in gateway.workspace.rglob("*"):
        mode = path.stat().st_mode & 0o777
        assert mode & 0o077 == 0, f"{path.relative_to(gateway.workspace)} is {mode:o}"


def test_a_graceful_stop_ends_with_code_zero(gateway: GatewayProcess) -> None:
    gateway.ask("agent_session_append", host="codex", session_id="s", events=[event("e", "kept")])
    assert gateway.stop() == 0
    assert stored_ids(gateway.workspace) == ["e"]


def test_a_read_only_workspace_refuses_rather_than_lies(gateway: GatewayProcess, tmp_path: Path) -> None:
    folder = gateway.workspace / "session" / "dialog"
    folder.mkdir(parents=True, exist_ok=True)
    # A file where the host's folder should be: the disk refuses also for root, whom modes don't stop.
    (folder / "blocked").write_text("")
    response = gateway.post(
        "agent_session_append", {"host": "blocked", "session_id": "s", "events": [event("e", "lost?")]}
    )
    assert (response.status_code, response.json()["code"], response.json()["retryable"]) == (
        503,
        "store_unavailable",
        True,
    )
