"""What a person waits for: whole `reme` processes against `python -c pass`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.bench.gateway import gateway
from tests.bench.options import Options
from tests.bench.processes import BenchError
from tests.bench.rounds import measure, middle, ratio
from tests.bench.rows import Bar, Row, at_most
from tests.gateway_process import clean_environment

_PLAIN = "python -c pass"
_COMMANDS: dict[str, tuple[tuple[str, ...], Bar]] = {
    "reme --help": (("--help",), at_most(4)),
    "reme version": (("version",), at_most(4)),
    "reme status --json": (("status", "--json"), at_most(8)),
    "reme status": (("status",), at_most(15)),
}
_ROUNDS_EACH = 3  # one process is short: more of them per round than of anything else


def rows(options: Options) -> Iterator[Row]:
    """Every command succeeds, and finds a running server."""
    folder = options.folder / "command-line"
    with gateway(folder) as server:
        environment = clean_environment(folder / "home") | {"REME_URL": server.url}
        cases = {_PLAIN: _case([sys.executable, "-c", "pass"], environment)}
        cases |= {name: _case([*_reme(), *words], environment) for name, (words, _) in _COMMANDS.items()}
        values = measure(cases, options.rounds * _ROUNDS_EACH)
    base = middle(values[_PLAIN]) * 1000
    for name, (_, bar) in _COMMANDS.items():
        note = f"{middle(values[name]) * 1000:.0f} ms, {_PLAIN} {base:.0f} ms"
        yield Row(name, ratio(values, name, _PLAIN), f"x {_PLAIN}", bar, note)


def _reme() -> list[str]:
    """The command as it is installed beside this Python."""
    found = shutil.which("reme", path=str(Path(sys.executable).parent))
    if found is None:
        raise BenchError("There is no `reme` beside this Python: install the server into it.")
    return [found]


def _case(command: Sequence[str], environment: dict[str, str]) -> Callable[[int], float]:
    def run(_: int) -> float:
        started = time.perf_counter()
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        seconds = time.perf_counter() - started
        if done.returncode:
            raise BenchError(f"{' '.join(command)} ended with exit code {done.returncode}.")
        return seconds

    return run
