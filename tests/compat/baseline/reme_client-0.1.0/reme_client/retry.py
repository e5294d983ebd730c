"""When a failed call is tried again, and after which pause."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ._generated.v1.operations import Operation
from .errors import ConfigurationError, RemeError, RequestTimeoutError


@dataclass(frozen=True)
class RetryPolicy:
    """At most ``attempts`` tries in all, with growing pauses of ``first_pause`` to ``longest_pause`` seconds.

    Only operations that the contract calls safe to repeat are tried again, only after a failed connection or
    a code that the server calls retryable, and only within the call's deadline. Raises ConfigurationError for
    values that make no sense.
    """

    attempts: int = 3
    first_pause: float = 0.1
    longest_pause: float = 2.0

    def __post_init__(self) -> None:
        if self.attempts < 1 or not 0 <= self.first_pause <= self.longest_pause:
            raise ConfigurationError(
                "A retry policy needs attempts >= 1 and 0 <= first_pause <= longest_pause.",
                hint="Correct the policy, or pass retry=None for no retries.",
            )

    def pause(self, tries: int) -> float:
        """Seconds before the next try after ``tries`` of them; partly random, so that clients spread out."""
        # The exponent is bounded, or a policy with many attempts would overflow a float.
        longest = min(self.longest_pause, self.first_pause * 2.0 ** min(tries - 1, 30))
        return longest * random.uniform(0.5, 1.0)


def next_pause(
    policy: RetryPolicy | None, operation: Operation, error: RemeError, tries: int, remaining: float
) -> float | None:
    """Seconds before the next try, or None when ``error`` is final; ``remaining`` in seconds too."""
    if policy is None or not operation.retry_safe or tries >= policy.attempts:
        return None
    if not error.retryable or isinstance(error, RequestTimeoutError):
        return None
    pause = policy.pause(tries)
    return pause if pause < remaining else None
