"""A TOML file of somebody else: entries are taken out of its text, and everything else stays as it was."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

Path = tuple[str, ...]
IsOurs = Callable[[Path], bool]
_QUOTES = ('"""', "'''", '"', "'")


def parse(text: str) -> dict[str, Any] | None:
    """The document, or None for what is no TOML."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return None


def restored(before: bytes | None, current: bytes, is_ours: IsOurs, shells: frozenset[Path]) -> bytes | None:
    """What the file should hold without our tables; None when it should not be there.

    ``before`` is what it held before we came. Those bytes come back when nothing else was changed since;
    otherwise only our tables are taken out, and those of ``shells``, the tables above ours, that are empty by
    that. A file that can't be read as TOML is left as it is.
    """
    text = current.decode("utf-8", "surrogateescape")
    document = parse(text)
    if document is None:
        return current
    wanted = _without(document, is_ours)
    earlier = (before or b"").decode("utf-8", "surrogateescape")
    earlier_document = parse(earlier)
    if (
        earlier_document is not None
        and _without(earlier_document, _nobodys) == _without(earlier_document, is_ours) == wanted
        and comments(earlier) == comments(text)
    ):
        return before
    cut = without_tables(text, is_ours, shells - _tables(earlier_document or {}))
    remaining = parse(cut)
    if remaining is None or _without(remaining, _nobodys) != wanted:
        return current
    return cut.encode("utf-8", "surrogateescape")


def without_tables(text: str, is_ours: IsOurs, shells: frozenset[Path]) -> str:
    """The text without our tables and without the headers among ``shells`` that hold nothing then."""
    blocks = [
        _Block((), block.tail) if block.path and is_ours(block.path) else block for block in _blocks(text)
    ]
    while True:
        full = {parent for block in blocks for parent in _parents(block.path)}
        empty = [block for block in blocks if block.is_bare and block.path in shells - full]
        if not empty:
            break
        blocks = [block for block in blocks if block not in empty]
    kept = "".join(block.text for block in blocks)
    # The blank line that parted our tables from the rest would otherwise stay at the end.
    return kept.rstrip("\n") + "\n" if kept.endswith("\n\n") and not text.endswith("\n\n") else kept


def comments(text: str) -> list[str]:
    """Every comment, in order."""
    return [text[start:end].strip() for kind, start, end in _tokens(text) if kind == "#"]


class _Block:
    """A header with its lines up to the next header; the first one of a file has no path."""

    __slots__ = ("path", "text")

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text

    @property
    def is_bare(self) -> bool:
        """A header and blank lines, nothing else."""
        return bool(self.path) and not self.text.partition("\n")[2].strip()

    @property
    def tail(self) -> str:
        """Comments behind the last entry: hosts append tables in front of what closes the file."""
        lines = self.text.splitlines(keepends=True)
        entries = [n for n, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
        behind = lines[entries[-1] + 1 :]
        return "".join(behind) if any(line.strip() for line in behind) else ""


def _nobodys(_: Path) -> bool:
    return False


def _blocks(text: str) -> Iterator[_Block]:
    starts = [0]
    inside = [(start, end) for kind, start, end in _tokens(text) if kind != "#"]
    position = 0
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("[") and not any(start < position < end for start, end in inside):
            path = _header_path(line)
            if path and position:
                starts.append(position)
        position += len(line)
    starts.append(len(text))
    for start, end in pairwise(starts):
        part = text[start:end]
        first = part.partition("\n")[0]
        yield _Block(_header_path(first) if first.lstrip().startswith("[") else (), part)


def _header_path(line: str) -> Path:
    document = parse(line)
    path: list[str] = []
    value: Any = document
    while value:
        if isinstance(value, list):
            value = value[0]
            continue
        if not isinstance(value, dict) or len(value) != 1:
            return ()
        (name, value) = next(iter(value.items()))
        path.append(name)
    return tuple(path) if value is not None else ()


def _tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """Strings and comments with their places: what a line begins with can't be told without them."""
    position = 0
    while position < len(text):
        if text[position] == "#":
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            yield "#", position, end
            position = end
            continue
        quote = next((mark for mark in _QUOTES if text.startswith(mark, position)), "")
        if not quote:
            position += 1
            continue
        end = _string_end(text, position + len(quote), quote)
        yield quote, position, end
        position = end


def _string_end(text: str, position: int, quote: str) -> int:
    while position < len(text):
        if text[position] == "\\" and quote[0] == '"':
            position += 2
        elif text.startswith(quote, position):
            # Up to two more quotation marks may stand before the ones that close a long string.
            while len(quote) == 3 and text.startswith(quote, position + 1):
                position += 1
            return position + len(quote)
        else:
            position += 1
    return len(text)


def _parents(path: Path) -> Iterator[Path]:
    return (path[:length] for length in range(1, len(path)))


def _tables(document: dict[str, Any], above: Path = ()) -> frozenset[Path]:
    found: set[Path] = set()
    for name, value in document.items():
        if isinstance(value, dict):
            found |= {(*above, name)} | _tables(value, (*above, name))
    return frozenset(found)


def _without(document: dict[str, Any], is_ours: IsOurs, above: Path = ()) -> dict[str, Any]:
    """The document without our tables and without tables that hold nothing."""
    kept: dict[str, Any] = {}
    for name, value in document.items():
        path = (*above, name)
        if is_ours(path):
            continue
        inner = _without(value, is_ours, path) if isinstance(value, dict) else value
        if inner != {}:
            kept[name] = inner
    return kept
