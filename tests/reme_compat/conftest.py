"""Needs an interpreter with ReMe 0.4.2; `nox -s reme` brings one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def reme_python() -> Path:
    """The interpreter that has ReMe; its absence is a failure, since these tests exist for nothing else."""
    named = os.environ.get("REME_042_PYTHON", "")
    python = Path(named)
    if not named or not python.is_file():
        pytest.fail(
            f"REME_042_PYTHON={named!r} names no interpreter: run `nox -s reme`, or install "
            "`reme-ai[as]==0.4.2` into an environment of its own and name its python"
        )
    return python
