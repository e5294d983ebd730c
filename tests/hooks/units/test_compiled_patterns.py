"""A pattern that was kept matches as `re` would, and what can't be used costs nothing but time."""

from __future__ import annotations

import marshal
import re

import pytest
from reme_hooks import compiled_patterns
from reme_hooks._generated.v1.redaction import PATTERNS

from tests.needle_texts import texts

RULES = [str(pattern["pattern"]) for pattern in PATTERNS]
NAMED = r"(?P<scheme>[a-z]+)://(?P<rest>\w+)"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    place: dict[str, object] = {}
    monkeypatch.setattr(compiled_patterns, "kept", place)
    return place


def spans(found: re.Pattern[str], text: str) -> list[tuple[tuple[int, int], ...]]:
    return [match.regs for match in found.finditer(text)]


@pytest.mark.parametrize("pattern", [*RULES, NAMED])
def test_it_matches_as_compiled_by_re(pattern: str) -> None:
    code = marshal.loads(marshal.dumps(compiled_patterns.code_of(pattern)))
    ours, plain = compiled_patterns.matcher(code), re.compile(pattern, re.ASCII)
    assert (ours.groups, ours.flags, dict(ours.groupindex)) == (
        plain.groups,
        plain.flags,
        dict(plain.groupindex),
    )
    for text in [*texts(), "http://tea"]:
        lowered = text.lower()
        assert spans(ours, text) == spans(plain, text)
        assert spans(ours, lowered) == spans(plain, lowered)


def test_it_is_made_once(kept: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled_patterns.compiled("te+a").findall("teea") == ["teea"]
    assert list(kept) == ["te+a"]
    monkeypatch.delattr(compiled_patterns, "code_of")
    assert compiled_patterns.compiled("te+a").findall("teea") == ["teea"]


@pytest.mark.parametrize(
    "code",
    [
        ("te+a", 256, [1, 2, 3], 0, {}, (None,)),
        ("te+a", 256, [], 0, {}, (None,)),
        ("te+a", 256),
        None,
        7,
    ],
)
def test_what_is_no_code_of_this_interpreter_is_made_by_re(kept: dict[str, object], code: object) -> None:
    kept["te+a"] = code
    assert compiled_patterns.compiled("te+a").findall("teea") == ["teea"]
    assert kept == {}


def test_an_interpreter_with_other_parts_is_served_by_re(
    kept: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> None:
        raise ImportError("no such part")

    monkeypatch.setattr(compiled_patterns, "code_of", missing)
    assert compiled_patterns.compiled("te+a").findall("teea") == ["teea"]
    assert kept == {}
