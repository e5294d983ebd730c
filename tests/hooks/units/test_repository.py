"""One identity for a repository, wherever its worktrees, clones and folders are."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from reme_hooks.repository import repository_scope


def git(folder: Path, *arguments: str) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "GIT_CONFIG_NOSYSTEM": "1",
        **{f"GIT_{who}_{what}": "x@x" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    }
    command = ["git", "-c", "protocol.file.allow=always", *arguments]
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "the shop"
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "commit", "-q", "--allow-empty", "-m", "x")
    return folder


def set_origin(folder: Path, url: str) -> str:
    (folder / ".git" / "config").write_text(f'[core]\n\tbare = false\n[remote "origin"]\n\turl = {url}\n')
    return repository_scope(str(folder))


def test_worktrees_and_folders_share_it(shop: Path, tmp_path: Path) -> None:
    git(shop, "worktree", "add", "-q", str(tmp_path / "elsewhere" / "feature"))
    (shop / "src").mkdir()
    scope = repository_scope(str(shop))
    assert scope.startswith("the-shop-")
    assert repository_scope(str(shop / "src")) == scope
    assert repository_scope(str(tmp_path / "elsewhere" / "feature")) == scope


def test_a_submodule_is_its_own_repository(shop: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    shutil.copytree(shop, library)
    git(shop, "submodule", "add", "-q", str(library), "vendor/library")
    inner = repository_scope(str(shop / "vendor" / "library"))
    assert inner
    assert inner not in (repository_scope(str(shop)), repository_scope(str(library)))


def test_a_moved_checkout_keeps_it_when_it_has_an_origin(shop: Path, tmp_path: Path) -> None:
    before = set_origin(shop, "https://forge.example/team/shop.git")
    shop.rename(tmp_path / "moved")
    assert repository_scope(str(tmp_path / "moved")) == before


def test_without_an_origin_the_place_is_the_identity(shop: Path, tmp_path: Path) -> None:
    before = repository_scope(str(shop))
    shop.rename(tmp_path / "moved")
    assert repository_scope(str(tmp_path / "moved")) != before


@pytest.mark.parametrize(
    "url",
    [
        "https://forge.example/team/shop.git",
        "https://forge.example/team/shop/",
        "https://user:secret@Forge.Example/team/shop.git",
        "ssh://git@forge.example:2222/team/shop.git",
        "git@forge.example:team/shop.git",
        "git://forge.example/team/shop",
    ],
)
def test_every_way_to_write_an_origin_is_the_same_one(shop: Path, url: str) -> None:
    scope = set_origin(shop, url)
    assert scope == set_origin(shop, "https://forge.example/team/shop")
    assert scope.startswith("shop-")
    assert "secret" not in scope


@pytest.mark.parametrize("url", ["/srv/git/shop.git", "../shop.git", "file:///srv/git/shop.git", ""])
def test_an_origin_on_this_machine_says_nothing(shop: Path, url: str) -> None:
    plain = repository_scope(str(shop))
    assert set_origin(shop, url) == plain


def test_other_remotes_and_forks_do_not_count_as_the_same(shop: Path) -> None:
    first = set_origin(shop, "https://forge.example/team/shop")
    assert set_origin(shop, "https://forge.example/other/shop") != first
    (shop / ".git" / "config").write_text('[remote "upstream"]\n\turl = https://forge.example/team/shop\n')
    assert repository_scope(str(shop)) != first


@pytest.mark.parametrize(
    "content", ["", "gitdir:", "nonsense", "gitdir: /nonexistent/place", "gitdir: ../gone\n"]
)
def test_a_broken_pointer_does_not_fail(tmp_path: Path, content: str) -> None:
    (tmp_path / ".git").write_text(content)
    repository_scope(str(tmp_path))


@pytest.mark.parametrize("folder", ["", "/", "relative", "/nonexistent/folder", "/\0"])
def test_outside_of_a_repository_there_is_none(folder: str) -> None:
    assert repository_scope(folder) == ""
