"""Appending to one session's file so that it is never shorter, nor longer, than what was acknowledged."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from reme_gateway.store.atomic_file import make_private_folder

BINARY = getattr(os, "O_BINARY", 0)
# A link in place of a session file could lead a write out of the workspace.
NO_LINK = getattr(os, "O_NOFOLLOW", 0)

Fingerprint = tuple[int, int, int]
"""Inode, size and mtime (ns): differs when anybody else has written or replaced the file."""


class ChangedByOthersError(OSError):
    """The file is not as this process left it: what was decided about it must be decided again."""

    def __init__(self) -> None:
        super().__init__(0, "another program changed the session file; send it again")


class SessionWriter:
    """Appends to one file. Used by one thread at a time; broken for good once anything went wrong.

    ``size`` and ``fingerprint`` describe what is durable; ``fingerprint`` is None while there is no file.
    """

    def __init__(self, path: Path, size: int, known: Fingerprint | None) -> None:
        self.path = path
        self.size = size
        self.fingerprint = known
        self.broken = False
        self._descriptor: int | None = None
        self._end = size

    def is_current(self) -> bool:
        """Whether the file is still as this writer left it."""
        try:
            state = self.path.lstat()
        except FileNotFoundError:
            return self.fingerprint is None
        except OSError:
            return False
        return fingerprint(state) == self.fingerprint

    def write(self, data: bytes) -> None:
        """Hand bytes to the system; they are durable only after ``sync``.

        Raises ``OSError``; the file is then as long as it was.
        """
        try:
            self._descriptor = self._open()
            write_all(self._descriptor, data)
        except OSError:
            self.take_back()
            raise
        self._end = self.size + len(data)

    def start_sync(self) -> None:
        """Let the disk begin with what was written; that it can't be told so only costs time."""
        if self._descriptor is not None and sys.platform == "linux":
            with suppress(OSError):
                os.posix_fadvise(self._descriptor, self.size, 0, os.POSIX_FADV_DONTNEED)

    def sync(self) -> bool:
        """Make what was written durable; True when the file is new, so that its folder needs a sync too.

        Raises ``OSError``; the file is then as long as it was.
        """
        created = self.fingerprint is None
        try:
            if created:
                os.fsync(self._opened())
            else:
                sync_data(self._opened())
        except OSError:
            self.take_back()
            raise
        return created

    def settle(self) -> None:
        """Everything written is durable: this is what the file holds from now on."""
        try:
            # Only now: a file server may set the time when it gets the bytes.
            self.fingerprint = fingerprint(os.fstat(self._opened()))
            self.broken = self.fingerprint[1] != self._end
        except OSError:
            self.broken = True
        self.size = self._end
        self._close()

    def take_back(self) -> None:
        """Cut the file back to its last durable length; the writer is broken afterwards."""
        self.broken = True
        if self._descriptor is not None:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self.size)
                os.fsync(self._descriptor)
        self._close()

    def _open(self) -> int:
        flags = os.O_WRONLY | os.O_APPEND | BINARY | NO_LINK
        if self.fingerprint is None:
            make_private_folder(self.path.parent)
            flags |= os.O_CREAT | os.O_EXCL
        try:
            descriptor = os.open(self.path, flags, 0o600)
        except (FileExistsError, FileNotFoundError) as error:
            raise ChangedByOthersError from error
        if self.fingerprint is not None and fingerprint(os.fstat(descriptor)) != self.fingerprint:
            os.close(descriptor)
            raise ChangedByOthersError
        return descriptor

    def _opened(self) -> int:
        if self._descriptor is None:
            raise OSError(errno.EBADF, "the session file was not opened for writing")
        return self._descriptor

    def _close(self) -> None:
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            with suppress(OSError):
                os.close(descriptor)


def fingerprint(state: os.stat_result) -> Fingerprint:
    """What tells a file that nobody else touched."""
    # Windows may set the time of a write as late as at the close.
    return state.st_ino, state.st_size, 0 if os.name == "nt" else state.st_mtime_ns


def sync_data(descriptor: int) -> None:
    """Make the bytes of a file durable, and its length."""
    if sys.platform == "linux":
        os.fdatasync(descriptor)
    else:
        os.fsync(descriptor)


def write_all(descriptor: int, data: bytes) -> None:
    """Write every byte, in one call when the system takes them at once."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
