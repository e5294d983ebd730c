"""Looking for needles one by one and through the tables finds the same patterns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_hooks import redaction
from reme_hooks._generated.v1.redaction import PATTERNS

VECTORS = Path(__file__).resolve().parents[3] / "contract" / "v1" / "vectors" / "redaction.json"


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


def test_both_ways_agree_on_every_vector_and_needle() -> None:
    tables = redaction._Tables()
    compared = texts()
    assert len(compared) > 500
    for text in compared:
        assert redaction._by_looking(text) == redaction._by_tables(text, tables), text


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: str(pattern["id"]))
def test_every_pattern_is_suspected_by_its_needles(pattern: dict[str, object]) -> None:
    index = PATTERNS.index(pattern)  # type: ignore[arg-type]
    groups = pattern["needles"]
    assert isinstance(groups, tuple)
    for group in groups:
        assert index in redaction._by_looking(" ".join(group))
