"""What an extractor may raise, and which extractors there are.

ExtractionError
├── ExtractionTransient   the service didn't answer this time: try again, later each time
├── ExtractionQuota       the service refuses until a known time: wait, that burns no attempt
└── ExtractionPermanent   this input will never work: park it, visibly, until someone asks again
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from reme_gateway.ports import Extractor


class ExtractionError(Exception):
    """An extraction came to nothing. The message is shown to people and must not quote the transcript."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ExtractionTransient(ExtractionError):  # noqa: N818 - the classes are named for what to do
    """It may work the next time."""


class ExtractionQuota(ExtractionError):  # noqa: N818
    """Nothing will work before ``reset_at`` (an aware datetime)."""

    def __init__(self, reason: str, reset_at: datetime) -> None:
        super().__init__(reason)
        if reset_at.tzinfo is None:
            raise ValueError("reset_at needs an offset: a naive time would wait for the wrong hour")
        self.reset_at = reset_at


class ExtractionPermanent(ExtractionError):  # noqa: N818
    """It won't work however often it is tried."""


class UnknownExtractorError(LookupError):
    """The configuration names an extractor that isn't there."""

    def __init__(self, name: str, known: list[str]) -> None:
        super().__init__(f"there is no extractor {name!r}: choose one of {', '.join(known)}")


class ExtractorRegistry:
    """Extractors by name. A factory is called once, when its extractor is wanted first."""

    def __init__(self) -> None:
        self._factories: dict[str, Callable[[], Extractor]] = {}
        self._made: dict[str, Extractor] = {}

    def register(self, name: str, factory: Callable[[], Extractor]) -> None:
        """Add an extractor. Raises ``ValueError`` when the name is taken."""
        if name in self._factories:
            raise ValueError(f"there is an extractor {name!r} already")
        self._factories[name] = factory

    def names(self) -> list[str]:
        return sorted(self._factories)

    def get(self, name: str) -> Extractor:
        """The extractor of that name. Raises ``UnknownExtractorError``."""
        if name not in self._factories:
            raise UnknownExtractorError(name, self.names())
        if name not in self._made:
            self._made[name] = self._factories[name]()
        return self._made[name]
