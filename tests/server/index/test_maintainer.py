"""The index follows the files: after a crash, an edit, damage, and while it is rebuilt."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from reme_gateway.index.documents import WorkspaceDocuments
from reme_gateway.index.keyword_index import FILE_NAME, KeywordIndex
from reme_gateway.index.maintainer import IndexMaintainer
from reme_gateway.ports import IndexHit

from tests.server.index.samples import found, texts
from tests.server.index.test_documents import line, put

QUERIES = ["service 7 port", "部署脚本", "team 3 proxy", "violet adapter"]


def turn_line(text: str) -> str:
    return line(text, scope_id="default")


class Workspace:
    """A folder with sessions and notes, and the index over it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.metadata = root / "metadata"
        self.opened: list[tuple[KeywordIndex, IndexMaintainer]] = []

    def fill(self) -> None:
        for session in range(4):
            lines = [
                line(
                    f"Service {n} of team {session} listens on port {8000 + n} behind a proxy",
                    scope_id="default",
                )
                for n in range(30)
            ]
            lines.append(line(f"第{session}组把部署脚本放在仓库根目录", scope_id="default"))
            put(self.root, f"session/dialog/codex/s{session}.jsonl", "".join(lines))
        put(self.root, "digest/projector.md", "# Projector\n\nIt needs the violet adapter.\n")

    def open(self) -> tuple[KeywordIndex, IndexMaintainer]:
        index = KeywordIndex(self.metadata)
        self.opened.append((index, IndexMaintainer(index, WorkspaceDocuments(self.root))))
        return self.opened[-1]

    def start(self) -> tuple[KeywordIndex, IndexMaintainer]:
        index, maintainer = self.open()
        index.start()
        assert maintainer.start(wait_seconds=30)
        return index, maintainer

    def stop(self) -> None:
        for index, maintainer in self.opened:
            maintainer.stop()
            index.close()
        self.opened.clear()


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    workspace = Workspace(tmp_path)
    workspace.fill()
    yield workspace
    workspace.stop()


def answers(index: KeywordIndex) -> list[list[IndexHit]]:
    return [found(index, text) for text in QUERIES]


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it did not happen")


def test_a_new_index_is_filled_from_the_source(workspace: Workspace) -> None:
    index, _ = workspace.open()
    assert index.state().state == "rebuilding"
    workspace.stop()
    index, _ = workspace.start()
    state = index.state()
    assert (state.state, state.done, state.total, state.documents) == ("ready", 5, 5, 4 * 31 + 1)
    assert all(answers(index))


def test_a_second_start_changes_nothing(workspace: Workspace) -> None:
    index, _ = workspace.start()
    before = answers(index)
    workspace.stop()
    index, maintainer = workspace.open()
    assert maintainer.reconcile() == 0
    assert answers(index) == before


