# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/code_regions.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Where a Markdown text is code, so that a tag named there can be told from a tag that acts."""

_CHUNK = 256
_FENCE = 3


class CodeRegions:
    """Closed code spans and fences of a text, found while moving forward through it.

    A span lies on one line; a fence runs from a line that starts with three backticks to a bare line of
    backticks. What is opened and never closed is no code.
    """

    __slots__ = ("_closers", "_next", "_runs")

    def __init__(self, text: str) -> None:
        self._runs = _backtick_runs(text)
        self._closers = _closers(self._runs)
        self._next = 0

    def end_at(self, position: int, kept_from: int) -> int:
        """Where the code around ``position`` ends, or -1 outside code.

        ``position`` never decreases between calls. Backticks before ``kept_from`` are gone.
        """
        runs = self._runs
        while self._next < len(runs):
            start = runs[self._next][0]
            if start >= position:
                return -1
            closer = self._closers[self._next]
            if start < kept_from or closer < 0:
                self._next += 1
                continue
            end = runs[closer][0]
            if end > position:
                return end
            self._next = closer + 1
        return -1


def _backtick_runs(text: str) -> "list[tuple[int, int, int, str]]":
    """Every run of backticks as (start, length, line, what it may be: open fence, bare fence or span)."""
    runs: list[tuple[int, int, int, str]] = []
    line = 0
    previous = 0
    at_line_start = True
    start = text.find("`")
    while start >= 0:
        newlines = text.count("\n", previous, start)
        line += newlines
        at_line_start = not runs or newlines > 0
        end = _run_end(text, start)
        runs.append((start, end - start, line, _kind(text, start, end, at_line_start)))
        previous = end
        start = text.find("`", end)
    return runs


def _run_end(text: str, start: int) -> int:
    while True:
        chunk = text[start : start + _CHUNK]
        rest = chunk.lstrip("`")
        start += len(chunk) - len(rest)
        if rest or not chunk:
            return start


def _kind(text: str, start: int, end: int, first_in_line: bool) -> str:
    if end - start < _FENCE or not first_in_line:
        return "span"
    if text[text.rfind("\n", 0, start) + 1 : start].strip(" \t>"):
        return "span"
    line_end = text.find("\n", end)
    rest = text[end:] if line_end < 0 else text[end:line_end]
    return "open" if rest.strip(" \t\r") else "bare"


def _closers(runs: "list[tuple[int, int, int, str]]") -> "list[int]":
    """For every run the index of the run that would close it, or -1."""
    closers = [-1] * len(runs)
    same_line: dict[int, int] = {}
    line = -1
    fence = -1
    for index in range(len(runs) - 1, -1, -1):
        _, length, run_line, kind = runs[index]
        if run_line != line:
            line = run_line
            same_line = {}
        closers[index] = fence if kind != "span" and fence >= 0 else same_line.get(length, -1)
        same_line[length] = index
        if kind == "bare":
            fence = index
    return closers
