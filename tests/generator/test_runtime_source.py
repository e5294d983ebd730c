"""What is vendored: the named modules, all they import, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_generator.errors import ContractError
from reme_generator.runtime_source import FOLDER, read_runtime

GENERATED = frozenset(
    {
        "_generated/__init__.py",
        "_generated/v1/__init__.py",
        "_generated/v1/colours.py",
        "_generated/v1/colours.pyi",
    }
)


def test_the_closure_follows_imports_into_generated_modules_and_their_stubs(repository: Path) -> None:
    assert read_runtime(repository).closure(("boundary",), GENERATED) == (
        "__init__.py",
        "_generated/__init__.py",
        "_generated/v1/__init__.py",
        "_generated/v1/colours.py",
        "_generated/v1/colours.pyi",
        "boundary.py",
        "neighbour.py",
    )


def test_an_import_inside_a_function_is_followed_too(repository: Path) -> None:
    (repository / FOLDER / "boundary.py").write_text("def f():\n    from .spool import x\n")
    assert "spool.py" in read_runtime(repository).closure(("boundary",), GENERATED)


@pytest.mark.parametrize("line", ["import reme_hooks.boundary", "from reme_hooks import boundary"])
def test_an_absolute_import_of_the_package_is_an_error(repository: Path, line: str) -> None:
    (repository / FOLDER / "spool.py").write_text(f"\n{line}\n")
    with pytest.raises(ContractError, match="line 2 imports reme_hooks by its full name"):
        read_runtime(repository)


def test_a_syntax_error_is_reported_with_its_line(repository: Path) -> None:
    (repository / FOLDER / "spool.py").write_text("x = 1\ndef\n")
    with pytest.raises(ContractError, match="line 2"):
        read_runtime(repository)


def test_generated_modules_are_not_read_from_disk(repository: Path) -> None:
    folder = repository / FOLDER / "_generated"
    folder.mkdir()
    (folder / "stale.py").write_text("x = 1\n")
    assert not [name for name in read_runtime(repository).contents if name.startswith("_generated")]
