"""Packages made to hurt whoever looks: nothing hangs, is raised or run, and nothing outside is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from reme_gateway.plugin_validation.package import MOST_BYTES, read_package
from reme_gateway.plugin_validation.skill_file import links, read_skill
from reme_gateway.plugin_validation.validator import validate

from tests.server.plugin_validation.fixture_package import base_package


def rules(package: Path) -> list[str]:
    return [row.rule for row in validate(package).errors]


def repr_of_start(text: str) -> str:
    return repr(text[:20])


def test_a_missing_folder_and_a_file_in_its_place(tmp_path: Path) -> None:
    assert rules(tmp_path / "none") == ["P1"]
    (tmp_path / "file").touch()
    assert rules(tmp_path / "file") == ["P1"]
    assert not validate(tmp_path / "none", as_client=True).loads


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(base_package(tmp_path))
    assert rules(tmp_path / "linked") == []


@pytest.mark.parametrize("name", ["plugin.json", "mcp.json", "skills/notes/SKILL.md", "servers/server.mjs"])
def test_a_pipe_in_place_of_a_file_is_not_opened(name: str, tmp_path: Path) -> None:
    package = base_package(tmp_path)
    (package / name).unlink()
    os.mkfifo(package / name)
    assert rules(package)


def test_what_may_not_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = base_package(tmp_path)

    def refused(path: str, *_: object) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("reme_gateway.plugin_validation.package.os.open", refused)
    report = validate(package)
    assert [row.what for row in report.errors if row.rule == "M1"] == [
        "it cannot be read (Permission denied)"
    ]


def test_a_device_is_not_read(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    (package / "plugin.json").unlink()
    (package / "plugin.json").symlink_to("/dev/zero")
    assert rules(package) == ["P5"]


def test_circles_of_links_end(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    (package / "self").symlink_to(".")
    (package / "skills" / "round").symlink_to("../skills")
    assert rules(package) == []


def test_names_that_are_no_text_and_long_paths(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    (package / "skills" / os.fsdecode(b"\xff\x1b[31m")).mkdir()
    deep = package
    for _ in range(60):
        deep = deep / "d"
        deep.mkdir()
    assert set(rules(package)) == {"A7", "K1"}


def test_a_huge_file_beside_costs_nothing(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    with (package / "huge.bin").open("wb") as file:
        file.truncate(1 << 40)
    assert rules(package) == []
    read = read_package(package).read("huge.bin", MOST_BYTES)
    assert isinstance(read, str)


@pytest.mark.parametrize(
    "text",
    [
        *(part * 250_000 for part in ("`", "`a", "](", "](  ", "[", "[a]:\n", "```\n", "~~~ ")),
        "".join("`" * count + " " for count in range(900)),
    ],
    ids=repr_of_start,
)
def test_links_of_any_text_are_found_in_passing(text: str) -> None:
    """No time is asserted: a pattern that takes the square of the length would take hours."""
    list(links(text))


@pytest.mark.parametrize(
    "front",
    [
        *("a: 2026-99-99", "? [a]\n: b", "a: !!float x", "a: !!int ''", "a: !!timestamp x", "a: 1e999999"),
        *("<<: 5", "=: 1", "a: !!set {x}", "!!binary x: y", "a: \x07", "%YAML 9.9\n---"),
        *("- " * 20_000, "{" * 20_000),
    ],
    ids=repr_of_start,
)
def test_odd_front_matter_is_a_finding_and_no_fault(front: str) -> None:
    read = read_skill(f"---\n{front}\n---\n".encode())
    assert read.problem or isinstance(read.fields, dict)


def test_a_merge_of_merges_is_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 {x: 1}"]
    lines += [f"a{n}: &a{n}\n  <<: [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    assert "YAML" in read_skill(("---\n" + "\n".join(lines) + "\n---\n").encode()).problem


def test_a_module_is_parsed_and_never_run(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    proof = tmp_path / "proof"
    text = f"import {{ writeFileSync }} from 'node:fs';\nwriteFileSync({str(proof)!r}, '');\nthrow 1;\n"
    (package / "servers" / "run.mjs").write_text(text)
    (package / "servers" / "import.mjs").write_text("import './run.mjs';\n")
    assert rules(package) == []
    assert not proof.exists()


def test_options_for_node_in_the_environment_are_not_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = base_package(tmp_path)
    (package / "servers" / "broken.mjs").write_text("const = 1;\n")
    monkeypatch.setenv("NODE_OPTIONS", "--no-such-option")
    assert rules(package) == ["A5"]


def test_without_node_modules_are_left_out_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = base_package(tmp_path)
    (package / "servers" / "broken.mjs").write_text("const = 1; // unlike any other test's\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    report = validate(package)
    assert report.errors == ()
    assert [(row.rule, "no `node`" in row.what) for row in report.notes] == [("A5", True)]


def test_the_command_needs_no_utf_8_terminal(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    (package / "skills" / os.fsdecode(b"\xff\x1b[31m\xe8\xae\xb0")).mkdir()
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "HOME": str(tmp_path)}
    for option in ((), ("--json",)):
        ended = subprocess.run(
            [sys.executable, "-m", "reme_gateway.cli", "plugin", "validate", str(package), *option],
            env=environment,
            capture_output=True,
            check=False,
        )
        assert (ended.returncode, ended.stderr) == (1, b"")
        assert b"\x1b" not in ended.stdout
        assert b"K1" in ended.stdout


def test_nothing_of_a_package_is_changed(tmp_path: Path) -> None:
    package = base_package(tmp_path)
    before = {path: path.read_bytes() for path in package.rglob("*") if path.is_file()}
    validate(package)
    assert {path: path.read_bytes() for path in package.rglob("*") if path.is_file()} == before
    shutil.rmtree(package)
