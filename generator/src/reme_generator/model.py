"""The contract as frozen values: what plan and render see, and nothing of the files' form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .naming import ClassName, SnakeName

Schema = Mapping[str, Any]
Role = Literal["request", "reply", "stored", "scalar"]


@dataclass(frozen=True, slots=True)
class Origin:
    """A place in the contract; ``file`` is relative to the repository."""

    file: str
    pointer: str

    def __str__(self) -> str:
        return f"{self.file}#{self.pointer}" if self.pointer else self.file


@dataclass(frozen=True, slots=True)
class Shape:
    """One ``$defs`` entry. References in ``schema`` are ``#/$defs/<Name>``, whatever file they were in."""

    name: ClassName
    role: Role
    schema: Schema
    origin: Origin

    @property
    def is_object(self) -> bool:
        return self.schema.get("type") == "object"


@dataclass(frozen=True, slots=True)
class Tool:
    """How a model sees an operation over MCP."""

    name: str
    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool
    confirmation: bool


@dataclass(frozen=True, slots=True)
class Operation:
    """One row of operations.json. Times are in milliseconds."""

    name: SnakeName
    method: Literal["GET", "POST"]
    path: str
    title: str
    description: str
    request: ClassName
    reply: ClassName
    errors: tuple[SnakeName, ...]
    audience: tuple[str, ...]
    retry_safe: bool
    retry_reason: str
    deadline_ms: int
    token_required: bool
    tool: Tool | None
    origin: Origin


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """One row of errors.json."""

    code: SnakeName
    exception: ClassName
    status: int
    retryable: bool
    title: str
    hint: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Constant:
    """A named value of a data file, without its descriptions. ``schema`` has no references."""

    name: str
    value: Any
    schema: Schema
    comment: str = ""


@dataclass(frozen=True, slots=True)
class DataModule:
    """A data file as a module of constants; ``inputs`` are the places in the contract that it comes from."""

    name: SnakeName
    title: str
    constants: tuple[Constant, ...]
    inputs: tuple[str, ...]

    @property
    def file(self) -> str:
        return self.inputs[0].partition("#")[0]


@dataclass(frozen=True, slots=True)
class Contract:
    """Everything the outputs are made from."""

    version: str
    api_version: str
    version_header: str
    shapes: tuple[Shape, ...]
    operations: tuple[Operation, ...]
    errors: tuple[ErrorCode, ...]
    data: tuple[DataModule, ...]
    file_hashes: Mapping[str, str]

    def module(self, name: str) -> DataModule:
        """The data module of that name; raises KeyError for an unknown one."""
        for module in self.data:
            if module.name == name:
                return module
        raise KeyError(name)

    def shape(self, name: str) -> Shape:
        """The shape of that name; raises KeyError for an unknown one."""
        for shape in self.shapes:
            if shape.name == name:
                return shape
        raise KeyError(name)

    @property
    def hosts(self) -> Mapping[str, Mapping[str, Any]]:
        """Host id → descriptor, without what only explains it; empty for a contract without hosts."""
        for module in self.data:
            if module.name == "hosts":
                rows: Mapping[str, Mapping[str, Any]] = module.constants[0].value
                return rows
        return {}

    @property
    def schema_files(self) -> tuple[str, ...]:
        return tuple(sorted({shape.origin.file for shape in self.shapes}))
