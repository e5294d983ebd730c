# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/spool.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Events that the server has not acknowledged: one file each, whole or not there, safe for many processes."""

from . import system
from ._generated.v1 import hooks as rules
from ._generated.v1 import limits
from .json_text import decode

_SUFFIX = ".json"
# No event's file is larger, so that fewer than this can't fill the spool and need no look at their sizes.
_FEW = 8


class SpoolFull(Exception):
    """The spool holds its limit of bytes; nothing was written."""


class Spool:
    """The folder of one host."""

    __slots__ = ("_folder",)

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def add(self, body: bytes) -> str:
        """Keep one append request and return its name; it is on disk then. Raises OSError or SpoolFull."""
        names = system.file_names(self._folder)
        if len(names) >= _FEW and self._bytes(names) + len(body) > limits.SPOOL_BYTES:
            raise SpoolFull
        if not names:
            system.make_folder(self._folder)
        name = system.unique_name() + _SUFFIX
        system.write_file(self._path(rules.TEMPORARY_PREFIX + name), self._path(name), body, durable=True)
        return name

    def names(self) -> "list[str]":
        """What waits, oldest first, also what was postponed. Clears up what killed writers left."""
        now = system.time_ns()
        found = []
        for name in system.file_names(self._folder):
            if name.startswith(rules.TEMPORARY_PREFIX):
                name = self._clear_up(name, now)
            if name.endswith(_SUFFIX):
                found.append(name)
        found.sort()
        return found

    def is_postponed(self, name: str) -> bool:
        """Whether the server failed on this file alone, not long ago."""
        return system.modified_ns(self._path(name)) > system.time_ns() + 1_000_000_000

    def postpone(self, name: str) -> None:
        """Let others go first for a while; the file's time in the future says so."""
        system.set_modified(self._path(name), system.time_ns() + rules.POSTPONED_MS * 1_000_000)

    def resume(self, name: str) -> None:
        """Take back ``postpone``."""
        system.set_modified(self._path(name), system.time_ns())

    def read(self, name: str) -> "bytes | None":
        """The request's body, or None when another process has delivered it."""
        try:
            return system.read_file(self._path(name), limits.REQUEST_BYTES)
        except OSError:
            return None

    def remove(self, name: str) -> None:
        """Forget what was acknowledged."""
        system.remove_file(self._path(name))

    def reject(self, name: str) -> None:
        """Put aside what the server will never take, for a person to look at. Raises OSError."""
        folder = self._path(rules.REJECTED_FOLDER)
        system.make_folder(folder)
        system.rename(self._path(name), folder + "/" + name)

    def _clear_up(self, name: str, now: int) -> str:
        """Adopt a whole request whose writer was killed before the rename; remove half a one.

        Returns the adopted file's name, or an empty string.
        """
        stamp = name[len(rules.TEMPORARY_PREFIX) :].partition("-")[0]
        if not (stamp.isascii() and stamp.isdigit()) or now - int(stamp) < rules.TEMPORARY_AGE_MS * 1_000_000:
            return ""
        path = self._path(name)
        try:
            body = system.read_file(path, limits.REQUEST_BYTES)
            if body is None:
                return ""
            decode(body.decode("utf-8"))
            adopted = name[len(rules.TEMPORARY_PREFIX) :]
            system.rename(path, self._path(adopted))
        except (OSError, ValueError):
            system.remove_file(path)
            return ""
        return adopted

    def _bytes(self, names: "list[str]") -> int:
        return sum(max(system.read_size(self._path(name)), 0) for name in names)

    def _path(self, name: str) -> str:
        return self._folder + "/" + name
