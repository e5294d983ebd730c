"""A repository with a contract of one operation, on which every stage of the generator can be tried."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reme_generator.load import load
from reme_generator.model import Contract
from reme_generator.pipeline import generate
from reme_generator.resolve import resolve

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden"
Change = Callable[[Any], None]


def build(root: Path) -> Path:
    """A copy of the small contract with the real meta schemas and templates."""
    shutil.copytree(GOLDEN / "repository", root, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "templates", root / "templates")
    for name in ("operations", "errors", "limits", "host", "events"):
        source = ROOT / "contract" / "meta" / f"{name}.schema.json"
        shutil.copy(source, root / "contract" / "meta" / source.name)
    return root


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The small repository, to be changed by a test."""
    return build(tmp_path / "repository")


@pytest.fixture(scope="session")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small repository for tests that only read it."""
    return build(tmp_path_factory.mktemp("unchanged") / "repository")


@pytest.fixture(scope="session")
def contents(unchanged: Path) -> dict[str, bytes]:
    """What is generated for it, once for all tests."""
    return generate(unchanged).contents


@pytest.fixture
def contract(repository: Path) -> Contract:
    """The small contract, resolved."""
    return resolve(load(repository))


@pytest.fixture
def edit(repository: Path) -> Callable[[str, Change], None]:
    """Change a JSON file of the small contract in place."""

    def apply(name: str, change: Change) -> None:
        path = repository / "contract" / name
        data = json.loads(path.read_text(encoding="utf-8"))
        change(data)
        path.write_text(json.dumps(data), encoding="utf-8")

    return apply
