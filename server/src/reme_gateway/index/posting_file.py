"""The index on disk: one SQLite file with posting lists, document texts and the catalog.

Every row carries a CRC-32 over its key and its content, so that damage SQLite cannot see is found when
the row is read. Deleted content is overwritten (``secure_delete``).
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .catalog import ROW
from .tokens import TOKENIZER_VERSION

FORMAT = f"1.{TOKENIZER_VERSION}"
BLOCK_BITS = 14  # documents per block: a posting is then two bytes of number and one of impact
ENTRY = np.dtype([("document", "<u2"), ("impact", "u1")])

_Row = TypeVar("_Row")

_REFUSALS = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY}

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE postings (
    term TEXT NOT NULL, block INTEGER NOT NULL, entries BLOB NOT NULL, crc INTEGER NOT NULL,
    PRIMARY KEY (term, block)
) WITHOUT ROWID;
CREATE TABLE documents (
    number INTEGER PRIMARY KEY, line_end INTEGER NOT NULL, kind TEXT NOT NULL,
    created_at TEXT NOT NULL, text BLOB NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE catalog (block INTEGER PRIMARY KEY, rows BLOB NOT NULL, crc INTEGER NOT NULL);
CREATE TABLE files (
    number INTEGER PRIMARY KEY, path TEXT NOT NULL, size INTEGER NOT NULL,
    changed_ns INTEGER NOT NULL, inode INTEGER NOT NULL
);
"""
# Rows per statement: each statement gives the interpreter away and asks for it again. Older SQLite, before
# 3.32, takes 999 values.
_ROWS = 128
_CHECKSUMS = """
WITH wanted(term, block) AS (VALUES {rows})
SELECT term, block, crc FROM wanted CROSS JOIN postings USING (term, block)
"""
_APPEND = """
INSERT INTO postings VALUES {rows}
ON CONFLICT DO UPDATE SET entries = CAST(entries || excluded.entries AS BLOB), crc = excluded.crc
"""

_POSTINGS_BEHIND = "SELECT * FROM postings WHERE (term, block) > (?, ?) ORDER BY term, block LIMIT 512"
_DOCUMENTS_BEHIND = "SELECT * FROM documents WHERE number > ? ORDER BY number LIMIT 256"
_CHECKPOINT_TRIES = 5  # each waits as long as a connection waits for a lock


class IndexDamagedError(Exception):
    """The file is not what was written, or not of this version: only a rebuild helps."""


class IndexUnwritableError(Exception):
    """The disk refuses for now: full, read-only or locked. Nothing is lost, later may work."""


