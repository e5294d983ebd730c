from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from reme_gateway.errors import StartRefused, WorkspaceInUse
from reme_gateway.store.workspace import LAYOUT, open_workspace

ADDRESS = "http://127.0.0.1:2333"
ENVIRONMENT = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path), "TZ": "Asia/Tokyo"}
OWNING = """
import sys
from pathlib import Path
from reme_gateway.store.workspace import open_workspace
with open_workspace(Path(sys.argv[1]), "http://127.0.0.1:4444") as owned:
    print(owned.workspace.zone, flush=True)
    sys.stdin.read()
"""


def modes(root: Path) -> set[tuple[str, int]]:
    return {("folder" if p.is_dir() else "file", p.stat().st_mode & 0o777) for p in [root, *root.rglob("*")]}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_new_workspace_is_laid_out_and_private(umask: int, tmp_path: Path) -> None:
    before = os.umask(umask)
    try:
        with open_workspace(tmp_path / "new" / "notes", ADDRESS, "Asia/Tokyo") as owned:
            root = owned.workspace.root
            assert all((root / folder).is_dir() for folder in LAYOUT)
            assert modes(root) == {("folder", 0o700), ("file", 0o600)}
    finally:
        os.umask(before)


def test_the_zone_of_the_first_start_stays(tmp_path: Path) -> None:
    with open_workspace(tmp_path, ADDRESS, "Asia/Tokyo") as owned:
        assert owned.workspace.zone == "Asia/Tokyo"
    shutil.rmtree(tmp_path / "metadata")
    with open_workspace(tmp_path, ADDRESS, "Europe/Berlin") as owned:
        assert owned.workspace.zone == "Asia/Tokyo"


def test_without_a_wish_the_zone_is_the_machines(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNING, tmp_path], env=ENVIRONMENT, stdin=-1, stdout=-1, text=True
    ) as process:
        assert process.communicate()[0] == "Asia/Tokyo\n"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{", "is damaged"),
        ("[]", "is damaged"),
        ("{}", "is damaged"),
        ('{"zone": 3}', "is damaged"),
        ('{"zone": "Mars/Olympus"}', "unknown time zone"),
        ('{"zone": "../../etc/passwd"}', "unknown time zone"),
    ],
)
def test_settings_that_cannot_be_read_are_named_and_left(written: str, said: str, tmp_path: Path) -> None:
    with open_workspace(tmp_path, ADDRESS, "UTC"):
        pass
    settings = tmp_path / ".reme-gateway" / "workspace.json"
    settings.write_text(written)
    with pytest.raises(StartRefused, match=said) as caught, open_workspace(tmp_path, ADDRESS):
        pass
    assert "workspace.json" in str(caught.value)
    assert settings.read_text() == written
    settings.write_text('{"zone": "UTC"}')
    with open_workspace(tmp_path, ADDRESS):
        pass


def test_a_zone_that_does_not_exist_is_refused_before_it_is_written(tmp_path: Path) -> None:
    with (
        pytest.raises(StartRefused, match="unknown time zone"),
        open_workspace(tmp_path, ADDRESS, "Mars/Olympus"),
    ):
        pass
    with open_workspace(tmp_path, ADDRESS, "UTC") as owned:
        assert owned.workspace.zone == "UTC"


def test_a_second_process_is_refused_and_told_who_owns_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", OWNING, tmp_path], env=ENVIRONMENT, stdin=-1, stdout=-1, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        # The owner survives what anybody may do to metadata/.
        shutil.rmtree(tmp_path / "metadata")
        with pytest.raises(WorkspaceInUse) as caught, open_workspace(tmp_path, ADDRESS):
            pass
        assert (caught.value.pid, caught.value.address) == (process.pid, "http://127.0.0.1:4444")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with open_workspace(tmp_path, ADDRESS):
        owner = json.loads((tmp_path / ".reme-gateway" / "owner.json").read_text())
        assert (owner["pid"], owner["address"]) == (os.getpid(), ADDRESS)


def test_the_same_process_cannot_own_it_twice(tmp_path: Path) -> None:
    with open_workspace(tmp_path, ADDRESS):
        with pytest.raises(WorkspaceInUse) as caught, open_workspace(tmp_path, ADDRESS):
            pass
        assert caught.value.pid == os.getpid()
    with open_workspace(tmp_path, ADDRESS):
        pass


def test_an_owner_that_never_said_who_it_is_is_refused_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reme_gateway.store.workspace.OWNER_SECONDS", 0.0)
    with open_workspace(tmp_path, ADDRESS):
        (tmp_path / ".reme-gateway" / "owner.json").write_text("{")
        with pytest.raises(WorkspaceInUse, match="another process"), open_workspace(tmp_path, ADDRESS):
            pass


def test_an_address_known_later_can_be_announced(tmp_path: Path) -> None:
    with open_workspace(tmp_path, "http://127.0.0.1:0") as owned:
        owned.announce("http://127.0.0.1:5555")
        with pytest.raises(WorkspaceInUse) as caught, open_workspace(tmp_path, ADDRESS):
            pass
        assert caught.value.address == "http://127.0.0.1:5555"
        owned.release()
        with open_workspace(tmp_path, ADDRESS):
            pass


def test_what_others_put_there_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "daily" / "2026-03-29.md"
    page.parent.mkdir(mode=0o755)
    page.write_text("mine")
    before = page.stat()
    with open_workspace(tmp_path, ADDRESS):
        pass
    after = page.stat()
    # To be read is all that may happen to it.
    assert (after.st_ino, after.st_mode, after.st_mtime_ns, after.st_ctime_ns) == (
        before.st_ino,
        before.st_mode,
        before.st_mtime_ns,
        before.st_ctime_ns,
    )
    assert page.read_text() == "mine"


def test_a_file_in_place_of_the_folder_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("a file")
    with (
        pytest.raises(StartRefused, match="notes cannot be used"),
        open_workspace(tmp_path / "notes", ADDRESS),
    ):
        pass
