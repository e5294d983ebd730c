from __future__ import annotations

import os
from pathlib import Path

import pytest
from reme_gateway.store.session_writer import ChangedByOthersError, SessionWriter, fingerprint


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "codex" / "s.jsonl"


def append(writer: SessionWriter, data: bytes) -> bool:
    writer.write(data)
    created = writer.sync()
    writer.settle()
    return created


def test_only_the_first_append_creates(path: Path) -> None:
    writer = SessionWriter(path, 0, None)
    assert writer.is_current()
    assert append(writer, b"1\n") is True
    assert append(writer, b"2\n") is False
    assert (writer.size, writer.broken, writer.is_current()) == (4, False, True)
    assert path.read_bytes() == b"1\n2\n"


def test_taking_back_leaves_what_was_durable(path: Path) -> None:
    writer = SessionWriter(path, 0, None)
    append(writer, b"1\n")
    writer.write(b"2\n")
    writer.take_back()
    assert path.read_bytes() == b"1\n"
    assert writer.broken


def test_a_file_that_appeared_meanwhile_is_not_written_to(path: Path) -> None:
    writer = SessionWriter(path, 0, None)
    path.parent.mkdir()
    path.write_bytes(b"theirs\n")
    with pytest.raises(ChangedByOthersError):
        writer.write(b"1\n")
    assert path.read_bytes() == b"theirs\n"
    assert writer.broken


def test_a_file_that_changed_meanwhile_is_not_written_to(path: Path) -> None:
    writer = SessionWriter(path, 0, None)
    append(writer, b"1\n")
    path.write_bytes(b"theirs\n")
    assert not writer.is_current()
    with pytest.raises(ChangedByOthersError):
        writer.write(b"2\n")
    assert path.read_bytes() == b"theirs\n"


def test_bytes_of_others_between_write_and_sync_break_the_writer(path: Path) -> None:
    writer = SessionWriter(path, 0, None)
    append(writer, b"1\n")
    writer.write(b"2\n")
    with path.open("ab") as file:
        file.write(b"theirs\n")
    writer.sync()
    writer.settle()
    assert writer.broken


def test_a_link_is_not_written_through(path: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_bytes(b"theirs\n")
    path.parent.mkdir()
    path.symlink_to(outside)
    for known in (None, fingerprint(outside.stat())):
        with pytest.raises(OSError, match=r"symbolic links|another program"):
            SessionWriter(path, 7, known).write(b"1\n")
    assert outside.read_bytes() == b"theirs\n"


def test_a_write_that_the_system_takes_in_pieces_is_whole(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
    append(SessionWriter(path, 0, None), b"0123456789\n")
    assert path.read_bytes() == b"0123456789\n"


def test_syncing_what_was_never_written_is_an_error(path: Path) -> None:
    with pytest.raises(OSError, match="not opened"):
        SessionWriter(path, 0, None).sync()
