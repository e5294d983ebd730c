"""What counts as the same thing said twice."""

from __future__ import annotations

import pytest
from reme_gateway.index.duplicates import SeenTexts


@pytest.mark.parametrize(
    ("first", "second", "is_new"),
    [
        ("Run make release before every tag.", "Run make release before every tag!!", False),
        ("Run make release before every tag.", "run make  RELEASE before every tag", False),
        ("The proxy listens on port 8080", "The proxy listens on port 8081", True),
        ("The proxy listens on port 8080", "The cache expires after an hour", True),
        ("部署脚本在根目录", "部署脚本在根目录。", False),
        ("😀", "😀", False),
        ("😀", "😢", True),
        ("word " * 5, "other " * 5, True),
    ],
)
def test_the_same_words_and_numbers_are_the_same(first: str, second: str, is_new: bool) -> None:
    seen = SeenTexts()
    assert seen.is_new(first)
    assert seen.is_new(second) is is_new
