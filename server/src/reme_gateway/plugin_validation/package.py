"""A package as it lies on disk, read within bounds: nothing outside its root, no pipe, nothing huge."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from reme_gateway.plugin_validation.json_file import JsonFile, read_json
from reme_gateway.plugin_validation.skill_file import SkillFile, read_skill

MANIFEST = "plugin.json"
MCP = "mcp.json"
SKILLS = "skills"
SKILL = "SKILL.md"

# A package is text that an agent loads at its start; whoever needs more than this is looked at by eye.
MOST_ENTRIES = 20_000
MOST_DEPTH = 40
MOST_BYTES = 1 << 20
MOST_SKILLS = 1_000


class Kind(StrEnum):
    """What a path is, without following a link."""

    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "other"


class Place(StrEnum):
    """Where a path leads when every link is followed."""

    FILE = "file"
    FOLDER = "folder"
    OTHER = "other"
    MISSING = "missing"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Skill:
    """A child of ``skills/`` with a SKILL.md."""

    folder: str
    file: str
    content: SkillFile


@dataclass(frozen=True, slots=True)
class Package:
    """Everything that rules look at. ``root`` is resolved; paths in ``entries`` are relative, with ``/``."""

    root: Path
    exists: bool
    entries: Mapping[str, Kind] = field(default_factory=dict)
    complete: bool = True
    manifest: JsonFile | None = None
    mcp: JsonFile | None = None
    skills: tuple[Skill, ...] = ()

    def place(self, relative: str) -> Place:
        """Where a path below the root really leads."""
        return _place(self.root, relative)

    def read(self, relative: str, limit: int) -> bytes | str:
        """A regular file's bytes, or in words why there are none."""
        return _read(self.root, relative, limit)

    @property
    def fields(self) -> dict[str, Any]:
        """The manifest's root object; empty when there is none."""
        return _object(self.manifest)

    @property
    def configuration(self) -> dict[str, Any]:
        """The root object of mcp.json; empty when there is none."""
        return _object(self.mcp)

    def servers(self, *types: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """Name and object of each server that has one of these types; without any, of every object."""
        servers = self.configuration.get("mcpServers")
        for name, entry in servers.items() if isinstance(servers, dict) else ():
            if isinstance(entry, dict) and (not types or entry.get("type") in types):
                yield name, entry


def read_package(folder: Path) -> Package:
    """Look at a folder. Never raises for what is in it, nor when it is missing."""
    root = Path(os.path.realpath(folder))
    if not root.is_dir():
        return Package(root, exists=False)
    entries, complete = _walk(root)
    return Package(
        root,
        True,
        entries,
        complete,
        _json_file(root, MANIFEST, MOST_BYTES),
        _json_file(root, MCP, MOST_BYTES),
        tuple(_skills(root)),
    )


def _walk(root: Path) -> tuple[dict[str, Kind], bool]:
    entries: dict[str, Kind] = {}
    waiting, complete = [""], True
    while waiting:
        folder = waiting.pop()
        try:
            found = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
        except OSError:
            complete = False
            continue
        for entry in found:
            if len(entries) >= MOST_ENTRIES:
                return entries, False
            relative = f"{folder}/{entry.name}" if folder else entry.name
            entries[relative] = kind = _kind(entry)
            if kind is Kind.FOLDER and relative.count("/") < MOST_DEPTH:
                waiting.append(relative)
            elif kind is Kind.FOLDER:
                complete = False
    return entries, complete


def _kind(entry: os.DirEntry[str]) -> Kind:
    try:
        # Junctions and the other reparse points of Windows lead elsewhere as links do.
        attributes = getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0)
        if entry.is_symlink() or attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT:
            return Kind.LINK
        if entry.is_dir(follow_symlinks=False):
            return Kind.FOLDER
        return Kind.FILE if entry.is_file(follow_symlinks=False) else Kind.OTHER
    except OSError:
        return Kind.OTHER


def _place(root: Path, relative: str) -> Place:
    try:
        real = Path(os.path.realpath(root / relative))
        if not real.is_relative_to(root):
            return Place.OUTSIDE
        mode = real.stat().st_mode
    except (OSError, ValueError):
        return Place.MISSING
    if stat.S_ISDIR(mode):
        return Place.FOLDER
    return Place.FILE if stat.S_ISREG(mode) else Place.OTHER


def _read(root: Path, relative: str, limit: int) -> bytes | str:
    place = _place(root, relative)
    if place is not Place.FILE:
        return f"it is no regular file inside the package ({place})"
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        with open(os.open(os.path.realpath(root / relative), flags), "rb") as file:  # noqa: PTH123 - a descriptor
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return "it is no regular file"
            content = file.read(limit + 1)
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    return content if len(content) <= limit else f"it is larger than {limit:,} bytes"


def _json_file(root: Path, name: str, limit: int) -> JsonFile | None:
    if _place(root, name) is not Place.FILE:
        return None
    return read_json(_read(root, name, limit))


def _skills(root: Path) -> Iterator[Skill]:
    if _place(root, SKILLS) is not Place.FOLDER:
        return
    for name in sorted(_names(root / SKILLS))[:MOST_SKILLS]:
        file = f"{SKILLS}/{name}/{SKILL}"
        # Asked by its exact name, where a file system would find it under another case too.
        if _place(root, file) is Place.FILE and SKILL in _names(root / SKILLS / name):
            yield Skill(name, file, read_skill(_read(root, file, MOST_BYTES)))


def _names(folder: Path) -> frozenset[str]:
    try:
        return frozenset(entry.name for entry in os.scandir(folder))
    except OSError:
        return frozenset()


def _object(file: JsonFile | None) -> dict[str, Any]:
    return file.value if file is not None and isinstance(file.value, dict) else {}
