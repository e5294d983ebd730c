"""The compiled twins of the slowest functions, where they could be compiled.

``server/native/`` has the source. ``NATIVE`` is None without them: the Python code then does the same, more
slowly.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def _load() -> Any:
    try:
        return import_module("reme_gateway._native")
    except ImportError:
        return None


NATIVE: Any = _load()
