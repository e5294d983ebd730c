"""A data module as plain Python without imports and its stub, and as ESM and its declaration."""

from __future__ import annotations

from ..errors import ContractError
from ..model import Constant, DataModule
from .literals import js_literal, python_literal, sentence
from .stub_types import StubTypes
from .ts_types import ts_type


def module(data: DataModule) -> str:
    """Python without a single import, so that loading it costs a hook nothing else."""
    lines = [f'"""{sentence(data.title)}"""', ""]
    lines += [
        f"{constant.name} = {python_literal(constant.value)}{_note(constant, '#')}"
        for constant in data.constants
    ]
    return "\n".join(lines) + "\n"


def stub(data: DataModule) -> str:
    """The names of ``module`` with their types. Raises ContractError when two records want one name."""
    types = StubTypes()
    try:
        names = [
            f"{entry.name}: Final[{types.type_of(entry.schema, entry.name)}]" for entry in data.constants
        ]
    except ValueError as error:
        raise ContractError(
            data.file, "", str(error), "give one of them another title in the meta schema"
        ) from error
    body = "\n\n".join([*types.classes.values(), "\n".join(names)])
    return "\n".join([*_imports(body), "", body]) + "\n"


def esm(data: DataModule) -> str:
    """The same constants for JavaScript, frozen at every depth."""
    lines = [f"/** @file {sentence(data.title)} */", ""]
    lines += [
        f"export const {entry.name} = {js_literal(entry.value)};{_note(entry, '//')}"
        for entry in data.constants
    ]
    return "\n".join(lines) + "\n"


def declaration(data: DataModule) -> str:
    """The types of ``esm``."""
    lines = [
        f"export declare const {entry.name}: {ts_type(entry.schema, frozen=True)};"
        for entry in data.constants
    ]
    return "\n".join(lines) + "\n"


def _note(constant: Constant, prefix: str) -> str:
    return f"  {prefix} {constant.comment}" if constant.comment else ""


def _imports(body: str) -> list[str]:
    lines = ["from collections.abc import Mapping"] if "Mapping[" in body else []
    names = [name for name in ("Final", "Literal", "TypedDict") if name in body]
    lines.append(f"from typing import {', '.join(names)}")
    return [*lines, "", "from typing_extensions import NotRequired"] if "NotRequired[" in body else lines
