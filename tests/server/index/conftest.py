"""Indexes to test with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from reme_gateway.index.keyword_index import KeywordIndex


@pytest.fixture
def open_index(tmp_path: Path) -> Iterator[Callable[[], KeywordIndex]]:
    """Opens the index of one folder, as often as asked."""
    opened: list[KeywordIndex] = []

    def open_it() -> KeywordIndex:
        opened.append(KeywordIndex(tmp_path / "metadata"))
        return opened[-1]

    yield open_it
    for index in opened:
        index.close()


@pytest.fixture
def index(open_index: Callable[[], KeywordIndex]) -> KeywordIndex:
    return open_index()
