"""How long a change of the contract keeps its author waiting, in seconds of this machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.bench.options import ROOT, Options
from tests.bench.processes import BenchError
from tests.bench.rounds import measure, middle
from tests.bench.rows import Row, at_most
from tests.gateway_process import clean_environment

_ROUNDS = 3
_WRITTEN_ELSEWHERE = ("__pycache__", "node_modules", ".venv", ".nox", ".git", ".tools", "*.egg-info")


def rows(options: Options) -> Iterator[Row]:
    """In a copy, because a measurement must not write into the repository."""
    copy = options.folder / "repository"
    ignored = shutil.ignore_patterns(*_WRITTEN_ELSEWHERE)
    copy.mkdir()
    shutil.copy(ROOT / "LICENSE", copy)
    for name in ("contract", "templates", "packages", "server", "docs", "generator"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    _run("write", copy, options.folder)
    values = measure(
        {
            "write": lambda _: _run("write", copy, options.folder),
            "check": lambda _: _run("check", copy, options.folder),
        },
        _ROUNDS,
    )
    yield Row("generator, write everything", middle(values["write"]), "s", at_most(15))
    yield Row("generator, check everything", middle(values["check"]), "s", at_most(15))


def _run(command: str, root: Path, home: Path) -> float:
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "reme_generator", "--root", str(root), command],
        env=clean_environment(home),
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BenchError(f"The generator's {command} failed: {(done.stderr or done.stdout)[-500:].strip()}")
    return time.perf_counter() - started
