"""Files that are there as a whole or not at all, whenever the machine stops."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

_TEMPORARY = re.compile(r"\..*\.\d+-[0-9a-f]{12}\.tmp", re.DOTALL)


def write_atomically(path: Path, data: bytes) -> None:
    """Replace ``path`` durably: temporary file beside it, fsync, rename, fsync of the folder.

    Folders that are missing are made (0700), the file is 0600. Raises ``OSError`` and leaves the old file.
    """
    make_private_folder(path.parent)
    # Cut by bytes: 80 characters of Chinese would be too long a name together with the rest.
    stem = path.name.encode("utf-8", "surrogateescape")[:80].decode("utf-8", "ignore")
    temporary = path.with_name(f".{stem}.{os.getpid()}-{secrets.token_hex(6)}.tmp")
    try:
        descriptor = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
        )
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def sweep_temporary(folder: Path) -> int:
    """Delete what a killed process left behind in this folder; returns how many files that were.

    Only for the process that owns the folder: nobody else may be writing there.
    """
    swept = 0
    with suppress(FileNotFoundError, NotADirectoryError):
        for entry in folder.iterdir():
            if _TEMPORARY.fullmatch(entry.name) and entry.is_file() and not entry.is_symlink():
                entry.unlink()
                swept += 1
    return swept


def remove_durably(path: Path) -> None:
    """Unlink and fsync the folder, so that the file doesn't come back; a missing file is fine."""
    with suppress(FileNotFoundError):
        path.unlink()
        sync_folder(path.parent)


def make_private_folder(folder: Path) -> None:
    """Make the folder and what is missing above it, each with mode 0700, each durable in its parent."""
    if folder.is_dir():
        return
    make_private_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """fsync a folder; does nothing where folders can't be opened (Windows)."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
