"""A few numbers per document, in memory: enough to filter, to rank, and to find a turn's neighbours."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..ports import Document

ROW = np.dtype(
    [
        ("file", "<i4"),
        ("line", "<i4"),
        ("scope", "<u8"),
        ("session", "<u8"),
        ("created", "<f8"),
        ("id", "<u8"),
    ]
)
GONE = -1  # the file number of a removed document; its number is never used again
GONE_ROW = (GONE, 0, 0, 0, 0.0, 0)
NO_SESSION = 0

Ids = NDArray[np.int64]
Places = NDArray[np.int64]  # file << 32 | line: sorts by file, and by line within it


@lru_cache(maxsize=4096)
def label(name: str | None) -> int:
    """A scope or session as a number, so that the index holds no name it would have to forget."""
    return (
        NO_SESSION if name is None else int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
    )


def document_id(path: str, line_start: int, text: bytes) -> int:
    """The stable identity of a document; as 16 hex digits it is the id of its hits."""
    digest = hashlib.sha256(
        b"%s\0%d\0%s" % (path.encode("utf-8", "surrogatepass"), line_start, text)
    ).digest()
    return int.from_bytes(digest[:8], "big")


def instant(timestamp: str) -> float:
    """Seconds since 1970 of an RFC 3339 time, UTC where it names no zone; NaN when it is none."""
    try:
        moment = datetime.fromisoformat(timestamp)
    except ValueError:
        return float("nan")
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


class Catalog:
    """Rows by document number, and which documents stand before and after one in its file."""

    def __init__(self, rows: NDArray[np.void] | None = None, paths: dict[int, str] | None = None) -> None:
        self.count = 0 if rows is None else len(rows)
        self.rows = np.zeros(max(1024, self.count + self.count // 4), dtype=ROW)
        # The neighbour in the file; at an end of it, the document itself.
        self.before = np.arange(len(self.rows), dtype=np.int32)
        self.behind = self.before.copy()
        # What every search reads, side by side: file and line in one number, and the scope as a small one.
        self.places = np.zeros(len(self.rows), dtype=np.int64)
        self.scopes = np.zeros(len(self.rows), dtype=np.int32)
        self.scratch = np.zeros(len(self.rows), dtype=np.int32)  # what a ranking writes on, and wipes
        self.scope_numbers: dict[int, int] = {}
        self.path_of: dict[int, str] = dict(paths or {})
        self.file_of = {path: number for number, path in self.path_of.items()}
        self._last: dict[int, int] = {}
        self._unordered: set[int] = set()
        self._next_file = max(self.path_of, default=-1) + 1
        self.live = 0
        if rows is not None and self.count:
            self.rows[: self.count] = rows
            self.places[: self.count] = file_and_line(rows)
            labels, numbers = np.unique(rows["scope"], return_inverse=True)
            self.scope_numbers = {label: number for number, label in enumerate(labels.tolist())}
            self.scopes[: self.count] = numbers
            self._link_everything()

    def file_number(self, path: str) -> int:
        """The number of a file, new or known."""
        number = self.file_of.get(path)
        if number is None:
            number = self.file_of[path] = self._next_file
            self.path_of[number] = path
            self._next_file += 1
        return number

    def reaches(self, path: str, line: int) -> bool:
        """Whether the file has a document at or behind this line; if not, one from there must be new."""
        file = self.file_of.get(path)
        last = self._last.get(file) if file is not None else None
        return last is not None and line <= int(self.rows["line"][last])

    def add(self, document: Document, identity: int) -> int:
        """Enter a document and return its number."""
        number, file = self.count, self.file_number(document.path)
        if number == len(self.rows):
            self._grow()
        scope = label(document.scope_id)
        self.rows[number] = (
            file,
            document.line_start,
            scope,
            label(document.session_key),
            instant(document.created_at),
            identity,
        )
        self.places[number] = file << 32 | document.line_start
        self.scopes[number] = self.scope_numbers.setdefault(scope, len(self.scope_numbers))
        self.count += 1
        self.live += 1
        last = self._last.get(file)
        self._last[file] = number
        if last is not None:
            if self.rows["line"][last] > document.line_start:
                self._unordered.add(file)
            else:
                self.before[number], self.behind[last] = last, number
        return number

    def settle(self) -> None:
        """Put files in line order whose documents came in another one; call after adding."""
        while self._unordered:
            self._link(self._unordered.pop())

    def documents_of(self, path: str) -> Ids:
        """Live documents of a file, in line order."""
        file = self.file_of.get(path)
        if file is None:
            return np.empty(0, dtype=np.int64)
        numbers = np.flatnonzero(self.rows["file"][: self.count] == file)
        return numbers[np.argsort(self.rows["line"][numbers], kind="stable")]

    def remove(self, numbers: Sequence[int]) -> None:
        """Take documents out; their neighbours close ranks."""
        files = {int(self.rows["file"][number]) for number in numbers} - {GONE}
        self.live -= sum(int(self.rows["file"][number]) != GONE for number in numbers)
        for number in numbers:
            self.rows[number] = GONE_ROW
            self.places[number] = GONE << 32
            self.before[number] = self.behind[number] = number
        for file in files:
            self._link(file)

    def drop_file(self, path: str) -> None:
        """Forget the name of a file that has no documents left."""
        number = self.file_of.pop(path, None)
        if number is not None:
            del self.path_of[number]
            self._last.pop(number, None)

    def _grow(self) -> None:
        extra = len(self.rows) // 2
        self.rows = np.concatenate((self.rows, np.zeros(extra, dtype=ROW)))
        self.places = np.concatenate((self.places, np.zeros(extra, dtype=np.int64)))
        self.scopes = np.concatenate((self.scopes, np.zeros(extra, dtype=np.int32)))
        self.scratch = np.zeros(len(self.rows), dtype=np.int32)
        unlinked = np.arange(len(self.before), len(self.rows), dtype=np.int32)
        self.before = np.concatenate((self.before, unlinked))
        self.behind = np.concatenate((self.behind, unlinked))

    def _link(self, file: int) -> None:
        numbers = self.documents_of(self.path_of[file])
        self.before[numbers] = self.behind[numbers] = numbers
        self.before[numbers[1:]], self.behind[numbers[:-1]] = numbers[:-1], numbers[1:]
        if len(numbers):
            self._last[file] = int(numbers[-1])
        else:
            self._last.pop(file, None)

    def _link_everything(self) -> None:
        rows = self.rows[: self.count]
        live = np.flatnonzero(rows["file"] != GONE).astype(np.int32)
        order = live[np.argsort(file_and_line(rows[live]), kind="stable")]
        self.live = len(order)
        same = rows["file"][order[1:]] == rows["file"][order[:-1]]
        self.before[order[1:][same]], self.behind[order[:-1][same]] = order[:-1][same], order[1:][same]
        ends = order[np.flatnonzero(np.append(~same, True))] if len(order) else order
        self._last = dict(zip(rows["file"][ends].tolist(), ends.tolist(), strict=True))


def file_and_line(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """A key that sorts documents by file, and by line within it."""
    return np.asarray(rows["file"].astype(np.int64) << 32 | rows["line"])
