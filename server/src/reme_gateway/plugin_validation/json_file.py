"""One JSON document as a strict reader sees it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, NoReturn


@dataclass(frozen=True, slots=True)
class JsonFile:
    """A value, or in words why there is none. ``repeated``: names that stand twice in one object."""

    value: Any = None
    problem: str = ""
    repeated: tuple[str, ...] = ()


def read_json(content: bytes | str) -> JsonFile:
    """Parse bytes; a text in their place says why there are none."""
    if isinstance(content, str):
        return JsonFile(problem=content)
    repeated: list[str] = []

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            repeated.extend(sorted({name for name in names if names.count(name) > 1}))
        return found

    try:
        text = content.decode("utf-8")
        value = json.loads(text, object_pairs_hook=members, parse_constant=_refuse)
    except UnicodeDecodeError as error:
        return JsonFile(problem=f"it is not UTF-8 (byte {error.start:,})")
    except RecursionError:
        return JsonFile(problem="it is nested too deeply")
    except ValueError as error:
        return JsonFile(problem=f"it is no JSON: {error}")
    return JsonFile(value, repeated=tuple(repeated))


def kind_of(value: object) -> str:
    """What JSON calls a value."""
    if value is None:
        return "null"
    for name, kind in (("a boolean", bool), ("a string", str), ("a list", list), ("an object", dict)):
        if isinstance(value, kind):
            return name
    return "a number"


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
