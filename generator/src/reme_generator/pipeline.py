"""load → resolve → plan → render, in memory: the one way to outputs for write, check and explain."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .agent_plugin import read_proxy
from .documents import sha256
from .js_packages import LICENCE
from .js_source import FOLDER as JS_FOLDER
from .js_source import JsSource, read_js_source
from .load import load
from .lockfile import lock_files
from .plan import PlannedFile, plan
from .render import render_all
from .resolve import resolve
from .runtime_source import FOLDER, Runtime, read_runtime


@dataclass(frozen=True, slots=True)
class Generation:
    """What the repository's generated files should be. ``contents`` also holds the lock files."""

    files: tuple[PlannedFile, ...]
    contents: dict[str, bytes]


def generate(root: Path) -> Generation:
    """Everything for the repository at ``root``. Raises GeneratorError; writes nothing."""
    contract, runtime, javascript = resolve(load(root)), read_runtime(root), read_js_source(root)
    proxy = read_proxy(root)
    files = plan(contract, runtime, javascript, tuple(proxy))
    originals = {**_originals(root, runtime, javascript), **proxy}
    rendered = render_all(root, contract, originals, files)
    used = {name for file in files for name in (file.source, *file.inputs)}
    templates = sorted(name for name in used if name.startswith("templates/"))
    hashes = dict(contract.file_hashes)
    hashes |= {name: sha256((root / name).read_bytes()) for name in templates}
    hashes |= {name: sha256(content) for name, content in originals.items()}
    return Generation(files, {**rendered, **lock_files(files, rendered, hashes)})


def planned(root: Path) -> tuple[PlannedFile, ...]:
    """The plan alone, for explain. Raises GeneratorError."""
    return plan(resolve(load(root)), read_runtime(root), read_js_source(root), tuple(read_proxy(root)))


def _originals(root: Path, runtime: Runtime, javascript: JsSource) -> dict[str, bytes]:
    """What packages get copies of, by path."""
    found = {f"{FOLDER}/{name}": content for name, content in runtime.contents.items()}
    found |= {f"{JS_FOLDER}/{name}": content for name, content in javascript.contents.items()}
    licence = root / LICENCE
    return {**found, LICENCE: licence.read_bytes()} if licence.is_file() else found
