"""What is frozen stays, byte for byte."""

from __future__ import annotations

import re

from tests.compat.baseline_files import FOLDER, ROOT, Release, frozen_files


def test_the_frozen_files_are_the_locked_ones_and_no_others(release: Release) -> None:
    fix = "restore it from git; `python -m tests.compat.freeze` is for releases"

    assert frozen_files() == release.baseline, f"{FOLDER} differs from contract/released.lock.json: {fix}"


def test_the_frozen_client_is_whole_and_of_that_release(release: Release) -> None:
    client = ROOT / release.client_folder / "reme_client"
    names = {path.name for path in client.glob("*.py")}

    assert {"__init__.py", "client.py", "async_client.py", "errors.py"} <= names
    assert (client / "py.typed").exists()
    assert f'"{release.release}"' in (client / "identity.py").read_text(encoding="utf-8")


def test_what_is_frozen_names_what_it_needs(release: Release) -> None:
    needed = (ROOT / FOLDER / "requirements.txt").read_text(encoding="utf-8").split()
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / release.client_folder).rglob("*.py")
    )
    imported = set(
        re.findall(r"^(?:import|from) (anyio|httpcore|httpx|pydantic|typing_extensions)\b", sources, re.M)
    )

    declared = {re.split(r"[^a-z-]", line)[0].replace("-", "_") for line in needed}
    assert imported
    assert imported <= declared
