from __future__ import annotations

from datetime import UTC, datetime

import pytest
from reme_gateway.extraction.extractor import ExtractionQuota, ExtractorRegistry, UnknownExtractorError
from reme_gateway.extraction.outline import OutlineExtractor
from reme_gateway.ports import Extractor


def test_an_extractor_is_made_when_it_is_wanted_first() -> None:
    made: list[int] = []

    def make() -> Extractor:
        made.append(1)
        return OutlineExtractor(UTC)

    registry = ExtractorRegistry()
    registry.register("outline", make)
    assert made == []
    assert registry.get("outline") is registry.get("outline")
    assert made == [1]


def test_an_unknown_extractor_is_refused_with_the_known_ones() -> None:
    registry = ExtractorRegistry()
    registry.register("outline", lambda: OutlineExtractor(UTC))
    with pytest.raises(UnknownExtractorError, match="'llm': choose one of outline"):
        registry.get("llm")
    with pytest.raises(ValueError, match="already"):
        registry.register("outline", lambda: OutlineExtractor(UTC))


def test_a_quota_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="offset"):
        ExtractionQuota("spent", datetime(2026, 1, 1))
