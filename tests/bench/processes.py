"""The processes that are measured: the echo server, and what the system says about any of them."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from tests.bench import load_client
from tests.gateway_process import PATIENCE, clean_environment

_BUSY = 0.05  # of a core
_RESTED_AFTER_SECONDS = 10.0
ECHO = Path(__file__).with_name("echo_server.py")


class BenchError(Exception):
    """Something that must work before anything can be measured did not; the message is one sentence."""


@dataclass
class LoadClient:
    """The client in a process of its own, so that it takes no time from whoever measures."""

    _pool: ProcessPoolExecutor = field(
        default_factory=lambda: ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    )

    def run(self, block: load_client.Block) -> load_client.BlockResult:
        return self._pool.submit(load_client.run, block).result()

    def __enter__(self) -> LoadClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown()


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def echo_server(home: Path) -> Iterator[int]:
    """A running echo server; gives its port."""
    port = free_port()
    process = spawn([sys.executable, str(ECHO), str(port)], home)
    try:
        first_answer(process, port, "/echo", b"{}")
        yield port
    finally:
        end(process)


def spawn(command: Sequence[str], home: Path, **environment: str) -> subprocess.Popen[bytes]:
    """Start a process with an explicit environment."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / "stderr").open("ab") as stderr:
        return subprocess.Popen(
            command,
            env=clean_environment(home) | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            cwd=home,
        )


def end(process: subprocess.Popen[bytes]) -> None:
    """SIGTERM, and SIGKILL for one that does not listen."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait(PATIENCE)


def first_answer(process: subprocess.Popen[bytes], port: int, path: str, body: bytes) -> None:
    """Ask until the server answers 200. Raises ``BenchError`` when its process ends or never answers."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            raise BenchError(f"A server ended at its start with exit code {process.returncode}.")
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.002)
        finally:
            connection.close()
    raise BenchError("A server gave no answer.")


def at_rest(pid: int) -> None:
    """Wait until what a server does by itself after its start is over, or raise ``BenchError``."""
    if not can_inspect():
        time.sleep(_RESTED_AFTER_SECONDS)
        return
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        before = cpu_seconds(pid)
        time.sleep(1)
        if cpu_seconds(pid) - before < _BUSY:
            return
    raise BenchError("A server that nobody asked anything did not come to rest.")


def can_inspect() -> bool:
    """Whether memory and processor time of another process can be read here."""
    return Path("/proc/self/stat").exists()


def resident_mib(pid: int) -> float:
    """Resident memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def cpu_seconds(pid: int) -> float:
    """User and system time used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
