"""What the disk refuses is refused by name, and can be done once the disk is well again."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.behaviour.session_files import files_with
from tests.gateway_process import GatewayProcess, event

pytestmark = pytest.mark.slow

CANARY = "quokkacanary"
SESSION: dict[str, Any] = {"host": "codex", "session_id": "s"}


def test_a_fact_that_cannot_be_written_is_refused_as_retryable(gateway: GatewayProcess) -> None:
    blocked = gateway.workspace / "digest" / "remembered"
    blocked.parent.mkdir(exist_ok=True)
    blocked.write_text("a file where a folder must be\n")
    refused = gateway.post("remember", {"fact": "Facts need a folder."})
    assert (refused.status_code, refused.json()["code"]) == (503, "store_unavailable")
    assert refused.json()["retryable"] is True
    blocked.unlink()
    assert gateway.ask("remember", fact="Facts need a folder.")["outcome"] == "stored"


@contextmanager
def nobody_writes(database: Path) -> Iterator[None]:
    with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


def test_a_forget_that_the_index_refused_is_finished_by_the_next_one(gateway: GatewayProcess) -> None:
    said = [event("t1:u", "How do we deploy?"), event("t1:a", f"With {CANARY}.", role="assistant")]
    gateway.ask("agent_session_append", **SESSION, events=said)
    gateway.ask("agent_session_flush", **SESSION, reason="manual")
    while not list(gateway.workspace.glob("daily/*/*.md")):
        time.sleep(0.1)
    wanted = {"session": {**SESSION, "event_id": "t1:a"}}
    with nobody_writes(gateway.workspace / "metadata" / "index.sqlite3"):
        refused = gateway.post("forget", wanted)
    assert (refused.status_code, refused.json()["code"]) == (503, "store_unavailable")
    gateway.ask("forget", **wanted)
    assert CANARY not in json.dumps(gateway.ask("search", query=CANARY))
    gateway.stop()
    assert files_with(gateway.workspace, CANARY) == []


@pytest.mark.slow
def test_notes_that_come_and_go_are_no_fault_of_the_server(gateway: GatewayProcess) -> None:
    notes = gateway.workspace / "digest"
    notes.mkdir(exist_ok=True)
    (notes / "a.md").write_text("# A\n\n[[digest/b]] [[digest/c]]\n")
    (notes / "outside.md").write_text("# Outside\n")
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            (notes / "b.tmp").write_text("# B\n\n[[digest/a]]\n")
            (notes / "b.tmp").replace(notes / "b.md")
            (notes / "b.tmp").symlink_to(gateway.home / "server.stderr")
            (notes / "b.tmp").replace(notes / "b.md")
            (notes / "b.md").unlink()

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        with gateway.client() as client:
            codes = {
                client.post("/traverse", json={"path": "digest/a.md", "depth": 2}).status_code
                for _ in range(1500)
            }
    finally:
        stop.set()
        swapping.join()
    assert codes == {200}
