"""A redaction pattern without needles would put every text through the regular expressions."""

from __future__ import annotations

from typing import Any

import pytest
from reme_generator.documents import Document
from reme_generator.errors import ContractError
from reme_generator.rules.redaction import check_patterns

GOOD: dict[str, Any] = {"id": "key", "needles": [["AKIA"]], "pattern": "AKIA[0-9]{4}(?![0-9])"}


def document(*rows: dict[str, Any]) -> Document:
    return Document("contract/v1/redaction.json", {"patterns": list(rows)}, "")


def test_a_pattern_with_needles_passes() -> None:
    check_patterns(document(GOOD))


@pytest.mark.parametrize("needles", [None, [], [[]], [["AKIA"], []], [[""]]])
def test_a_pattern_without_needles_is_an_error(needles: Any) -> None:
    bad = {**GOOD, "id": "other", "needles": needles}
    if needles is None:
        bad.pop("needles")
    with pytest.raises(ContractError, match="has no needles") as caught:
        check_patterns(document(GOOD, bad))
    assert caught.value.json_pointer == "/patterns/1/needles"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"pattern": r"AKIA\d{4}"}, "/patterns/0/pattern"),
        ({"pattern": r"[\"']AKIA"}, "/patterns/0/pattern"),
        ({"ignore_case": True}, "/patterns/0/needles/0/0"),
    ],
)
def test_a_pattern_that_javascript_would_read_otherwise_is_an_error(
    change: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(ContractError) as caught:
        check_patterns(document({**GOOD, **change}))
    assert caught.value.json_pointer == pointer


def test_an_id_stands_once() -> None:
    with pytest.raises(ContractError, match="also pattern 0"):
        check_patterns(document(GOOD, GOOD))
