# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/heartbeat.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""What fired last and how it went, for `reme doctor`: a host says nothing about hooks that it skips."""

import sys

from ._generated.v1 import hooks as rules
from ._generated.v1 import operations
from .moments import timestamp
from .private_file import read_object, write_object
from .system import time_ns

_OTHER = {"recall": "delivery", "delivery": "recall"}


class Heartbeat:
    """One file per host. Two processes at once may lose one of two entries; the next event brings it back."""

    __slots__ = ("_path", "_stored", "_url", "_version", "changes")

    def __init__(self, path: str, version: str) -> None:
        self._path = path
        self._version = version
        self._url = ""
        self._stored: dict[str, object] = read_object(path) if path else {}
        self.changes: dict[str, object] = {}

    def last_result(self) -> str:
        """How the delivery before this one ended."""
        return str(_member(self._stored.get("delivery"), "result") or "")

    def is_silent(self, lane: str) -> bool:
        """Whether this server has just let ``recall`` or ``delivery`` wait in vain: it gets less time."""
        return bool(self._present_silence(lane))

    def fell_silent(self, lane: str) -> None:
        """Note that what is noted for ``recall`` or ``delivery`` was not answered in time.

        The next silence is twice as long. A short request within one proves nothing and leaves it as it is.
        """
        silence = self._present_silence(lane)
        if not silence:
            last = _number(self._last_silence(lane), "ms")
            milliseconds = min(2 * last or rules.SILENCE_MS, rules.SILENCE_LONGEST_MS)
            silence = {"ns": time_ns(), "ms": milliseconds, "url": self._url}
        noted = self.changes[lane]
        if isinstance(noted, dict):
            noted["silence"] = silence

    def _present_silence(self, lane: str) -> "dict[str, object]":
        """A lane's own, or the other's while nothing has been noted for this one since it began."""
        own, other = self._last_silence(lane), self._last_silence(_OTHER[lane])
        if _lasts(own):
            return own
        noted = str(_member(self._stored.get(lane), "at") or "")
        return other if _lasts(other) and timestamp(_number(other, "ns")) > noted else {}

    def _last_silence(self, lane: str) -> "dict[str, object]":
        """Of this server; an answer ends it, because it is noted in the place of the timeout."""
        silence = _member(self._stored.get(lane), "silence")
        return silence if isinstance(silence, dict) and silence.get("url") == self._url else {}

    def use(self, url: str) -> None:
        """Name the server that this event talks to."""
        self._url = url

    def refuses(self) -> bool:
        """Whether this server turned this version of the package away, less than a day ago."""
        refusal = self._stored.get("refusal")
        at = _member(refusal, "ns")
        return (
            isinstance(at, int)
            and 0 <= time_ns() - at < rules.REFUSAL_MS * 1_000_000
            and _member(refusal, "package") == self._version
            and _member(refusal, "url") == self._url
        )

    def refused(self, server_version: str) -> None:
        """Remember that the server speaks another major version."""
        known = self._stored.get("refusal")
        told = self.refuses() and _member(known, "version") == server_version and _member(known, "told")
        self.changes["refusal"] = {
            "at": timestamp(),
            "ns": time_ns(),
            "version": server_version,
            "package": self._version,
            "url": self._url,
            "told": bool(told),
        }

    def accepted(self) -> None:
        """The server understands us, again."""
        if "refusal" in self._stored:
            self.changes["refusal"] = None

    def untold_refusal(self) -> str:
        """The server's version, once, when the person has not been told of it yet; else an empty string."""
        refusal = self.changes.get("refusal") or (self._stored.get("refusal") if self.refuses() else None)
        if not isinstance(refusal, dict) or refusal.get("told"):
            return ""
        self.changes["refusal"] = {**refusal, "told": True}
        return str(refusal.get("version") or "?")

    def fired(self, event: str, result: str, milliseconds: int) -> None:
        """Note an event of the host."""
        self.changes["event"] = (event, {"at": timestamp(), "result": result, "ms": milliseconds})

    def note(self, name: str, **entry: object) -> None:
        """Note the last ``recall``, ``delivery`` or ``problem``."""
        self.changes[name] = {"at": timestamp(), **entry}

    def write(self) -> None:
        """Merge the changes into the file. Raises OSError."""
        if not self._path or not self.changes:
            return
        # Read again: others may have written while this event waited for the server.
        stored = read_object(self._path)
        events = stored.get("events")
        events = dict(events) if isinstance(events, dict) else {}
        event = self.changes.pop("event", None)
        if isinstance(event, tuple):
            events[event[0]] = event[1]
        stored.update(self.changes)
        if self._url:
            stored["url"] = self._url
        stored.update(
            events=events,
            package=self._version,
            api=operations.API_VERSION,
            python="%d.%d.%d" % sys.version_info[:3],
        )
        write_object(self._path, {name: value for name, value in stored.items() if value is not None})


def _lasts(silence: "dict[str, object]") -> bool:
    return 0 <= time_ns() - _number(silence, "ns") < _number(silence, "ms") * 1_000_000


def _number(value: "dict[str, object]", name: str) -> int:
    number = value.get(name)
    return number if isinstance(number, int) else 0


def _member(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, dict) else None
