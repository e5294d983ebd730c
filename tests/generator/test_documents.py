"""Reading one file: strict, and blind to line ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_generator.documents import pointer, read_json, read_toml, sha256
from reme_generator.errors import ContractError


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b'{"a": NaN}', "NaN is no JSON"),
        (b'{"a": 1,}', "line 1, column"),
        (b'{"a": "\xff"}', "byte 7 is not UTF-8"),
        (b"", "no JSON at line 1"),
    ],
)
def test_a_faulty_json_file_is_one_error_that_names_it(tmp_path: Path, content: bytes, problem: str) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(ContractError, match=problem) as caught:
        read_json(tmp_path, tmp_path / "x.json")
    assert caught.value.file == "x.json"
    assert caught.value.fix


def test_a_faulty_toml_file_is_one_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"a = ")
    with pytest.raises(ContractError, match="no TOML") as caught:
        read_toml(tmp_path, tmp_path / "x.toml")
    assert caught.value.file == "x.toml"


def test_line_ends_change_neither_data_nor_hash(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(b'a = """x\ny"""\n')
    (tmp_path / "b.toml").write_bytes(b'a = """x\r\ny"""\r\n')
    first, second = read_toml(tmp_path, tmp_path / "a.toml"), read_toml(tmp_path, tmp_path / "b.toml")
    assert first.data == second.data
    assert first.sha256 == second.sha256 == sha256(b'a = """x\ny"""\n')


def test_pointers_are_escaped() -> None:
    assert pointer(["a/b", "c~d", 0]) == "/a~1b/c~0d/0"
    assert pointer([]) == ""
