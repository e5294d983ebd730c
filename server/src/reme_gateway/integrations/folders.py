"""Making folders that only their owner may enter."""

from __future__ import annotations

from pathlib import Path


def make_private(folder: Path) -> None:
    """Make a folder and what is missing above it, each 0700: ``mkdir`` gives the ones above other bits."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
    # A file in the way is told as such.
    folder.mkdir(exist_ok=True)
