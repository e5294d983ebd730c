"""Puts one server together in one workspace, in the order in which the parts need each other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import tzinfo
from functools import partial

from reme_gateway.extraction.extractor import ExtractorRegistry
from reme_gateway.extraction.outline import OutlineExtractor
from reme_gateway.extraction.pipeline import Aside, NotePipeline
from reme_gateway.extraction.quiet_thread import QuietThread
from reme_gateway.index.workspace_index import WorkspaceIndex
from reme_gateway.jobs.content import ContentRules
from reme_gateway.jobs.services import Services
from reme_gateway.ports import MemoryIndex, NoteChange, WorkQueue, Workspace
from reme_gateway.settings import Settings
from reme_gateway.store.days import zone_of
from reme_gateway.store.links import LinkMap
from reme_gateway.store.notes import NoteFiles
from reme_gateway.store.paths import place_inside
from reme_gateway.store.session_log import JsonlSessionLog
from reme_gateway.store.workspace import open_workspace
from reme_gateway.work_queue.dbos_queue import DbosQueue
from reme_gateway.work_queue.dbos_runtime import sqlite_url
from reme_gateway.work_queue.null import NullQueue
from reme_gateway.work_queue.settings import QueueSettings

# How long a start waits for the index to see what a crash left: milliseconds, unless it is rebuilt.
COMPARE_SECONDS = 0.25
QUEUE_FILE = "metadata/queue.sqlite3"


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Own the workspace and run everything in it; leaving stops the parts in reverse order, within bounds.

    Raises ``StartRefused`` when the workspace can't be used, ``StoreUnavailable`` when it can't be read.
    """
    async with AsyncExitStack() as stack:
        owned = stack.enter_context(open_workspace(settings.workspace_dir, settings.address, settings.zone))
        workspace = owned.workspace
        rules = ContentRules(settings.token)
        log = JsonlSessionLog(workspace, rules.text)
        log.open()
        stack.callback(log.close)
        notes = NoteFiles(partial(place_inside, workspace.root))
        notes.sweep()
        index = WorkspaceIndex(workspace.root)
        index.start(COMPARE_SECONDS)
        stack.push_async_callback(asyncio.to_thread, index.close)
        zone = zone_of(workspace.zone)
        quiet = QuietThread("notes")
        stack.callback(quiet.close)
        extractor = _extractors(zone, quiet.run).get(settings.extractor)
        pipeline = NotePipeline(log, notes, extractor, zone, partial(_tell_index, index), aside=quiet.run)
        queue, backend = await _open_queue(settings, workspace, log, pipeline)
        stack.push_async_callback(queue.stop, settings.drain_seconds)
        yield Services(
            settings=settings,
            workspace=workspace,
            rules=rules,
            log=log,
            notes=notes,
            index=index,
            pipeline=pipeline,
            links=LinkMap(partial(place_inside, workspace.root)),
            queue=queue,
            queue_backend=backend,
        )


async def _open_queue(
    settings: Settings, workspace: Workspace, log: JsonlSessionLog, pipeline: NotePipeline
) -> tuple[WorkQueue, Callable[[], str]]:
    """The queue, and how ``status`` names its state."""
    if settings.queue == "off":
        return NullQueue(log, pipeline), lambda: "off"
    in_workspace = settings.queue == "sqlite"
    queue = DbosQueue(
        log,
        pipeline,
        workspace=str(workspace.root),
        database_url=sqlite_url(workspace.root / QUEUE_FILE) if in_workspace else settings.queue,
        settings=QueueSettings(
            turn_events=settings.turn_end_events,
            turn_seconds=settings.turn_end_seconds,
            idle_seconds=settings.idle_flush_seconds,
            workers=settings.queue_concurrency,
        ),
    )
    await queue.start()
    name = "sqlite" if in_workspace or settings.queue.startswith("sqlite") else "postgresql"
    return queue, lambda: {"ready": name, "stopped": "off"}.get(queue.state().state, queue.state().state)


def _extractors(zone: tzinfo, aside: Aside) -> ExtractorRegistry:
    registry = ExtractorRegistry()
    registry.register("outline", lambda: OutlineExtractor(zone, aside))
    return registry


def _tell_index(index: MemoryIndex, change: NoteChange) -> None:
    index.reindex_file(change.path)
