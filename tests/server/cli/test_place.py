from __future__ import annotations

from typing import Any

import pytest
from reme_gateway.cli.outcome import USAGE, CommandFailed
from reme_gateway.cli.place import target_of


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("a.md", {"path": "a.md"}),
        ("a.md:3", {"path": "a.md", "line_start": 3, "line_end": 3}),
        ("a.md:3-9", {"path": "a.md", "line_start": 3, "line_end": 9}),
        ("a:b.md", {"path": "a:b.md"}),
        ("a.md:", {"path": "a.md:"}),
        ("a.md:x-y", {"path": "a.md:x-y"}),
        (":3", {"path": ":3"}),
        ("a.md:٣", {"path": "a.md:٣"}),
    ],
)
def test_a_place_and_what_only_looks_like_one(text: str, target: dict[str, Any]) -> None:
    assert target_of(text) == target


@pytest.mark.parametrize("text", ["a.md:0", "a.md:9-3", "a.md:0-4"])
def test_lines_that_do_not_exist_are_a_usage_error(text: str) -> None:
    with pytest.raises(CommandFailed) as caught:
        target_of(text)
    assert caught.value.exit_code == USAGE
