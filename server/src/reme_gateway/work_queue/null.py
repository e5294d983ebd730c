"""A queue that runs nothing: for ``queue=off``, and for tests of everything else."""

from __future__ import annotations

from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import FlushReason, PendingSession, SessionLog, SessionRef


class NullQueue:
    """Knows what is uncovered, and leaves it so."""

    def __init__(self, log: SessionLog, pipeline: NotePipeline) -> None:
        self._log = log
        self._pipeline = pipeline

    async def enqueue(self, session: SessionRef, reason: FlushReason) -> bool:  # noqa: ARG002 - the port's signature
        return False

    def touched(self, session: SessionRef, events: int) -> None:
        """Nothing runs, so nothing has to be known beforehand."""

    def pending(self) -> list[PendingSession]:
        """Read from source and notes at each call."""
        counted = ((session, self._pipeline.pending_days(session)) for session in self._log.sessions())
        return [
            PendingSession(session, sum(days.values())) for session, days in counted if sum(days.values())
        ]

    def parked(self) -> int:
        """Nothing is tried, so nothing is given up."""
        return 0

    async def stop(self, drain_seconds: float) -> None:
        """Nothing is running."""
