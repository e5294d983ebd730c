"""What the jobs work with: the parts of one running server."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.jobs.content import ContentRules
from reme_gateway.jobs.indexing import TurnsUnderWay
from reme_gateway.ports import MemoryIndex, NoteStore, SessionLog, WorkQueue, Workspace
from reme_gateway.settings import Settings
from reme_gateway.store.links import LinkMap


@dataclass(slots=True)
class Counters:
    """Outcomes of events since the start of the server."""

    appended: int = 0
    duplicate: int = 0
    conflict: int = 0
    filtered: int = 0
    rejected: int = 0
    redactions: int = 0

    def add(self, outcomes: Mapping[str, int], redactions: int) -> None:
        """Count the outcomes of one request."""
        self.appended += outcomes["appended"]
        self.duplicate += outcomes["duplicate"]
        self.conflict += outcomes["conflict"]
        self.filtered += outcomes["filtered"]
        self.rejected += outcomes["rejected"]
        self.redactions += redactions


@dataclass(frozen=True, slots=True)
class ClientSeen:
    """A package that sent events, and when last."""

    host: str
    name: str
    version: str
    last_seen: str


@dataclass(slots=True)
class Services:
    """One instance per lifespan; the jobs get it with every call and keep nothing themselves."""

    settings: Settings
    workspace: Workspace
    rules: ContentRules
    log: SessionLog
    notes: NoteStore
    index: MemoryIndex
    pipeline: NotePipeline
    links: LinkMap
    queue: WorkQueue
    queue_backend: Callable[[], str]
    counters: Counters = field(default_factory=Counters)
    under_way: TurnsUnderWay = field(default_factory=TurnsUnderWay)
    clients: dict[tuple[str, str], ClientSeen] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)
    stopping: bool = False
