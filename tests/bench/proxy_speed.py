"""What a client without HTTP pays: calls through our proxy and mcp-remote, against calls over HTTP itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median

import httpx

from tests.bench.options import ROOT, Options
from tests.bench.processes import BenchError, can_inspect, end, first_answer, free_port, resident_mib, spawn
from tests.bench.rounds import Case, measure, middle, ratio
from tests.bench.rows import Bar, Row, at_least, at_most
from tests.bench.tool_client import INITIALIZE, DirectClient, StdioClient, call, message
from tests.gateway_process import PATIENCE, clean_environment

_SERVER = Path(__file__).with_name("tool_server.py")
_RIVAL = ROOT / ".tools" / "bench" / "mcp-remote" / "node_modules" / "mcp-remote" / "dist" / "proxy.js"
_PROXY = ROOT / "packages" / "agent-plugin" / "servers" / "mcp-proxy.mjs"
NOTHING = "node -e 0"
DIRECT = "direct"
_CALLS = 5  # of each way in a row, so that whatever else the machine does hits all of them
_ROUNDS_EACH = 12
_STARTS = 3  # whole processes are short and unequal: more rounds of them
_SLOW = 32
_SLOW_SECONDS = 1.0
_HEAD_START_SECONDS = 0.2
_CANCELLED = (5, 31)  # one that runs when it is cancelled, one that a cap may still hold back
_WINDOW_SECONDS = 3.0


@dataclass(frozen=True)
class Way:
    """A proxy: how it is started for a server, and the bars that hold for it."""

    name: str
    command: Callable[[str], list[str]]
    judged: bool

    def bar(self, bar: Bar) -> Bar | None:
        """The bar where this one is judged."""
        return bar if self.judged else None

    def start(self, url: str, home: Path) -> StdioClient:
        return StdioClient(self.command(url), home / self.name, REME_URL=url)


WAYS = (
    Way("proxy", lambda _: [_node(), str(_PROXY)], judged=True),
    Way(
        "mcp-remote",
        lambda url: [_node(), str(_RIVAL), f"{url}/mcp", "--transport", "http-only", "--allow-http"],
        judged=False,
    ),
)


def _node() -> str:
    return shutil.which("node") or "node"


def missing_programs(_: Options) -> str | None:
    """Why nothing can be measured."""
    if shutil.which("node") is None:
        return "needs Node.js on the path."
    if not _RIVAL.is_file():
        return "needs mcp-remote beside ours: `nox -s bench -- proxy` installs it."
    if not can_inspect():
        return "reads /proc, which this system does not have."
    return None


@contextmanager
def _tool_server(home: Path, answers: str) -> Iterator[str]:
    port = free_port()
    process = spawn([sys.executable, str(_SERVER), str(port), answers, str(_SLOW_SECONDS)], home)
    try:
        first_answer(process, port, "/observed", b"{}")
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


def rows(options: Options) -> Iterator[Row]:
    """Calls, starts, memory, and what thirty-two slow calls do to everybody else."""
    home = options.folder / "proxy"
    for answers in ("sse", "json"):
        with _tool_server(home / answers, answers) as url:
            for way in WAYS:
                yield from _calls(way, url, home, answers, options.rounds)
    with _tool_server(home / "starts", "sse") as url:
        yield from _starts(url, home, options.rounds * _STARTS)
    for way in WAYS:
        with _tool_server(home / f"crowd {way.name}", "sse") as url:
            yield from _crowd(way, url, home, options.rounds)


def _calls(way: Way, url: str, home: Path, answers: str, rounds: int) -> Iterator[Row]:
    """In turns with direct calls alone: what one proxy does after its answer must not hit the other."""
    numbers = count(1)

    def case(one: Callable[[int], float]) -> Case:
        return lambda _: median(one(next(numbers)) for _ in range(_CALLS))

    with DirectClient(int(url.rpartition(":")[2])) as direct, way.start(url, home) as client:
        client.initialize()
        cases = {DIRECT: case(direct.quick), way.name: case(client.quick)}
        measure(cases, _ROUNDS_EACH)
        values = measure(cases, rounds * _ROUNDS_EACH)
        memory = resident_mib(client.process.pid)
    note = f"{middle(values[way.name]) * 1000:.2f} ms, direct {middle(values[DIRECT]) * 1000:.2f} ms"
    value = ratio(values, way.name, DIRECT)
    yield Row(f"{way.name}, call, {answers} answers", value, "x direct", way.bar(at_most(1.6)), note)
    if answers == "sse":
        calls = _CALLS * _ROUNDS_EACH * (rounds + 1)
        yield Row(f"{way.name}, memory after {calls} calls", memory, "MiB", way.bar(at_most(50)))


def _starts(url: str, home: Path, rounds: int) -> Iterator[Row]:
    def nothing(_: int) -> float:
        started = time.perf_counter()
        subprocess.run([_node(), "-e", "0"], env=clean_environment(home), check=True, timeout=PATIENCE)
        return time.perf_counter() - started

    def start(way: Way) -> Case:
        def run(_: int) -> float:
            started = time.perf_counter()
            with way.start(url, home) as client:
                client.send(message("initialize", INITIALIZE, 0))
                client.answer(0)
                return time.perf_counter() - started

        return run

    cases: dict[str, Case] = {NOTHING: nothing} | {way.name: start(way) for way in WAYS}
    measure(cases, 1)
    values = measure(cases, rounds)
    for way in WAYS:
        note = f"{middle(values[way.name]) * 1000:.0f} ms, {NOTHING} {middle(values[NOTHING]) * 1000:.0f} ms"
        value = ratio(values, way.name, NOTHING)
        yield Row(f"{way.name}, spawn to initialize", value, f"x {NOTHING}", way.bar(at_most(2.2)), note)


def _crowd(way: Way, url: str, home: Path, rounds: int) -> Iterator[Row]:
    """A quick call and two cancels among slow calls, as often as there are rounds."""
    quick: list[float] = []
    late = 0
    with way.start(url, home) as client:
        client.initialize()
        for number in range(rounds):
            first = number * 100 + 1
            slow = range(first, first + _SLOW)
            for one in slow:
                client.send(call("slow", one))
            client.read(_HEAD_START_SECONDS)
            time.sleep(_HEAD_START_SECONDS)
            quick.append(client.quick(first + 50))
            given_up = {slow[place] for place in _CANCELLED}
            for one in given_up:
                client.send(message("notifications/cancelled", {"requestId": one}))
            for one in slow:
                if one not in given_up:
                    client.answer(one)
            until = time.monotonic() + _WINDOW_SECONDS
            while given_up - client.answers.keys() and time.monotonic() < until and _running(url):
                client.read(0.1)
            late += len(given_up & client.answers.keys())
        ended = _observed(url)
    cancelled = rounds * len(_CANCELLED)
    # One that was never started has been spared the server as well.
    spared = ended["cancelled"] + rounds * _SLOW - ended["started"]
    note = f"{median(quick) * 1000:.1f} ms"
    yield Row(
        f"{way.name}, quick call among {_SLOW} slow ones",
        median(quick) / _SLOW_SECONDS,
        "x slow call",
        way.bar(at_most(0.1)),
        note,
    )
    yield Row(f"{way.name}, cancelled calls that ended", spared / cancelled, "share", way.bar(at_least(1)))
    yield Row(f"{way.name}, late answers to cancelled calls", late / cancelled, "share", way.bar(at_most(0)))


def _running(url: str) -> int:
    seen = _observed(url)
    return seen["started"] - seen["cancelled"] - seen["finished"]


def _observed(url: str) -> dict[str, int]:
    response = httpx.post(f"{url}/observed", json={}, timeout=PATIENCE, trust_env=False)
    if response.status_code != 200:
        raise BenchError("The tool server does not tell what it saw.")
    return {"started": 0, "cancelled": 0, "finished": 0} | response.json()
