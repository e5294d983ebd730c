"""From the files of a workspace to documents: one per turn, one per piece of a note."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG
from typing import Any

from ..ports import Document, Kind
from ..store.markdown import BEGIN, END, MarkdownFile
from ..store.session_line import parse_object
from .maintainer import SourceText
from .posting_file import FileStamp

DEFAULT_SCOPE = "default"
_SESSIONS = "session/dialog"
_NOTES = ("daily", "digest")
_LONGEST_PIECE = 800  # code points: a piece of a note ends at the paragraph that reaches this
_COMMENT = re.compile(r"\s*<!--.*?-->\s*$")
_HEADING = re.compile(r"#{1,6}\s")
_LINK_ITEM = re.compile(r"\s*[-*+]\s+\[")
_DAY = re.compile(r"daily/(\d{4}-\d\d-\d\d)(?:/|\.md$)")


class WorkspaceDocuments:
    """The ``DocumentSource`` of a workspace folder. Symbolic links are not followed."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def files(self, *, notes_only: bool = False) -> Iterator[tuple[str, FileStamp]]:
        """Session files and notes, in path order."""
        folders = _NOTES if notes_only else (*_NOTES, _SESSIONS)
        for folder in folders:
            for path in _walk(self._root / folder, folder):
                if (stamp := self.stamp(path)) is not None:
                    yield path, stamp

    def stamp(self, path: str) -> FileStamp | None:
        """How a file looks now; None when it is gone or no source."""
        if not _is_source(path):
            return None
        with suppress(OSError, ValueError):
            status = (self._root / path).lstat()
            if S_ISREG(status.st_mode):
                return FileStamp(status.st_size, status.st_mtime_ns, status.st_ino)
        return None

    def is_append_only(self, path: str) -> bool:
        """Session files are; notes are edited by hand."""
        return path.endswith(".jsonl")

    def read(self, path: str) -> SourceText:
        """The documents of a file. Raises ``FileNotFoundError``."""
        file = self._root / path
        data = file.read_bytes()
        if self.is_append_only(path):
            lines = data.split(b"\n")[:-1]
            return SourceText(list(_turns(path, lines)), len(lines))
        changed = datetime.fromtimestamp(file.stat().st_mtime, UTC).isoformat(timespec="seconds")
        return SourceText(list(_pieces(path, data, changed)), None)


def _walk(folder: Path, relative: str) -> Iterator[str]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        path = f"{relative}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(folder / entry.name, path)
        elif entry.is_file(follow_symlinks=False) and _is_source(path):
            yield path


def _is_source(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    if name.startswith(".") or ".." in path.split("/"):
        return False
    if path.startswith(_SESSIONS + "/"):
        return name.endswith(".jsonl") and folder.count("/") <= 2
    return path.startswith(tuple(f"{folder}/" for folder in _NOTES)) and name.endswith(".md")


def _turns(path: str, lines: Iterable[bytes]) -> Iterator[Document]:
    key = path.rpartition("/")[2].removesuffix(".jsonl")
    for number, raw in enumerate(lines, start=1):
        record = parse_object(raw)
        if record is None or record.get("role") not in ("user", "assistant"):
            continue
        text, created_at, scope = (
            _text(record.get("content")),
            record.get("created_at"),
            record.get("scope_id"),
        )
        if text:
            yield Document(
                path=path,
                line_start=number,
                line_end=number,
                text=text,
                kind="turn",
                scope_id=scope if isinstance(scope, str) else DEFAULT_SCOPE,
                created_at=created_at if isinstance(created_at, str) else "",
                session_key=key,
            )


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return "\n".join(text for text in texts if isinstance(text, str))


def _pieces(path: str, data: bytes, changed: str) -> Iterator[Document]:
    file = MarkdownFile.parse(data)
    front = file.metadata()
    day = _DAY.match(path)
    is_day_page = day is not None and path.count("/") == 1
    # What an outline says is said better by the turns themselves; what its owner added is said only here.
    owners_only = is_day_page or front.get("extractor", "").startswith("outline")
    kind: Kind = "daily" if path.startswith("daily/") else "digest"
    created_at = front.get("created_at") or (f"{day[1]}T00:00:00+00:00" if day else changed)
    lines = data.decode("utf-8", "replace").split("\n")
    first = (2 + len(file.front) if file.has_front_matter else 0) + 1
    for start, end, text in _chunks(lines, first, owners_only=owners_only, is_day_page=is_day_page):
        yield Document(
            path=path,
            line_start=start,
            line_end=end,
            text=text,
            kind=kind,
            scope_id=front.get("scope_id") or DEFAULT_SCOPE,
            created_at=created_at,
            session_key=front.get("session_id") or None,
        )


def _chunks(
    lines: list[str], first: int, *, owners_only: bool, is_day_page: bool
) -> Iterator[tuple[int, int, str]]:
    """Pieces of a note as (first line, last line, text): whole paragraphs, never over a heading."""
    piece: list[str] = []
    start = end = first
    for number, line in _shown_lines(lines, first, owners_only=owners_only, is_day_page=is_day_page):
        paragraph_ends = not line.strip()
        is_full = paragraph_ends and sum(map(len, piece)) >= _LONGEST_PIECE
        if piece and (_HEADING.match(line) or is_full or number > end + 1):
            yield from _piece(start, end, piece, skip_headings=owners_only)
            piece = []
        if not paragraph_ends and not piece:
            start = number
        if piece or not paragraph_ends:
            piece.append(line)
            end = number
    yield from _piece(start, end, piece, skip_headings=owners_only)


def _shown_lines(
    lines: list[str], first: int, *, owners_only: bool, is_day_page: bool
) -> Iterator[tuple[int, str]]:
    ours = False
    for number, line in enumerate(lines[first - 1 :], start=first):
        marker = line.strip()
        ours = (ours or marker == BEGIN) and marker != END
        if marker in (BEGIN, END) or _COMMENT.match(line):
            continue
        if not (owners_only and ours) and not (is_day_page and _LINK_ITEM.match(line)):
            yield number, line.rstrip("\r")


def _piece(start: int, end: int, lines: list[str], *, skip_headings: bool) -> Iterator[tuple[int, int, str]]:
    while lines and not lines[-1].strip():
        lines, end = lines[:-1], end - 1
    if lines and not (skip_headings and all(_HEADING.match(line) or not line.strip() for line in lines)):
        yield start, end, "\n".join(lines)
