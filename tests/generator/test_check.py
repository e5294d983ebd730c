"""Checking: missing, different and extra files each fail, with a diff that says what is wrong."""

from __future__ import annotations

from pathlib import Path

from reme_generator.check import check
from reme_generator.plan import JS, LOCK_NAME
from reme_generator.write import write

PATH = f"{JS}/v1/x.js"
CONTENTS = {PATH: b"one\ntwo\n"}


def test_what_was_just_written_passes(tmp_path: Path) -> None:
    write(tmp_path, CONTENTS)
    assert list(check(tmp_path, CONTENTS)) == []


def test_a_missing_file_fails_with_the_lines_it_should_have(tmp_path: Path) -> None:
    (found,) = check(tmp_path, CONTENTS)
    assert found.startswith(f"{PATH}: missing\n")
    assert "\n+one\n+two\n" in found


def test_a_different_file_fails_with_a_unified_diff(tmp_path: Path) -> None:
    write(tmp_path, {PATH: b"one\nzwei\n"})
    (found,) = check(tmp_path, CONTENTS)
    assert found.startswith(f"{PATH}: different\n--- {PATH} (in the repository)\n+++ {PATH} (generated)\n")
    assert "\n one\n-zwei\n+two\n" in found


def test_an_extra_file_fails_with_the_lines_that_would_go(tmp_path: Path) -> None:
    extra = f"{JS}/v1/handwritten.js"
    write(tmp_path, {**CONTENTS, extra: b"mine\n"})
    (found,) = check(tmp_path, CONTENTS)
    assert found.startswith(f"{extra}: not planned")
    assert "\n-mine\n" in found


def test_a_lock_file_of_a_package_that_generates_nothing_is_extra(tmp_path: Path) -> None:
    write(tmp_path, {**CONTENTS, f"server/{LOCK_NAME}": b"{}\n"})
    (found,) = check(tmp_path, CONTENTS)
    assert found.startswith(f"server/{LOCK_NAME}: not planned")


def test_a_missing_last_line_end_is_a_difference(tmp_path: Path) -> None:
    write(tmp_path, {PATH: b"one\ntwo"})
    assert len(list(check(tmp_path, CONTENTS))) == 1


def test_line_ends_of_a_checkout_are_no_difference(tmp_path: Path) -> None:
    write(tmp_path, {PATH: b"one\r\ntwo\r\n"})
    assert list(check(tmp_path, CONTENTS)) == []


def test_compiled_files_are_no_extra_files(tmp_path: Path) -> None:
    write(tmp_path, CONTENTS)
    cache = tmp_path / JS / "__pycache__"
    cache.mkdir()
    (cache / "x.pyc").write_bytes(b"")
    assert list(check(tmp_path, CONTENTS)) == []
