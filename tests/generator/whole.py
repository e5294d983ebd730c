"""What is generated from this repository's own contract, made once per process: it takes seconds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reme_generator.load import load
from reme_generator.model import Contract
from reme_generator.pipeline import generate
from reme_generator.resolve import resolve

ROOT = Path(__file__).parents[2]


@cache
def contract() -> Contract:
    """The contract, resolved."""
    return resolve(load(ROOT))


@cache
def contents() -> dict[str, bytes]:
    """Every generated file by its path."""
    return generate(ROOT).contents
