"""Package copies, and the record of what a host's files held."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from reme_gateway.integrations import package_files
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.saved_files import Record, record_of, replace_file


def folder(path: Path, **files: str) -> Path:
    for name, content in files.items():
        target = path / name.replace("__", "/")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content)
    return path


def test_a_copy_becomes_equal_and_loses_what_is_no_longer_there(tmp_path: Path) -> None:
    source = folder(tmp_path / "source", a="1", b__c="2")
    copy = folder(tmp_path / "copy", a="0", old__file="x")
    assert not package_files.is_same(source, copy)
    package_files.bring(source, copy)
    assert package_files.is_same(source, copy)
    assert sorted(path.name for path in copy.iterdir()) == ["a", "b"]


def test_caches_and_lock_files_are_not_copied(tmp_path: Path) -> None:
    names = {"__pycache__/x.pyc": "0", ".DS_Store": "0", "generated.lock.json": "{}", "a": "1"}
    for name, content in names.items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert package_files.contents(tmp_path / "source") == {"a": b"1"}


@pytest.mark.parametrize(
    ("host", "file"),
    [("codex", "reme/hook.py"), ("claude-code", "reme/hook.py"), ("dsh", "src/plugin/index.js")],
)
def test_this_installation_brings_the_packages(host: str, file: str) -> None:
    assert (package_files.source_of(host) / file).is_file()


def test_a_host_without_a_package_is_named() -> None:
    with pytest.raises(InstallationFailed, match="brings no package for nothing"):
        package_files.source_of("nothing")


def test_a_copy_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    source = folder(tmp_path / "source", a__b="1")
    copy = folder(tmp_path / "copy", a="a file where a folder should be")
    with pytest.raises(InstallationFailed, match="can't be written"):
        package_files.bring(source, copy)


def test_removing_what_is_gone_is_fine(tmp_path: Path) -> None:
    package_files.remove_tree(tmp_path / "nowhere")
    target = folder(tmp_path / "x", a="1")
    package_files.remove_tree(target / "a")
    assert list(target.iterdir()) == []


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Of a configuration folder below a home."""
    return record_of(Places(tmp_path), "codex", tmp_path / ".codex")


def test_a_record_survives_and_is_private(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"\xff\r\n")
    record.remember((path, tmp_path / "none"))
    record.notes["mcp"] = True
    record.write()
    again = record_of(Places(tmp_path), "codex", tmp_path / ".codex")
    assert again.exists
    assert (again.files, again.notes) == (record.files, record.notes)
    assert stat.S_IMODE(record.path.stat().st_mode) == 0o600
    assert record_of(Places(tmp_path), "codex", tmp_path / "other").files == {}


@pytest.mark.parametrize("content", ["", "[]", '{"files": {"a": {}}, "notes": {}}', '{"files": 1}'])
def test_a_damaged_record_counts_as_none(tmp_path: Path, record: Record, content: str) -> None:
    record.path.parent.mkdir(parents=True)
    record.path.write_text(content)
    assert record_of(Places(tmp_path), "codex", tmp_path / ".codex").files == {}


def test_a_file_comes_back_with_its_permissions(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o640)
    record.remember((path,))
    path.write_text("after")
    path.chmod(0o600)
    record.restore(path, lambda before, _: before)
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("before", 0o640)


def test_a_file_that_was_not_there_goes(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "file"
    record.remember((path,))
    path.write_text("after")
    record.restore(path, lambda before, _: before)
    assert not path.exists()
    record.restore(path, lambda before, _: before)


def test_without_a_record_a_file_is_emptied_and_not_removed(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "file"
    path.write_text("ours")
    record.restore(path, lambda *_: None)
    assert path.read_text() == ""


def test_a_changed_file_keeps_its_present_permissions(tmp_path: Path, record: Record) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    record.remember((path,))
    path.write_text("ours and mine")
    path.chmod(0o604)
    record.restore(path, lambda *_: b"mine")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("mine", 0o604)


def test_replacing_follows_a_link_and_leaves_no_temporary(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("1")
    link.symlink_to(target)
    replace_file(link, b"2", 0o600)
    assert link.is_symlink()
    assert target.read_text() == "2"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "target"]


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InstallationFailed, match="can't be written"):
        replace_file(tmp_path / "file" / "below", b"", 0o600)


def test_folders_of_ours_are_private_all_the_way_up(tmp_path: Path) -> None:
    replace_file(tmp_path / "a" / "b" / "file", b"", 0o600)
    package_files.bring(folder(tmp_path / "source", x="1"), tmp_path / "c" / "d")
    for made in ("a", "a/b", "c", "c/d"):
        assert stat.S_IMODE((tmp_path / made).stat().st_mode) == 0o700
