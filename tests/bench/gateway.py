"""The gateway under measurement, filled through its own HTTP API."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from urllib.parse import urlsplit

from tests.bench.corpus import Corpus, Turn
from tests.bench.load_client import Block
from tests.bench.processes import BenchError, LoadClient, at_rest
from tests.gateway_process import GatewayProcess, event

APPEND = "/agent_session_append"
RECALL = "/agent_memory_recall"
RECALLED = b'"snippet":'
# Notes are written an hour after the last turn here: a comparison must not run beside an extraction.
NO_IDLE_FLUSH = ("--set", "idle_flush_seconds=3600")
_SESSIONS_PER_BLOCK = 200


@contextmanager
def gateway(folder: Path, *options: str) -> Iterator[GatewayProcess]:
    """A running gateway whose workspace and home lie in ``folder``, when its start is entirely over.

    It answers long before that; what it then does in the background would be part of the first figures.
    """
    with GatewayProcess(folder / "workspace", folder / "home", (*NO_IDLE_FLUSH, *options)) as server:
        while server.client().get("/status").json()["queue"]["backend"] == "starting":
            time.sleep(0.2)
        at_rest(pid_of(server))
        yield server
        if server.process is not None:
            server.stop()


def port_of(server: GatewayProcess) -> int:
    port = urlsplit(server.url).port
    assert port is not None
    return port


def pid_of(server: GatewayProcess) -> int:
    assert server.process is not None
    return server.process.pid


def append_body(session: str, events: list[dict[str, str]]) -> bytes:
    """An append request."""
    return json.dumps({"host": "codex", "session_id": session, "events": events}).encode()


def recall_body(question: str) -> bytes:
    """A recall request with the defaults that a prompt hook uses."""
    return json.dumps({"query": question}).encode()


def session_bodies(turns: Iterable[Turn]) -> list[bytes]:
    """One append request per session."""
    return [
        append_body(
            f"session-{number}",
            [
                event(f"{turn.session}.{turn.position}", turn.text, ("user", "assistant")[turn.position % 2])
                for turn in said
            ],
        )
        for number, said in groupby(turns, key=lambda turn: turn.session)
    ]


def fill(server: GatewayProcess, client: LoadClient, corpus: Corpus, first: int, last: int) -> float:
    """Store the turns ``first`` up to, not with, ``last``; returns the seconds that the server took.

    Raises ``BenchError`` when a request did not store what it carried.
    """
    seconds = 0.0
    bodies = session_bodies(corpus.turns(first, last))
    for at in range(0, len(bodies), _SESSIONS_PER_BLOCK):
        part = bodies[at : at + _SESSIONS_PER_BLOCK]
        result = client.run(Block(port_of(server), APPEND, part, marker=b'"rejected":0'))
        if result.marked != len(part):
            raise BenchError("Turns could not be stored.")
        seconds += result.seconds
    stored = server.ask("agent_session_append", host="codex", session_id="session-0", events=[])["total"]
    if not stored:
        raise BenchError("The first session holds nothing after it was stored.")
    return seconds
