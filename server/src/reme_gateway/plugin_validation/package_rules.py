"""What a package is: one folder, nothing outside of it, two kinds of components (P)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from reme_gateway.plugin_validation.package import MANIFEST, MCP, SKILL, SKILLS, Kind, Package, Place
from reme_gateway.plugin_validation.rule import Boundary, Fault, Level, Rule, pointer

_OTHER_COMPONENTS = (
    "agents",
    "commands",
    "hooks",
    "prompts",
    "rules",
    "hooks.json",
    ".mcp.json",
    ".lsp.json",
)


def _has_a_manifest(package: Package) -> Iterator[Fault]:
    if not package.exists:
        yield Fault("there is no such folder", ".", fix="name the folder that holds plugin.json")
    elif package.place(MANIFEST) in (Place.MISSING, Place.FOLDER, Place.OTHER):
        yield Fault(f"there is no regular file {MANIFEST} at the root", MANIFEST)


def _links_stay_inside(package: Package) -> Iterator[Fault]:
    for path, kind in package.entries.items():
        if kind is Kind.LINK and package.place(path) is Place.OUTSIDE and not _is_component(path):
            yield Fault("this link leads out of the package", path)


def _components_stay_inside(package: Package) -> Iterator[Fault]:
    for path, kind in package.entries.items():
        if kind is not Kind.LINK or package.place(path) is not Place.OUTSIDE or not _is_component(path):
            continue
        if path in (MANIFEST, MCP, SKILLS):
            boundary = Boundary.PLUGIN if path == MANIFEST else Boundary.TYPE
            yield Fault("this link leads out of the package", path, boundary=boundary)
        else:
            skill = path.split("/")[1]
            yield Fault("this link leads out of the package", path, part=skill, boundary=Boundary.SKILL)
    for name, entry in package.servers("stdio"):
        for field in ("command", "cwd"):
            place = plugin_relative(entry.get(field), field)
            if place is not None and not leaves(place) and package.place(place) is Place.OUTSIDE:
                where = pointer("mcpServers", name, field)
                yield Fault("this path leads out of the package", MCP, where, name, Boundary.SERVER)


def _is_component(path: str) -> bool:
    parts = path.split("/")
    is_skill = parts[0] == SKILLS and (len(parts) == 2 or (len(parts) == 3 and parts[2] == SKILL))
    return path in (MANIFEST, MCP, SKILLS) or is_skill


def _paths_stay_inside_as_written(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        for field in ("command", "cwd"):
            value = entry.get(field)
            if isinstance(value, str) and value.startswith("./") and leaves(value):
                yield Fault(
                    f"{field} leaves the package by '..'", MCP, pointer("mcpServers", name, field), name
                )


def plugin_relative(value: object, field: str) -> str | None:
    """The path below the root that ``command`` or ``cwd`` names; None for a bare name or ``PLUGIN_DATA``."""
    if not isinstance(value, str) or "\0" in value:
        return None
    if value.startswith("./"):
        return value
    if field == "cwd" and (value == "${PLUGIN_ROOT}" or value.startswith("${PLUGIN_ROOT}/")):
        return "." + value.removeprefix("${PLUGIN_ROOT}")
    return None


def leaves(path: str) -> bool:
    """Whether a relative path goes above its start by its own segments, whatever lies on disk."""
    steps = posixpath.normpath(path.replace("\\", "/").lstrip("/"))
    return steps == ".." or steps.startswith("../")


def _arguments_are_opaque(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        arguments = entry.get("args")
        for index, value in enumerate(arguments if isinstance(arguments, list) else ()):
            if isinstance(value, str) and value.startswith(("./", "../")) and value not in ("./", "../"):
                what = "an argument is passed on as it is, and found from the server's working directory"
                yield Fault(what, MCP, pointer("mcpServers", name, "args", index))


def _components_have_their_kind(package: Package) -> Iterator[Fault]:
    if package.place(SKILLS) in (Place.FILE, Place.OTHER):
        yield Fault("skills has to be a folder", SKILLS)
    if package.place(MCP) in (Place.FOLDER, Place.OTHER):
        yield Fault("mcp.json has to be a regular file", MCP)


def _other_components_mean_nothing(package: Package) -> Iterator[Fault]:
    for path in _OTHER_COMPONENTS:
        if path in package.entries:
            yield Fault(f"{path} is no component of this format, and clients ignore it", path)


RULES = (
    Rule(
        "P1",
        "A plugin is one folder with plugin.json at its root.",
        Boundary.PLUGIN,
        "write plugin.json into the root",
        _has_a_manifest,
    ),
    Rule(
        "P2",
        "Links lead to places inside the package only.",
        Boundary.DENY,
        "copy the file into the package, or remove the link",
        _links_stay_inside,
    ),
    Rule(
        "P3",
        "Plugin-relative paths start with ./ and stay inside.",
        Boundary.SERVER,
        "name a place inside the package",
        _paths_stay_inside_as_written,
    ),
    Rule(
        "P4",
        "Arguments and variables are opaque: no client reads them as paths.",
        Boundary.NONE,
        "write ${PLUGIN_ROOT}/… when a file of the package is meant",
        _arguments_are_opaque,
        Level.NOTE,
    ),
    Rule(
        "P5",
        "A component that lies outside is left out, and nothing more than it.",
        Boundary.DENY,
        "copy it into the package",
        _components_stay_inside,
    ),
    Rule(
        "P6",
        "skills is a folder and mcp.json a file; either may be absent.",
        Boundary.TYPE,
        "make it what its name says, or remove it",
        _components_have_their_kind,
    ),
    Rule(
        "P7",
        "There are two kinds of components, skills and MCP servers.",
        Boundary.NONE,
        "move what belongs to one client into a package of its own or an extensions namespace",
        _other_components_mean_nothing,
        Level.NOTE,
    ),
)
