"""Skills, by this format and by Agent Skills (K)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from reme_gateway.plugin_validation.json_file import kind_of
from reme_gateway.plugin_validation.package import SKILL, SKILLS, Kind, Package, Place
from reme_gateway.plugin_validation.rule import Boundary, Fault, Level, Rule, pointer
from reme_gateway.plugin_validation.skill_file import links

_NAME = re.compile(r"(?!.*--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?", re.ASCII | re.DOTALL)
_MOST_NAME, _MOST_DESCRIPTION, _MOST_COMPATIBILITY = 64, 1024, 500
_FIELDS = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
_LONG_LINES, _LONG_TOKENS = 500, 5000
_CHARACTERS_A_TOKEN = 4


def _skills_lie_one_deep(package: Package) -> Iterator[Fault]:
    found = {skill.folder for skill in package.skills}
    for path, kind in package.entries.items():
        parts = path.split("/")
        if parts[0] != SKILLS:
            continue
        if len(parts) == 2 and kind is Kind.FOLDER and parts[1] not in found:
            if package.place(f"{path}/{SKILL}") is not Place.OUTSIDE:
                yield Fault(f"this folder has no regular file {SKILL}, so it is no skill", path)
        elif len(parts) > 3 and parts[-1] == SKILL and parts[1] not in found:
            yield Fault("nothing looks this deep for a skill", path)


def _has_front_matter(package: Package) -> Iterator[Fault]:
    for skill in package.skills:
        if skill.content.problem:
            yield Fault(skill.content.problem, skill.file, part=skill.folder)


def _has_its_folders_name(package: Package) -> Iterator[Fault]:
    for skill in package.skills:
        if skill.content.problem:
            continue
        name = skill.content.fields.get("name")
        problem = ""
        if name is None:
            problem = "name is missing"
        elif not isinstance(name, str):
            problem = f"name is {kind_of(name)}"
        elif len(name) > _MOST_NAME:
            problem = f"name has {len(name):,} characters"
        elif not _NAME.fullmatch(name):
            problem = "name has other characters than a-z 0-9 -, or a hyphen at an end, or two in a row"
        elif name != skill.folder:
            problem = "name is not the folder's name"
        if problem:
            yield Fault(problem, skill.file, "/name" if name is not None else "", skill.folder)


def _is_described(package: Package) -> Iterator[Fault]:
    for skill in package.skills:
        if skill.content.problem:
            continue
        text = skill.content.fields.get("description")
        if text is None:
            yield Fault("description is missing", skill.file, part=skill.folder)
        elif not isinstance(text, str) or not text.strip():
            yield Fault("description has to be a text", skill.file, "/description", skill.folder)
        elif len(text) > _MOST_DESCRIPTION:
            what = f"description has {len(text):,} characters"
            yield Fault(what, skill.file, "/description", skill.folder)


def _other_fields_have_their_form(package: Package) -> Iterator[Fault]:
    for skill in package.skills:
        fields = skill.content.fields
        for name in fields:
            if name not in _FIELDS:
                fix = "move it below metadata, unless the client that knows it wants it here"
                what = "this field belongs to some client; Agent Skills does not know it"
                yield Fault(what, skill.file, pointer(name), skill.folder, Boundary.NONE, Level.NOTE, fix)
        for name in ("license", "allowed-tools", "compatibility"):
            if name in fields and not isinstance(fields[name], str):
                what = f"{name} is {kind_of(fields[name])}, and has to be a string"
                yield Fault(what, skill.file, pointer(name), skill.folder, _reach(fields[name]))
        text = fields.get("compatibility")
        if isinstance(text, str) and not 1 <= len(text) <= _MOST_COMPATIBILITY:
            what = f"compatibility has {len(text):,} characters"
            yield Fault(what, skill.file, "/compatibility", skill.folder)
        metadata = fields.get("metadata", {})
        if not isinstance(metadata, dict):
            what = f"metadata is {kind_of(metadata)}, and has to be a mapping"
            yield Fault(what, skill.file, "/metadata", skill.folder)
            continue
        for key, value in metadata.items():
            if not isinstance(key, str) or not isinstance(value, str):
                what = "metadata maps strings to strings: put the value into quotes"
                where = pointer("metadata", str(key))
                yield Fault(what, skill.file, where, skill.folder, _reach(value))


def _reach(value: object) -> Boundary:
    """Agent Skills' own reader takes each plain value for text, so no client skips a skill for a number."""
    return Boundary.SKILL if isinstance(value, (dict, list)) else Boundary.NONE


def _is_short(package: Package) -> Iterator[Fault]:
    for skill in package.skills:
        lines = skill.content.body.count("\n")
        tokens = len(skill.content.body) // _CHARACTERS_A_TOKEN
        if lines > _LONG_LINES or tokens > _LONG_TOKENS:
            yield Fault(f"the body has {lines:,} lines and about {tokens:,} tokens", skill.file)
        for path in sorted({posixpath.normpath(path) for path in links(skill.content.body)}):
            if path.count("/") < 2 or path.startswith(("/", "../")):  # what leads elsewhere is A4's
                continue
            yield Fault(f"the reference {path} lies deeper than one folder below the skill", skill.file)


RULES = (
    Rule(
        "K1",
        f"A skill is a child of skills/ with a regular file {SKILL}.",
        Boundary.NONE,
        f"write skills/<name>/{SKILL}, or move the folder elsewhere",
        _skills_lie_one_deep,
    ),
    Rule(
        "K2",
        f"{SKILL} is UTF-8: YAML between two lines of dashes, then Markdown.",
        Boundary.SKILL,
        "begin with ---, name and description, ---",
        _has_front_matter,
    ),
    Rule(
        "K3",
        "name has 1 to 64 of a-z 0-9 -, no hyphen at an end or doubled, and is the folder's name.",
        Boundary.SKILL,
        "give folder and name the same such word",
        _has_its_folders_name,
    ),
    Rule(
        "K4",
        "description has 1 to 1024 characters.",
        Boundary.SKILL,
        "say what it does and when to use it",
        _is_described,
    ),
    Rule(
        "K5",
        "compatibility has 1 to 500 characters, license and allowed-tools are texts, metadata maps strings.",
        Boundary.SKILL,
        "write strings",
        _other_fields_have_their_form,
    ),
    Rule(
        "K6",
        "A body stays below 500 lines and 5000 tokens, and its references one folder deep.",
        Boundary.NONE,
        "move details into references/",
        _is_short,
        Level.NOTE,
    ),
)
