from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reme_gateway.errors import FileNotFound, GatewayError, PathRefused
from reme_gateway.ports import Workspace
from reme_gateway.store import paths
from reme_gateway.store.paths import read_memory_file, resolve_memory_path

SECRET = b"outside of the workspace: swordfish\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    root = tmp_path / "notes"
    for folder in ("session/dialog/codex", "daily/2026-03-01", "digest", "metadata", ".reme-gateway"):
        (root / folder).mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    for file in ("outside/secret.md", "notes/metadata/index.md", "notes/.reme-gateway/owner.md"):
        (tmp_path / file).write_bytes(SECRET)
    (root / "digest" / "harbour.md").write_bytes(b"harbour\n")
    return Workspace(root, "UTC")


@pytest.mark.parametrize(
    "path",
    [
        "digest/harbour.md",
        "digest/remembered/部署-0123abcd.md",
        "daily/2026-03-01.md",
        "daily/2026-03-01/a note, with: signs & 👩‍👩‍👧.md",
        "session/dialog/codex/s-0123456789abcdef.jsonl",
        "resource/handbook.md",
        "MEMORY.md",
        "digest/console.md",
        "digest/com10.md",
        "digest/x...x.md",
    ],
)
def test_a_memory_file_has_its_place(path: str, workspace: Workspace) -> None:
    assert resolve_memory_path(workspace, path) == workspace.root / path


REFUSED = [
    "",
    ".",
    "..",
    "digest",
    "digest/",
    "/etc/passwd",
    "/etc/notes.md",
    "//server/share/x.md",
    "~/x.md",
    "../outside/secret.md",
    "digest/../../outside/secret.md",
    "digest/../digest/harbour.md",
    "./digest/harbour.md",
    "digest//harbour.md",
    "digest/./harbour.md",
    "digest\\..\\..\\outside\\secret.md",
    "..\\outside\\secret.md",
    "\\\\server\\share\\x.md",
    "C:/x.md",
    "c:x.md",
    "C:\\x.md",
    "digest/harbour.md\x00",
    "digest/har\x00bour.md",
    "digest/har\nbour.md",
    "digest/har\x7fbour.md",
    "digest/har\x85bour.md",
    "digest/har\u2028bour.md",
    "digest/har\ud800bour.md",
    "digest/CON.md",
    "digest/con",
    "digest/Nul.md",
    "digest/aux.tar.md",
    "digest/COM1.md",
    "digest/com¹.md",
    "digest/LPT9 .md",
    "digest/conin$.md",
    "daily/prn/x.md",
    "digest/harbour.md.",
    "digest/harbour.md ",
    "digest/trailing /x.md",
    "digest/trailing./x.md",
    "digest/ leading.md",
    "digest/.hidden.md",
    "digest/.hidden/x.md",
    ".reme-gateway/owner.md",
    "metadata/index.md",
    "metadata/lock",
    "Digest/harbour.md",
    "digest/harbour.txt",
    "digest/harbour.jsonl",
    "session/dialog/codex/s.md",
    "session/dialog/codex/s.jsonl.bak",
    "workspace.json",
    "s.jsonl",
    "digest/" + "x" * 253 + ".md",
    "digest/" + "库" * 85 + ".md",
    "digest/" + "x/" * 600 + "x.md",
]


@pytest.mark.parametrize("path", REFUSED)
def test_anything_else_is_refused(path: str, workspace: Workspace) -> None:
    for act in (resolve_memory_path, read_memory_file):
        with pytest.raises(PathRefused) as caught:
            act(workspace, path)
        assert caught.value.code == "path_refused"