def test_what_a_crash_took_from_memory_is_read_again(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    put(workspace.root, "session/dialog/codex/s9.jsonl", turn_line("A zeppelin, blue"))
    with (workspace.root / "session/dialog/codex/s0.jsonl").open("ab") as file:
        file.write(turn_line("The hangar door is green").encode())
    maintainer.reconcile()
    assert len(found(index, "zeppelin")) == 1
    before = answers(index)
    index._serving.file.close()  # the tail is never written
    workspace.opened.clear()
    index, maintainer = workspace.open()
    assert found(index, "zeppelin") == []
    assert maintainer.reconcile() == 2
    assert texts(found(index, "zeppelin")) == ["A zeppelin, blue"]
    assert texts(found(index, "hangar", min_score=0.0)) == ["The hangar door is green"]
    assert answers(index) == before


def test_a_turn_that_came_before_its_forerunners_were_read_again_is_there_once(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    path = "session/dialog/codex/s0.jsonl"
    documents = WorkspaceDocuments(workspace.root).read(path).documents
    index.add(documents[-1:])
    maintainer.rebuild()
    maintainer.reindex_file(path)
    assert index.state().documents == 4 * 31 + 1
    assert len(found(index, "部署", limit=50)) == 4


def test_a_line_forgotten_behind_the_indexs_back_goes(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    file = workspace.root / "session/dialog/codex/s0.jsonl"
    lines = file.read_bytes().split(b"\n")
    lines[7] = b'{"event_id": "e", "forgotten_at": "2026-11-30T10:00:00Z"}'
    replacement = file.with_suffix(".tmp")
    replacement.write_bytes(b"\n".join(lines))
    replacement.replace(file)
    assert maintainer.reconcile() == 1
    assert 8 not in [hit.line_start for hit in found(index, "port 8007") if "s0" in hit.path]
    assert index.state().documents == 4 * 31


def test_edited_new_and_deleted_notes_are_followed(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    put(workspace.root, "digest/projector.md", "# Projector\n\nIt needs the crimson adapter.\n")
    put(workspace.root, "digest/fern.md", "The fern is watered on Fridays.\n")
    assert maintainer.reconcile(notes_only=True) == 2
    assert found(index, "violet") == []
    assert [hit.path for hit in found(index, "crimson adapter")] == ["digest/projector.md"]
    assert [hit.path for hit in found(index, "fern watered")] == ["digest/fern.md"]
    (workspace.root / "digest/fern.md").unlink()
    assert maintainer.reconcile(notes_only=True) == 1
    assert found(index, "fern watered") == []


def test_one_file_is_brought_up_to_date_at_once(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    put(workspace.root, "digest/fern.md", "The fern is watered on Fridays.\n")
    maintainer.reindex_file("digest/fern.md")
    assert len(found(index, "fern watered")) == 1
    (workspace.root / "digest/fern.md").unlink()
    maintainer.reindex_file("digest/fern.md")
    maintainer.reindex_file("metadata/none.md")
    assert found(index, "fern watered") == []


def test_hand_edits_are_noticed_by_the_running_maintainer(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reme_gateway.index.maintainer.NOTES_LOOKED_AT_SECONDS", 0.02)
    index, _ = workspace.start()
    put(workspace.root, "digest/fern.md", "The fern is watered on Fridays.\n")
    wait_until(lambda: len(found(index, "fern watered")) == 1)


def test_a_rebuild_answers_with_the_old_index_and_then_the_same(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    before = answers(index)
    index.begin_rebuild()
    assert index.state().state == "rebuilding"
    assert answers(index) == before
    maintainer.rebuild()
    assert index.state().state == "ready"
    assert answers(index) == before
    assert [path.name for path in workspace.metadata.iterdir() if "rebuild" in path.name] == []
    workspace.stop()
    index, _ = workspace.start()
    assert answers(index) == before


def test_turns_added_and_forgotten_during_a_rebuild_count(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    index.begin_rebuild()
    put(workspace.root, "session/dialog/codex/s9.jsonl", turn_line("A zeppelin, blue"))
    index.add(WorkspaceDocuments(workspace.root).read("session/dialog/codex/s9.jsonl").documents)
    assert len(found(index, "zeppelin")) == 1
    (workspace.root / "digest/projector.md").unlink()
    assert index.forget("digest/projector.md") == 1
    maintainer.rebuild()
    assert len(found(index, "zeppelin")) == 1
    assert found(index, "violet adapter") == []


def test_a_file_that_changes_while_it_is_read_is_read_again(workspace: Workspace) -> None:
    class Changing(WorkspaceDocuments):
        reads = 0

        def read(self, path: str):  # type: ignore[no-untyped-def]
            text = super().read(path)
            if path == "digest/projector.md" and not Changing.reads:
                Changing.reads += 1
                put(workspace.root, path, "The projector is lent to the library.\n")
            return text

    index = KeywordIndex(workspace.metadata)
    IndexMaintainer(index, Changing(workspace.root)).rebuild()
    assert found(index, "violet adapter") == []
    assert len(found(index, "projector library")) == 1
    index.close()


def test_a_file_read_before_it_changed_changes_nothing(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    path = "digest/projector.md"
    stale = WorkspaceDocuments(workspace.root).read(path).documents
    stamp = WorkspaceDocuments(workspace.root).stamp(path)
    assert not index.replace(path, [], stamp, still_so=lambda: False)
    assert len(found(index, "violet adapter")) == 1
    index.forget(path)
    assert not index.replace(path, stale, stamp, still_so=lambda: False)
    assert found(index, "violet adapter") == []


def flipped(data: bytes, at: int, length: int) -> bytes:
    return data[:at] + bytes(byte ^ 0xFF for byte in data[at : at + length]) + data[at + length :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda data: b"",
    "cut in half": lambda data: data[: len(data) // 2],
    "overwritten": lambda data: b"\x5a" * len(data),
    "no header": lambda data: b"\0" * 200 + data[200:],
    "flipped at the start": lambda data: flipped(data, 0, 64),
    "flipped in the middle": lambda data: flipped(data, len(data) // 2, 64),
}


@pytest.mark.parametrize("damage", sorted(DAMAGE))
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
@pytest.mark.parametrize("ending", ["closed", "killed"])
def test_a_damaged_file_leads_to_the_same_answers(
    damage: str, suffix: str, ending: str, workspace: Workspace, tmp_path: Path
) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    before = answers(index)
    index.add(WorkspaceDocuments(workspace.root).read("digest/projector.md").documents)
    names = sorted(path.name for path in workspace.metadata.iterdir())
    copies = {name: (workspace.metadata / name).read_bytes() for name in names}
    workspace.stop()
    if ending == "killed":
        for name, data in copies.items():
            (workspace.metadata / name).write_bytes(data)
    file = workspace.metadata / (FILE_NAME + suffix)
    if not file.exists():
        file.write_bytes(b"")
    file.write_bytes(DAMAGE[damage](file.read_bytes()) or b"\x5a" * 4096 * bool(suffix))
    index, _ = workspace.start()
    wait_until(lambda: index.state().state == "ready" and answers(index) == before)
    index._serving.file.verify()


def test_every_flipped_page_is_found_or_harmless(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    before = answers(index)
    workspace.stop()
    file = workspace.metadata / FILE_NAME
    intact = file.read_bytes()
    for at in range(100, len(intact), 4096 // 3):
        file.write_bytes(flipped(intact, at, 1))
        index, maintainer = workspace.open()
        index.verify()
        if index.is_building:
            maintainer.rebuild()
        maintainer.reconcile()
        assert answers(index) == before, at
        workspace.stop()


def test_damage_met_by_a_query_starts_a_rebuild(workspace: Workspace) -> None:
    index, _ = workspace.start()
    before = answers(index)
    wait_until(lambda: index._serving.fresh_documents == 0 or index._serving.flush() is None)
    index._serving.file._writer.execute("UPDATE postings SET crc = crc + 1")
    index._serving._decoded.clear()
    found(index, QUERIES[0])
    assert index.state().state == "rebuilding"
    assert "damaged" in (index.state().reason or "")
    wait_until(lambda: index.state().state == "ready")
    assert answers(index) == before
    assert index.state().reason is None


def test_another_version_of_the_format_is_rebuilt(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    before = answers(index)
    workspace.stop()
    monkeypatch.setattr("reme_gateway.index.posting_file.FORMAT", "99.1")
    index, _ = workspace.open()
    assert index.state().state == "rebuilding"
    assert "another version" in (index.state().reason or "")
    workspace.stop()
    index, _ = workspace.start()
    assert answers(index) == before


def test_an_interrupted_rebuild_starts_over(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    before = answers(index)
    index.begin_rebuild()
    maintainer.reindex_file("digest/projector.md")
    workspace.stop()
    index, _ = workspace.open()
    assert index.state().state == "ready"
    assert answers(index) == before


def test_a_source_that_cannot_be_read_is_a_visible_failure(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: WorkspaceDocuments, path: str) -> None:
        raise PermissionError(path)

    monkeypatch.setattr(WorkspaceDocuments, "read", refuse)
    index, maintainer = workspace.open()
    maintainer.start()
    wait_until(lambda: index.state().state == "failed")
    assert "could not be brought up to date" in (index.state().reason or "")
    monkeypatch.undo()
    maintainer._wake.set()
    wait_until(lambda: index.state().state == "ready")


def test_the_files_are_private(workspace: Workspace) -> None:
    index, maintainer = workspace.open()
    maintainer.rebuild()
    index._serving.flush()
    modes = {path.name: os.stat(path).st_mode & 0o777 for path in workspace.metadata.iterdir()}
    assert set(modes.values()) == {0o600}
    assert workspace.metadata.stat().st_mode & 0o777 == 0o700
