"""Reads contract/ and nothing else does: files → documents that match their meta schemas."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError, best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from .errors import ContractError

VERSION = "v1"
CORE = ("operations.json", "errors.json", "limits.json")
_META_PREFIX = "../meta/"
_HOST_META = "host.schema.json"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True)
class Document:
    """One parsed file. ``sha256`` is over its text with LF line ends, so that a CRLF checkout changes nothing."""

    path: str
    data: Any
    sha256: str

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    @property
    def stem(self) -> str:
        return self.name.split(".", 1)[0]


@dataclass(frozen=True, slots=True)
class Documents:
    """All files of the contract, each kind sorted by path."""

    schemas: tuple[Document, ...]
    core: dict[str, Document]
    data: tuple[Document, ...]
    hosts: tuple[Document, ...]
    examples: tuple[Document, ...]

    def __iter__(self) -> Iterator[Document]:
        yield from self.schemas
        yield from self.core.values()
        yield from self.data
        yield from self.hosts


def load(root: Path) -> Documents:
    """Read ``root``/contract. Raises ContractError for a file that is missing, unreadable or off its meta schema."""
    folder = root / "contract" / VERSION
    if not folder.is_dir():
        raise ContractError(
            f"contract/{VERSION}", "", "the folder is missing", "run from the repository, or pass --root"
        )
    metas = _meta_schemas(root)
    schemas = tuple(_wire_schema(root, path) for path in sorted(folder.glob("*.schema.json")))
    files = sorted(path for path in folder.glob("*.json") if not path.name.endswith(".schema.json"))
    parsed = {path.name: _data_file(root, path, metas) for path in files}
    for name in CORE:
        if name not in parsed:
            raise ContractError(
                f"contract/{VERSION}/{name}", "", "the file is missing", "every contract has one"
            )
    hosts = sorted((root / "contract" / "hosts").glob("*.toml"))
    return Documents(
        schemas=schemas,
        core={name: parsed.pop(name) for name in CORE},
        data=tuple(parsed.values()),
        hosts=tuple(_host(root, path, metas) for path in hosts),
        examples=tuple(_json(root, path) for path in sorted((folder / "examples").glob("*/*.json"))),
    )


def pointer(parts: Any) -> str:
    """JSON Pointer of a sequence of keys and indexes."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def sha256(content: bytes) -> str:
    """Hash of text with LF line ends."""
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def _relative(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _json(root: Path, path: Path) -> Document:
    name = _relative(root, path)
    content = path.read_bytes()

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        for key in keys:
            if keys.count(key) > 1:
                raise ContractError(
                    name, "", f"the key {key!r} stands twice in one object", "keep one of them"
                )
        return dict(pairs)

    def no_constant(value: str) -> NoReturn:
        raise ContractError(name, "", f"{value} is no JSON", "write a finite number")

    try:
        data = json.loads(content.decode("utf-8"), object_pairs_hook=unique, parse_constant=no_constant)
    except UnicodeDecodeError as error:
        raise ContractError(name, "", "the file is not UTF-8", "save it as UTF-8 without a BOM") from error
    except json.JSONDecodeError as error:
        problem = f"no JSON at line {error.lineno}, column {error.colno}: {error.msg}"
        raise ContractError(name, "", problem, "correct the syntax") from error
    return Document(name, data, sha256(content))


def _schema(root: Path, path: Path) -> Document:
    document = _json(root, path)
    if not isinstance(document.data, dict) or document.data.get("$schema") != _DIALECT:
        raise ContractError(
            document.path, "/$schema", "not marked as JSON Schema 2020-12", f'set "$schema" to {_DIALECT}'
        )
    try:
        Draft202012Validator.check_schema(document.data)
    except SchemaError as error:
        raise ContractError(
            document.path, pointer(error.absolute_path), error.message, "correct the schema"
        ) from error
    return document


def _wire_schema(root: Path, path: Path) -> Document:
    document = _schema(root, path)
    if document.data.get("$id") != document.name:
        raise ContractError(
            document.path, "/$id", "$id is not the file's name", f'set "$id" to "{document.name}"'
        )
    return document


def _meta_schemas(root: Path) -> Registry[Any]:
    registry: Registry[Any] = Registry()
    for path in sorted((root / "contract" / "meta").glob("*.schema.json")):
        document = _schema(root, path)
        resource = DRAFT202012.create_resource(document.data)
        registry = registry.with_resource(document.name, resource)
        if "$id" in document.data:
            registry = registry.with_resource(document.data["$id"], resource)
    return registry


def _data_file(root: Path, path: Path, metas: Registry[Any]) -> Document:
    document = _json(root, path)
    meta = document.data.get("$schema") if isinstance(document.data, dict) else None
    if (
        not isinstance(meta, str)
        or not meta.startswith(_META_PREFIX)
        or meta.removeprefix(_META_PREFIX) not in metas
    ):
        problem = f"$schema is {meta!r}, which names no meta schema"
        fix = f'write contract/meta/{document.stem}.schema.json and set "$schema" to "{_META_PREFIX}{document.stem}.schema.json"'
        raise ContractError(document.path, "/$schema", problem, fix)
    _match(document, meta.removeprefix(_META_PREFIX), metas)
    return document


def _host(root: Path, path: Path, metas: Registry[Any]) -> Document:
    name = _relative(root, path)
    content = path.read_bytes()
    try:
        data = tomllib.loads(content.replace(b"\r\n", b"\n").decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContractError(name, "", f"no TOML: {error}", "correct the syntax") from error
    if _HOST_META not in metas:
        raise ContractError(
            f"contract/meta/{_HOST_META}", "", "the file is missing", "descriptors need a meta schema"
        )
    document = Document(name, data, sha256(content))
    _match(document, _HOST_META, metas)
    return document


def _match(document: Document, meta: str, metas: Registry[Any]) -> None:
    schema = metas.contents(meta)
    error: ValidationError | None = best_match(
        Draft202012Validator(schema, registry=metas).iter_errors(document.data)
    )
    if error is not None:
        where = pointer(error.absolute_path)
        fix = f"see contract/meta/{meta}#{pointer(error.absolute_schema_path)}"
        raise ContractError(document.path, where, error.message, fix)
