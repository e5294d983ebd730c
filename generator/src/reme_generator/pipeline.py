"""load → resolve → plan → render, in memory: the one way to outputs for write, check and explain."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .documents import sha256
from .load import load
from .lockfile import lock_files
from .plan import PlannedFile, plan
from .render import render_all
from .resolve import resolve
from .runtime_source import FOLDER, read_runtime


@dataclass(frozen=True, slots=True)
class Generation:
    """What the repository's generated files should be. ``contents`` also holds the lock files."""

    files: tuple[PlannedFile, ...]
    contents: dict[str, bytes]


def generate(root: Path) -> Generation:
    """Everything for the repository at ``root``. Raises GeneratorError; writes nothing."""
    contract, runtime = resolve(load(root)), read_runtime(root)
    files = plan(contract, runtime)
    rendered = render_all(root, contract, runtime, files)
    used = {name for file in files for name in (file.source, *file.inputs)}
    templates = sorted(name for name in used if name.startswith("templates/"))
    hashes = dict(contract.file_hashes)
    hashes |= {name: sha256((root / name).read_bytes()) for name in templates}
    hashes |= {f"{FOLDER}/{name}": sha256(content) for name, content in runtime.contents.items()}
    return Generation(files, {**rendered, **lock_files(files, rendered, hashes)})


def planned(root: Path) -> tuple[PlannedFile, ...]:
    """The plan alone, for explain. Raises GeneratorError."""
    return plan(resolve(load(root)), read_runtime(root))
