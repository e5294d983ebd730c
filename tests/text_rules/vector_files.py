"""Reads contract/v1/vectors; texts may be in parts, so that made-up credentials don't look leaked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "contract/v1/vectors"


def vectors(file: str, group: str = "cases") -> Any:
    """A parametrisation over the named cases of one group, each with its texts assembled."""
    cases = json.loads((VECTORS / f"{file}.json").read_text(encoding="utf-8"))[group]
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names), f"{file}.json: two cases of {group} have the same name"
    values = [{key: assembled(value) for key, value in case.items()} for case in cases]
    return pytest.mark.parametrize("case", values, ids=names)


def assembled(value: Any) -> Any:
    """The text of ``{"text_parts": [...]}``; any other value stays as it is."""
    if not (isinstance(value, dict) and "text_parts" in value):
        return value
    parts = value["text_parts"]
    return "".join(part if isinstance(part, str) else part["repeat"] * part["times"] for part in parts)
