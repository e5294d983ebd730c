"""An inverted index: posting lists on disk, a fresh tail in memory, and one answer from both.

Documents are numbered in the order of arrival, but no number shows in a result. A posting holds how
much the term says about the document (``impact``), computed once from the document alone.

Threads: ``_lock`` guards everything in memory and the reading connection, and is held for microseconds
up to a search; ``_writing`` lets one thread at a time change the file. Whoever needs both takes
``_writing`` first.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..ports import Document
from .catalog import GONE, GONE_ROW, Catalog, document_id
from .fresh_tail import FreshTail, Terms, counts_itself
from .posting_file import BLOCK_BITS, FileStamp, PostingFile, StoredDocument
from .tokens import analyze

_DENSE_SHARE = 5  # a term in more than one of so many documents takes less room as one byte per document
_CACHE_BYTES = 8 << 20
_CACHE_BYTES_PER_DOCUMENT = 64

Numbers = NDArray[np.int32]
Impacts = NDArray[np.uint8]


class Postings:
    """Where a term stands. ``dense`` or ``numbers`` covers the file, ``fresh`` the tail."""

    __slots__ = ("_dense", "_fresh", "_impacts", "_numbers", "size", "stored")

    def __init__(self, numbers: Numbers, impacts: Impacts, covered: int) -> None:
        self.stored = len(numbers)
        self.size = self.stored
        self._fresh: list[tuple[Numbers, Impacts]] = []
        self._dense: Impacts | None = None
        self._numbers, self._impacts = numbers, impacts
        if self.stored * _DENSE_SHARE > covered > 1024:
            self._dense = np.zeros(
                covered + 1, dtype=np.uint8
            )  # the last one stays 0, for the tail's documents
            self._dense[numbers] = impacts
            self._numbers, self._impacts = numbers[:0], impacts[:0]

    def with_fresh(self, packed: list[NDArray[np.int64]]) -> Postings:
        """The same with the tail's postings."""
        if not packed:
            return self
        new = object.__new__(Postings)
        new._dense, new._numbers, new._impacts, new.stored = (
            self._dense,
            self._numbers,
            self._impacts,
            self.stored,
        )
        new._fresh = [((part >> 8).astype(np.int32), (part & 255).astype(np.uint8)) for part in packed]
        new.size = self.stored + sum(map(len, packed))
        return new

    @property
    def nbytes(self) -> int:
        column = self._dense.nbytes if self._dense is not None else 0
        return 256 + column + self._numbers.nbytes + self._impacts.nbytes

    def parts(self) -> list[tuple[Numbers | None, Impacts]]:
        """Numbers and impacts, part by part; a part without numbers has one impact per document."""
        if self._dense is not None:
            return [(None, self._dense), *self._fresh]
        return [(self._numbers, self._impacts), *self._fresh]

    def everywhere(self) -> tuple[Numbers, Impacts]:
        """All documents with this term, and its impact in each."""
        numbers, impacts = self._numbers, self._impacts
        if self._dense is not None:
            numbers = self._dense.nonzero()[0].astype(np.int32)
            impacts = self._dense[numbers]
        if not self._fresh:
            return numbers, impacts
        parts = [(numbers, impacts), *self._fresh]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def at(self, documents: Numbers) -> Impacts:
        """Impact 0…255 of the term in each of these documents."""
        if self._dense is not None:
            found = self._dense.take(documents, mode="clip")
        else:
            found = _look_up(self._numbers, self._impacts, documents)
        for numbers, impacts in self._fresh:
            found = found + _look_up(numbers, impacts, documents)  # a document is in one part only
        return found


def _look_up(numbers: Numbers, impacts: Impacts, documents: Numbers) -> Impacts:
    if not len(numbers):
        return np.zeros(len(documents), dtype=np.uint8)
    places = numbers.searchsorted(documents)
    found: Impacts = impacts.take(places, mode="clip")
    found *= numbers.take(places, mode="clip") == documents
    return found


class PreparedDocument(NamedTuple):
    """A document with what can be computed from it alone; ``terms`` as ``FreshTail`` takes them."""

    document: Document
    content: bytes
    identity: int
    terms: Terms | None


def prepare(document: Document) -> PreparedDocument:
    """Do the slow part of adding a document, without any lock."""
    content = document.text.encode("utf-8", "replace")
    identity = document_id(document.path, document.line_start, content)
    terms = None if counts_itself(content) else analyze(content.decode())
    return PreparedDocument(document, content, identity, terms)


