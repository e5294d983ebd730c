"""The marketplace folder of a host: where it comes from, and the copy that the host is pointed to."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.folders import make_private

_PACKAGE_DATA = "_packages"
_PLUGIN = "reme"
_LEFT_OUT = frozenset({"__pycache__", ".DS_Store", "generated.lock.json"})


def source_of(folder: str) -> Path:
    """The package as this installation brings it, or as the clone that it runs from has it.

    Raises ``InstallationFailed`` when there is neither.
    """
    own = Path(__file__).parents[1]
    for place in (own / _PACKAGE_DATA / folder, own.parents[2] / "packages" / folder):
        if place.is_dir():
            return place
    raise InstallationFailed(
        f"this installation of reme brings no package for {folder}",
        "install reme-gateway again, or run it from a clone of the repository",
    )


def plugin_of(folder: str) -> Path:
    """The plugin's own folder inside of the package. Raises ``InstallationFailed`` when there is none."""
    return source_of(folder) / _PLUGIN


def contents(folder: Path) -> dict[str, bytes]:
    """Every file by its path with slashes; caches and what only the repository needs are left out."""
    found: dict[str, bytes] = {}
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _LEFT_OUT]
        for name in names:
            if name not in _LEFT_OUT:
                path = Path(place, name)
                found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def is_same(source: Path, copy: Path) -> bool:
    """Whether a copy holds exactly what the source does."""
    return copy.is_dir() and contents(source) == contents(copy)


def bring(source: Path, copy: Path) -> None:
    """Make ``copy`` equal to ``source``, file by file, so that a host that reads it never misses one.

    Raises ``InstallationFailed``.
    """
    wanted, present = contents(source), contents(copy)
    try:
        for name, content in wanted.items():
            if present.get(name) != content:
                _replace(copy / name, content)
        for name in present.keys() - wanted.keys():
            (copy / name).unlink(missing_ok=True)
        remove_empty_folders(copy)
    except OSError as error:
        raise InstallationFailed(
            f"{error.filename or copy} can't be written: {error.strerror}", "check the folder's permissions"
        ) from error


def remove_tree(folder: Path) -> None:
    """Remove a folder or file of ours; one that is gone is fine. Raises ``InstallationFailed``."""
    try:
        if folder.is_dir() and not folder.is_symlink():
            shutil.rmtree(folder)
        else:
            folder.unlink()
    except FileNotFoundError:
        return
    except OSError as error:
        raise InstallationFailed(
            f"{error.filename or folder} can't be removed: {error.strerror}", "remove it by hand"
        ) from error


def remove_empty_folders(folder: Path) -> None:
    """Remove the folders below one that hold nothing."""
    for place, _, _ in os.walk(folder, topdown=False):
        if Path(place) != folder and not any(Path(place).iterdir()):
            Path(place).rmdir()


def _replace(path: Path, content: bytes) -> None:
    make_private(path.parent)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(content)
    temporary.replace(path)
