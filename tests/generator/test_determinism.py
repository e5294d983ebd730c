"""Same contract, same bytes: whatever the hash seed, the locale, the working folder and the line ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import hashlib, sys
from pathlib import Path
from reme_generator.pipeline import generate
digest = hashlib.sha256()
for path, content in sorted(generate(Path(sys.argv[1])).contents.items()):
    digest.update(path.encode() + bytes([0]) + content)
print(digest.hexdigest())
"""


def generated(root: Path, cwd: Path, **environment: str) -> str:
    base = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    command = [sys.executable, "-W", "error", "-c", SCRIPT, str(root)]
    env = {**base, "HOME": str(cwd), **environment}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def expected(unchanged: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return generated(unchanged, tmp_path_factory.mktemp("first"), PYTHONHASHSEED="0", LC_ALL="C.UTF-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONHASHSEED": "1"},
        {"PYTHONHASHSEED": "4242", "LC_ALL": "C"},
        {"LC_ALL": "POSIX", "LANG": "tr_TR.ISO-8859-9", "TZ": "Asia/Kathmandu"},
        {"PYTHONUTF8": "0", "LC_ALL": "C"},
    ],
    ids=lambda environment: "-".join(f"{name}={value}" for name, value in environment.items()),
)
def test_hash_seed_and_locale_change_nothing(
    repository: Path, tmp_path: Path, expected: str, environment: dict[str, str]
) -> None:
    assert generated(repository, tmp_path, **environment) == expected


@pytest.mark.slow
def test_a_working_folder_with_a_project_file_of_its_own_changes_nothing(
    repository: Path, tmp_path: Path, expected: str
) -> None:
    folder = tmp_path / "elsewhere" / "deep"
    folder.mkdir(parents=True)
    options = '[tool.datamodel-codegen]\nsnake-case-field = true\ntarget-python-version = "3.13"\n'
    (folder.parent / "pyproject.toml").write_text(options)
    assert generated(repository, folder) == expected
    assert generated(repository, repository / "contract") == expected


@pytest.mark.slow
def test_another_place_of_the_repository_changes_nothing(
    repository: Path, tmp_path: Path, expected: str
) -> None:
    moved = tmp_path / "ein Ordner"
    repository.rename(moved)
    assert generated(moved, tmp_path) == expected


@pytest.mark.slow
def test_a_checkout_with_crlf_changes_nothing(repository: Path, tmp_path: Path, expected: str) -> None:
    changed = 0
    for path in repository.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            path.write_bytes(content.replace(b"\n", b"\r\n"))
            changed += content != path.read_bytes()
    assert changed > 20
    assert generated(repository, tmp_path) == expected


def test_no_output_names_a_time_or_a_place_of_this_machine(
    contents: dict[str, bytes], unchanged: Path
) -> None:
    for path, content in contents.items():
        assert str(unchanged).encode() not in content, path
        assert str(Path.home()).encode() + b"/" not in content, path
        assert b"\r" not in content, path
