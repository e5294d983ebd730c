"""Literals: what is printed reads back as the same value, and nothing invisible stays invisible."""

from __future__ import annotations

import ast
import json
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reme_generator.render.literals import js_key, js_literal, json_literal, python_literal, sentence

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
ODD = [
    "",
    '"',
    "\\",
    "\n\r\t",
    "\x00\x1f\x7f\x85\xa0",
    "\u200b\u2028\u2029\ufeff\xad",
    "部署",
    "😀",
    "\U000e0001",
    "'''",
    '"""',
]


def as_tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(as_tuples(entry) for entry in value)
    if isinstance(value, dict):
        return {key: as_tuples(entry) for key, entry in value.items()}
    return value


@given(VALUES)
@settings(deadline=None)
def test_python_literals_read_back(value: Any) -> None:
    assert ast.literal_eval(json_literal(value)) == value
    assert ast.literal_eval(python_literal(value)) == as_tuples(value)


def test_javascript_literals_read_back_and_are_frozen() -> None:
    value = {"odd": ODD, "__proto__": {"a": 1}, "a-b": [[], {}, None, True, 1.5]}
    script = (
        f"const v = {js_literal(value)}; process.stdout.write(JSON.stringify([v, Object.isFrozen(v.odd)]))"
    )
    done = subprocess.run(
        ["node", "-e", script], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    assert json.loads(done.stdout) == [value, True]


@pytest.mark.parametrize("text", ODD)
def test_what_cannot_be_seen_is_escaped(text: str) -> None:
    for printed in (python_literal(text), js_literal(text)):
        assert all(char == " " or char.isprintable() for char in printed)
        assert "\u200b" not in printed


def test_long_values_are_wrapped_and_short_ones_are_not() -> None:
    assert python_literal(["a", "b"]) == '("a", "b")'
    assert python_literal(["a"]) == '("a",)'
    assert python_literal([]) == "()"
    assert python_literal({"k": ["x" * 60, "y" * 60]}, 4).count("\n") == 5


def test_names_that_are_no_identifiers_are_quoted() -> None:
    assert [js_key(key) for key in ("a", "a-b", "__proto__", "ü")] == [
        "a",
        '"a-b"',
        '["__proto__"]',
        '"ü"',
    ]


def test_a_sentence_cannot_end_its_comment_or_docstring() -> None:
    assert sentence('a """ b */ c \\ \n d') == "a ''' b * / c \\\\ d"


def test_what_has_no_literal_is_a_programming_error() -> None:
    with pytest.raises(TypeError, match="no literal for set"):
        python_literal({1})
