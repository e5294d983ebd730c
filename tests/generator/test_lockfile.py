"""The lock file of a package: provenance of each output, the same in every checkout."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any


def lock(contents: dict[str, bytes], package: str) -> dict[str, Any]:
    rows = json.loads(contents[f"{package}/generated.lock.json"])["files"]
    return {row["path"]: row for row in rows}


def test_every_generated_file_stands_in_the_lock_of_its_package(contents: dict[str, bytes]) -> None:
    locked = set()
    for package in (
        "server",
        "packages/python-client",
        "packages/python-hooks",
        "packages/js-client",
        "docs",
    ):
        rows = lock(contents, package)
        locked |= {f"{package}/{path}" for path in rows}
    assert locked == {path for path in contents if not path.endswith("generated.lock.json")}


def test_hashes_are_those_of_the_output_and_of_each_input(
    contents: dict[str, bytes], unchanged: Path
) -> None:
    rows = lock(contents, "server")
    row = rows["src/reme_gateway/_contract/v1/errors.py"]
    output = contents["server/src/reme_gateway/_contract/v1/errors.py"]
    assert row["sha256"] == hashlib.sha256(output).hexdigest()
    assert list(row["inputs"]) == ["contract/v1/errors.json", "templates/server-contract/errors.py.jinja"]
    for name, digest in row["inputs"].items():
        assert digest == hashlib.sha256((unchanged / name).read_bytes()).hexdigest()


def test_a_vendored_module_names_the_module_it_copies(contents: dict[str, bytes]) -> None:
    rows = lock(contents, "server")
    row = rows["src/reme_gateway/_vendor/reme_hooks/neighbour.py"]
    assert list(row["inputs"]) == ["packages/python-hooks/src/reme_hooks/neighbour.py"]


def test_json_outputs_have_no_banner_and_are_locked(contents: dict[str, bytes]) -> None:
    rows = lock(contents, "docs")
    assert rows["openapi.json"]["source"] == "render/openapi"
    assert json.loads(contents["docs/openapi.json"])["openapi"] == "3.1.0"
