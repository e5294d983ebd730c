"""Progress of long work: a bar on a terminal, nothing in a script's output."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from types import TracebackType


class Progress:
    """Shows how far something is, on stderr and only when a person looks at it."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._bar = None
        if sys.stderr.isatty():
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bars

            from reme_gateway.cli.drawing import console

            self._bar = Bars(
                TextColumn("{task.description}", markup=False),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[note]}", markup=False, style="dim"),
                TimeElapsedColumn(),
                console=console(sys.stderr),
                transient=True,
            )
            self._task = self._bar.add_task(title, total=None, note="")

    def show(self, done: int, total: int, note: str = "") -> None:
        """``done`` of ``total``; a total of 0 is not known yet."""
        if self._bar is not None:
            self._bar.update(self._task, completed=done, total=total or None, note=note)

    def __enter__(self) -> Progress:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
