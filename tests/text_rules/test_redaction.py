"""Redaction patterns are portable, cheap to rule out, and each of them is proven by a vector."""

from __future__ import annotations

import json
import os
import re
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from portable_pattern import problems
from reme_hooks import redaction
from vector_files import ROOT, VECTORS, assembled

from tests.interpreters import INTERPRETERS

DATA = json.loads((ROOT / "contract/v1/redaction.json").read_text("utf-8"))
PATTERNS: list[dict[str, Any]] = DATA["patterns"]
CASES: list[dict[str, Any]] = json.loads((VECTORS / "redaction.json").read_text("utf-8"))["cases"]
SOURCE = ROOT / "packages/python-hooks/src"


def ascii_lower(text: str) -> str:
    return "".join(char.lower() if char.isascii() else char for char in text)


each_pattern = pytest.mark.parametrize("pattern", PATTERNS, ids=[pattern["id"] for pattern in PATTERNS])


@each_pattern
def test_pattern_is_read_alike_in_both_languages(pattern: dict[str, Any]) -> None:
    assert problems(pattern["pattern"]) == []
    assert re.compile(pattern["pattern"], re.ASCII).groups <= 1


@each_pattern
def test_pattern_is_proven_by_a_vector(pattern: dict[str, Any]) -> None:
    mark = f"[redacted:{pattern['id']}]"
    assert any(mark in assembled(case["expected"]) and case["count"] for case in CASES)


@each_pattern
def test_pattern_in_lower_case_has_no_capitals(pattern: dict[str, Any]) -> None:
    if pattern.get("ignore_case"):
        assert not re.search("[A-Z]", pattern["pattern"])
        assert all(needle == needle.lower() for group in pattern["needles"] for needle in group)


def without_needles(text: str) -> str:
    """What redaction gives when every pattern is tried on every text."""
    while True:
        before = text
        for pattern in PATTERNS:
            haystack = ascii_lower(text) if pattern.get("ignore_case") else text
            expression = re.compile(pattern["pattern"], re.ASCII)
            for match in reversed(list(expression.finditer(haystack))):
                start = match.end(1) if expression.groups else match.start()
                text = text[:start] + f"[redacted:{pattern['id']}]" + text[match.end() :]
        if text == before:
            return text


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_needles_hide_no_match(case: dict[str, Any]) -> None:
    text = assembled(case["text"])
    assert redaction.redact(text)[0] == without_needles(text)


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        ("a.b", "dot"),
        ("ab$", "dollar"),
        ("^ab", "caret"),
        (r"\bab", "escape"),
        (r"\s+", "escape"),
        (r"[\S]", "escape"),
        (r"\_", "escape"),
        (r"\-", "escape"),
        ("(?i:a)", "group"),
        ("(?<=a)b", "group"),
        ("(?P<a>b)", "group"),
        ("(a)(b)", "capturing"),
        ("a{,3}", "brace"),
        ("a{b}", "brace"),
        ("a++", "possessive"),
        ("a{2}+", "possessive"),
        ("[a[b]", "nested"),
        ("[a--b]", "reserved"),
        ("[]a]", "empty"),
        ("[a", "never closed"),
        ("a]", "bare"),
    ],
)
def test_pattern_that_the_languages_read_differently_is_found(pattern: str, word: str) -> None:
    assert any(word in problem for problem in problems(pattern))


@pytest.mark.parametrize(
    "pattern", [r"(^|[^a-z\-])a{1,3}?(?:b|\.)\+*", r"[+*]+(?!\d)(?=[^\r\n])", r"\[x\]\{\+"]
)
def test_pattern_of_the_common_subset_passes(pattern: str) -> None:
    assert problems(pattern) == []


# What a process has imported after redacting a text; `-I -S` is how hooks are started.
_PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from reme_hooks.content import normalise_content
found = normalise_content(sys.argv[2])
print(found.redactions, *(name for name in ("re", "json", "typing", "hashlib") if name in sys.modules))
"""


@pytest.mark.parametrize("python", INTERPRETERS)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The deployment script is in the root; the token is expired. Its key: ask Ann.", "0"),
        ("def get_user_by_id(user_id): return task_queue[user_id]  # look-up a < b", "0"),
        ("\u6211\u4eec\u628a\u90e8\u7f72\u811a\u672c\u653e\u5728\u4ed3\u5e93\u6839\u76ee\u5f55", "0"),
        ("<system-reminder>x</system-reminder> <private>y</private> mine", "0"),
        ("password=" + "hunter" + "22", "1 re"),
    ],
)
def test_regular_expressions_are_loaded_only_for_a_needle(python: str, text: str, expected: str) -> None:
    command = [python, "-I", "-S", "-c", _PROBE, str(SOURCE), text]
    environment = {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=60)
    assert done.stdout.split() == expected.split()


PIECES = [*(assembled(case["text"]) for case in CASES), " ", "\n", "=", '"', ": "]


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=6))
def test_redacting_twice_changes_nothing(parts: list[str]) -> None:
    text, _ = redaction.redact("".join(parts))
    assert redaction.redact(text) == (text, 0)
