"""When not to ask: a server that has just cost a whole deadline is left alone for a while."""

from __future__ import annotations

from time import monotonic

from ..reme_hooks.connection import is_loopback
from ..reme_hooks.exchange import split_authority

_FIRST, _LONGEST = 2.0, 60.0
# The server is there and was too slow, or failed; whoever asks again at once waits again.
_SLOW = frozenset({"busy", "failed", "stranger", "timeout"})
_WELL = frozenset({"delivered", "ok"})


class CoolDown:
    """One lane: seconds to wait, twice as many after each failure, none after an answer."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._until = 0.0

    @property
    def is_on(self) -> bool:
        """Whether it is too early."""
        return monotonic() < self._until

    def failed(self) -> None:
        """Begin, or begin again with twice the time."""
        self._seconds = min(max(self._seconds * 2, _FIRST), _LONGEST)
        self._until = monotonic() + self._seconds

    def answered(self) -> None:
        """End it."""
        self._seconds = self._until = 0.0


class CoolDowns:
    """Those of one server: a slow recall stops no write, and the other way round.

    ``health`` stands for a server that is not there at all, where that is learnt slowly.
    """

    def __init__(self, is_local: bool) -> None:
        self._is_local = is_local
        self.health = CoolDown()
        self.recall = CoolDown()
        self.write = CoolDown()

    def judge(self, lane: CoolDown, result: str) -> None:
        """Take note of how a request of a lane ended, in the words of the hook runtime."""
        if result in _WELL:
            lane.answered()
            self.health.answered()
        elif result in _SLOW:
            lane.failed()
        elif result == "unreachable" and not self._is_local:
            # A closed port of this machine says so at once, and may be open the next moment.
            self.health.failed()


# One process has many providers: Hermes' API server makes one per request.
_KNOWN: dict[str, CoolDowns] = {}


def cool_downs_of(url: str) -> CoolDowns:
    """The process's cool-downs for a server's address, in the form of ``configuration.endpoint``."""
    known = _KNOWN.get(url)
    if known is None:
        host, _ = split_authority(url.partition("://")[2].partition("/")[0], 0)
        known = _KNOWN.setdefault(url, CoolDowns(is_loopback(host)))
    return known
