from __future__ import annotations

import os
import threading
from pathlib import Path
from queue import Queue

import pytest
from reme_gateway.errors import GatewayError, StoreUnavailable
from reme_gateway.store.commit import Batch, GroupCommit, NotWritten, Results
from reme_gateway.store.session_writer import SessionWriter

SECONDS = 20


class Committing:
    """A group commit whose groups can be taken one by one."""

    def __init__(self) -> None:
        self.groups: Queue[Results] = Queue()
        self.commits = GroupCommit(self.groups.put)

    def submit(self, writer: SessionWriter, data: bytes) -> Batch:
        batch = Batch(writer, lambda: data)
        self.commits.submit(batch)
        return batch

    def group(self) -> Results:
        return self.groups.get(timeout=SECONDS)


@pytest.fixture
def committing() -> Committing:
    return Committing()


class Held:
    """Keeps every fsync waiting until ``release`` is set; ``reached`` says that one waits."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.release = threading.Event()
        self._sync = os.fsync

    def __call__(self, descriptor: int) -> None:
        self.reached.set()
        assert self.release.wait(SECONDS)
        self._sync(descriptor)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    held = Held()
    monkeypatch.setattr(os, "fsync", held)
    return held


def test_what_waits_during_a_sync_goes_with_the_next_one(
    committing: Committing, held: Held, tmp_path: Path
) -> None:
    first = SessionWriter(tmp_path / "first.jsonl", 0, None)
    second = SessionWriter(tmp_path / "second.jsonl", 0, None)
    alone = committing.submit(first, b"1\n")
    assert held.reached.wait(SECONDS)
    together = [
        committing.submit(first, b"2\n"),
        committing.submit(second, b"x\n"),
        committing.submit(first, b"3\n"),
    ]
    held.release.set()
    assert committing.group() == [(alone, None)]
    assert committing.group() == [(batch, None) for batch in together]
    committing.commits.close()
    assert first.path.read_bytes() == b"1\n2\n3\n"
    assert second.path.read_bytes() == b"x\n"


def test_a_new_file_is_durable_in_its_folder_too(committing: Committing, tmp_path: Path) -> None:
    synced: list[str] = []
    sync = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{descriptor}")).name)
        sync(descriptor)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", watched)
        writer = SessionWriter(tmp_path / "session" / "codex" / "a.jsonl", 0, None)
        committing.submit(writer, b"1\n")
        assert committing.group()[0][1] is None
        # session in its parent, codex in session, then the file, then its name
        assert synced == [tmp_path.name, "session", "a.jsonl", "codex"]
        synced.clear()
        committing.submit(writer, b"2\n")
        committing.group()
        assert synced == []
    committing.commits.close()


def test_a_folder_that_cannot_be_synced_takes_its_new_files_back(
    committing: Committing, tmp_path: Path
) -> None:
    def refuse(_: Path) -> None:
        raise OSError(5, "Input/output error")

    new = SessionWriter(tmp_path / "a.jsonl", 0, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reme_gateway.store.commit.sync_folder", refuse)
        committing.submit(new, b"1\n")
        ((_, error),) = committing.group()
    assert isinstance(error, StoreUnavailable)
    assert new.path.read_bytes() == b""
    committing.commits.close()


def test_what_waited_behind_a_failure_fails_too(committing: Committing, held: Held, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder has to be")
    good = SessionWriter(tmp_path / "good.jsonl", 0, None)
    bad = SessionWriter(blocked / "bad.jsonl", 0, None)
    committing.submit(good, b"1\n")
    assert held.reached.wait(SECONDS)
    committing.submit(bad, b"1\n")
    committing.submit(good, b"2\n")
    committing.submit(bad, b"2\n")
    held.release.set()
    committing.group()
    errors = [error.code if error else None for _, error in committing.group()]
    assert errors == ["store_unavailable", None, "store_unavailable"]
    committing.submit(bad, b"3\n")
    ((_, error),) = committing.group()
    assert error is not None
    assert "send it again" in error.detail
    committing.commits.close()


def test_closing_commits_what_is_queued_and_refuses_the_rest(
    committing: Committing, held: Held, tmp_path: Path
) -> None:
    writer = SessionWriter(tmp_path / "a.jsonl", 0, None)
    for number in range(5):
        committing.submit(writer, b"%d\n" % number)
    held.release.set()
    committing.commits.close()
    assert writer.path.read_bytes() == b"0\n1\n2\n3\n4\n"
    with pytest.raises(GatewayError) as caught:
        committing.submit(writer, b"5\n")
    assert caught.value.code == "server_stopping"
    committing.commits.close()


def test_files_of_a_group_wait_for_the_disk_together(
    committing: Committing, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    writers = [SessionWriter(tmp_path / f"{name}.jsonl", 0, None) for name in "abcde"]
    for writer in writers:
        committing.submit(writer, b"0\n")
        committing.group()
    together = threading.Barrier(2)
    held = SessionWriter(tmp_path / "held.jsonl", 0, None)
    hold, holding, sync = threading.Event(), threading.Event(), os.fsync

    def held_fsync(descriptor: int) -> None:
        holding.set()
        assert hold.wait(SECONDS)
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", held_fsync)
    committing.submit(held, b"0\n")
    assert holding.wait(SECONDS)
    # Breaks when a second file is not synced while the first one still is.
    monkeypatch.setattr(
        "reme_gateway.store.session_writer.sync_data", lambda _: together.wait(SECONDS) and None
    )
    for writer in writers[:4]:
        committing.submit(writer, b"1\n")
    monkeypatch.setattr(os, "fsync", sync)
    hold.set()
    committing.group()
    assert [error for _, error in committing.group()] == [None] * 4


def test_one_file_that_cannot_be_synced_costs_the_others_of_its_group_nothing(
    committing: Committing, held: Held, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    writers = [SessionWriter(tmp_path / f"{name}.jsonl", 0, None) for name in "abcdef"]
    committing.submit(SessionWriter(tmp_path / "first.jsonl", 0, None), b"0\n")
    assert held.reached.wait(SECONDS)
    plain = SessionWriter.sync

    def failing(writer: SessionWriter) -> bool:
        if writer is writers[4]:
            writer.take_back()
            raise OSError(5, "Input/output error")
        return plain(writer)

    monkeypatch.setattr(SessionWriter, "sync", failing)
    for writer in writers:
        committing.submit(writer, b"1\n")
    held.release.set()
    committing.group()
    outcomes = [error and error.code for _, error in committing.group()]
    assert outcomes == [None] * 4 + ["store_unavailable", None]
    assert [writer.path.read_bytes() for writer in writers] == [b"1\n"] * 4 + [b"", b"1\n"]


def test_a_file_that_somebody_else_changed_is_not_written(committing: Committing, tmp_path: Path) -> None:
    writer = SessionWriter(tmp_path / "a.jsonl", 0, None)
    committing.submit(writer, b"1\n")
    committing.group()
    writer.path.write_bytes(b"restored\n")
    committing.submit(writer, b"2\n")
    ((_, error),) = committing.group()
    assert isinstance(error, NotWritten)
    assert error.code == "store_unavailable"
    assert writer.path.read_bytes() == b"restored\n"
