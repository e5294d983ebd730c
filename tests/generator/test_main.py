"""The command line: what it prints and which code it returns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reme_generator.__main__ import main

Edit = Callable[[str, Callable[[Any], Any]], None]
ERRORS = "server/src/reme_gateway/_contract/v1/errors.py"


def run(repository: Path, *arguments: str) -> int:
    return main(["--root", str(repository), *arguments])


@pytest.mark.slow
def test_write_then_check_succeeds_and_a_second_write_changes_nothing(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(repository, "write") == 0
    assert f"wrote   {ERRORS}\n" in capsys.readouterr().out
    assert run(repository, "check") == 0
    assert "are up to date" in capsys.readouterr().out
    assert run(repository, "write") == 0
    assert capsys.readouterr().out.startswith("0 written, 0 deleted")


def test_check_fails_with_a_diff_and_says_what_to_run(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(repository, "write")
    path = repository / ERRORS
    path.write_text(path.read_text(encoding="utf-8").replace("Send one word.", "Send two."), encoding="utf-8")
    capsys.readouterr()
    assert run(repository, "check") == 1
    printed = capsys.readouterr()
    assert '-        hint="Send two.",\n+        hint="Send one word.",\n' in printed.out
    assert "1 generated files are not up to date: run `nox -s generate`" in printed.err


@pytest.mark.slow
def test_deleted_generated_folders_come_back_byte_for_byte(repository: Path) -> None:
    run(repository, "write")
    before = {path: path.read_bytes() for path in repository.rglob("*") if path.is_file()}
    for path in before:
        if "_contract" in path.parts or "generated" in path.parts:
            path.unlink()
    run(repository, "write")
    assert {path: path.read_bytes() for path in repository.rglob("*") if path.is_file()} == before


def test_a_wrong_contract_writes_nothing_and_prints_one_error(
    repository: Path, edit: Edit, capsys: pytest.CaptureFixture[str]
) -> None:
    run(repository, "write")
    before = {path: path.read_bytes() for path in (repository / "server").rglob("*") if path.is_file()}
    edit("v1/errors.json", lambda data: data["errors"][0].update(hint="New."))
    edit("v1/operations.json", lambda data: data["operations"][0]["errors"].append("odd"))
    capsys.readouterr()
    assert run(repository, "write") == 3
    printed = capsys.readouterr().err
    assert printed.startswith(
        "contract error: contract/v1/operations.json#/operations/0/errors/1: unknown error"
    )
    assert "\n  fix: " in printed
    assert {
        path: path.read_bytes() for path in (repository / "server").rglob("*") if path.is_file()
    } == before


def test_explain_answers_for_generated_files_only(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(repository, "explain", ERRORS) == 0
    assert "templates/server-contract/errors.py.jinja" in capsys.readouterr().out
    assert run(repository, "explain", "README.md") == 1
    assert "README.md is not generated" in capsys.readouterr().err


def test_an_unknown_command_is_wrong_usage() -> None:
    with pytest.raises(SystemExit) as caught:
        main(["generate"])
    assert caught.value.code == 2


def test_another_version_of_the_pinned_tool_is_refused(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _name: "0.90.0")
    assert run(repository, "write") == 4
    assert "0.90.0 is installed, 0.89.0 is pinned" in capsys.readouterr().err
    assert not (repository / "server").exists()


def test_without_a_repository_around_the_folder_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 3
    assert "no contract/ and templates/" in capsys.readouterr().err


def test_the_repository_is_found_from_a_folder_inside_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository / "contract" / "v1")
    assert main(["explain", ERRORS]) == 0


@pytest.mark.slow
def test_this_repository_is_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Path(__file__).parents[2], "check") == 0, capsys.readouterr().out
