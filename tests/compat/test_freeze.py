"""The command that makes a baseline refuses what would make it worthless."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.compat.baseline_files import FOLDER, LOCK, ROOT, Release, frozen_files, present
from tests.compat.freeze import DONE, REFUSED, main

_IDENTITY = "packages/python-client/src/reme_client/identity.py"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """What the command reads and writes, in a git repository without tags."""
    ignored = shutil.ignore_patterns("__pycache__", "examples")
    for folder in ("contract", "packages/python-client/src", "packages/js-client/src/generated", FOLDER):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for file in ("packages/python-client/pyproject.toml", "packages/js-client/package.json"):
        shutil.copy(ROOT / file, tmp_path / file)
    git(tmp_path, "init", "-q")
    git(tmp_path, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "start")
    assert main(["--root", str(tmp_path), "--unreleased"]) == DONE
    return tmp_path


def git(root: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True)


def edit(root: Path, file: str, change: Callable[[Any], None]) -> None:
    path = root / "contract/v1" / file
    data = json.loads(path.read_text(encoding="utf-8"))
    change(data)
    path.write_text(json.dumps(data), encoding="utf-8")


def grow(data: Any) -> None:
    data["$defs"]["MemoryHit"]["properties"]["host"] = {"type": "string"}


def shrink(data: Any) -> None:
    del data["$defs"]["RecallRequest"]["properties"]["min_score"]


def raise_version(root: Path, version: str = "9.9.0") -> None:
    path = root / _IDENTITY
    text = path.read_text(encoding="utf-8")
    last = Release.read(root)
    assert last is not None
    path.write_text(text.replace(f'"{last.release}"', f'"{version}"'), encoding="utf-8")


def everything(root: Path) -> dict[str, bytes]:
    return {file: (root / file).read_bytes() for file in (LOCK, *frozen_files(root))}


def freeze(root: Path, *options: str) -> int:
    return main(["--root", str(root), *options])


def test_growth_under_a_new_version_replaces_the_old_baseline(repository: Path, capsys: Capture) -> None:
    edit(repository, "memory-recall.schema.json", grow)
    raise_version(repository)

    assert freeze(repository) == DONE

    release = Release.read(repository)
    assert release is not None
    assert release.release == "9.9.0"
    assert "host" in release.surface(repository)["shapes"]["MemoryHit"]["schema"]["properties"]
    assert frozen_files(repository) == release.baseline
    assert [path.name for path in (repository / FOLDER).glob("reme_client-*")] == ["reme_client-9.9.0"]
    assert "new member host of a reply" in capsys.readouterr().out


def test_a_breaking_change_is_refused_and_nothing_is_written(repository: Path, capsys: Capture) -> None:
    before = everything(repository)
    edit(repository, "memory-recall.schema.json", shrink)
    raise_version(repository)

    assert freeze(repository) == REFUSED

    told = capsys.readouterr().err
    assert "RecallRequest/properties/min_score: min_score of a request is gone" in told
    assert "[property-removed]" in told
    assert "Nothing was written." in told
    assert everything(repository) == before


def test_a_release_is_not_frozen_twice_with_other_files(repository: Path, capsys: Capture) -> None:
    before = everything(repository)
    assert freeze(repository) == DONE
    assert everything(repository) == before

    with (repository / _IDENTITY).open("a", encoding="utf-8") as file:
        file.write("# changed\n")

    assert freeze(repository) == REFUSED
    assert "raise the version of the packages first" in capsys.readouterr().err
    assert everything(repository) == before


def test_what_was_never_published_may_be_replaced_until_it_is_tagged(
    repository: Path, capsys: Capture
) -> None:
    edit(repository, "memory-recall.schema.json", shrink)
    assert freeze(repository, "--unreleased") == DONE
    last = Release.read(repository)
    assert last is not None
    before = everything(repository)

    git(repository, "tag", f"v{last.release}")
    edit(repository, "memory-recall.schema.json", grow)

    assert freeze(repository, "--unreleased") == REFUSED
    assert f"v{last.release} is tagged" in capsys.readouterr().err
    assert everything(repository) == before


def test_a_lost_lock_is_no_first_release(repository: Path, capsys: Capture) -> None:
    git(repository, "tag", "v0.0.9")
    (repository / LOCK).unlink()

    assert freeze(repository) == REFUSED
    assert "restore it from git" in capsys.readouterr().err


def test_without_git_it_cannot_know_and_refuses(repository: Path, capsys: Capture) -> None:
    shutil.rmtree(repository / ".git")

    assert freeze(repository, "--unreleased") == REFUSED
    assert "git cannot tell which releases are tagged" in capsys.readouterr().err


def test_a_broken_contract_is_named_and_nothing_is_written(repository: Path, capsys: Capture) -> None:
    before = everything(repository)
    (repository / "contract/v1/limits.json").write_text("{", encoding="utf-8")

    assert freeze(repository) == REFUSED
    assert "contract/v1/limits.json" in capsys.readouterr().err
    assert everything(repository) == before


def test_freezing_the_same_state_twice_gives_the_same_bytes(repository: Path) -> None:
    assert present(repository) == present(repository)
