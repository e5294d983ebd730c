"""One file that cannot be read costs that file, not the index; what is over is not told any more."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from reme_gateway.index import documents
from reme_gateway.index.maintainer import SourceText
from reme_gateway.index.workspace_index import WorkspaceIndex
from reme_gateway.ports import IndexQuery

pytestmark = pytest.mark.slow


def found(index: WorkspaceIndex, word: str) -> int:
    return len(index.search(IndexQuery(word, 5, 1000, "default", min_score=0.0)).hits)


def wait_until_found(index: WorkspaceIndex, word: str) -> None:
    for _ in range(300):
        if found(index, word):
            return
        time.sleep(0.1)
    pytest.fail(f"{word} was never found")


def test_a_file_that_cannot_be_read_is_passed_over_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "metadata").mkdir()
    (tmp_path / "digest").mkdir()
    for name, word in (("a", "aurora"), ("b", "borealis"), ("c", "cirrus")):
        (tmp_path / "digest" / f"{name}.md").write_text(f"# Note\n\nThis one is about {word}.\n")
    read, locked = documents.WorkspaceDocuments.read, {"digest/b.md"}

    def refusing(source: documents.WorkspaceDocuments, path: str) -> SourceText:
        if path in locked:
            raise PermissionError(13, "Permission denied")
        return read(source, path)

    monkeypatch.setattr(documents.WorkspaceDocuments, "read", refusing)
    index = WorkspaceIndex(tmp_path)
    index.start()
    try:
        for word in ("aurora", "cirrus"):
            wait_until_found(index, word)
        assert found(index, "borealis") == 0
        while index.state().state != "ready":
            time.sleep(0.05)
        assert index.state().reason == "1 file(s) cannot be read and are not searchable."
        locked.clear()
        wait_until_found(index, "borealis")
        while index.state().reason is not None:
            time.sleep(0.05)
    finally:
        index.close()
