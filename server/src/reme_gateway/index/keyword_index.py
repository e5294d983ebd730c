"""The default ``MemoryIndex``: words in, hits out, one SQLite file behind it.

While a rebuild runs there are two inverted indexes: one that answers and one that is being filled. When
the file was damaged they are the same, and answers grow as the rebuild proceeds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ..native import NATIVE
from ..ports import Document, IndexQuery, IndexResult, IndexState
from .inverted import InvertedIndex, prepare
from .posting_file import FileStamp, IndexDamagedError, IndexUnwritableError, remove_index_files
from .search import Search
from .tokens import analyze

FILE_NAME = "index.sqlite3"
REBUILD_NAME = "index.rebuild.sqlite3"
# A write costs about as much for few documents as for many, because it touches the same posting lists.
FLUSH_SECONDS = 5.0
FLUSH_DOCUMENTS = 8_000
FLUSH_BYTES = 8 << 20  # of their texts, which stay in memory until then
_SLOW = "The compiled part is missing: install again with a C compiler. Answers are the same, and slower."
_BATCH = 32  # documents added in one go while searches wait


class KeywordIndex:
    """Search from one thread; everything else from any."""

    def __init__(self, folder: Path) -> None:
        """Open the index in ``folder``; a missing or damaged file leads to an empty one to rebuild."""
        self._folder = folder
        self._lock = threading.RLock()  # which indexes there are; held by a search from start to end
        self._changing = threading.RLock()  # one forget, replace or swap at a time; taken before _lock
        self._reason: str | None = None
        self._failed = False
        self._unwritten: str | None = None
        self._remark: str | None = None
        self._progress = (0, 0)
        self._wake = threading.Event()
        self._stopping = False
        self._flusher: threading.Thread | None = None
        self.on_damage: Callable[[], None] = lambda: None
        self._building: InvertedIndex | None = None
        is_new = not (folder / FILE_NAME).exists()
        try:
            self._serving = InvertedIndex(folder / FILE_NAME)
        except IndexDamagedError as error:
            self._reason = f"The index was damaged: {error}"
            self._serving = self._building = self._new_building()
        else:
            remove_index_files(folder / REBUILD_NAME)
            if is_new:
                self._building = self._serving

    def start(self, wait_seconds: float = 0.0) -> None:
        """Start writing the fresh tail into the file now and then."""
        del wait_seconds  # there is nothing to wait for here
        self._flusher = threading.Thread(target=self._flush_now_and_then, name="index-flush", daemon=True)
        self._flusher.start()

    def close(self) -> None:
        """Write the tail, close the files. Whatever cannot be written is read from the source again."""
        self._stopping = True
        self._wake.set()
        if self._flusher is not None:
            self._flusher.join()
        with self._changing, self._lock:
            for index in self._indexes():
                with suppress(IndexDamagedError, IndexUnwritableError):
                    index.flush()
                index.close()

    def add(self, documents: Sequence[Document]) -> None:
        """Make documents searchable before returning; documents that are here already are skipped."""
        prepared = [prepare(document) for document in documents]
        with self._lock:
            for index in self._indexes():
                index.add_prepared(prepared)
                if index.fresh_documents >= FLUSH_DOCUMENTS or index.fresh_bytes >= FLUSH_BYTES:
                    self._wake.set()

    def search(self, query: IndexQuery) -> IndexResult:
        """Best hits first; without ``min_score`` an unrelated query gets none."""
        with self._lock:
            for _ in range(2):
                index = self._serving
                try:
                    with index.lock:
                        return Search(index, query).result()
                except IndexDamagedError as error:
                    self._damaged(index, error)
        return IndexResult([], False)

    def forget(self, path: str, lines: Sequence[int] | None = None) -> int:
        """Purge a file, or the documents that touch these lines; returns how many documents went.

        Raises ``IndexUnwritableError`` when the disk refuses; then nothing is forgotten.
        """
        wanted = None if lines is None else sorted(set(lines))
        went = 0
        with self._changing:
            for index in self._indexes():
                try:
                    numbers = [number for number, _ in index.identities(path).values()]
                    if wanted is not None:
                        numbers = [number for number in numbers if _touches(index, number, wanted)]
                    went = max(went, index.remove(numbers, drop_path=path if wanted is None else None))
                    index.checkpoint()
                except IndexDamagedError as error:
                    self._damaged(index, error)
        return went

    def knows_term(self, term: str) -> bool:
        """Whether every index term of this text still has a posting list."""
        terms = list(analyze(term)[0])
        return bool(terms) and any(all(map(index.knows_term, terms)) for index in self._indexes())

    def state(self) -> IndexState:
        """Whether everything is searchable, and how far a rebuild got."""
        done, total = self._progress
        # A rebuild that was killed goes on as a comparison: then, too, something is missing until its end.
        unfinished = self._building is not None or done < total
        state = "failed" if self._failed else "rebuilding" if unfinished else "ready"
        reason = self._reason or self._unwritten or self._remark or (_SLOW if NATIVE is None else None)
        return IndexState(state, self._serving.catalog.live, done, total, reason)  # type: ignore[arg-type]

    # What the maintainer uses.

    def stamps(self) -> dict[str, FileStamp]:
        """How each source file looked when the index last agreed with it."""
        with self._lock:
            return dict((self._building or self._serving).stamps)

    def paths(self) -> list[str]:
        """Every source file that the index knows."""
        with self._lock:
            return list((self._building or self._serving).catalog.file_of)

    def replace(
        self,
        path: str,
        documents: Sequence[Document],
        stamp: FileStamp | None,
        *,
        up_to_line: int | None = None,
        still_so: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Make the documents of a file exactly these (``up_to_line``: behind it, others may stand).

        False, and nothing done, when ``still_so`` denies that the file is still as it was read. Without a
        stamp the file is gone.
        """
        for index in self._indexes():
            try:
                if not self._replace_in(index, path, documents, stamp, up_to_line, still_so):
                    return False
            except IndexDamagedError as error:
                self._damaged(index, error)
                return False
        return True

    def verify(self) -> None:
        """Read the whole file; what is damaged is given up for a rebuild."""
        index = self._serving
        try:
            index.file.verify()
        except IndexDamagedError as error:
            self._damaged(index, error)

    @property
    def is_building(self) -> bool:
        """Whether an index waits to be filled from the source."""
        return self._building is not None

    def begin_rebuild(self) -> None:
        """Start an empty index beside the one that answers."""
        with self._changing, self._lock:
            if self._building is None:
                self._building = self._new_building()

    def finish_rebuild(self) -> None:
        """Let the new index answer, in the place of the old file. Raises ``IndexDamagedError``."""
        with self._changing:
            new = self._building
            if new is None:
                return
            new.flush()
            with self._lock:
                old, self._serving = self._serving, new
                if old is not new:
                    old.close()
                if new.file.path.name != FILE_NAME:
                    new.move(self._folder / FILE_NAME)
                self._building, self._reason, self._failed = None, None, False

    def report(self, done: int, total: int, *, failure: str | None = None) -> None:
        """Progress of the maintainer, for ``state``; when everything is done, an earlier failure is over."""
        self._progress = (done, total)
        if failure is not None:
            self._failed, self._reason = True, failure
        elif self._failed and done == total:
            self._failed, self._reason = False, None

    def remark(self, text: str | None) -> None:
        """What ``state`` tells besides while all is well."""
        self._remark = text

    def _indexes(self) -> list[InvertedIndex]:
        with self._lock:
            both = [self._serving, self._building]
            return [index for at, index in enumerate(both) if index is not None and index not in both[:at]]

    def _new_building(self) -> InvertedIndex:
        remove_index_files(self._folder / REBUILD_NAME)
        return InvertedIndex(self._folder / REBUILD_NAME)

    def _damaged(self, index: InvertedIndex, error: IndexDamagedError) -> None:
        with self._lock:
            if index not in (self._serving, self._building):
                return
            self._reason = f"The index was damaged: {error}"
            index.close()
            if index is self._building or self._building is None:
                self._building = self._new_building()
            self._serving = self._building
        self.on_damage()

    def _replace_in(
        self,
        index: InvertedIndex,
        path: str,
        documents: Sequence[Document],
        stamp: FileStamp | None,
        up_to_line: int | None,
        still_so: Callable[[], bool],
    ) -> bool:
        wanted = index.identities_of(documents)
        known = index.identities(path)
        new = [document for identity, document in wanted.items() if identity not in known]
        for at in range(0, len(new), _BATCH):
            with self._changing:
                if not still_so():
                    return False
                index.add(new[at : at + _BATCH])
            time.sleep(0)  # a large file is read beside searches
        with self._changing:
            if not still_so():
                return False
            vanished = [
                number
                for identity, (number, line) in index.identities(path).items()
                if identity not in wanted and (up_to_line is None or line <= up_to_line)
            ]
            gone = None if stamp is not None else path
            if (vanished or gone) and index.remove(vanished, drop_path=gone):
                index.checkpoint()  # what somebody took out of a file shall not stay in ours
            if stamp is not None:
                index.set_stamp(path, stamp)
        return True

    def _flush_now_and_then(self) -> None:
        while not self._stopping:
            self._wake.wait(FLUSH_SECONDS)
            self._wake.clear()
            unwritten = None
            for index in self._indexes():
                try:
                    index.flush()
                except IndexDamagedError as error:
                    self._damaged(index, error)
                except IndexUnwritableError as error:
                    unwritten = f"The index cannot be written, search works: {error}"
            self._unwritten = unwritten


def _touches(index: InvertedIndex, number: int, lines: Sequence[int]) -> bool:
    with index.lock:
        stored = index.documents([number]).get(number)
        first = int(index.catalog.rows["line"][number])
    return stored is not None and any(first <= line <= stored.line_end for line in lines)
