"""The one budget of time that a call has, over all its tries and pauses."""

from __future__ import annotations

import time
from contextvars import ContextVar


class Deadline:
    """A moment on the monotonic clock. All times are in seconds."""

    __slots__ = ("_moment", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._moment = time.monotonic() + seconds

    def remaining(self) -> float:
        """Seconds left; negative when it has passed."""
        return self._moment - time.monotonic()


# A blocking call runs in one thread from its start to its end, so its sockets find its deadline here.
current_deadline: ContextVar[Deadline | None] = ContextVar("reme_client_deadline", default=None)
