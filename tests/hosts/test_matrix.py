"""The matrix has no gap: every package, every cell, and behind each a test that runs for that package."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.hosts.adapters import descriptor
from tests.hosts.matrix import CELLS, NOT_APPLICABLE, PROCESS_PACKAGES, PROVEN

ROOT = Path(__file__).parents[2]
WANTED = [cell for group in CELLS.values() for cell in group]


def packages() -> set[str]:
    """Folders of packages/ that belong to a described host."""
    described = {path.stem for path in (ROOT / "contract" / "hosts").glob("*.toml")}
    return {path.name for path in (ROOT / "packages").iterdir() if path.is_dir() and path.name in described}


@cache
def functions_of(path: str) -> dict[str, set[str]]:
    """Name of each test function, with the names of its arguments."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {
        node.name: {argument.arg for argument in node.args.args}
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def test_every_package_stands_in_the_matrix() -> None:
    assert set(PROVEN) == packages()


def test_no_cell_stands_twice() -> None:
    assert len(WANTED) == len(set(WANTED))


@pytest.mark.parametrize("package", sorted(PROVEN))
def test_no_cell_is_missing_or_unknown(package: str) -> None:
    assert sorted([*PROVEN[package], *NOT_APPLICABLE.get(package, ())]) == sorted(WANTED)


@pytest.mark.parametrize("package", sorted(NOT_APPLICABLE))
def test_only_a_package_without_events_leaves_cells_out(package: str) -> None:
    assert "events" not in descriptor(package)
    assert all(NOT_APPLICABLE[package].values())


@pytest.mark.parametrize(
    ("package", "cell"), [(package, cell) for package in sorted(PROVEN) for cell in PROVEN[package]]
)
def test_the_test_behind_a_cell_exists_and_runs_for_the_package(package: str, cell: str) -> None:
    path, _, name = PROVEN[package][cell].partition("::")
    assert name in functions_of(path)
    if package in PROCESS_PACKAGES:
        assert functions_of(path)[name] & {"plugin", "folder"}, (
            "it takes the fixture that stands for every package"
        )


def test_no_test_stands_for_two_cells() -> None:
    for row in PROVEN.values():
        assert len(set(row.values())) == len(row)
