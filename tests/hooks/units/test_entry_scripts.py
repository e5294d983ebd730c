"""Every package starts the runtime with the very lines of the README."""

from __future__ import annotations

from pathlib import Path

import pytest
from plugin import ROOT, entry_script

SCRIPTS = sorted((ROOT / "packages").glob("*/reme/hook.py"))


def test_there_are_packages_to_check() -> None:
    assert {path.parts[-3] for path in SCRIPTS} >= {"claude-code", "codex"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.parts[-3])
def test_a_packages_script_is_the_readmes(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    body = "".join(line for line in lines if not line.startswith("# "))
    assert body == entry_script().replace('"/codex."', f'"/{path.parts[-3]}."')


def test_the_script_can_be_read_by_older_interpreters() -> None:
    """On Python 3.6 it has to be silent, so it must be its grammar."""
    import ast

    ast.parse(entry_script(), feature_version=(3, 6))
