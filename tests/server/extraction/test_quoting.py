from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from reme_gateway.extraction.quoting import clipped, code, flat, quoted


def shown(markdown: str) -> str:
    """What a reader sees of one paragraph."""
    (inline,) = (token for token in MarkdownIt("commonmark").parse(f"x{markdown}") if token.type == "inline")
    return "".join(child.content for child in inline.children or ())[1:]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain words, 50% of 3 (three) - done!", "plain words, 50% of 3 (three) - done!"),
        ("get_user_by_id and __init__", "get_user_by_id and \\_\\_init\\_\\_"),
        ("C# and # and #tag", "C# and # and \\#tag"),
        ("# Heading", "\\# Heading"),
        ("1. first", "1\\. first"),
        ("in 2026. Then", "in 2026. Then"),
        ("call `f(x)` now", "call `f(x)` now"),
        ("at https://a.b/c_d?x=1, ok", "at `https://a.b/c_d?x=1`, ok"),
        ("a\n b\t\u2028c\0d", "a b c d"),
        ("x < y > z & co; &amp;", "x \\< y > z & co; \\&amp;"),
    ],
)
def test_text_is_escaped_as_little_as_possible(text: str, expected: str) -> None:
    assert quoted(text) == expected


@given(st.text(alphabet=st.characters(exclude_characters="`:.w"), max_size=60))
def test_what_a_reader_sees_is_what_was_said(text: str) -> None:
    assert shown(quoted(text)) == flat(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a`b", "`a'b`"),
        ("[[x]]", "`[ [x] ]`"),
        ("[[[", "`[ [ [`"),
        ("<!-- y -->", "`<! -- y -- >`"),
        (" ", ""),
    ],
)
def test_a_code_span_holds_no_link_and_no_comment(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.parametrize(
    ("text", "longest", "expected"),
    [
        ("short", 5, "short"),
        ("two words here", 10, "two words…"),
        ("unbreakable", 5, "unbr…"),
        ("ab👨‍👩‍👧cd", 6, "ab…"),
        ("cafe\u0301 au lait", 5, "caf…"),
        ("👍🏽👍🏽", 3, "👍🏽…"),
    ],
)
def test_text_is_cut_between_words_and_never_inside_a_character(
    text: str, longest: int, expected: str
) -> None:
    assert clipped(text, longest) == expected


@given(st.text(max_size=50), st.integers(1, 20))
def test_cut_text_is_never_longer_than_asked(text: str, longest: int) -> None:
    assert len(clipped(text, longest)) <= longest
