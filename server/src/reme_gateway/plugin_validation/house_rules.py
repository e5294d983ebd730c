"""What we ask of a package beyond the specification (A)."""

from __future__ import annotations

import contextlib
import posixpath
import re
from collections.abc import Iterator

from reme_gateway.plugin_validation.module_syntax import Module, parsed_modules
from reme_gateway.plugin_validation.package import (
    MANIFEST,
    MCP,
    MOST_BYTES,
    SKILLS,
    Kind,
    Package,
    Place,
)
from reme_gateway.plugin_validation.package_rules import leaves, plugin_relative
from reme_gateway.plugin_validation.rule import Audience, Boundary, Fault, Level, Rule, pointer
from reme_gateway.plugin_validation.skill_file import links, read_skill

_NUMBER = r"(?:0|[1-9][0-9]*)"
_IDENTIFIER = r"(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_VERSION = re.compile(
    rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}(?:-{_IDENTIFIER}(?:\.{_IDENTIFIER})*)?"
    r"(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?",
    re.ASCII,
)
_LONGEST_VERSION = 256
_ROOTED = "${PLUGIN_ROOT}/"
_MOST_MODULES = 500
_MOST_MODULE_BYTES = 32 << 20


def _has_a_version(package: Package) -> Iterator[Fault]:
    if package.manifest is None or not isinstance(package.manifest.value, dict):
        return
    version = package.fields.get("version")
    if version is None:
        yield Fault("version is missing", MANIFEST)
    elif isinstance(version, str) and not (len(version) <= _LONGEST_VERSION and _VERSION.fullmatch(version)):
        yield Fault("version is no semantic version", MANIFEST, "/version")


def _brings_something(package: Package) -> Iterator[Fault]:
    if not package.exists:
        return
    if package.place(SKILLS) is Place.MISSING or (
        package.place(SKILLS) is Place.FOLDER and not package.skills
    ):
        yield Fault("there is no skill", SKILLS, fix="write skills/<name>/SKILL.md")
    servers = package.configuration.get("mcpServers")
    if package.place(MCP) is Place.MISSING or servers == {}:
        where = "" if servers is None else "/mcpServers"
        yield Fault("there is no MCP server", MCP, where, fix="declare one in mcp.json")


def _own_files_are_there(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        for field, wanted in (("command", Place.FILE), ("cwd", Place.FOLDER)):
            path = plugin_relative(entry.get(field), field)
            if path and not leaves(path) and package.place(path) not in (wanted, Place.OUTSIDE):
                what = f"there is no such {wanted} in the package"
                yield Fault(what, MCP, pointer("mcpServers", name, field), name)
        arguments = entry.get("args")
        for index, value in enumerate(arguments if isinstance(arguments, list) else ()):
            if not isinstance(value, str) or _ROOTED not in value:
                continue
            path = value.partition(_ROOTED)[2]
            if leaves(path) or package.place(path) not in (Place.FILE, Place.FOLDER):
                what = "this leads to no file inside the package"
                yield Fault(what, MCP, pointer("mcpServers", name, "args", index), name)


def _links_lead_somewhere(package: Package) -> Iterator[Fault]:
    for skill in package.skills:
        folder = f"{SKILLS}/{skill.folder}"
        pages = [skill.file]
        pages += [
            path
            for path, kind in package.entries.items()
            if kind is Kind.FILE
            and path.startswith(f"{folder}/")
            and path.endswith(".md")
            and path != skill.file
        ]
        for page in pages:
            text = skill.content.body if page == skill.file else _text(package, page)
            for target in sorted(set(links(text))):
                path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
                if (
                    target.startswith("/")
                    or leaves(path)
                    or package.place(path) not in (Place.FILE, Place.FOLDER)
                ):
                    yield Fault(f"the link to {target} leads to nothing in the package", page)


def _text(package: Package, path: str) -> str:
    content = package.read(path, MOST_BYTES)
    if isinstance(content, str):
        return ""
    text = content.decode("utf-8", errors="replace")
    skill = read_skill(content)
    return text if skill.problem else skill.body


def _modules_parse(package: Package) -> Iterator[Fault]:
    paths, modules, problem = _modules(package)
    if problem and paths:
        yield Fault(problem, paths[0], level=Level.NOTE, fix="install Node.js, and have `node` on PATH")
    for path in paths:
        if path not in modules:
            if not problem:
                yield Fault("this module is too large to be checked, or no text", path)
        elif modules[path].problem:
            yield Fault(modules[path].problem, path)


def _imports_are_there(package: Package) -> Iterator[Fault]:
    for path, module in _modules(package)[1].items():
        for target in module.imports:
            if not target.startswith(("./", "../")):
                continue
            found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("?")[0]))
            if leaves(found) or package.place(found) is not Place.FILE:
                yield Fault(f"it imports {target}, which is no file of the package", path)


def _modules(package: Package) -> tuple[list[str], dict[str, Module], str]:
    paths = [path for path, kind in package.entries.items() if kind is Kind.FILE and path.endswith(".mjs")]
    sources, left = {}, _MOST_MODULE_BYTES
    for path in paths[:_MOST_MODULES]:
        content = package.read(path, min(MOST_BYTES, left))
        if isinstance(content, bytes):
            left -= len(content)
            with contextlib.suppress(UnicodeDecodeError):
                sources[path] = content.decode("utf-8")
    modules, problem = parsed_modules(tuple(sorted(sources.items())))
    return paths, dict(modules), problem


def _is_seen_whole(package: Package) -> Iterator[Fault]:
    if not package.complete:
        yield Fault(f"only {len(package.entries):,} entries were looked at", ".")


RULES = (
    Rule(
        "A1",
        "version is a semantic version.",
        Boundary.NONE,
        'write "version": "1.2.3"',
        _has_a_version,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "A2",
        "A package brings at least one skill and one MCP server.",
        Boundary.NONE,
        "",
        _brings_something,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "A3",
        "What a server names below ./ or ${PLUGIN_ROOT} is there.",
        Boundary.NONE,
        "correct the path, or bring the file",
        _own_files_are_there,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "A4",
        "Links of a skill lead to files of the package.",
        Boundary.NONE,
        "correct the link, or bring the file",
        _links_lead_somewhere,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "A5",
        "Every .mjs parses.",
        Boundary.NONE,
        "correct it: `node --check FILE` shows the place",
        _modules_parse,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "A6",
        "What an .mjs imports from ./ or ../ is there.",
        Boundary.NONE,
        "bring the file",
        _imports_are_there,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "A7",
        "A package can be looked at whole: 20,000 entries, 40 folders deep, all readable.",
        Boundary.NONE,
        "leave out what is not needed at run time",
        _is_seen_whole,
    ),
)
