"""Versions of Agent Plugins that this validator knows: only what was published."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SCHEMA = re.compile(r"https://agent-plugins\.org/schemas/([^/\s]{1,40})/(?:plugin|mcp)\.schema\.json")


@dataclass(frozen=True, slots=True)
class Version:
    """The ids that its documents carry, and the manifest's closed set of fields."""

    number: str
    manifest_schema: str
    mcp_schema: str
    fields: tuple[str, ...]


def _version(number: str, *fields: str) -> Version:
    base = f"https://agent-plugins.org/schemas/{number}"
    return Version(number, f"{base}/plugin.schema.json", f"{base}/mcp.schema.json", fields)


_FIELDS = (
    "$schema",
    "name",
    "version",
    "description",
    "author",
    "homepage",
    "repository",
    "license",
    "keywords",
    "extensions",
)
VERSIONS = {"1.0.0": _version("1.0.0", *_FIELDS)}
NEWEST = VERSIONS["1.0.0"]


def named_version(schema: object) -> str:
    """The version that a schema id speaks of; empty when it is none of this format."""
    found = _SCHEMA.fullmatch(schema) if isinstance(schema, str) else None
    return found[1] if found else ""
