"""The built distribution brings the host packages, so that `reme install` needs no clone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from reme_gateway.integrations import package_files

ROOT = Path(__file__).parents[2]
HOSTS = {
    "codex": "reme/hook.py",
    "claude-code": "reme/hook.py",
    "dsh": "src/plugin/index.js",
    "openclaw": "src/plugin/index.js",
    "hermes": "reme/__init__.py",
}


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content."""
    return build(tmp_path_factory.mktemp("wheel"))[0]


def build(folder: Path, **variables: str) -> tuple[Path, str]:
    """The content of a wheel that is built here, and what the build said."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, **variables}
    built = subprocess.run(
        command, cwd=ROOT / "server", env=environment, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked", built.stderr


@pytest.mark.parametrize("host", HOSTS)
def test_a_wheel_holds_the_package_of_each_host(unpacked: Path, host: str) -> None:
    packaged = package_files.contents(unpacked / "reme_gateway" / "_packages" / host)
    assert packaged == package_files.contents(ROOT / "packages" / host)
    assert HOSTS[host] in packaged


@pytest.mark.parametrize("host", HOSTS)
def test_an_installed_program_takes_the_package_that_came_with_it(unpacked: Path, host: str) -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r})\n"
        "from reme_gateway.integrations.package_files import source_of\n"
        f"print(source_of({host!r}))"
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stdout.strip() == str(unpacked / "reme_gateway" / "_packages" / host), ended.stderr


def test_a_wheel_holds_no_caches_and_no_paths_of_the_machine_that_built_it(unpacked: Path) -> None:
    for path in (unpacked / "reme_gateway" / "_packages").rglob("*"):
        assert path.name != "__pycache__"
        assert path.is_dir() or str(ROOT).encode() not in path.read_bytes()


def test_a_wheel_holds_what_was_compiled_for_every_python_from_its_oldest_on(unpacked: Path) -> None:
    (metadata,) = unpacked.glob("*.dist-info/WHEEL")
    assert "Root-Is-Purelib: false" in metadata.read_text()
    assert "Tag: cp311-abi3-" in metadata.read_text()
    compiled = [path.name for path in (unpacked / "reme_gateway").glob("_native.*")]
    assert compiled == ["_native.abi3.so"]


def test_without_a_compiler_the_wheel_is_plain_python_and_the_build_says_so(tmp_path: Path) -> None:
    unpacked, said = build(tmp_path, CC="false")
    (metadata,) = unpacked.glob("*.dist-info/WHEEL")
    assert "Tag: py3-none-any" in metadata.read_text()
    assert not list((unpacked / "reme_gateway").glob("_native.*"))
    assert "without its compiled part" in said
