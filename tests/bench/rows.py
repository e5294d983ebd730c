"""What a measurement says, and whether it is good enough."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Verdict = Literal["pass", "MISS", "for information"]


@dataclass(frozen=True, slots=True)
class Bar:
    """How good a value must be."""

    limit: float
    direction: Literal["at most", "at least"]

    def holds(self, value: float) -> bool:
        return value <= self.limit if self.direction == "at most" else value >= self.limit


def at_most(limit: float) -> Bar:
    return Bar(limit, "at most")


def at_least(limit: float) -> Bar:
    return Bar(limit, "at least")


@dataclass(frozen=True, slots=True)
class Row:
    """One value with its bar; ``note`` holds absolute numbers, which nobody should compare between runs."""

    what: str
    value: float
    unit: str
    bar: Bar | None = None
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        if self.bar is None:
            return "for information"
        return "pass" if self.bar.holds(self.value) else "MISS"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A benchmark that gave no rows, and why."""

    name: str
    reason: str


def exit_code(rows: list[Row], left_out: list[LeftOut]) -> int:
    """0 when every bar was measured and holds, else 1."""
    return 1 if left_out or any(row.verdict == "MISS" for row in rows) else 0


def as_json(rows: list[Row], left_out: list[LeftOut], machine: dict[str, str]) -> dict[str, Any]:
    """The result for other programs."""
    return {
        "machine": machine,
        "rows": [{**asdict(row), "verdict": row.verdict} for row in rows],
        "left_out": [asdict(missing) for missing in left_out],
        "passed": exit_code(rows, left_out) == 0,
    }
