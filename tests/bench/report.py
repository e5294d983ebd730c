"""The result as a table for people."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

from rich.console import Console
from rich.table import Table

from tests.bench.rows import Bar, LeftOut, Row

_STYLES = {"pass": "bold green", "MISS": "bold red", "for information": "dim"}
_STACK = ("starlette", "uvicorn", "h11", "pydantic", "numpy")


def machine() -> dict[str, str]:
    """What the ratios were measured on; nothing that names the machine."""
    return {
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "cores": str(os.cpu_count()),
        "stack": ", ".join(f"{name} {version(name)}" for name in _STACK),
    }


def print_report(console: Console, rows: list[Row], left_out: list[LeftOut]) -> None:
    """Values with bars, then what is missing, then the absolute numbers."""
    table = Table(title="ReMe Gateway, ratios within this run")
    table.add_column("#", justify="right", style="dim")
    table.add_column("what")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("bar", no_wrap=True)
    table.add_column("", no_wrap=True)
    for number, row in enumerate(rows, 1):
        verdict = f"[{_STYLES[row.verdict]}]{row.verdict}"
        table.add_row(str(number), row.what, f"{shown(row.value)} {row.unit}", bar_text(row.bar), verdict)
    console.print(table)
    for missing in left_out:
        console.print("left out:", style="bold red", end=" ", highlight=False)
        console.print(f"{missing.name}: {missing.reason}", markup=False, highlight=False)
    notes = [f"  {number}: {row.note}" for number, row in enumerate(rows, 1) if row.note]
    if notes:
        console.print("[dim]Absolute numbers of this run, not to be compared between machines or runs:")
        console.print("\n".join(notes), style="dim", markup=False, highlight=False)
    console.print("; ".join(machine().values()), style="dim", highlight=False)


def shown(value: float) -> str:
    """Two or three digits that mean something."""
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 100 else f"{value:.3f}" if value < 1 else f"{value:.2f}"


def bar_text(bar: Bar | None) -> str:
    if bar is None:
        return "-"
    return f"{'<=' if bar.direction == 'at most' else '>='} {bar.limit:g}"
