"""Vendored modules are byte-equal to their source below the banner."""

from __future__ import annotations

from pathlib import Path

from reme_generator.plan import CLIENT_VENDOR, SERVER_VENDOR
from reme_generator.runtime_source import FOLDER

ROOT = Path(__file__).parents[3]
BANNER_LINES = 4


def below_banner(content: bytes) -> bytes:
    lines = content.split(b"\n")
    assert lines[0].startswith(b"# Generated")
    return b"\n".join(lines[BANNER_LINES:])


def test_every_copy_in_this_repository_equals_its_source() -> None:
    for vendor in (SERVER_VENDOR, CLIENT_VENDOR):
        copies = [path for path in (ROOT / vendor / "reme_hooks").rglob("*.py*") if path.suffix != ".pyc"]
        assert len(copies) > 5
        for copy in copies:
            source = ROOT / FOLDER / copy.relative_to(ROOT / vendor / "reme_hooks")
            assert below_banner(copy.read_bytes()) == source.read_bytes(), copy


def test_a_generated_module_is_copied_as_it_was_just_rendered(contents: dict[str, bytes]) -> None:
    name = "_generated/v1/colours.py"
    copy = contents[f"{SERVER_VENDOR}/reme_hooks/{name}"]
    assert below_banner(copy) == contents[f"{FOLDER}/{name}"]


def test_what_no_vendored_module_imports_stays_out(contents: dict[str, bytes]) -> None:
    assert f"{SERVER_VENDOR}/reme_hooks/neighbour.py" in contents
    assert not [path for path in contents if path.endswith("spool.py")]
    assert f"{CLIENT_VENDOR}/reme_hooks/neighbour.py" not in contents
