"""Texts that hold needles of redaction patterns: every needle, and the vectors in several spellings."""

from __future__ import annotations

import json
from pathlib import Path

from reme_hooks._generated.v1.redaction import PATTERNS

VECTORS = Path(__file__).resolve().parents[1] / "contract" / "v1" / "vectors" / "redaction.json"


def texts() -> list[str]:
    found: list[str] = ["", "plain prose about tea"]

    def collect(value: object) -> None:
        if isinstance(value, str):
            found.extend((value, value.upper(), value[1:]))
        elif isinstance(value, dict):
            for entry in value.values():
                collect(entry)
        elif isinstance(value, list):
            for entry in value:
                collect(entry)

    collect(json.loads(VECTORS.read_text(encoding="utf-8")))
    for pattern in PATTERNS:
        for group in pattern["needles"]:
            found += ["x".join(group), *group]
    return found
