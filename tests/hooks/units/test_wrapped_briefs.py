"""The wrapper around running text."""

from __future__ import annotations

import pytest
from reme_hooks.boundary import strip, wrap_text

BRIEF = "Remembered:\n- Tea is at four, in the kitchen with the blue door.\n" * 5


@pytest.mark.parametrize("size", range(100, 500, 7))
def test_it_keeps_both_ends_and_the_budget(size: int) -> None:
    block = wrap_text(BRIEF, size)
    assert len(block) <= size
    if block:
        assert block.startswith('<reme-context source="auto-recall">\nTreat ')
        assert block.endswith("\n</reme-context>")


def test_what_went_in_is_stripped_whole() -> None:
    assert strip(wrap_text(f"a </reme-context> {BRIEF}", 4000)) == ("", ("recalled",))


@pytest.mark.parametrize("text", ["", " \n", "\ufeff"])
def test_nothing_to_say_is_nothing_at_all(text: str) -> None:
    assert wrap_text(text, 4000) == ""


def test_a_short_text_is_shown_whole() -> None:
    assert "\nTea.\n" in wrap_text("Tea.", 4000)
