"""The banner: source, origin and command, in the comment syntax of each format."""

from __future__ import annotations

import pytest
from reme_generator.render.banner import comment_prefix, with_banner


@pytest.mark.parametrize(
    ("path", "prefix"),
    [("a.py", "#"), ("a.pyi", "#"), ("a.js", "//"), ("a.d.ts", "//"), ("a.json", None), ("a", None)],
)
def test_each_format_has_its_comment(path: str, prefix: str | None) -> None:
    assert comment_prefix(path) == prefix


def test_each_input_file_is_named_once() -> None:
    text = with_banner("a.js", "x\n", "templates/t.jinja", ("c/b.json#/x", "c/b.json#/y", "c/a.json"))
    assert text == (
        "// Generated: do not edit, your change would be lost.\n"
        "// From c/a.json\n"
        "// From c/b.json\n"
        "// By   templates/t.jinja\n"
        "// Edit those and run `nox -s generate`.\n"
        "x\n"
    )


def test_json_stays_json() -> None:
    assert with_banner("a.json", "{}\n", "templates/t.jinja", ("c/a.json",)) == "{}\n"
