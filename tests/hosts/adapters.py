"""The handwritten half of a package, loaded from where it lies."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
RUNTIME = ROOT / "packages" / "python-hooks" / "src"
FIXTURES = ROOT / "tests" / "fixtures" / "hosts"


def descriptor(folder: str) -> dict[str, Any]:
    """A host's descriptor as it was written."""
    return tomllib.loads((ROOT / "contract" / "hosts" / f"{folder}.toml").read_text(encoding="utf-8"))


def recorded(folder: str, name: str) -> dict[str, Any]:
    """A recorded payload."""
    payload: dict[str, Any] = json.loads((FIXTURES / folder / name).read_text(encoding="utf-8"))
    return payload


def _module(folder: str, name: str) -> ModuleType:
    if str(RUNTIME) not in sys.path:
        sys.path.insert(0, str(RUNTIME))
    path = ROOT / "packages" / folder / "reme" / "adapter" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"reme_{folder.replace('-', '_')}_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = before
    return module


def observe(folder: str) -> Callable[[str, dict[str, Any]], Any]:
    """The package's reading of payloads."""
    found: Callable[[str, dict[str, Any]], Any] = _module(folder, "payload").observe
    return found


def reply(folder: str) -> Callable[[str, str, str], str]:
    """The package's writing of replies."""
    found: Callable[[str, str, str], str] = _module(folder, "reply").reply
    return found
