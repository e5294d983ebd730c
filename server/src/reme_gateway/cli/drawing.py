"""Output: JSON for scripts, and consoles on which other people's text can do no harm."""

from __future__ import annotations

import json
import os
import re
import sys

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import IO, Any

    from rich.console import Console

# Escape sequences move the cursor or rename the window; direction overrides reorder what is read.
_CONTROLS = (*range(9), *range(11, 32), *range(127, 160))
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F)
_HARMFUL = dict.fromkeys(_CONTROLS, "\N{REPLACEMENT CHARACTER}") | dict.fromkeys(_DIRECTIONS, "")
_JSON_ESCAPES = {code: f"\\u{code:04x}" for code in _HARMFUL if code >= 127}

_BLANKS_AT_THE_END = re.compile(r"[ \t]+$", re.MULTILINE)

# A file or a pipe has no width; this one keeps a row of a table on one line.
_FILE_COLUMNS = 120


def visible(text: str) -> str:
    """Stored text as it may be shown on a terminal: no control characters but tab and line feed."""
    return text.replace("\r\n", "\n").translate(_HARMFUL)


def print_json(document: Any) -> None:
    """One JSON document and a line feed, readable and harmless on a terminal."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    sys.stdout.write(text.translate(_JSON_ESCAPES) + "\n")


class WithoutTrailingBlanks:
    """A pipe or file for tables and paragraphs, which rich fills up with blanks to their whole width."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Whole lines: rich writes what one call printed at once."""
        return self._stream.write(_BLANKS_AT_THE_END.sub("", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def console(stream: IO[str] | None = None) -> Console:
    """A console that takes nothing in a text for markup; colour only on a terminal and without NO_COLOR."""
    from rich.console import Console

    class ConsoleOfCommand(Console):
        def on_broken_pipe(self) -> None:
            """The end of the command decides about the exit code, and not the console."""
            raise BrokenPipeError

    target = sys.stdout if stream is None else stream
    file: IO[str] = target if target.isatty() else WithoutTrailingBlanks(target)  # type: ignore[assignment]
    columns = os.environ.get("COLUMNS", "")
    width = None if target.isatty() or columns.isdecimal() else _FILE_COLUMNS
    if columns.isdecimal() and int(columns) == 0:  # what some programs say for not knowing
        width = _FILE_COLUMNS
    return ConsoleOfCommand(file=file, markup=False, emoji=False, highlight=False, width=width)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """``1 session``, ``1,200 sessions``."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
