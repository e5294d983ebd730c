"""Windows and their borders."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.index.snippets import LONGEST_SNIPPET, fit, is_grapheme_border, may_fit, window

FAMILY = "👨‍👩‍👧‍👦"


def test_a_short_text_is_shown_whole() -> None:
    assert fit("a port", {}, 100) == ("a port", False)


def test_a_window_holds_the_best_match() -> None:
    text = "filler words " * 300 + "the aquarium key hangs here " + "more filler " * 300
    cut, was_cut = fit(text, {"aquarium": 0.6, "key": 0.3, "filler": 0.1}, 4000)
    assert was_cut
    assert "aquarium key hangs" in cut
    assert len(cut) <= LONGEST_SNIPPET


def test_the_window_with_more_of_the_query_wins() -> None:
    text = "aquarium " + "x " * 900 + "aquarium key " + "y " * 900
    assert "aquarium key" in window(text, {"aquarium": 0.5, "key": 0.5}, 200)


def test_a_rest_of_the_budget_is_left_to_texts_that_fit() -> None:
    assert may_fit("x" * 2000, 100, first=True)
    assert not may_fit("x" * 2000, 100, first=False)
    assert may_fit("x" * 2000, 300, first=False)
    assert not may_fit("x" * 400, 300, first=False)
    assert may_fit("x" * 100, 100, first=False)


def test_no_cut_tears_a_character_apart() -> None:
    text = FAMILY + "e\u0301" + "🇩🇪🇫🇷" + "👍🏽" + "\r\n" + "각" + "❤️"
    borders = [at for at in range(len(text) + 1) if is_grapheme_border(text, at)]
    pieces = [text[a:b] for a, b in pairwise(borders)]
    assert pieces == [FAMILY, "e\u0301", "🇩🇪", "🇫🇷", "👍🏽", "\r\n", "각", "❤️"]


@given(st.text(alphabet="ab \u0301\u200d👨👩🇩🇪部署\n", max_size=400), st.integers(1, 120))
def test_a_window_is_part_of_the_text_and_within_its_size(text: str, size: int) -> None:
    cut = window(text, {"ab": 1.0, "部署": 1.0}, size)
    assert len(cut) <= size
    assert cut in text
