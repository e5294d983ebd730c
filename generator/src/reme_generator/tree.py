"""Which files of the repository belong to the generator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PurePath

from .plan import GENERATED_FOLDERS, HANDWRITTEN_FOLDERS, LOCK_NAME, PACKAGES

_IGNORED = {"__pycache__", ".mypy_cache", ".ruff_cache"}


def existing(root: Path) -> Iterator[str]:
    """Paths of all files in generated folders, and of lock files, sorted."""
    found = {f"{package}/{LOCK_NAME}" for package in PACKAGES if (root / package / LOCK_NAME).is_file()}
    for folder in GENERATED_FOLDERS:
        for path in (root / folder).rglob("*"):
            relative = path.relative_to(root)
            if (path.is_file() or path.is_symlink()) and not _foreign(relative):
                found.add(relative.as_posix())
    yield from sorted(found)


def _foreign(path: PurePath) -> bool:
    """Caches of tools, and folders that people write inside a generated one."""
    if _IGNORED & set(path.parts):
        return True
    return any(path.is_relative_to(folder) for folder in HANDWRITTEN_FOLDERS)
