# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/deadline.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""One deadline for all that a hook does; a blocked call ends with it too."""

import _signal as signals  # type: ignore[import-not-found, unused-ignore]
from time import monotonic, sleep

from .system import WINDOWS, calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

# What may still be written after the deadline: heartbeat and log, a few milliseconds.
_GRACE = 0.25


class Expired(BaseException):
    """The time is over. Not an Exception, so that no handler on the way takes it for its own."""


class Deadline:
    """A moment that never moves back.

    ``owns_process`` False is for code that lives in a host's process, which must not end or be interrupted.
    """

    __slots__ = ("_end", "_owns_process", "_start", "_watched", "_whole")

    def __init__(self, seconds: float, owns_process: bool = True) -> None:
        self._start = monotonic()
        self._end = self._start + seconds
        self._owns_process = owns_process
        self._watched = False
        self._whole = self

    def left(self) -> float:
        """Seconds until it is over. Raises Expired when it is."""
        seconds = self._end - monotonic()
        if seconds <= 0:
            raise Expired
        return seconds

    def shorten(self, seconds: float) -> None:
        """Make it end at most ``seconds`` after its start."""
        self._end = min(self._end, self._start + seconds)

    def part(self, seconds: float) -> "Deadline":
        """Its next ``seconds``, for a request; what ends the process waits for the whole. Raises Expired."""
        part = Deadline(min(seconds, self.left()), self._owns_process)
        part._whole = self._whole
        return part

    def spent_ms(self) -> int:
        """Milliseconds since its start."""
        return int((monotonic() - self._start) * 1000)

    def guard(self, seconds: float = 0.0) -> None:
        """From here on a blocked call raises Expired at the end, or after ``seconds`` if that is sooner.

        On Windows no call can be interrupted: there the process ends, with status 0, a little after the end.
        """
        left = self.left()
        if not WINDOWS:
            _alarm(min(left, seconds) if seconds else left, _raise_expired)
        elif not self._watched:
            self._watched = True
            _end_process_after(left)

    def end_whatever_blocks(self) -> None:
        """End a process of ours a little after the end, with status 0, even where no signal gets through."""
        if self._owns_process:
            _end_process_after(self._whole.left())


def ignore_interrupts() -> None:
    """The person's Ctrl-C is meant for the host: what was said is still to be kept."""
    signals.signal(signals.SIGINT, signals.SIG_IGN)


def end_soon() -> None:
    """Whatever blocks from here on ends the process, with status 0."""
    if not WINDOWS:
        _alarm(_GRACE, _leave)


def _end_process_after(seconds: float) -> None:
    from _thread import start_new_thread

    start_new_thread(_leave_after, (seconds + _GRACE,))


def _alarm(seconds: float, handler: object) -> None:
    signals.signal(signals.SIGALRM, handler)  # type: ignore[arg-type, unused-ignore]
    signals.setitimer(signals.ITIMER_REAL, seconds)


def _raise_expired(_number: int, _frame: "FrameType | None") -> None:
    raise Expired


def _leave(_number: int, _frame: "FrameType | None") -> None:
    calls._exit(0)


def _leave_after(seconds: float) -> None:
    sleep(seconds)
    calls._exit(0)
