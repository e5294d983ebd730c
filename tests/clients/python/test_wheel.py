"""The wheel holds the package and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "packages" / "python-client"
ALLOWED = re.compile(
    r"reme_client/([a-z_]+\.py|py\.typed"
    r"|_generated/(__init__|v1/[a-z_]+)\.py"
    r"|_vendor/(__init__\.py|reme_hooks/[a-z_]+\.pyi?|reme_hooks/_generated/(v1/)?[a-z_]+\.pyi?))"
    r"|reme_client-[0-9.]+\.dist-info/(METADATA|WHEEL|RECORD)"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_it_holds_only_what_belongs_there(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()

    assert [name for name in names if not ALLOWED.fullmatch(name)] == []
    assert "reme_client/py.typed" in names


def test_it_holds_every_source_file(wheel: zipfile.ZipFile) -> None:
    sources = PACKAGE / "src"
    wanted = {
        path.relative_to(sources).as_posix()
        for path in (sources / "reme_client").rglob("*")
        if path.suffix in (".py", ".pyi", ".typed")
    }

    assert wanted - set(wheel.namelist()) == set()


def test_it_knows_nothing_of_the_machine_that_built_it(wheel: zipfile.ZipFile) -> None:
    home = str(Path.home()).encode()
    for name in wheel.namelist():
        content = wheel.read(name)
        assert str(ROOT).encode() not in content, name
        assert home + b"/" not in content, name


def test_it_asks_for_the_right_python_and_says_it_is_typed(wheel: zipfile.ZipFile) -> None:
    metadata = wheel.read(next(name for name in wheel.namelist() if name.endswith("METADATA"))).decode()

    assert "Requires-Python: >=3.10\n" in metadata
    assert "Classifier: Typing :: Typed\n" in metadata
    assert re.search(r"^Requires-Dist: httpx<0\.29,>=0\.28$", metadata, re.MULTILINE)
