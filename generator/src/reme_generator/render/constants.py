"""A data file as a plain module of constants, and as the stub that types it for Python 3.9."""

from __future__ import annotations

from ..model import DataModule
from .literals import python_literal, python_type


def module(data: DataModule) -> str:
    """Python without a single import, so that loading it costs a hook nothing else."""
    lines = [f'"""{_sentence(data.title)}"""', ""]
    for constant in data.constants:
        comment = f"  # {constant.comment}" if constant.comment else ""
        lines.append(f"{constant.name} = {python_literal(constant.value)}{comment}")
    return "\n".join(lines) + "\n"


def stub(data: DataModule) -> str:
    """The same names with their types."""
    types = [(constant.name, python_type(constant.value)) for constant in data.constants]
    lines = []
    if any("Mapping[" in kind for _, kind in types):
        lines.append("from collections.abc import Mapping")
    lines += ["from typing import Final", ""]
    lines += [f"{name}: Final[{kind}]" for name, kind in types]
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''").rstrip('"')
