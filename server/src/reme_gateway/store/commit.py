"""Group commit: one thread makes the appends of all sessions durable, several per fsync under load.

Files of a group are synced side by side: a file system then writes its own journal once for all of
them, and a group of 32 takes little longer than one file.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from reme_gateway.errors import GatewayError, StoreUnavailable
from reme_gateway.store.atomic_file import sync_folder
from reme_gateway.store.session_writer import ChangedByOthersError, SessionWriter

_log = logging.getLogger(__name__)

_SYNCING = 4  # threads that sync a group's files, the commit thread among them

Results = list[tuple["Batch", GatewayError | None]]


class NotWritten(StoreUnavailable):
    """The file was not touched, because it is not what the batch was meant for: judge it anew."""


@dataclass(slots=True, eq=False)
class Batch:
    """Lines for one file. ``encode`` runs in the commit thread, so that a large batch holds up nobody."""

    writer: SessionWriter
    encode: Callable[[], bytes]


class GroupCommit:
    """Owns the commit thread. Batches of one file are written in the order they were submitted.

    ``settled`` is called in that thread with every batch of a group and its error, None for durable.
    """

    def __init__(self, settled: Callable[[Results], None]) -> None:
        self._settled = settled
        self._queue: SimpleQueue[Batch | None] = SimpleQueue()
        self._closed = False
        self._helpers = ThreadPoolExecutor(_SYNCING - 1, thread_name_prefix="reme-sync")
        self._thread = threading.Thread(target=self._run, name="reme-commit", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch) -> None:
        """Queue a batch. Raises ``server_stopping`` after ``close``."""
        self.check_open()
        self._queue.put(batch)

    def check_open(self) -> None:
        """Raises ``server_stopping`` after ``close``."""
        if self._closed:
            raise GatewayError("server_stopping", "The session log is closed; nothing was stored.")

    def close(self) -> None:
        """Commit what is queued, then end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        self._helpers.shutdown()

    def _run(self) -> None:
        running = True
        while running:
            group: list[Batch] = []
            waiting: Batch | None = self._queue.get()
            while waiting is not None:
                group.append(waiting)
                if self._queue.empty():  # nobody else takes from it
                    break
                waiting = self._queue.get()
            else:
                running = False
            if group:
                self._settled(self._commit(group))

    def _commit(self, group: Sequence[Batch]) -> Results:
        by_writer: dict[SessionWriter, list[Batch]] = {}
        for batch in group:
            by_writer.setdefault(batch.writer, []).append(batch)
        errors: dict[SessionWriter, GatewayError] = {}
        for writer, batches in by_writer.items():
            with _charged_to([writer], errors):
                _write(writer, batches)
        new_files: dict[Path, list[SessionWriter]] = {}
        for writer in self._sync([writer for writer in by_writer if writer not in errors], errors):
            new_files.setdefault(writer.path.parent, []).append(writer)
        for folder, writers in new_files.items():
            with _charged_to(writers, errors):
                sync_folder(folder)
        for writer in by_writer:
            if writer not in errors:
                writer.settle()
        return [(batch, errors.get(batch.writer)) for batch in group]

    def _sync(
        self, writers: Sequence[SessionWriter], errors: dict[SessionWriter, GatewayError]
    ) -> list[SessionWriter]:
        """Make them durable; returns those whose file is new."""
        if len(writers) > 1:
            for writer in writers:
                writer.start_sync()
        shares = [writers[start::_SYNCING] for start in range(min(_SYNCING, len(writers)))]
        helped = [self._helpers.submit(_sync_share, share, errors) for share in shares[1:]]
        created = _sync_share(shares[0], errors) if shares else []
        return created + [writer for share in helped for writer in share.result()]


def _sync_share(
    writers: Sequence[SessionWriter], errors: dict[SessionWriter, GatewayError]
) -> list[SessionWriter]:
    created = []
    for writer in writers:
        with _charged_to([writer], errors):
            if writer.sync():
                created.append(writer)
    return created


def _write(writer: SessionWriter, batches: Sequence[Batch]) -> None:
    if writer.broken:
        raise NotWritten("An append to this session failed while this one waited; send it again.")
    writer.write(b"".join([batch.encode() for batch in batches]))


@contextmanager
def _charged_to(
    writers: Sequence[SessionWriter], errors: dict[SessionWriter, GatewayError]
) -> Iterator[None]:
    """Whatever goes wrong inside is the error of these files only, and is taken back there."""
    error: GatewayError
    try:
        yield
    except GatewayError as refusal:
        error = refusal
    except ChangedByOthersError:
        error = NotWritten("Another program changed the session file; send it again.")
    except OSError as refusal:
        error = StoreUnavailable.because(refusal, "The session file cannot be written")
    except Exception as fault:  # noqa: BLE001 - the thread must outlive it, or every later append would hang
        _log.exception("fault while committing")
        error = GatewayError(
            "internal_error", f"The commit failed inside the server: {type(fault).__name__}."
        )
    else:
        return
    for writer in writers:
        writer.take_back()
        errors[writer] = error
