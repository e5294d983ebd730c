"""Compares the repository with what would be generated; each difference becomes a unified diff."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from .tree import existing


def check(root: Path, contents: Mapping[str, bytes]) -> Iterator[str]:
    """One diff for each file that is not as it should be; nothing when all is well."""
    for path, wanted in sorted(contents.items()):
        target = root / path
        if not target.is_file():
            yield _diff(path, "missing", b"", wanted)
        elif (found := target.read_bytes()) != wanted and found.replace(b"\r\n", b"\n") != wanted:
            yield _diff(path, "different", found, wanted)
    for path in existing(root):
        if path not in contents:
            yield _diff(path, "not planned: `write` deletes it", (root / path).read_bytes(), b"")


def _diff(path: str, problem: str, found: bytes, wanted: bytes) -> str:
    before = found.decode("utf-8", "replace").splitlines(keepends=True)
    after = wanted.decode("utf-8", "replace").splitlines(keepends=True)
    lines = difflib.unified_diff(before, after, f"{path} (in the repository)", f"{path} (generated)")
    return f"{path}: {problem}\n" + "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
