from __future__ import annotations

from collections.abc import Callable
from datetime import UTC
from typing import Any

import pytest
from reme_gateway.extraction.outline import OutlineExtractor
from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import PendingSession, SessionRef
from reme_gateway.store.notes import NoteFiles
from reme_gateway.work_queue.null import NullQueue


@pytest.mark.anyio
async def test_nothing_runs_and_what_is_uncovered_is_known(
    log: Any, notes: NoteFiles, new_session: Callable[..., SessionRef]
) -> None:
    pipeline = NotePipeline(log, notes, OutlineExtractor(UTC), UTC, lambda change: None)
    queue = NullQueue(log, pipeline)
    covered, open_one = new_session("a"), new_session("b")
    for session in (open_one, covered):
        log.say(session, "user", "hello", "2026-03-28T12:00:00Z")
        queue.touched(session, 1)
    await pipeline.run(covered)
    assert not await queue.enqueue(open_one, "manual")
    assert queue.pending() == [PendingSession(open_one, 1)]
    await queue.stop(0)
