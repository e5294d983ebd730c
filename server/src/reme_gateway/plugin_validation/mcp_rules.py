"""mcp.json as a whole, and each server by its type: its form, and what a process gets (C, S, E, T)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from reme_gateway.plugin_validation.json_file import kind_of
from reme_gateway.plugin_validation.package import MCP, Kind, Package
from reme_gateway.plugin_validation.package_rules import leaves
from reme_gateway.plugin_validation.rule import Audience, Boundary, Fault, Level, Rule, pointer
from reme_gateway.plugin_validation.specification import NEWEST, VERSIONS, named_version

FIELDS = {
    "stdio": ("type", "command", "args", "env", "cwd"),
    "streamable-http": ("type", "url", "headers"),
    "sse": ("type", "url", "headers"),
}
RESERVED = ("PLUGIN_ROOT", "PLUGIN_DATA")
_PLACEHOLDER = re.compile(r"\$\{[^{}]*\}")
_KNOWN = tuple(f"${{{name}}}" for name in RESERVED)
_CWD = re.compile(r"\./.*|\$\{(?:PLUGIN_ROOT|PLUGIN_DATA)\}(?:/.*)?", re.DOTALL)
_VARIABLE = re.compile(r"\$[A-Za-z_][A-Za-z0-9_]*|%[A-Z_][A-Z0-9_]+%|^~(?=/|$)", re.ASCII)


def _is_an_object(package: Package) -> Iterator[Fault]:
    if package.mcp is None:
        return
    value = package.mcp.value
    if package.mcp.problem:
        yield Fault(package.mcp.problem, MCP)
    elif not isinstance(value, dict):
        yield Fault(f"it is {kind_of(value)}, and has to be an object", MCP)
    else:
        for name in value:
            if name not in ("$schema", "mcpServers"):
                yield Fault("only $schema and mcpServers may stand here", MCP, pointer(name))
        if "mcpServers" not in value:
            yield Fault("mcpServers is missing", MCP)
        if package.mcp.repeated:
            what = f"{', '.join(package.mcp.repeated)} stands twice in one object, and the last one counts"
            yield Fault(what, MCP, boundary=Boundary.NONE, level=Level.NOTE, fix="remove one")


def _schema_matches_the_manifest(package: Package) -> Iterator[Fault]:
    if package.mcp is None or not isinstance(package.mcp.value, dict):
        return
    schema = package.configuration.get("$schema")
    of_manifest = named_version(package.fields.get("$schema"))
    wanted = VERSIONS.get(of_manifest, NEWEST)
    if schema is None:
        yield Fault("$schema is missing", MCP)
    elif schema != wanted.mcp_schema:
        version = named_version(schema)
        what = (
            f"this is version {version}, the manifest's is {of_manifest}" if version else "this is no such id"
        )
        yield Fault(what, MCP, "/$schema")


def _servers_are_an_object(package: Package) -> Iterator[Fault]:
    servers = package.configuration.get("mcpServers", {})
    if not isinstance(servers, dict):
        yield Fault(f"mcpServers is {kind_of(servers)}, and has to be an object", MCP, "/mcpServers")


def _servers_have_one_form(package: Package) -> Iterator[Fault]:
    servers = package.configuration.get("mcpServers")
    for name, entry in servers.items() if isinstance(servers, dict) else ():
        where = pointer("mcpServers", name)
        if not isinstance(entry, dict):
            yield Fault(f"a server is {kind_of(entry)}, and has to be an object", MCP, where, name)
        elif "type" not in entry:
            yield Fault("type is missing", MCP, where, name)
        elif not isinstance(entry["type"], str) or entry["type"] not in FIELDS:
            yield Fault(f"type has to be one of {', '.join(FIELDS)}", MCP, f"{where}/type", name)
        else:
            for field in entry:
                if field not in FIELDS[entry["type"]]:
                    what = f"a {entry['type']} server has no such field"
                    yield Fault(what, MCP, pointer("mcpServers", name, field), name)


def _command_is_one_word(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        command = entry.get("command")
        where = pointer("mcpServers", name, "command")
        if command is None:
            yield Fault("command is missing", MCP, pointer("mcpServers", name), name)
        elif not isinstance(command, str) or not command or "\0" in command:
            yield Fault("command has to be a string that is not empty", MCP, where, name)
        elif command.startswith("./"):
            continue
        elif "${" in command:
            yield Fault("no placeholder is expanded in a command", MCP, where, name)
        elif "/" in command or "\\" in command or command in (".", ".."):
            yield Fault("a path in a command begins with ./ and lies in the package", MCP, where, name)
        elif any(character.isspace() for character in command):
            yield Fault("a command is one word; more of them are arguments", MCP, where, name)


def _values_are_texts(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        arguments, variables = entry.get("args", []), entry.get("env", {})
        if not isinstance(arguments, list):
            where = pointer("mcpServers", name, "args")
            yield Fault(f"args is {kind_of(arguments)}, and has to be a list", MCP, where, name)
        if not isinstance(variables, dict):
            where = pointer("mcpServers", name, "env")
            yield Fault(f"env is {kind_of(variables)}, and has to be an object", MCP, where, name)
        for field, key, value in _values(entry):
            if not isinstance(value, str):
                what = f"this is {kind_of(value)}, and has to be a string"
                yield Fault(what, MCP, pointer("mcpServers", name, field, key), name)
        if "cwd" in entry and not isinstance(entry["cwd"], str):
            where = pointer("mcpServers", name, "cwd")
            yield Fault(f"cwd is {kind_of(entry['cwd'])}, and has to be a string", MCP, where, name)


def _reserved_names_are_free(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        for key in _object(entry.get("env")):
            where = pointer("mcpServers", name, "env", key)
            if key in RESERVED:
                yield Fault("the client sets this variable", MCP, where, name)
            elif key.upper() in RESERVED:
                what = "on Windows this is the variable that the client sets, and the server is skipped there"
                yield Fault(what, MCP, where, name, Boundary.NONE, Level.NOTE)


def _working_directory_is_inside(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        cwd = entry.get("cwd")
        where = pointer("mcpServers", name, "cwd")
        if not isinstance(cwd, str):
            continue
        if not _CWD.fullmatch(cwd) or "\0" in cwd:
            yield Fault("cwd begins with ./, ${PLUGIN_ROOT} or ${PLUGIN_DATA}", MCP, where, name)
        elif not cwd.startswith("./") and leaves(cwd.partition("}")[2]):
            yield Fault("cwd leaves its folder by '..'", MCP, where, name)


def _root_is_the_working_directory(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        for index, value in enumerate(_list(entry.get("args")) if "cwd" not in entry else []):
            if value in (".", "./", "..", "../"):
                what = "without cwd a server starts in the package, so this is not the person's project"
                yield Fault(what, MCP, pointer("mcpServers", name, "args", index))


def _own_programs_are_named_by_path(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        command = entry.get("command")
        if not isinstance(command, str) or "/" in command:
            continue
        for path in (command, f"bin/{command}"):
            if package.entries.get(path) is Kind.FILE:
                where = pointer("mcpServers", name, "command")
                yield Fault(
                    f"the package brings {path}, and a bare name finds another one",
                    MCP,
                    where,
                    name,
                    fix=f"write ./{path}",
                )


def _no_search_path(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers("stdio"):
        command = entry.get("command")
        for key in _object(entry.get("env")):
            if key.upper() == "PATH" and isinstance(command, str) and not command.startswith("./"):
                where = pointer("mcpServers", name, "env", key)
                yield Fault("clients look for the command before they set this", MCP, where, name)


def _placeholders_are_known(package: Package) -> Iterator[Fault]:
    for name, where, value in _expanded(package):
        for found in _PLACEHOLDER.findall(value):
            if found not in _KNOWN:
                what = f"{found} stays as it is: only {' and '.join(_KNOWN)} are expanded"
                yield Fault(what, MCP, where, name)


def _no_other_variables(package: Package) -> Iterator[Fault]:
    for name, where, value in _expanded(package):
        found = _VARIABLE.search(value)
        if found:
            what = f"no shell expands {found[0]}, and the variable may not be there"
            yield Fault(what, MCP, where, name)


def _expanded(package: Package) -> Iterator[tuple[str, str, str]]:
    """Server, pointer and text of each value in which placeholders are expanded, but ``cwd`` (S4)."""
    for name, entry in package.servers("stdio"):
        for field, key, value in _values(entry):
            if isinstance(value, str):
                yield name, pointer("mcpServers", name, field, key), value


def _values(entry: dict[str, Any]) -> Iterator[tuple[str, str | int, Any]]:
    for index, value in enumerate(_list(entry.get("args"))):
        yield "args", index, value
    for key, value in _object(entry.get("env")).items():
        yield "env", key, value


def _one_transport_is_common(package: Package) -> Iterator[Fault]:
    types = {str(entry.get("type")) for _, entry in package.servers()}
    if types == {"sse"}:
        what = "every server is of type sse, which clients need not support"
        yield Fault(what, MCP, "/mcpServers")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


RULES = (
    Rule(
        "C1",
        "mcp.json is UTF-8 JSON, one object with $schema and mcpServers.",
        Boundary.MCP,
        "keep these two fields only",
        _is_an_object,
    ),
    Rule(
        "C2",
        "$schema is the id of the MCP schema, of the manifest's version.",
        Boundary.MCP,
        f'set "$schema" to "{NEWEST.mcp_schema}"',
        _schema_matches_the_manifest,
    ),
    Rule(
        "C3",
        "mcpServers is an object, which may be empty.",
        Boundary.MCP,
        'write "mcpServers": {"name": {…}}',
        _servers_are_an_object,
    ),
    Rule(
        "C4",
        "Each server has a type, and the fields of that type only.",
        Boundary.SERVER,
        "; ".join(f"{name}: {', '.join(fields)}" for name, fields in FIELDS.items()),
        _servers_have_one_form,
    ),
    Rule(
        "C5",
        "Servers are judged one by one: a bad one takes no other with it.",
        Boundary.NONE,
        audience=Audience.CLIENT,
    ),
    Rule(
        "S1",
        "command is one word: a bare name, or ./… inside the package.",
        Boundary.SERVER,
        "put everything after the program into args",
        _command_is_one_word,
    ),
    Rule(
        "S2",
        "args is a list of strings, env maps strings to strings, cwd is a string.",
        Boundary.SERVER,
        "write strings",
        _values_are_texts,
    ),
    Rule(
        "S3",
        "env leaves PLUGIN_ROOT and PLUGIN_DATA to the client.",
        Boundary.SERVER,
        "take it out; the server finds the client's value in its environment",
        _reserved_names_are_free,
    ),
    Rule(
        "S4",
        "cwd lies in the package or in the plugin's data folder.",
        Boundary.SERVER,
        "begin it with ./, ${PLUGIN_ROOT} or ${PLUGIN_DATA}",
        _working_directory_is_inside,
    ),
    Rule(
        "S5",
        "Without cwd a server starts in the package's root.",
        Boundary.NONE,
        "take the project from MCP roots, or from the tool's arguments",
        _root_is_the_working_directory,
        Level.NOTE,
    ),
    Rule(
        "S6",
        "A program of the package is named by ./.",
        Boundary.NONE,
        "",
        _own_programs_are_named_by_path,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "S7",
        "No package relies on a PATH of its own to find a bare command.",
        Boundary.NONE,
        "name the program by ./, or rely on the client's PATH",
        _no_search_path,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "T1",
        "Clients support stdio or streamable-http; sse is optional.",
        Boundary.NONE,
        "offer streamable-http",
        _one_transport_is_common,
        Level.NOTE,
    ),
    Rule(
        "T2",
        "A server that does not start or answer stops nothing else.",
        Boundary.NONE,
        audience=Audience.CLIENT,
    ),
    Rule(
        "E1",
        "Every process gets PLUGIN_ROOT and PLUGIN_DATA.",
        Boundary.NONE,
        audience=Audience.CLIENT,
    ),
    Rule(
        "E2",
        "The client's environment comes first, then env, then the two reserved names.",
        Boundary.NONE,
        audience=Audience.CLIENT,
    ),
    Rule(
        "E3",
        "${PLUGIN_ROOT} and ${PLUGIN_DATA} are expanded once in args, env and cwd; nothing else is.",
        Boundary.NONE,
        "use one of the two, or have the server read its environment",
        _placeholders_are_known,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "E4",
        "A package relies on no other variable of the client's environment.",
        Boundary.NONE,
        "use ${PLUGIN_ROOT} or ${PLUGIN_DATA}",
        _no_other_variables,
        audience=Audience.AUTHOR,
    ),
)
