"""A Markdown file that two hands write: front matter of which some keys are ours, and one marked block.

Every byte that isn't ours survives an edit: unknown keys, comments, line ends, text that isn't valid UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import yaml

BEGIN = "<!-- reme:begin -->"
END = "<!-- reme:end -->"

_BOM = "\ufeff"
_FENCE = "---"
_SURROGATES = re.compile("[\ud800-\udfff]")
_KEY_LINE = re.compile(r"""(?P<quote>["']?)(?P<key>[^\s"':#][^"':]*)(?P=quote)[ \t]*:(?=\s|$)""")
_Loader: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def one_line(text: str) -> str:
    """Text for a front matter value or a link title: one line, no control characters, no lone surrogates."""
    if text.isprintable():
        return " ".join(text.split())
    shown = "".join(" " if ord(char) < 32 or 127 <= ord(char) < 160 else char for char in storable(text))
    return " ".join(shown.split())


def storable(text: str) -> str:
    """Text that UTF-8 can hold: LF as the line end, U+FFFD for lone surrogates."""
    return _SURROGATES.sub("\ufffd", text.replace("\r\n", "\n"))


@dataclass(frozen=True, slots=True)
class MarkdownFile:
    """One file, taken apart. ``front`` and ``body`` together with the fences are the whole text."""

    start: str
    front: tuple[str, ...]
    close: str
    body: str

    @classmethod
    def parse(cls, data: bytes) -> MarkdownFile:
        """Take a file's bytes apart; never fails, a broken front matter is text like any other."""
        text = data.decode("utf-8", "surrogateescape")
        lines = _lines(text)
        bom = _BOM if text.startswith(_BOM) else ""
        if not lines or lines[0].removeprefix(_BOM).rstrip() != _FENCE:
            return cls(start=bom, front=(), close="", body=text[len(bom) :])
        for number, line in enumerate(lines[1:], start=1):
            if line.rstrip() in {_FENCE, "..."}:
                return cls(lines[0], tuple(lines[1:number]), line, "".join(lines[number + 1 :]))
        return cls(start=bom, front=(), close="", body=text[len(bom) :])

    @classmethod
    def empty(cls) -> MarkdownFile:
        """A file that doesn't exist yet."""
        return cls(start="", front=(), close="", body="")

    def encode(self) -> bytes:
        """The bytes of the file: those that were read, except where they were changed on purpose."""
        return (self.start + "".join(self.front) + self.close + self.body).encode("utf-8", "surrogateescape")

    @property
    def has_front_matter(self) -> bool:
        return bool(self.close)

    def metadata(self) -> dict[str, str]:
        """The front matter's scalar values as text (dates and numbers too); lists and maps as ``""``."""
        try:
            loaded = yaml.load("".join(self.front), Loader=_Loader)  # noqa: S506 - builds text, lists and maps only
        except (yaml.YAMLError, RecursionError, ValueError):
            return self._metadata_by_line()
        if not isinstance(loaded, dict):
            return {}
        return {str(key): value if isinstance(value, str) else "" for key, value in loaded.items()}

    def _metadata_by_line(self) -> dict[str, str]:
        """What can still be told of a front matter that is broken somewhere: its keys, and simple values."""
        found: dict[str, str] = {}
        for line in self.front:
            match = _KEY_LINE.match(line)
            if match:
                found.setdefault(match["key"], line[match.end() :].strip().strip("\"'"))
        return found

    def with_metadata(self, values: Mapping[str, str | int | None]) -> MarkdownFile:
        """Set these keys (None: take the key out), leaving every other line of the front matter as it is."""
        newline = "\r\n" if self.start.endswith("\r\n") else "\n"
        lines = list(self.front)
        for key, value in values.items():
            written = None if value is None else _scalar_line(key, value, newline)
            lines = _replace_key(lines, key, written)
        if not lines and not self.has_front_matter:
            return self
        if self.has_front_matter:
            return replace(self, front=tuple(lines))
        gap = "\n" if self.body else ""
        return replace(
            self,
            start=f"{self.start}{_FENCE}\n",
            front=tuple(lines),
            close=f"{_FENCE}\n",
            body=gap + self.body,
        )

    def block(self) -> str | None:
        """Our text, without the markers; None when there is no pair of markers."""
        span = self._block_span()
        return None if span is None else self.body[span[1] : span[2]].strip("\r\n")

    def with_block(self, text: str) -> MarkdownFile:
        """Put our text where the markers are, or behind what the owner wrote."""
        written = f"{BEGIN}\n{_without_markers(text).strip()}\n{END}"
        span = self._block_span()
        if span is not None:
            return replace(self, body=self.body[: span[0]] + written + self.body[span[3] :])
        if not self.body:
            return replace(self, body=("\n" if self.has_front_matter else "") + written + "\n")
        gap = "\n" if self.body.endswith("\n") else "\n\n"
        return replace(self, body=f"{self.body}{gap}{written}\n")

    def without_block(self) -> MarkdownFile:
        """Take our text and its markers out."""
        span = self._block_span()
        if span is None:
            return self
        return replace(
            self, body=self.body[: span[0]] + self.body[span[3] :].removeprefix("\r").removeprefix("\n")
        )

    def owners_text(self) -> str:
        """What stands outside our markers, front matter excluded."""
        return self.without_block().body.strip()

    def _block_span(self) -> tuple[int, int, int, int] | None:
        """Offsets in the body: begin marker, our text, end marker, and behind it (its line end is kept).

        A begin marker that lost its end is the owner's text, so that nothing behind it is taken for ours.
        """
        begin: tuple[int, int] | None = None
        position = 0
        for line in _lines(self.body):
            shown = line.strip()
            if shown == BEGIN:
                begin = (position, position + len(line))
            elif begin is not None and shown == END:
                return (*begin, position, position + len(line.rstrip("\r\n")))
            position += len(line)
        return None


def _lines(text: str) -> list[str]:
    """Lines with their ends; only LF ends a line, whatever other separators the text holds."""
    return [line for line in re.split(r"(?<=\n)", text) if line]


def _scalar_line(key: str, value: str | int, newline: str) -> str:
    shown = value if isinstance(value, int) else one_line(value)
    dumped: str = yaml.safe_dump({key: shown}, allow_unicode=True, width=2**31 - 1)
    return dumped.rstrip("\n") + newline


def _replace_key(lines: list[str], key: str, written: str | None) -> list[str]:
    """Replace the first entry of that name with what was written (or with nothing), and drop later ones."""
    kept: list[str] = []
    blank: list[str] = []
    pending = written
    inside = False
    for line in lines:
        match = _KEY_LINE.match(line)
        if inside and not match and not line.strip():
            blank.append(line)
            continue
        if inside and not match and (line[:1] in " \t" or line.startswith("-")):
            blank.clear()
            continue
        kept += blank
        blank.clear()
        inside = match is not None and match["key"] == key
        if not inside:
            kept.append(line)
        elif pending is not None:
            kept.append(pending)
            pending = None
    kept += blank
    if pending is not None:
        kept.append(pending)
    return kept


def _without_markers(text: str) -> str:
    """Our text with its marker lines made visible instead of effective."""
    lines = storable(text).split("\n")
    return "\n".join(line.replace("<", "&lt;") if line.strip() in {BEGIN, END} else line for line in lines)
