"""What one run was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Options:
    """``folder`` is temporary and the run's own; ``turns`` is the size of the large workspace.

    ``pythons`` are commands of interpreters for the hooks, beside the one that runs this.
    """

    folder: Path
    locomo: Path | None
    turns: int
    rounds: int
    pythons: tuple[str, ...] = ()
