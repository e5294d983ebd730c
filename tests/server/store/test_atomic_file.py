from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from reme_gateway.store import atomic_file
from reme_gateway.store.atomic_file import remove_durably, sweep_temporary, write_atomically


def test_file_and_folders_are_private(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / "note.md"
    write_atomically(target, b"text")
    assert target.read_bytes() == b"text"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in (target.parent, target.parent.parent)] == [
        0o700
    ] * 2


def test_a_failing_rename_leaves_the_old_file_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "note.md"
    write_atomically(target, b"old")

    def refuse(self: Path, other: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(target, b"new")
    assert [entry.name for entry in tmp_path.iterdir()] == ["note.md"]
    assert target.read_bytes() == b"old"


def test_the_content_is_synced_before_the_rename_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    sync, rename = os.fsync, Path.replace
    monkeypatch.setattr(
        atomic_file.os,
        "fsync",
        lambda fd: (steps.append("dir" if stat.S_ISDIR(os.fstat(fd).st_mode) else "file"), sync(fd)),
    )
    monkeypatch.setattr(Path, "replace", lambda self, other: (steps.append("rename"), rename(self, other))[1])
    write_atomically(tmp_path / "note.md", b"text")
    assert steps == ["file", "rename", "dir"]


def test_what_a_killed_writer_left_is_swept_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_atomically(tmp_path / "note.md", b"text")
    (tmp_path / ".obsidian.tmp").write_bytes(b"the owner's")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lambda self, other: 1 / 0)
        patch.setattr(Path, "unlink", lambda self: None)
        with pytest.raises(ZeroDivisionError):
            write_atomically(tmp_path / "note.md", b"half")
    assert len(list(tmp_path.iterdir())) == 3
    assert sweep_temporary(tmp_path) == 1
    assert sorted(entry.name for entry in tmp_path.iterdir()) == [".obsidian.tmp", "note.md"]
    assert sweep_temporary(tmp_path / "missing") == 0


def test_removing_twice_is_fine(tmp_path: Path) -> None:
    write_atomically(tmp_path / "note.md", b"text")
    remove_durably(tmp_path / "note.md")
    remove_durably(tmp_path / "note.md")
    assert list(tmp_path.iterdir()) == []


def test_a_long_name_in_three_byte_characters_is_written(tmp_path: Path) -> None:
    path = tmp_path / ("部" * 80 + ".md")
    write_atomically(path, b"there")
    assert path.read_bytes() == b"there"
