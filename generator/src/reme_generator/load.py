"""contract/ → documents that match their meta schemas; nothing else reads the contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError, best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from .documents import Document, pointer, read_json, read_toml
from .errors import ContractError

VERSION = "v1"
CORE = ("operations.json", "errors.json", "limits.json")
_META_PREFIX = "../meta/"
_HOST_META = "host.schema.json"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"

_Metas = dict[str, Document]


@dataclass(frozen=True, slots=True)
class Documents:
    """All files of the contract, each kind sorted by path; ``core`` and ``metas`` by file name."""

    schemas: tuple[Document, ...]
    core: dict[str, Document]
    data: tuple[Document, ...]
    hosts: tuple[Document, ...]
    examples: tuple[Document, ...]
    metas: dict[str, Document]

    def sources(self) -> Iterator[Document]:
        """What outputs are made from."""
        yield from self.schemas
        yield from self.core.values()
        yield from self.data
        yield from self.hosts
        yield from self.metas.values()


def load(root: Path) -> Documents:
    """Read ``root``/contract. Raises ContractError for what is missing, unreadable or off its meta schema."""
    folder = root / "contract" / VERSION
    if not folder.is_dir():
        fix = "run from the repository, or pass --root"
        raise ContractError(f"contract/{VERSION}", "", "the folder is missing", fix)
    metas = {path.name: _schema(root, path) for path in _files(root / "contract" / "meta", "*.schema.json")}
    names = [path for path in _files(folder, "*.json") if not path.name.endswith(".schema.json")]
    parsed = {path.name: _data(root, path, metas) for path in names}
    for name in CORE:
        if name not in parsed:
            raise ContractError(f"contract/{VERSION}/{name}", "", "the file is missing", "write it")
    return Documents(
        schemas=tuple(_wire_schema(root, path) for path in _files(folder, "*.schema.json")),
        core={name: parsed.pop(name) for name in CORE},
        data=tuple(parsed.values()),
        hosts=tuple(_host(root, path, metas) for path in _files(root / "contract" / "hosts", "*.toml")),
        examples=tuple(read_json(root, path) for path in _files(folder / "examples", "*/*.json")),
        metas=metas,
    )


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(folder.glob(pattern))


def _schema(root: Path, path: Path) -> Document:
    document = read_json(root, path)
    if not isinstance(document.data, dict) or document.data.get("$schema") != _DIALECT:
        fix = f'set "$schema" to "{_DIALECT}"'
        raise ContractError(document.path, "/$schema", "not marked as JSON Schema 2020-12", fix)
    try:
        Draft202012Validator.check_schema(document.data)
    except SchemaError as error:
        where = pointer(error.absolute_path)
        raise ContractError(document.path, where, error.message, "correct the schema") from error
    return document


def _wire_schema(root: Path, path: Path) -> Document:
    document = _schema(root, path)
    if document.data.get("$id") != document.name:
        fix = f'set "$id" to "{document.name}"'
        raise ContractError(document.path, "/$id", "$id is not the file's name", fix)
    return document


def _data(root: Path, path: Path, metas: _Metas) -> Document:
    document = read_json(root, path)
    named = document.data.get("$schema") if isinstance(document.data, dict) else None
    meta = str(named).removeprefix(_META_PREFIX)
    if meta not in metas:
        wanted = f"{document.stem}.schema.json"
        fix = f'write contract/meta/{wanted} and set "$schema" to "{_META_PREFIX}{wanted}"'
        problem = f"$schema is {named!r}, which names no meta schema"
        raise ContractError(document.path, "/$schema", problem, fix)
    return _matching(document, meta, metas)


def _host(root: Path, path: Path, metas: _Metas) -> Document:
    if _HOST_META not in metas:
        file = f"contract/meta/{_HOST_META}"
        raise ContractError(file, "", "the file is missing", "descriptors need a meta schema: write it")
    return _matching(read_toml(root, path), _HOST_META, metas)


def _matching(document: Document, meta: str, metas: _Metas) -> Document:
    schema = metas[meta].data
    validator = Draft202012Validator(schema, registry=_registry(metas))
    error: ValidationError | None = best_match(validator.iter_errors(document.data))
    if error is not None:
        fix = f"see contract/meta/{meta}#{pointer(error.absolute_schema_path)}"
        raise ContractError(document.path, pointer(error.absolute_path), error.message, fix)
    return replace(document, meta=metas[meta].path)


def _registry(metas: _Metas) -> Registry[Any]:
    registry: Registry[Any] = Registry()
    for name, document in metas.items():
        resource = DRAFT202012.create_resource(document.data)
        for uri in {name, document.data.get("$id", name)}:
            registry = registry.with_resource(uri, resource)
    return registry
