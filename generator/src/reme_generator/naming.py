"""The only place where names change their case."""

from __future__ import annotations

import re

_SNAKE = re.compile(r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$")
_PASCAL = re.compile(r"^([A-Z][a-z0-9]*)+$")


class SnakeName(str):
    """A lower_snake_case name; raises ValueError for anything else."""

    __slots__ = ()

    def __new__(cls, value: str) -> SnakeName:
        if not _SNAKE.match(value):
            raise ValueError(f"{value!r} is not lower_snake_case")
        return super().__new__(cls, value)


class ClassName(str):
    """A PascalCase name that ends in a letter; raises ValueError for anything else.

    A digit at the end is what code generators add when two things want the same name.
    """

    __slots__ = ()

    def __new__(cls, value: str) -> ClassName:
        if not _PASCAL.match(value):
            raise ValueError(f"{value!r} is not PascalCase")
        if value[-1].isdigit():
            raise ValueError(f"{value!r} ends in a digit")
        return super().__new__(cls, value)


def constant_name(key: str) -> str:
    """``max_chars``, ``max-chars`` or ``maxChars`` → ``MAX_CHARS``."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", key)
    return re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_").upper()


def pascal(name: SnakeName) -> str:
    """``too_many_events`` → ``TooManyEvents``."""
    return "".join(word.capitalize() for word in name.split("_"))


def camel(name: SnakeName) -> str:
    """``too_many_events`` → ``tooManyEvents``."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def exception_name(code: SnakeName) -> ClassName:
    """``invalid_request`` → ``InvalidRequestError``; a code that ends in ``_error`` gets no second one."""
    name = pascal(code)
    return ClassName(name if name.endswith("Error") else f"{name}Error")


def module_name(stem: str) -> SnakeName:
    """A data file's stem as a module name: ``host-events`` → ``host_events``."""
    return SnakeName(stem.replace("-", "_"))


def type_name(title: str) -> str:
    """A title or a constant's name as a type's name: ``RULE_ROWS`` or ``rule rows`` → ``RuleRows``."""
    words = [word for word in re.split(r"[^A-Za-z0-9]+", title) if word]
    return "".join(word[0].upper() + (word[1:].lower() if word.isupper() else word[1:]) for word in words)