class StoredDocument(NamedTuple):
    """What a hit shows of a document and the catalog does not hold."""

    line_end: int
    kind: str
    created_at: str
    text: bytes


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What a source file looked like when the index last agreed with it."""

    size: int
    changed_ns: int
    inode: int


class PostingFile:
    """One connection for reading (the search thread) and one for writing (whoever flushes)."""

    def __init__(self, path: Path) -> None:
        """Open or create. Raises ``IndexDamagedError`` for a file that cannot be trusted or read."""
        self.path = path
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        self._connect()

    def _connect(self) -> None:
        self._writer = self._reader = sqlite3.connect(":memory:")
        try:
            self._writer = self._open_connection()
            if self._writer.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,):
                self._writer.executescript(_SCHEMA)
                self._writer.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
            written = self._writer.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
            self._reader = self._open_connection()
        except sqlite3.DatabaseError as error:
            self.close()
            raise IndexDamagedError(f"{self.path.name}: {error}") from error
        if written != (FORMAT,):
            self.close()
            raise IndexDamagedError(f"{self.path.name} was written by another version")

    def _open_connection(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5)
        for pragma in ("journal_mode = WAL", "secure_delete = ON", "synchronous = NORMAL"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        return connection

    def load(self) -> tuple[NDArray[np.void], dict[int, str], dict[str, FileStamp]]:
        """Catalog rows, file names and file stamps. Raises ``IndexDamagedError``."""
        with _damage(self.path):
            blocks = self._reader.execute("SELECT block, rows, crc FROM catalog ORDER BY block").fetchall()
            files = self._reader.execute("SELECT * FROM files").fetchall()
        parts = [np.frombuffer(_checked(b"%d" % block, rows, crc), dtype=ROW) for block, rows, crc in blocks]
        if any(len(part) != 1 << BLOCK_BITS for part in parts[:-1]):
            raise IndexDamagedError("a block of the catalog is missing")
        stamps = {
            path: FileStamp(size, changed, inode) for _, path, size, changed, inode in files if size >= 0
        }
        rows = np.concatenate(parts) if parts else np.empty(0, dtype=ROW)
        return rows, {number: path for number, path, *_ in files}, stamps

    def entries(self, term: str) -> tuple[NDArray[np.int32], NDArray[np.void]]:
        """Posting list of a term: the block of each entry, and the entries. Raises ``IndexDamagedError``."""
        rows = self._entries(self._reader, term)
        entries = np.frombuffer(b"".join([data for _, data in rows]), dtype=ENTRY)
        blocks = np.array([block for block, _ in rows], dtype=np.int32)
        return np.repeat(blocks, [len(data) // ENTRY.itemsize for _, data in rows]), entries

    def documents(self, numbers: Sequence[int]) -> dict[int, StoredDocument]:
        """Stored texts; what has just gone is missing. Raises ``IndexDamagedError``."""
        marks = ",".join("?" * len(numbers))
        with _damage(self.path):
            rows = self._reader.execute(
                f"SELECT * FROM documents WHERE number IN ({marks})",  # noqa: S608 - question marks only
                numbers,
            ).fetchall()
        return {row[0]: _stored(row) for row in rows}

    def knows_term(self, term: str) -> bool:
        """Whether the file has a posting list for this term."""
        with _damage(self.path):
            return bool(self._reader.execute("SELECT 1 FROM postings WHERE term = ?", (term,)).fetchone())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything written inside is there as a whole or not at all.

        Raises ``IndexDamagedError`` or ``IndexUnwritableError``.
        """
        with _damage(self.path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._writer.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._writer.execute("ROLLBACK")
                raise

    def append_postings(self, rows: Iterable[tuple[str, int, bytes]]) -> None:
        """Put entries behind those that a (term, block) has; each pair comes once."""
        for part in _in_parts(rows):
            found = self._execute(_CHECKSUMS, [(term, block) for term, block, _ in part])
            known = {(term, block): crc for term, block, crc in found}
            written = []
            for term, block, entries in part:
                before = known.get((term, block))
                seed = _posting_seed(term, block) if before is None else before
                written.append((term, block, entries, zlib.crc32(entries, seed)))
            self._execute(_APPEND, written)

    def put_documents(self, documents: Iterable[tuple[int, StoredDocument]]) -> None:
        """Store the texts of new documents."""
        for part in _in_parts(documents):
            written = [
                (n, d.line_end, d.kind, d.created_at, d.text, zlib.crc32(d.text, _document_seed(n, d)))
                for n, d in part
            ]
            self._execute("INSERT INTO documents VALUES {rows}", written)

    def _execute(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        """Run a statement with all these rows in the place of ``{rows}``."""
        row = f"({','.join('?' * len(rows[0]))})"
        values = [value for values in rows for value in values]
        return self._writer.execute(statement.format(rows=",".join([row] * len(rows))), values).fetchall()

    def put_catalog(self, blocks: Iterable[tuple[int, NDArray[np.void]]]) -> None:
        """Store blocks of the catalog."""
        for block, rows in blocks:
            data = rows.tobytes()
            crc = zlib.crc32(data, zlib.crc32(b"%d" % block))
            self._writer.execute("INSERT OR REPLACE INTO catalog VALUES (?, ?, ?)", (block, data, crc))

    def put_files(self, files: Iterable[tuple[int, str, FileStamp | None]]) -> None:
        """Store names of files, with a stamp where the index agrees with the file."""
        for number, path, stamp in files:
            size, changed, inode = (stamp.size, stamp.changed_ns, stamp.inode) if stamp else (-1, 0, 0)
            values = (number, path, size, changed, inode)
            self._writer.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?)", values)

    def drop_file(self, number: int) -> None:
        """Remove the name of a file."""
        self._writer.execute("DELETE FROM files WHERE number = ?", (number,))

    def written_document(self, number: int) -> StoredDocument | None:
        """Like ``document``, for the thread that writes."""
        row = self._writer.execute("SELECT * FROM documents WHERE number = ?", (number,)).fetchone()
        return _stored(row) if row else None

    def purge(self, numbers: NDArray[np.int32], terms: Iterable[str]) -> None:
        """Delete documents, and their entries in the posting lists of these terms."""
        blocks = {
            int(block): numbers[numbers >> BLOCK_BITS == block] for block in np.unique(numbers >> BLOCK_BITS)
        }
        for term in terms:
            for block, kept in self._entries(self._writer, term):
                if block not in blocks:
                    continue
                entries = np.frombuffer(kept, dtype=ENTRY)
                gone = blocks[block] & (1 << BLOCK_BITS) - 1
                data = entries[~np.isin(entries["document"], gone.astype(np.uint16))].tobytes()
                key = (term, block)
                if data:
                    self._writer.execute(
                        "UPDATE postings SET entries = ?, crc = ? WHERE term = ? AND block = ?",
                        (data, zlib.crc32(data, _posting_seed(*key)), *key),
                    )
                else:
                    self._writer.execute("DELETE FROM postings WHERE term = ? AND block = ?", key)
        self._writer.executemany("DELETE FROM documents WHERE number = ?", ((int(n),) for n in numbers))

    def checkpoint(self) -> None:
        """Move everything into the main file and empty the log, so that no old page is left there.

        Raises ``IndexUnwritableError`` when a reader keeps the log in use for too long.
        """
        with _damage(self.path):
            for _ in range(_CHECKPOINT_TRIES):
                ((busy, _, _),) = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                if not busy:
                    return
        raise IndexUnwritableError(f"{self.path.name}: the log is in use")

    def verify(self) -> None:
        """Read everything once, in short steps. Raises ``IndexDamagedError`` at the first fault."""
        with _damage(self.path), _closing(self._open_connection()) as connection:
            faults = connection.execute("PRAGMA quick_check(1)").fetchall()
            if faults != [("ok",)]:
                raise IndexDamagedError(f"{self.path.name}: {faults[0][0]}")
            key = ("", -1)
            while rows := connection.execute(_POSTINGS_BEHIND, key).fetchall():
                for term, block, entries, crc in rows:
                    _checked_seed(_posting_seed(term, block), entries, crc)
                key = (rows[-1][0], rows[-1][1])
            last = -1
            while rows := connection.execute(_DOCUMENTS_BEHIND, (last,)).fetchall():
                for row in rows:
                    _stored(row)
                last = rows[-1][0]

    def move(self, path: Path) -> None:
        """Take the place of the file at ``path``; the caller has stopped all reading and writing."""
        self.checkpoint()
        self.close()
        remove_index_files(path, keep_main=True)
        self.path.replace(path)
        self.path = path
        self._connect()

    def close(self) -> None:
        """Close both connections."""
        for connection in (self._reader, self._writer):
            with suppress(sqlite3.Error):
                connection.close()

    def _entries(self, connection: sqlite3.Connection, term: str) -> list[tuple[int, bytes]]:
        with _damage(self.path):
            rows = connection.execute(
                "SELECT block, entries, crc FROM postings WHERE term = ? ORDER BY block", (term,)
            ).fetchall()
        return [
            (block, _checked_seed(_posting_seed(term, block), entries, crc)) for block, entries, crc in rows
        ]


def remove_index_files(path: Path, *, keep_main: bool = False) -> None:
    """Delete an index that nobody has open, its log and shared memory included."""
    for suffix in ("-wal", "-shm") if keep_main else ("-wal", "-shm", ""):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _in_parts(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    rest = iter(rows)
    while part := list(islice(rest, _ROWS)):
        yield part


def _posting_seed(term: str, block: int) -> int:
    return zlib.crc32(term.encode(), block)


def _document_seed(number: int, document: StoredDocument) -> int:
    line_end, kind, created_at, _ = document
    return zlib.crc32(f"{number}:{line_end}:{kind}:{created_at}".encode())


def _checked(key: bytes, content: bytes, crc: int) -> bytes:
    return _checked_seed(zlib.crc32(key), content, crc)


def _checked_seed(seed: int, content: Any, crc: int) -> bytes:
    if not isinstance(content, bytes) or zlib.crc32(content, seed) != crc:
        raise IndexDamagedError("the checksum of a row is wrong")
    return content


def _stored(row: tuple[Any, ...]) -> StoredDocument:
    number, line_end, kind, created_at, text, crc = row
    document = StoredDocument(line_end, kind, created_at, text)
    _checked_seed(_document_seed(number, document), text, crc)
    return document


@contextmanager
def _damage(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.DatabaseError, ValueError, TypeError, OverflowError) as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _REFUSALS:
            raise IndexUnwritableError(f"{path.name}: {error}") from error
        raise IndexDamagedError(f"{path.name}: {error}") from error


@contextmanager
def _closing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    try:
        yield connection
    finally:
        connection.close()
