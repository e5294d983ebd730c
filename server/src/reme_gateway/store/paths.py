"""Which paths a caller may name: memory files of the workspace, and nothing that leads anywhere else."""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from contextlib import ExitStack
from pathlib import Path

from reme_gateway.errors import FileNotFound, PathRefused, StoreUnavailable
from reme_gateway.ports import Workspace

# Folder → what a memory file below it is called. ReMe keeps what its user put in below resource/.
MEMORY_FOLDERS = {"session": ".jsonl", "daily": ".md", "digest": ".md", "resource": ".md"}
NOTE_SUFFIX = ".md"
MAX_PATH_CHARS = 1024
MAX_NAME_BYTES = 255

# Opening one of these on Windows opens a device, in whatever folder and with whatever suffix.
_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\..*)?", re.IGNORECASE | re.DOTALL
)
_DRIVE = re.compile(r"[A-Za-z]:")
_RESERVED_ON_WINDOWS = frozenset('<>:"|?*')
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
# A FIFO with a memory file's name must not hold up the server until somebody writes into it.
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)
_WALKS_BY_DESCRIPTOR = os.open in os.supports_dir_fd and bool(_NO_LINK)


def resolve_memory_path(workspace: Workspace, path: str) -> Path:
    """The real place of a memory file, existing or not. ``path`` is POSIX, relative to the workspace.

    Links are followed when they stay among the memory files of the workspace. Raises ``PathRefused``.
    """
    _check_names(path)
    root = Path(os.path.realpath(workspace.root))
    try:
        real = Path(os.path.realpath(root / path))
    except (OSError, ValueError) as error:
        raise PathRefused("The path cannot be followed.") from error
    if not real.is_relative_to(root):
        raise PathRefused("The path leads out of the workspace.")
    inside = real.relative_to(root).as_posix()
    if inside != path:
        _check_names(inside)
    return real


def place_inside(root: Path, path: str) -> Path:
    """The place of any file or folder below ``root`` by its relative path, for the server's own use.

    Raises ``ValueError`` when it leads out, over links too.
    """
    place = root / path
    if not Path(os.path.realpath(place)).is_relative_to(os.path.realpath(root)):
        raise ValueError("the path leads out of the workspace")
    return place


def read_memory_file(workspace: Workspace, path: str) -> bytes:
    """All bytes of a memory file. Raises ``PathRefused``, ``FileNotFound`` or ``StoreUnavailable``.

    No link is followed between the check and the opening, so a link put there meanwhile leads nowhere.
    """
    real = resolve_memory_path(workspace, path)
    root = Path(os.path.realpath(workspace.root))
    try:
        descriptor = _open_without_links(root, real.relative_to(root).parts)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileNotFound(f"There is no {path} in the workspace.") from error
    except OSError as error:
        if real.is_symlink() or real.parent.resolve() != real.parent:
            raise PathRefused("The path leads over a link that cannot be followed.") from error
        raise StoreUnavailable.because(error, f"{path} cannot be read") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise PathRefused("The path names no file.")
    with os.fdopen(descriptor, "rb") as file:
        try:
            return file.read()
        except OSError as error:
            raise StoreUnavailable.because(error, f"{path} cannot be read") from error


def _open_without_links(root: Path, names: tuple[str, ...]) -> int:
    flags = os.O_RDONLY | _BINARY | _NO_LINK | _NO_WAIT
    if not _WALKS_BY_DESCRIPTOR:
        return os.open(root.joinpath(*names), flags)
    with ExitStack() as opened:
        folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
        opened.callback(os.close, folder)
        for name in names[:-1]:
            folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | _NO_LINK, dir_fd=folder)
            opened.callback(os.close, folder)
        return os.open(names[-1], flags, dir_fd=folder)


def _check_names(path: str) -> None:
    if len(path) > MAX_PATH_CHARS:
        raise PathRefused(f"The path is longer than {MAX_PATH_CHARS} characters.")
    if "\\" in path:
        raise PathRefused("The path has a backslash: write it with / relative to the workspace.")
    if path.startswith(("/", "~")) or _DRIVE.match(path):
        raise PathRefused("The path is absolute: write it relative to the workspace.")
    for character in path:
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp"):
            raise PathRefused("The path has a control character in it.")
    names = path.split("/")
    for name in names:
        _check_name(name)
    if len(names) == 1:
        suffix: str | None = NOTE_SUFFIX
    else:
        suffix = MEMORY_FOLDERS.get(names[0])
    if suffix is None or not path.endswith(suffix):
        raise PathRefused("The path names no memory file: those are notes (.md) and sessions (.jsonl).")


def _check_name(name: str) -> None:
    if not name or name.startswith("."):
        raise PathRefused("The path has an empty or hidden part, or one that steps upwards.")
    if name.endswith((".", " ")) or name.startswith(" "):
        raise PathRefused("A part of the path begins with a blank, or ends with a blank or a dot.")
    if _DEVICE.fullmatch(name):
        raise PathRefused("A part of the path is the name of a device.")
    if len(name.encode()) > MAX_NAME_BYTES:
        raise PathRefused(f"A part of the path is longer than {MAX_NAME_BYTES} bytes.")
    if os.name == "nt" and not _RESERVED_ON_WINDOWS.isdisjoint(name):
        raise PathRefused("A part of the path has a character that Windows reserves.")