PARTS = st.sampled_from(
    [
        "..",
        ".",
        "",
        "digest",
        "daily",
        "session",
        "metadata",
        "outside",
        "secret.md",
        "harbour.md",
        "out",
        "in.md",
    ]
) | st.text(min_size=1, max_size=8)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.lists(PARTS, min_size=1, max_size=6), st.sampled_from(["/", "\\", "//"]))
def test_no_path_whatever_reads_outside_of_the_memory_files(
    workspace: Workspace, parts: list[str], separator: str
) -> None:
    links = {
        "digest/out": workspace.root.parent / "outside",
        "digest/in.md": workspace.root / "metadata/index.md",
    }
    for name, target in links.items():
        if not (workspace.root / name).is_symlink():
            (workspace.root / name).symlink_to(target)
    data: bytes | None = None
    with suppress(PathRefused, FileNotFound):
        data = read_memory_file(workspace, separator.join(parts))
    assert data in (None, b"harbour\n")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=400)
@given(st.text(max_size=40))
def test_whatever_is_let_through_stays_inside(workspace: Workspace, name: str) -> None:
    try:
        real = resolve_memory_path(workspace, f"digest/{name}.md")
    except PathRefused:
        return
    assert real.is_relative_to(workspace.root / "digest")
    assert real.relative_to(workspace.root).as_posix() == f"digest/{name}.md"


@pytest.mark.parametrize(
    ("link", "target", "path"),
    [
        ("digest/link.md", "../../outside/secret.md", "digest/link.md"),
        ("digest/folder", "../../outside", "digest/folder/secret.md"),
        ("digest/link.md", "../metadata/index.md", "digest/link.md"),
        ("digest/link.md", "../.reme-gateway/owner.md", "digest/link.md"),
        ("digest/link.md", "link.md", "digest/link.md"),
        ("top.md", "../outside/secret.md", "top.md"),
    ],
)
def test_a_link_that_leads_out_of_the_memory_files_is_refused(
    link: str, target: str, path: str, workspace: Workspace
) -> None:
    (workspace.root / link).symlink_to(target)
    with pytest.raises(PathRefused):
        read_memory_file(workspace, path)


def test_a_link_among_memory_files_is_followed(workspace: Workspace) -> None:
    (workspace.root / "daily" / "latest.md").symlink_to("../digest/harbour.md")
    assert read_memory_file(workspace, "daily/latest.md") == b"harbour\n"
    assert resolve_memory_path(workspace, "daily/latest.md") == workspace.root / "digest/harbour.md"


def test_a_workspace_behind_a_link_works(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(workspace.root)
    linked = Workspace(tmp_path / "linked", "UTC")
    assert read_memory_file(linked, "digest/harbour.md") == b"harbour\n"


@pytest.mark.parametrize("swapped", ["file", "folder"])
def test_a_link_put_there_after_the_check_is_not_followed(
    swapped: str, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = paths.resolve_memory_path

    def check_then_swap(*arguments: object) -> Path:
        real = check(*arguments)  # type: ignore[arg-type]
        if swapped == "file":
            real.unlink()
            real.symlink_to(workspace.root.parent / "outside" / "secret.md")
        else:
            real.unlink()
            real.parent.rmdir()
            (workspace.root.parent / "outside" / "harbour.md").write_bytes(SECRET)
            real.parent.symlink_to(workspace.root.parent / "outside")
        return real

    monkeypatch.setattr(paths, "resolve_memory_path", check_then_swap)
    with pytest.raises((PathRefused, FileNotFound)):
        read_memory_file(workspace, "digest/harbour.md")


@pytest.mark.parametrize("path", ["digest/absent.md", "digest/absent/x.md", "digest/harbour.md/x.md"])
def test_a_file_that_is_not_there_is_not_found(path: str, workspace: Workspace) -> None:
    with pytest.raises(FileNotFound) as caught:
        read_memory_file(workspace, path)
    assert caught.value.code == "file_not_found"


def test_what_is_no_regular_file_is_refused_without_waiting(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / "digest" / "folder.md").mkdir()
    os.mkfifo(workspace.root / "digest" / "pipe.md")
    for name in ("folder", "pipe"):
        with pytest.raises(PathRefused):
            read_memory_file(workspace, f"digest/{name}.md")
    # The address of a socket holds 107 bytes: no room for a long path.
    monkeypatch.chdir(workspace.root / "digest")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        with pytest.raises(GatewayError):
            read_memory_file(workspace, "digest/socket.md")
