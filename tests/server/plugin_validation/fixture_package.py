"""Packages for tests: the base without a fault, and what each fixture makes of it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[2] / "fixtures" / "plugins"
BASE = FIXTURES / "base"
CASES = sorted(path for path in FIXTURES.glob("*/*.json") if path.parent != BASE)

Change = dict[str, Any]


def case_name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def base_package(folder: Path) -> Path:
    """A copy of the base, and beside it another one, for links that lead out of the first."""
    shutil.copytree(BASE, folder / "package")
    shutil.copytree(BASE, folder / "outside")
    return folder / "package"


def changed_package(folder: Path, changes: list[Change]) -> Path:
    """The base with a fixture's changes; each is one of the functions below, named by its first own key."""
    package = base_package(folder)
    for change in changes:
        (kind,) = set(_KINDS) & set(change)
        _KINDS[kind](package, change)
    return package


def _edit(package: Path, change: Change, edit: Callable[[Any, Any], None]) -> None:
    path = package / change["in"]
    document = json.loads(path.read_bytes())
    *parents, last = [
        part.replace("~1", "/").replace("~0", "~")
        for part in (change.get("set") or change["remove"]).split("/")[1:]
    ]
    place = document
    for part in parents:
        place = place[part]
    edit(place, last)
    path.write_text(json.dumps(document), encoding="utf-8")


def _set(package: Path, change: Change) -> None:
    def edit(place: Any, last: str) -> None:
        if isinstance(place, list):
            place[int(last) : int(last) + 1] = [change["to"]]
        else:
            place[last] = change["to"]

    _edit(package, change, edit)


def _remove(package: Path, change: Change) -> None:
    _edit(package, change, lambda place, last: place.pop(last))


def _replace(package: Path, change: Change) -> None:
    path = package / change["in"]
    before = path.read_text(encoding="utf-8")
    assert change["replace"] in before
    path.write_text(before.replace(change["replace"], change["by"]), encoding="utf-8")


def _write(package: Path, change: Change) -> None:
    path = package / change["write"]
    path.parent.mkdir(parents=True, exist_ok=True)
    if "hex" in change:
        path.write_bytes(bytes.fromhex(change["hex"]))
        return
    text = change.get("before", "") + change["text"] * change.get("times", 1) + change.get("after", "")
    path.write_bytes(text.encode())


def _delete(package: Path, change: Change) -> None:
    path = package / change["delete"]
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def _link(package: Path, change: Change) -> None:
    (package / change["link"]).symlink_to(change["to"])


def _folder(package: Path, change: Change) -> None:
    (package / change["folder"]).mkdir(parents=True)


def _pipe(package: Path, change: Change) -> None:
    os.mkfifo(package / change["pipe"])


def _files(package: Path, change: Change) -> None:
    folder = package / change["files"]
    folder.mkdir()
    for number in range(change["times"]):
        (folder / str(number)).touch()


_KINDS: dict[str, Callable[[Path, Change], None]] = {
    "set": _set,
    "remove": _remove,
    "replace": _replace,
    "write": _write,
    "delete": _delete,
    "link": _link,
    "folder": _folder,
    "pipe": _pipe,
    "files": _files,
}
