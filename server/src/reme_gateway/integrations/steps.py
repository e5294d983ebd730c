"""What install and uninstall do, one step after the other: shown first, then done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


def _nothing() -> None:
    return


@dataclass(frozen=True, slots=True)
class Step:
    """One change. ``command`` is the host's own command, ``files`` what changes on disk by it."""

    does: str
    command: str = ""
    files: tuple[Path, ...] = ()
    act: Callable[[], None] = field(default=_nothing, repr=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in their order, and what is left to the person afterwards. No steps: everything is as wanted."""

    steps: tuple[Step, ...]
    afterwards: tuple[str, ...] = ()
