"""Looking for needles one by one and through the tables finds the same patterns."""

from __future__ import annotations

import pytest
from reme_hooks import redaction
from reme_hooks._generated.v1.redaction import PATTERNS

from tests.needle_texts import texts


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
