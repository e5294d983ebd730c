"""One file of the contract, parsed: strict JSON or TOML, and a hash that line ends don't change."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from .errors import ContractError


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed file. ``sha256`` is over its text with LF line ends; ``meta`` is its meta schema's path."""

    path: str
    data: Any
    sha256: str
    meta: str = ""

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    @property
    def stem(self) -> str:
        return self.name.split(".", 1)[0]


def pointer(parts: Iterable[Any]) -> str:
    """JSON Pointer of a sequence of keys and indexes."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def sha256(content: bytes) -> str:
    """Hash of text with LF line ends, as hexadecimal digits."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def read_json(root: Path, path: Path) -> Document:
    """Parse a JSON file below ``root``. Raises ContractError, also for NaN or a repeated key."""
    name = path.relative_to(root).as_posix()
    content = path.read_bytes()

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for key, count in Counter(key for key, _ in pairs).items():
            if count > 1:
                problem = f"the key {key!r} stands twice in one object"
                raise ContractError(name, "", problem, "keep one of them")
        return dict(pairs)

    def no_constant(value: str) -> NoReturn:
        raise ContractError(name, "", f"{value} is no JSON", "write a finite number")

    try:
        data = json.loads(_text(name, content), object_pairs_hook=unique, parse_constant=no_constant)
    except json.JSONDecodeError as error:
        problem = f"no JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        raise ContractError(name, "", problem, "correct the syntax") from error
    return Document(name, data, sha256(content))


def read_toml(root: Path, path: Path) -> Document:
    """Parse a TOML file below ``root``. Raises ContractError."""
    name = path.relative_to(root).as_posix()
    content = path.read_bytes()
    try:
        data = tomllib.loads(_text(name, content).replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as error:
        raise ContractError(name, "", f"no TOML: {error}", "correct the syntax") from error
    return Document(name, data, sha256(content))


def _text(name: str, content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"byte {error.start} is not UTF-8"
        raise ContractError(name, "", problem, "save it as UTF-8 without a BOM") from error
