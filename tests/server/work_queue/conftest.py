"""A session log in memory, and real notes in a folder, for the queue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from reme_gateway.ports import SessionRef
from reme_gateway.store.notes import NoteFiles

from tests.server.extraction.memory_log import MemoryLog, make_session


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog()


@pytest.fixture
def new_session() -> Callable[..., SessionRef]:
    return make_session


@pytest.fixture
def notes(tmp_path: Path) -> NoteFiles:
    return NoteFiles(lambda path: tmp_path / path)
