"""Which regular expressions count as portable; the refused ones differ between engines."""

from __future__ import annotations

import pytest
from reme_generator.errors import ContractError
from reme_generator.rules.patterns import check_anchored, check_portable


@pytest.mark.parametrize(
    "pattern",
    [
        "^[a-z0-9_]{1,32}$",
        r"a\.b\/c\\d",
        r"[a\-z\]]",
        "(?:a|b)+?",
        "-{5}BEGIN [A-Z ]{0,9}-{5}",
        "(^|[^a])x{2,}",
    ],
)
def test_plain_patterns_are_portable(pattern: str) -> None:
    check_portable("f", "/p", pattern)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (r"\d+", "no escape"),
        (r"[\w-]+", "no escape"),
        (r"\bword", "no escape"),
        (r"[\"']", "no escape"),
        (r"a\-b", "no escape"),
        (r"(a)\1", "no escape"),
        ("(?i)a", "flag or a name"),
        ("(?P<x>a)", "flag or a name"),
        ("a++", "possessive"),
        ("[[a]", "inside a class"),
        ("a]", "outside a class"),
        ("a(?=b)", "look-around"),
        ("(?<!a)b", "look-around"),
        ("(a", "no regular expression"),
    ],
)
def test_what_engines_read_differently_is_refused(pattern: str, problem: str) -> None:
    with pytest.raises(ContractError, match=problem):
        check_portable("f", "/p", pattern)


def test_look_around_can_be_admitted() -> None:
    check_portable("f", "/p", "(?<!a)b(?=c)(?!d)", look_around=True)
    with pytest.raises(ContractError, match="flag or a name"):
        check_portable("f", "/p", "(?P<n>a)(?=c)", look_around=True)


@pytest.mark.parametrize("pattern", ["[a-z]+$", "^[a-z]+", "^a|b$"])
def test_a_schema_pattern_spans_the_whole_value(pattern: str) -> None:
    with pytest.raises(ContractError, match="does not span"):
        check_anchored("f", "/p", pattern)


def test_an_alternative_in_a_group_or_class_spans() -> None:
    check_anchored("f", "/p", "^(?:a|b)[|]$")
