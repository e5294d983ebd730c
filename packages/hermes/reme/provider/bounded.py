"""Work that may block, for a caller that must not."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

# What ends by its own deadline gets to say so.
_GRACE = 0.25


class Call:
    """One piece of work, which hands its result to ``settle``."""

    def __init__(self, work: Callable[[Call], None]) -> None:
        self._work = work
        self._result = ""
        self._lock = threading.Lock()
        self._settled = False
        self._given_up = False

    def run(self, seconds: float) -> str:
        """The result, or an empty string when it fails or takes longer than ``seconds``.

        A name's look-up can't be interrupted. It goes on beside the host in a daemon thread, which keeps no
        process alive.
        """
        thread = threading.Thread(target=self._target, name="reme-call", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            self._target()  # the interpreter is ending and starts no threads
        else:
            thread.join(seconds + _GRACE)
        with self._lock:
            self._given_up = not self._settled
            return self._result

    def settle(self, result: str) -> bool:
        """Hand the result over; False when it comes too late."""
        with self._lock:
            if not self._given_up:
                self._result = result
                self._settled = True
            return self._settled

    def _target(self) -> None:
        # Whatever goes wrong, the host goes on as if we were not there.
        with suppress(BaseException):
            self._work(self)
