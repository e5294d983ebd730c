"""Where session files lie: ``session/dialog/<host>/<key>.jsonl``, and nothing that a link leads to."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def session_folders(dialog: Path) -> list[Path]:
    """The hosts' folders, by name; links are none of ours. Raises ``OSError``."""
    try:
        with os.scandir(dialog) as entries:
            return [Path(entry.path) for entry in _by_name(entries) if entry.is_dir(follow_symlinks=False)]
    except FileNotFoundError:
        return []


def session_files(folder: Path) -> list[Path]:
    """The session files of one host, by name. Raises ``OSError``."""
    with os.scandir(folder) as entries:
        return [
            Path(entry.path)
            for entry in _by_name(entries)
            if entry.name.endswith(".jsonl")
            and not entry.name.startswith(".")
            and entry.is_file(follow_symlinks=False)
        ]


def _by_name(entries: Iterable[os.DirEntry[str]]) -> list[os.DirEntry[str]]:
    return sorted(entries, key=lambda entry: entry.name)
