"""Names hold for hostile values too, and hashing needs no heavy import."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reme_hooks import identity
from vector_files import ROOT

from tests.interpreters import INTERPRETERS

anything = st.text(alphabet=st.characters())


def repaired(value: str) -> str:
    """A lone surrogate counts as U+FFFD."""
    return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


@given(anything, anything, anything)
@example("codex", "default", "\ud800")
def test_session_key_is_a_safe_file_name_made_from_canonical_json(
    host: str, scope: str, session: str
) -> None:
    key = identity.session_key(host, scope, session)
    slug, _, digits = key.rpartition("-")
    values = [repaired(value) for value in (host, scope, session)]
    canonical = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()
    assert digits == hashlib.sha256(canonical).hexdigest()[:16]
    assert len(key) <= 57
    assert set(key) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert slug
    assert not slug.startswith("-")


@pytest.mark.parametrize("name", ["CON", "nul", "Com1", "lpt0", "AUX", "prn"])
def test_slug_is_never_a_device_name(name: str) -> None:
    assert identity.slug(name) == "session-" + name.lower()


@given(anything, st.sampled_from(["user", "assistant"]), anything)
def test_event_id_is_always_legal(turn_key: str, role: str, text: str) -> None:
    found = identity.event_id(turn_key, role, text)
    assert len(found) <= 200
    assert all("!" <= char <= "~" for char in found)


def test_a_slug_can_be_shorter() -> None:
    assert identity.slug("one two three", 7) == "one-two"
    assert identity.slug("one two three", 8) == "one-two"


_PROBE = """
import sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
from reme_hooks.identity import digest
print(digest(b"abc")[:8], "hashlib" in sys.modules, "json" in sys.modules)
"""


@pytest.mark.parametrize("python", INTERPRETERS)
def test_hashing_is_light_and_right_on_every_python(python: str) -> None:
    command = [python, "-I", "-S", "-c", _PROBE, str(ROOT / "packages/python-hooks/src")]
    environment = {"PATH": os.environ["PATH"]}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=60)
    assert done.stdout.split() == ["ba7816bf", "False", "False"]
