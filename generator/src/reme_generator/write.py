"""Brings generated files up to date: each one atomically, stale ones deleted, everything else untouched."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .tree import existing


@dataclass(frozen=True, slots=True)
class Written:
    """What changed, as sorted paths."""

    written: tuple[str, ...]
    deleted: tuple[str, ...]
    unchanged: int


def write(root: Path, contents: Mapping[str, bytes]) -> Written:
    """Make the files below ``root`` equal to ``contents``. Raises OSError when the disk refuses."""
    written = []
    for path, content in sorted(contents.items()):
        target = root / path
        if not target.is_file() or target.is_symlink() or target.read_bytes() != content:
            _replace(target, content)
            written.append(path)
    deleted = [path for path in existing(root) if path not in contents]
    for path in deleted:
        (root / path).unlink()
        _remove_empty(root, (root / path).parent)
    return Written(tuple(written), tuple(deleted), len(contents) - len(written))


def _replace(target: Path, content: bytes) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _remove_empty(root: Path, folder: Path) -> None:
    while folder != root and not any(entry.name != "__pycache__" for entry in folder.iterdir()):
        try:
            folder.rmdir()
        except OSError:
            return  # compiled files are left in it
        folder = folder.parent
