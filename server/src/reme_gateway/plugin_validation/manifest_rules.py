"""plugin.json (M)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reme_gateway.plugin_validation.json_file import kind_of
from reme_gateway.plugin_validation.package import MANIFEST, Package
from reme_gateway.plugin_validation.rule import Audience, Boundary, Fault, Level, Rule, pointer
from reme_gateway.plugin_validation.specification import NEWEST, VERSIONS, named_version

_NAME = re.compile(r"(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?", re.ASCII | re.DOTALL)
_MOST_NAME = 64
_NAMESPACE = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+", re.ASCII)
_LICENSE = re.compile(r"[A-Za-z0-9.+:()-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+:()-]+)*", re.ASCII)
_ADDRESS = re.compile(r"https?://[^\s/]+\S*")
_MAIL = re.compile(r"[^@\s]+@[^@\s]+")
_TEXTS = ("version", "description", "homepage", "repository", "license")
_AUTHOR = ("name", "email", "url")
# Fields that other formats give a meaning, and other formats' manifests.
_INLINE = ("mcpServers", "mcp_servers", "mcp", "skills", "hooks", "commands", "agents")
_OTHER_MANIFESTS = (
    ".claude-plugin/plugin.json",
    ".codex-plugin/plugin.json",
    ".cursor-plugin/plugin.json",
    ".plugin/plugin.json",
)


def _is_an_object(package: Package) -> Iterator[Fault]:
    if package.manifest is None:
        return
    if package.manifest.problem:
        yield Fault(package.manifest.problem, MANIFEST)
    elif not isinstance(package.manifest.value, dict):
        yield Fault(f"it is {kind_of(package.manifest.value)}, and has to be an object", MANIFEST)
    elif package.manifest.repeated:
        what = f"{', '.join(package.manifest.repeated)} stands twice in one object, and the last one counts"
        yield Fault(what, MANIFEST, boundary=Boundary.NONE, level=Level.NOTE, fix="remove one")


def _is_read(package: Package) -> bool:
    return package.manifest is not None and isinstance(package.manifest.value, dict)


def _has_a_known_schema(package: Package) -> Iterator[Fault]:
    if not _is_read(package):
        return
    schema = package.fields.get("$schema")
    if schema is None:
        yield Fault("$schema is missing", MANIFEST)
    elif schema not in [version.manifest_schema for version in VERSIONS.values()]:
        version = named_version(schema)
        what = f"version {version} is none that was published" if version else "this is another format"
        yield Fault(f"{what}; known: {', '.join(VERSIONS)}", MANIFEST, "/$schema")


def _has_a_name(package: Package) -> Iterator[Fault]:
    if not _is_read(package):
        return
    if "name" not in package.fields:
        yield Fault("name is missing", MANIFEST)
        return
    name = package.fields["name"]
    if not isinstance(name, str):
        yield Fault(f"name is {kind_of(name)}", MANIFEST, "/name")
    elif len(name) > _MOST_NAME:
        yield Fault(f"name has {len(name):,} characters", MANIFEST, "/name")
    elif not _NAME.fullmatch(name):
        yield Fault("name has other characters, ends with one of - and ., or doubles one", MANIFEST, "/name")


def _fields_are_known(package: Package) -> Iterator[Fault]:
    for name in package.fields:
        if name not in NEWEST.fields and name not in _INLINE:
            yield Fault("this field has no meaning, and clients ignore it", MANIFEST, pointer(name))


def _texts_are_texts(package: Package) -> Iterator[Fault]:
    fields = package.fields
    for name in _TEXTS:
        if name in fields and not isinstance(fields[name], str):
            yield Fault(f"{name} is {kind_of(fields[name])}, and has to be a string", MANIFEST, pointer(name))
    words = fields.get("keywords", [])
    if not isinstance(words, list):
        yield Fault(f"keywords is {kind_of(words)}, and has to be a list", MANIFEST, "/keywords")
        return
    for index, word in enumerate(words):
        if not isinstance(word, str):
            yield Fault(f"a keyword is {kind_of(word)}", MANIFEST, pointer("keywords", index))


def _author_is_closed(package: Package) -> Iterator[Fault]:
    author = package.fields.get("author", {})
    if not isinstance(author, dict):
        yield Fault(f"author is {kind_of(author)}, and has to be an object", MANIFEST, "/author")
        return
    for name, value in author.items():
        if name not in _AUTHOR:
            yield Fault("author holds name, email and url only", MANIFEST, pointer("author", name))
        elif not isinstance(value, str):
            yield Fault(f"{name} is {kind_of(value)}", MANIFEST, pointer("author", name))


def _odd_texts(package: Package) -> Iterator[Fault]:
    fields = package.fields
    author = fields.get("author")
    author = author if isinstance(author, dict) else {}
    odd = {
        "/license": (fields.get("license"), _LICENSE, "this is no SPDX expression"),
        "/homepage": (fields.get("homepage"), _ADDRESS, "this is no web address"),
        "/repository": (fields.get("repository"), _ADDRESS, "this is no web address"),
        "/author/url": (author.get("url"), _ADDRESS, "this is no web address"),
        "/author/email": (author.get("email"), _MAIL, "this is no mail address"),
    }
    for where, (value, pattern, what) in odd.items():
        if isinstance(value, str) and not pattern.fullmatch(value):
            yield Fault(what, MANIFEST, where)


def _extensions_are_objects(package: Package) -> Iterator[Fault]:
    extensions = package.fields.get("extensions", {})
    if not isinstance(extensions, dict):
        yield Fault(f"extensions is {kind_of(extensions)}, and is ignored", MANIFEST, "/extensions")
        return
    for name, value in extensions.items():
        where = pointer("extensions", name)
        if not isinstance(value, dict):
            what = f"a namespace's value is {kind_of(value)}, and has to be an object"
            yield Fault(what, MANIFEST, where, boundary=Boundary.PLUGIN)
        elif not _NAMESPACE.fullmatch(name):
            yield Fault("the key is no reverse domain name, so no client can own it", MANIFEST, where)


def _namespaces_are_skipped(package: Package) -> Iterator[Fault]:
    extensions = package.fields.get("extensions")
    for name in extensions if isinstance(extensions, dict) else ():
        what = "a client that does not know this namespace ignores it without looking inside"
        yield Fault(what, MANIFEST, pointer("extensions", name))


def _components_stay_out(package: Package) -> Iterator[Fault]:
    for name in _INLINE:
        if name in package.fields:
            what = f"{name} in the manifest configures nothing: components have fixed places"
            yield Fault(what, MANIFEST, pointer(name))
    for path in _OTHER_MANIFESTS:
        if path in package.entries:
            what = "this manifest of another format adds nothing here, and some clients take it instead"
            fix = "give each client's format a folder of its own"
            yield Fault(what, path, boundary=Boundary.NONE, level=Level.NOTE, fix=fix)


RULES = (
    Rule(
        "M1",
        "plugin.json is UTF-8 JSON with an object at the top.",
        Boundary.PLUGIN,
        "write one valid JSON object",
        _is_an_object,
    ),
    Rule(
        "M2",
        "$schema is the id of a published version's manifest schema.",
        Boundary.PLUGIN,
        f'set "$schema" to "{NEWEST.manifest_schema}"',
        _has_a_known_schema,
    ),
    Rule(
        "M3",
        "name has 1 to 64 of a-z 0-9 - ., begins and ends with a letter or digit, and has no -- or ..",
        Boundary.PLUGIN,
        "choose such a name",
        _has_a_name,
    ),
    Rule(
        "M4",
        "The manifest holds the known fields only.",
        Boundary.FIELD,
        "remove it, or move it below extensions in a namespace of yours",
        _fields_are_known,
    ),
    Rule(
        "M5",
        "version, description, homepage, repository and license are strings, keywords a list of strings.",
        Boundary.PLUGIN,
        "write strings",
        _texts_are_texts,
    ),
    Rule(
        "M6",
        "author is an object of name, email and url, all strings.",
        Boundary.PLUGIN,
        'write "author": {"name": "…"}',
        _author_is_closed,
    ),
    Rule(
        "M7",
        "No client refuses an odd version, address or licence.",
        Boundary.NONE,
        "write what tools can read",
        _odd_texts,
        Level.NOTE,
    ),
    Rule(
        "M8",
        "extensions is an object of objects, keyed by reverse domain names.",
        Boundary.FIELD,
        'write "extensions": {"com.example.tool": {…}}',
        _extensions_are_objects,
    ),
    Rule(
        "M9",
        "Unknown namespaces are ignored unread.",
        Boundary.NONE,
        "",
        _namespaces_are_skipped,
        Level.NOTE,
        Audience.CLIENT,
    ),
    Rule(
        "M10",
        "Nothing but plugin.json and the fixed places says what the package is.",
        Boundary.FIELD,
        "use mcp.json and skills/",
        _components_stay_out,
    ),
)
