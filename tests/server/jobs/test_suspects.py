"""One pass over a text finds the patterns that looking needle by needle finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway._vendor.reme_hooks import redaction
from reme_gateway.jobs import suspects
from reme_gateway.native import NATIVE

from tests.needle_texts import texts

NEEDLES = [needle for case in (False, True) for needle in redaction.first_needles(case)]
PIECES = st.one_of(
    st.sampled_from([*NEEDLES, *(needle.upper() for needle in NEEDLES)]), st.text(max_size=6), st.just("é")
)


def test_both_ways_agree_on_every_vector_and_needle() -> None:
    found = 0
    for text in texts():
        assert suspects.find_suspects(text) == redaction.find_suspects(text), text
        found += bool(suspects.find_suspects(text))
    assert found > 300


@given(st.lists(PIECES, max_size=8))
def test_both_ways_agree_on_needles_in_any_surroundings(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert suspects.find_suspects(text) == redaction.find_suspects(text)


@pytest.mark.parametrize("text", ["", "k", "ghp_", "xghp_", "GHP_", "AUTHORIZATION", "ghp", "authorizatio"])
def test_edges_of_a_text(text: str) -> None:
    assert suspects.find_suspects(text) == redaction.find_suspects(text)


def test_without_the_compiled_part_the_same_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suspects, "NATIVE", None)
    assert suspects.find_suspects("ghp_") == redaction.find_suspects("ghp_") != []


@pytest.mark.parametrize("needle", [("a", 0, False), ("ab", 1, False), ("ab", -1, True), ("ab", 0), "ab"])
def test_a_needle_without_a_pair_is_refused(needle: object) -> None:
    with pytest.raises((ValueError, TypeError, SystemError)):
        NATIVE.Needles([needle])
