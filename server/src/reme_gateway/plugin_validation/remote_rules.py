"""Servers at an address: where, and with which headers (H)."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import SplitResult, urlsplit

from reme_gateway._vendor.reme_hooks.redaction import redact
from reme_gateway.plugin_validation.json_file import kind_of
from reme_gateway.plugin_validation.package import MCP, Package
from reme_gateway.plugin_validation.rule import Audience, Boundary, Fault, Level, Rule, pointer

_REMOTE = ("streamable-http", "sse")
_FIELD_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", re.ASCII)
_FIELD_VALUE = re.compile(r"(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?")
_ODD = re.compile(r"[\x00-\x20\x7f\\<>\"{}|^`]|[^\x00-\x7f]")
_SECRET = re.compile(
    r"(?:^|[-_])(?:authori[sz]ation|auth|cookie|token|secret|password|passwd|credentials?|api[-_]?key|access[-_]?key"
    r"|private[-_]?key)$",
    re.IGNORECASE | re.ASCII,
)
# Parts of HTTP and of the transport, which every client makes itself.
_CLIENTS_OWN = frozenset(
    {
        "accept",
        "connection",
        "content-length",
        "content-type",
        "host",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
        "mcp-session-id",
        "transfer-encoding",
    }
)


def _addresses_are_absolute(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers(*_REMOTE):
        url = entry.get("url")
        if url is None:
            yield Fault("url is missing", MCP, pointer("mcpServers", name), name)
            continue
        problem = _problem_of(url)
        if problem:
            yield Fault(problem, MCP, pointer("mcpServers", name, "url"), name)


def _problem_of(url: object) -> str:
    if not isinstance(url, str) or not url:
        return "url has to be a string that is not empty"
    parts = _split(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return "this is no absolute http or https address"
    if "@" in parts.netloc:
        return "an address holds no user name"
    if "#" in url:
        return "an address has no fragment"
    found = _ODD.search(url.replace("${", "").replace("}", ""))  # placeholders are H4's
    return f"an address has no {found[0]!r} in it" if found else ""


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port, parts.hostname
    except ValueError:
        return None
    return parts


def _plain_http_stays_here(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers(*_REMOTE):
        url = entry.get("url")
        parts = _split(url) if isinstance(url, str) else None
        if (
            parts is not None
            and parts.scheme == "http"
            and parts.hostname
            and not _is_loopback(parts.hostname)
        ):
            yield Fault("plain http leaves this machine", MCP, pointer("mcpServers", name, "url"), name)


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _headers_are_legal(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers(*_REMOTE):
        headers = entry.get("headers", {})
        if not isinstance(headers, dict):
            where = pointer("mcpServers", name, "headers")
            yield Fault(f"headers is {kind_of(headers)}, and has to be an object", MCP, where, name)
            continue
        seen: set[str] = set()
        for header, value in headers.items():
            where = pointer("mcpServers", name, "headers", header)
            if not _FIELD_NAME.fullmatch(header):
                yield Fault("this is no header's name", MCP, where, name)
            elif header.lower() in seen:
                yield Fault("the same header stands here twice", MCP, where, name)
            elif not isinstance(value, str) or not _FIELD_VALUE.fullmatch(value):
                yield Fault("this is no header's value", MCP, where, name)
            seen.add(header.lower())


def _nothing_is_expanded(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers(*_REMOTE):
        if isinstance(entry.get("url"), str) and "${" in entry["url"]:
            yield Fault(
                "the address goes out with the placeholder in it",
                MCP,
                pointer("mcpServers", name, "url"),
                name,
            )
        for header, value in _headers(entry).items():
            if isinstance(value, str) and "${" in value:
                where = pointer("mcpServers", name, "headers", header)
                yield Fault("the header goes out with the placeholder in it", MCP, where, name)


def _no_credentials(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers():
        for field in ("headers", "env"):
            values = entry.get(field)
            for key, value in values.items() if isinstance(values, dict) else ():
                if isinstance(value, str) and value and (_SECRET.search(key) or redact(value)[1]):
                    what = "this looks like a credential, which a package must not carry"
                    yield Fault(what, MCP, pointer("mcpServers", name, field, key), name)


def _clients_headers_are_free(package: Package) -> Iterator[Fault]:
    for name, entry in package.servers(*_REMOTE):
        for header in _headers(entry):
            if header.lower() in _CLIENTS_OWN:
                where = pointer("mcpServers", name, "headers", header)
                yield Fault("the client's own value of this header wins", MCP, where, name)


def _sse_is_the_old_transport(package: Package) -> Iterator[Fault]:
    for name, _ in package.servers("sse"):
        what = "sse is the transport of 2024-11-05, and not Streamable HTTP that answers with events"
        yield Fault(what, MCP, pointer("mcpServers", name, "type"))


def _headers(entry: dict[str, Any]) -> dict[str, Any]:
    headers = entry.get("headers")
    return headers if isinstance(headers, dict) else {}


RULES = (
    Rule(
        "H1",
        "url is an absolute http or https address without user and fragment.",
        Boundary.SERVER,
        "write the whole address, as https://memory.example/mcp",
        _addresses_are_absolute,
    ),
    Rule(
        "H2",
        "Plain http is for localhost and loopback addresses only.",
        Boundary.SERVER,
        "use https",
        _plain_http_stays_here,
    ),
    Rule(
        "H3",
        "Headers are legal names with legal values, each name once.",
        Boundary.SERVER,
        "correct or remove it",
        _headers_are_legal,
    ),
    Rule(
        "H4",
        "Nothing is expanded in an address or a header.",
        Boundary.NONE,
        "use a stdio server that reads what it needs at run time",
        _nothing_is_expanded,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "H5",
        "Neither headers nor env hold a credential.",
        Boundary.NONE,
        "have the server read it from ${PLUGIN_DATA} or a file of the user",
        _no_credentials,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "H6",
        "Headers that a client makes win over a package's, and a package's follow no redirect elsewhere.",
        Boundary.NONE,
        "take it out",
        _clients_headers_are_free,
        audience=Audience.AUTHOR,
    ),
    Rule(
        "H7",
        "sse is the HTTP+SSE transport of 2024-11-05.",
        Boundary.NONE,
        "write streamable-http where the server speaks that",
        _sse_is_the_old_transport,
        Level.NOTE,
    ),
)