class InvertedIndex:
    """Documents in, posting lists out."""

    def __init__(self, path: Path) -> None:
        """Open or create the file. Raises ``IndexDamagedError``."""
        self.file = PostingFile(path)
        try:
            rows, paths, self.stamps = self.file.load()
            self.catalog = Catalog(rows, paths)
        except BaseException:
            self.file.close()
            raise
        self.lock = threading.RLock()
        self._writing = threading.RLock()
        self._tail = FreshTail()
        self._frozen: FreshTail | None = None
        self._flushed = self.catalog.count
        self._frozen_end = self._flushed
        self._unwritten_files: set[str] = set()
        self._decoded: OrderedDict[str, Postings] = OrderedDict()
        self._decoded_bytes = 0

    @property
    def fresh_documents(self) -> int:
        """How many documents wait to be written."""
        return sum(len(tail.documents) for tail in (self._tail, self._frozen) if tail)

    @property
    def fresh_bytes(self) -> int:
        """How long their texts are together."""
        return sum(tail.text_bytes for tail in (self._tail, self._frozen) if tail)

    def add(self, documents: Sequence[Document]) -> None:
        """Make these searchable; those that are here already are skipped."""
        self.add_prepared([prepare(document) for document in documents])

    def add_prepared(self, prepared: Sequence[PreparedDocument]) -> None:
        """The same for documents whose terms are known."""
        with self.lock:
            known: dict[str, set[int]] = {}
            for document, content, identity, terms in prepared:
                path = document.path
                seen = known.get(path)
                if seen is None and self.catalog.reaches(path, document.line_start):
                    seen = known[path] = set(self.identities(path))
                if seen is not None:
                    if identity in seen:
                        continue
                    seen.add(identity)
                if path not in self.catalog.file_of:
                    self._unwritten_files.add(path)
                stored = StoredDocument(document.line_end, document.kind, document.created_at, content)
                self._tail.add(self.catalog.add(document, identity), stored, terms)
            self.catalog.settle()

    @staticmethod
    def identities_of(documents: Sequence[Document]) -> dict[int, Document]:
        """Documents by the identity that the catalog knows them under."""
        return {
            document_id(
                document.path, document.line_start, document.text.encode("utf-8", "replace")
            ): document
            for document in documents
        }

    def identities(self, path: str) -> dict[int, tuple[int, int]]:
        """Number and line of a file's documents, by identity."""
        with self.lock:
            numbers = self.catalog.documents_of(path)
            rows = self.catalog.rows[numbers]
            places = zip(numbers.tolist(), rows["line"].tolist(), strict=True)
            return dict(zip(rows["id"].tolist(), places, strict=True))

    def postings(self, term: str) -> Postings:
        """Posting list of a term; the caller holds ``lock``. Raises ``IndexDamagedError``."""
        found = self._decoded.get(term)
        if found is None:
            found = self._decode(term)
        else:
            self._decoded.move_to_end(term)
        tails = (self._frozen, self._tail) if self._frozen else (self._tail,)
        return found.with_fresh([part for tail in tails if (part := tail.of_term(term)) is not None])

    def documents(self, numbers: Sequence[int]) -> dict[int, StoredDocument]:
        """Texts of documents; what has just gone is missing. Raises ``IndexDamagedError``."""
        found: dict[int, StoredDocument] = {}
        for tail in (self._tail, self._frozen):
            if tail is not None and tail.documents:
                found |= {number: tail.documents[number] for number in numbers if number in tail.documents}
        missing = [number for number in numbers if number not in found]
        return found | self.file.documents(missing) if missing else found

    def knows_term(self, term: str) -> bool:
        """Whether a posting list for this term is in memory or in the file."""
        with self.lock:
            tails = (self._tail, self._frozen)
            known = any(tail and tail.of_term(term) is not None for tail in tails)
            return known or self.file.knows_term(term)

    def set_stamp(self, path: str, stamp: FileStamp) -> None:
        """Note that the index agrees with this state of a source file."""
        with self.lock:
            self.catalog.file_number(path)
            self.stamps[path] = stamp
            self._unwritten_files.add(path)

    def flush(self) -> None:
        """Write the tail into the file. Raises ``IndexDamagedError`` or ``IndexUnwritableError``."""
        with self._writing:
            with self.lock:
                if self._frozen is None:
                    if not self._tail.documents and not self._unwritten_files:
                        return
                    self._frozen, self._tail = self._tail, FreshTail()
                    self._frozen_end = self.catalog.count
                frozen, end = self._frozen, self._frozen_end
                postings = frozen.postings
                blocks = self._catalog_blocks(
                    range(self._flushed >> BLOCK_BITS, (end - 1 >> BLOCK_BITS) + 1), end
                )
                files, self._unwritten_files = self._unwritten_files, set()
                names = [
                    (n, p, self.stamps.get(p))
                    for p in files
                    if (n := self.catalog.file_of.get(p)) is not None
                ]
            rows = postings.rows(BLOCK_BITS)
            try:
                with self.file.transaction():
                    self.file.append_postings(rows)
                    self.file.put_documents(frozen.documents.items())
                    self.file.put_catalog(blocks)
                    self.file.put_files(names)
            except BaseException:
                with self.lock:
                    self._unwritten_files |= files
                raise
            with self.lock:
                self._frozen, self._flushed = None, end
                self._forget_decoded(term for term, _, _ in rows)

    def remove(self, numbers: Sequence[int], *, drop_path: str | None = None) -> int:
        """Purge documents, and a file's name when ``drop_path`` is set; returns how many went.

        Raises ``IndexDamagedError`` or ``IndexUnwritableError``; then nothing was removed.
        """
        with self._writing:
            self.flush()
            with self.lock:
                gone = np.array(
                    sorted({n for n in numbers if self.catalog.rows["file"][n] != GONE}), dtype=np.int32
                )
                file = self.catalog.file_of.get(drop_path) if drop_path is not None else None
                blocks = self._catalog_blocks(np.unique(gone >> BLOCK_BITS).tolist(), self._flushed, gone)
            if not len(gone) and file is None:
                return 0
            terms: set[str] = set()
            with self.file.transaction():
                for number in gone.tolist():
                    stored = self.file.written_document(number)
                    terms.update(analyze(stored.text.decode())[0] if stored else ())
                self.file.purge(gone, sorted(terms))
                self.file.put_catalog(blocks)
                if file is not None:
                    self.file.drop_file(file)
            with self.lock:
                self.catalog.remove(gone.tolist())
                self._forget_decoded(terms)
                if drop_path is not None and not len(self.catalog.documents_of(drop_path)):
                    self.catalog.drop_file(drop_path)
                    self.stamps.pop(drop_path, None)
            return len(gone)

    def close(self) -> None:
        """Close the file; what was not flushed is in the source."""
        with self._writing, self.lock:
            self.file.close()

    def checkpoint(self) -> None:
        """Leave no purged page in the log. Raises ``IndexDamagedError`` or ``IndexUnwritableError``."""
        with self._writing:  # a log that is being written cannot be emptied
            self.file.checkpoint()

    def move(self, path: Path) -> None:
        """Put the file in the place of another one. Raises ``IndexDamagedError``."""
        with self._writing:
            self.flush()
            with self.lock:
                self.file.move(path)

    def _decode(self, term: str) -> Postings:
        blocks, entries = self.file.entries(term)
        numbers, impacts = np.empty(0, dtype=np.int32), np.empty(0, dtype=np.uint8)
        if len(entries):
            numbers = entries["document"] + (blocks << BLOCK_BITS)
            # What a flush has just committed is still counted with the tail.
            known = int(numbers.searchsorted(self._flushed))
            numbers, impacts = numbers[:known], entries["impact"][:known].copy()
        found = Postings(numbers, impacts, self._flushed)
        self._decoded[term] = found
        self._decoded_bytes += found.nbytes
        while self._decoded_bytes > _CACHE_BYTES + _CACHE_BYTES_PER_DOCUMENT * self._flushed:
            self._decoded_bytes -= self._decoded.popitem(last=False)[1].nbytes
        return found

    def _forget_decoded(self, terms: Iterable[str]) -> None:
        for term in terms:
            if (found := self._decoded.pop(term, None)) is not None:
                self._decoded_bytes -= found.nbytes

    def _catalog_blocks(
        self, blocks: Iterable[int], end: int, gone: Numbers | None = None
    ) -> list[tuple[int, NDArray[np.void]]]:
        parts = []
        for block in blocks:
            start = block << BLOCK_BITS
            part = self.catalog.rows[start : min(end, start + (1 << BLOCK_BITS))].copy()
            if gone is not None:
                part[gone[gone >> BLOCK_BITS == block] - start] = GONE_ROW
            parts.append((block, part))
        return parts
