"""How soon the server answers, and what it takes while nobody asks."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.corpus import Corpus
from tests.bench.gateway import NO_IDLE_FLUSH, RECALL, fill, gateway, pid_of, recall_body
from tests.bench.options import Options
from tests.bench.processes import (
    ECHO,
    LoadClient,
    at_rest,
    can_inspect,
    cpu_seconds,
    end,
    first_answer,
    free_port,
    resident_mib,
    spawn,
)
from tests.bench.recall_speed import BAR_SIZE
from tests.bench.rounds import measure, middle, ratio
from tests.bench.rows import Row, at_most

_STARTED_WITH = 1_000
_QUESTION = recall_body("Where do the scripts live that we talked about?")
_IDLE_SECONDS = 10.0


def start_rows(options: Options) -> Iterator[Row]:
    """From exec to the first answer: a recall of the gateway, an echo of the echo server."""
    folder = options.folder / "start"
    with LoadClient() as client, gateway(folder) as server:
        fill(server, client, Corpus(), 0, _STARTED_WITH)

    def echo(_: int) -> float:
        port = free_port()
        return _seconds_to_answer([sys.executable, str(ECHO), str(port)], port, "/echo", folder / "home")

    def start(_: int) -> float:
        port = free_port()
        command = [sys.executable, "-m", "reme_gateway.cli", "start", "--port", str(port)]
        command += ["--workspace", str(folder / "workspace"), *NO_IDLE_FLUSH]
        return _seconds_to_answer(command, port, RECALL, folder / "home")

    values = measure({"echo": echo, "gateway": start}, options.rounds)
    note = f"{middle(values['gateway']):.2f} s, echo {middle(values['echo']):.2f} s"
    yield Row(
        f"server, exec to first answer, {_STARTED_WITH:,} turns",
        ratio(values, "gateway", "echo"),
        "x echo",
        at_most(4),
        note,
    )


def _seconds_to_answer(command: Sequence[str], port: int, path: str, home: Path) -> float:
    started = time.perf_counter()
    process = spawn(command, home)
    try:
        first_answer(process, port, path, _QUESTION)
        return time.perf_counter() - started
    finally:
        end(process)


def idle_rows(options: Options) -> Iterator[Row]:
    """Memory and processor time of a server that was filled and then left alone, no turn in a note yet."""
    assert can_inspect()
    with LoadClient() as client, gateway(options.folder / "idle") as server:
        fill(server, client, Corpus(), 0, options.turns)
        pid = pid_of(server)
        at_rest(pid)
        memory = resident_mib(pid)
        before, started = cpu_seconds(pid), time.perf_counter()
        time.sleep(_IDLE_SECONDS)
        used = (cpu_seconds(pid) - before) / (time.perf_counter() - started)
    sized = options.turns <= BAR_SIZE
    turns = f"{options.turns:,} turns"
    yield Row(f"server, idle memory, {turns}", memory, "MiB", at_most(150) if sized else None)
    yield Row(f"server, idle CPU, {turns}", used * 100, "% of a core", at_most(1.5) if sized else None)
