# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/journal.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""The log that a person asked for: ids, sizes and durations, never what was said."""

from . import system
from ._generated.v1 import hooks as rules
from .moments import timestamp


class Journal:
    """JSON lines `ts hook stage data|error`, written when the process ends, if at all."""

    __slots__ = ("_entries", "_hook", "path")

    def __init__(self, hook: str) -> None:
        self._hook = hook
        self._entries: list[dict[str, object]] = []
        self.path = ""

    def note(self, stage: str, **data: object) -> None:
        """Something that was done; values are numbers, switches and words of the contract."""
        self._entries.append({"ts": timestamp(), "hook": self._hook, "stage": stage, "data": data})

    def error(self, stage: str, problem: str) -> None:
        """Something that failed: the name of a code or of an exception's class."""
        self._entries.append({"ts": timestamp(), "hook": self._hook, "stage": stage, "error": problem})

    def write(self) -> None:
        """Append everything to the log, if there is one. A log that can't be written is no reason to fail."""
        if not self.path or not self._entries:
            return
        from .json_text import encode

        lines = "".join(encode(entry) + "\n" for entry in self._entries)
        try:
            system.make_folder(self.path.rpartition("/")[0])
            if system.append_line(self.path, lines.encode("utf-8")) > rules.LOG_BYTES:
                system.rename(self.path, self.path + ".1")
        except OSError:
            return
