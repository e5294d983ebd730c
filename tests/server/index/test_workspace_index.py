"""The index of a workspace from start to close."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from reme_gateway.index.workspace_index import WorkspaceIndex

from tests.server.index.samples import found, texts
from tests.server.index.test_documents import line, put


@pytest.fixture
def root(tmp_path: Path) -> Path:
    put(tmp_path, "session/dialog/codex/s.jsonl", line("The hangar door is green", scope_id="default"))
    return tmp_path


def test_what_is_on_disk_is_found_when_start_returns(root: Path) -> None:
    for _ in range(2):
        index = WorkspaceIndex(root)
        index.start(wait_seconds=30)
        assert texts(found(index, "hangar door")) == ["The hangar door is green"]
        index.close()


def test_a_file_is_indexed_on_request(root: Path) -> None:
    index = WorkspaceIndex(root)
    index.start(wait_seconds=30)
    put(root, "digest/fern.md", "The fern is watered on Fridays.\n")
    index.reindex_file("digest/fern.md")
    assert len(found(index, "fern")) == 1
    index.close()


def test_a_requested_rebuild_runs_once_and_ends(root: Path) -> None:
    index = WorkspaceIndex(root)
    index.start(wait_seconds=30)
    assert index.rebuild()
    for _ in range(3000):
        if index.state().state == "ready":
            break
        time.sleep(0.01)
    assert index.state().state == "ready"
    assert texts(found(index, "hangar door")) == ["The hangar door is green"]
    index.close()


def test_closing_without_a_start_is_fine(root: Path) -> None:
    WorkspaceIndex(root).close()
