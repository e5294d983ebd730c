"""Writing: atomic, only what differs, and stale files go."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_generator.plan import HOOKS, JS
from reme_generator.write import write

KEPT = f"{JS}/v1/kept.js"


def test_missing_and_different_files_are_written_and_equal_ones_are_not_touched(tmp_path: Path) -> None:
    assert write(tmp_path, {KEPT: b"1\n"}).written == (KEPT,)
    before = (tmp_path / KEPT).stat().st_mtime_ns
    again = write(tmp_path, {KEPT: b"1\n"})
    assert (again.written, again.deleted, again.unchanged) == ((), (), 1)
    assert (tmp_path / KEPT).stat().st_mtime_ns == before
    assert write(tmp_path, {KEPT: b"2\n"}).written == (KEPT,)
    assert (tmp_path / KEPT).read_bytes() == b"2\n"


def test_what_is_no_longer_planned_is_deleted_with_its_empty_folder(tmp_path: Path) -> None:
    stale = f"{JS}/v0/old.js"
    write(tmp_path, {KEPT: b"1\n", stale: b"old\n"})
    assert write(tmp_path, {KEPT: b"1\n"}).deleted == (stale,)
    assert not (tmp_path / JS / "v0").exists()


def test_a_handwritten_file_outside_generated_folders_is_never_touched(tmp_path: Path) -> None:
    mine = tmp_path / "packages/python-hooks/src/reme_hooks/boundary.py"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine\n")
    write(tmp_path, {f"{HOOKS}/v1/x.py": b"\n"})
    write(tmp_path, {})
    assert mine.read_text() == "mine\n"
    assert not (tmp_path / HOOKS).exists()


def test_a_link_in_place_of_a_file_is_replaced_and_its_target_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "target.txt"
    target.write_text("1\n")
    (tmp_path / KEPT).parent.mkdir(parents=True)
    (tmp_path / KEPT).symlink_to(target)
    write(tmp_path, {KEPT: b"1\n"})
    assert not (tmp_path / KEPT).is_symlink()
    write(tmp_path, {KEPT: b"2\n"})
    assert target.read_text() == "1\n"


def test_a_refusing_disk_leaves_the_old_file_and_no_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {KEPT: b"1\n"})

    def refuse(_self: Path, _target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OSError, match="No space left"):
        write(tmp_path, {KEPT: b"2\n"})
    assert (tmp_path / KEPT).read_bytes() == b"1\n"
    assert [path.name for path in (tmp_path / KEPT).parent.iterdir()] == ["kept.js"]


def test_compiled_files_beside_a_stale_module_do_not_stop_its_removal(tmp_path: Path) -> None:
    write(tmp_path, {f"{HOOKS}/v1/x.py": b"\n"})
    cache = tmp_path / HOOKS / "v1" / "__pycache__"
    cache.mkdir()
    (cache / "x.cpython-311.pyc").write_bytes(b"")
    assert write(tmp_path, {}).deleted == (f"{HOOKS}/v1/x.py",)
