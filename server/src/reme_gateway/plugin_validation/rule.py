"""A rule, what breaks it, and how far the damage reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from reme_gateway.plugin_validation.package import Package


class Boundary(StrEnum):
    """What a client leaves out because of a fault; the narrowest that the specification allows."""

    PLUGIN = "PLUGIN"
    TYPE = "TYPE"
    MCP = "MCP"
    SERVER = "SERVER"
    SKILL = "SKILL"
    FIELD = "FIELD"
    DENY = "DENY"
    NONE = "NONE"


class Level(StrEnum):
    """An error breaks a rule; a note tells what an author may not have meant."""

    ERROR = "error"
    NOTE = "note"


class Audience(StrEnum):
    """Whose rule it is: what only an author must keep never stops a client from loading a package."""

    EVERYONE = "everyone"
    AUTHOR = "author"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Fault:
    """One place that breaks a rule. What is left open comes from the rule.

    ``pointer`` is an RFC 6901 pointer into a JSON file, or into the front matter of a skill. ``part`` names
    the server or skill that a client leaves out.
    """

    what: str
    file: str
    pointer: str = ""
    part: str = ""
    boundary: Boundary | None = None
    level: Level | None = None
    fix: str | None = None


Check = Callable[[Package], Iterator[Fault]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the specification, or a house rule (``A``).

    Without ``check`` it is a duty of the client that a package cannot break; validator and tests keep it.
    """

    id: str
    says: str
    boundary: Boundary
    fix: str = ""
    check: Check | None = None
    level: Level = Level.ERROR
    audience: Audience = Audience.EVERYONE


def pointer(*parts: str | int) -> str:
    """An RFC 6901 pointer from its parts."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
