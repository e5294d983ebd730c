"""The package's modules as its host loads them, without the host."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

from tests.hosts.adapters import ROOT

FOLDER = ROOT / "packages" / "hermes" / "reme"
_NAME = "reme_hermes_under_test"


def module(name: str) -> ModuleType:
    """A module below the package's root; the package's own `__init__`, which needs the host, is not run."""
    if _NAME not in sys.modules:
        shell = ModuleType(_NAME)
        shell.__path__ = [str(FOLDER)]
        sys.modules[_NAME] = shell
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        return import_module(f"{_NAME}.{name}")
    finally:
        sys.dont_write_bytecode = before
