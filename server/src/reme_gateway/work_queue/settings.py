"""How patient the queue is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QueueSettings:
    """Times are in seconds.

    - ``turn_events`` new turns, or ``turn_seconds`` after the first request, end the wait of a ``turn_end``
      flush; ``idle_seconds`` without a new turn flush a session that nobody flushed.
    - At most ``workers`` sessions are worked on at once. Each ``poll_seconds`` DBOS looks for a first one;
      whoever works goes on with the next one by itself. After ``keep_seconds`` without work DBOS is put away,
      and started anew when it began nothing for ``pickup_seconds`` although there is something.
    - A transient failure is retried after ``retry_first_seconds``, then after twice as long each time, up to
      ``retry_most_seconds``; ``retry_jitter`` takes up to that share off, so that sessions that failed
      together don't return together.
    - A quota is waited for at least ``quota_least_seconds`` (a reset in the past doesn't help) and is asked
      about again after ``quota_most_seconds`` (a reset may be wrong).
    """

    turn_events: int = 20
    turn_seconds: float = 60.0
    idle_seconds: float = 300.0
    workers: int = 4
    poll_seconds: float = 0.25
    keep_seconds: float = 5.0
    pickup_seconds: float = 60.0
    start_after_seconds: float = 1.0
    retry_first_seconds: float = 2.0
    retry_most_seconds: float = 900.0
    retry_jitter: float = 0.25
    quota_least_seconds: float = 60.0
    quota_most_seconds: float = 86_400.0


def retry_delay(attempts: int, settings: QueueSettings, share: float) -> float:
    """Seconds until the next try after ``attempts`` failures in a row, less ``share`` (0…1) of the jitter."""
    doublings = min(max(attempts - 1, 0), 60)
    delay = min(settings.retry_first_seconds * 2.0**doublings, settings.retry_most_seconds)
    return delay * (1.0 - settings.retry_jitter * share)
