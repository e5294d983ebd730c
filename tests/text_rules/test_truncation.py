"""Cutting keeps to its limit for every text, and says how much is missing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from reme_hooks.truncation import clip, cut, well_formed

whole = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


@given(whole, st.integers(0, 200))
def test_cut_is_short_enough_valid_and_done_after_once(text: str, size: int) -> None:
    found = cut(text, size)
    assert len(found.encode()) <= size
    assert cut(found, size) == found
    if len(text.encode()) <= size:
        assert found == text


@given(st.text(min_size=60, alphabet=st.characters(exclude_categories=["Cs"])), st.integers(30, 50))
def test_what_is_kept_and_what_is_counted_add_up(text: str, size: int) -> None:
    kept, _, marker = cut(text, size).rpartition("\n[")
    assert text.startswith(kept)
    assert len(kept.encode()) + int(marker.removesuffix(" bytes cut]")) == len(text.encode())


@given(whole, st.integers(0, 50))
def test_clip_counts_code_points(text: str, size: int) -> None:
    found = clip(text, size)
    assert len(found) <= size
    assert found == text or found in ("", text[: size - 1] + "\u2026")


@given(st.text(alphabet=st.characters()))
def test_repaired_text_can_be_encoded_and_stays(text: str) -> None:
    found = well_formed(text)
    found.encode()
    assert well_formed(found) == found
