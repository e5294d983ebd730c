"""The last steps of every uninstall: our folders, and the record of the installation."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from reme_gateway.integrations import package_files
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.saved_files import Record
from reme_gateway.integrations.steps import Step

# Folders that may have been made for ours alone; they go with it when they are empty then.
_PARENTS = frozenset(
    {
        ".hook-trust",
        ".reme",
        "cache",
        "data",
        "plugins",
        "packages",
        "integrations",
        "installations",
        "skills",
    }
)


def removal_steps(
    places: Places, folder: str, record: Record, own: list[Path], keep_data: bool
) -> list[Step]:
    """Steps for what exists of ``own``, what is inside the host, and of what all its installations share."""
    folders = list(own)
    others = [path for path in places.records().glob(f"{folder}-*.json") if path != record.path]
    if not others:
        folders += [places.packages(folder), *([] if keep_data else [places.private(folder)])]
    steps = [
        Step("remove what is left of ours", files=(path,), act=partial(_remove, path))
        for path in folders
        if path.exists()
    ]
    if record.exists:
        steps.append(Step("forget this installation", files=(record.path,), act=partial(_forget, record)))
    return steps


def _forget(record: Record) -> None:
    record.remove()
    _remove_empty_parents(record.path)


def _remove(folder: Path) -> None:
    package_files.remove_tree(folder)
    _remove_empty_parents(folder)


def _remove_empty_parents(path: Path) -> None:
    for parent in list(path.parents)[:4]:
        if parent.name not in _PARENTS or not parent.is_dir() or any(parent.iterdir()):
            return
        parent.rmdir()
