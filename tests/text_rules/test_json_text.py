"""The small JSON decoder agrees with the large one, and refuses with one kind of error."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reme_hooks.json_text import decode
from vector_files import ROOT

from tests.interpreters import INTERPRETERS

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
REFUSED = [
    "",
    " ",
    "{",
    "{]",
    '{"a":}',
    "[1,]",
    "[1] x",
    "nul",
    "[NaN]",
    "-Infinity",
    '"\\q"',
    '"a\nb"',
    "[" * 100_000,
    "'a'",
]


@given(VALUES)
def test_values_come_back(value: object) -> None:
    assert decode(" \n" + json.dumps(value) + "\t\r ") == value


def test_a_lone_surrogate_comes_through() -> None:
    assert decode('"\\ud800"') == "\ud800"


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text[:12]))
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(text)


# In a fresh process `json` is not loaded yet, and the C scanner of some versions then fails in its own way.
_PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from reme_hooks.json_text import decode
loaded = "json" in sys.modules
refused = 0
for text in sys.argv[2:]:
    try:
        decode(text)
    except ValueError:
        refused += 1
print(refused, loaded, decode('{"a": [1, 2.5]}') == {"a": [1, 2.5]})
"""


@pytest.mark.parametrize("python", INTERPRETERS)
def test_a_fresh_process_refuses_alike_without_importing_json(python: str) -> None:
    texts = [text[:5000] for text in REFUSED]
    command = [python, "-I", "-S", "-c", _PROBE, str(ROOT / "packages/python-hooks/src"), *texts]
    environment = {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=60)
    assert done.stdout.split() == [str(len(texts)), "False", "True"]
