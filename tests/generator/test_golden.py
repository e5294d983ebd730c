"""What comes out of a contract of one operation, readable in `golden/expected`.

After a wanted change: ``REME_UPDATE_GOLDEN=1 pytest tests/generator/test_golden.py``, and read the diff.
"""

from __future__ import annotations

import os
from pathlib import Path

EXPECTED = Path(__file__).parent / "golden" / "expected"
SERVER, HOOKS = "server/src/reme_gateway/_contract/v1", "packages/python-hooks/src/reme_hooks/_generated/v1"
JS, CLIENT = "packages/js-client/src/generated/v1", "packages/python-client/src/reme_client/_generated/v1"
FILES = {
    f"{SERVER}/models.py": "server/models.py",
    f"{SERVER}/operations.py": "server/operations.py",
    f"{SERVER}/errors.py": "server/errors.py",
    f"{SERVER}/tools.py": "server/tools.py",
    f"{SERVER}/limits.py": "server/limits.py",
    f"{CLIENT}/errors.py": "client/errors.py",
    f"{HOOKS}/colours.py": "hooks/colours.py",
    f"{HOOKS}/colours.pyi": "hooks/colours.pyi",
    f"{HOOKS}/operations.py": "hooks/operations.py",
    f"{JS}/colours.js": "js/colours.js",
    f"{JS}/colours.d.ts": "js/colours.d.ts",
    f"{JS}/schemas.js": "js/schemas.js",
    f"{JS}/types.d.ts": "js/types.d.ts",
    f"{JS}/errors.js": "js/errors.js",
    "server/src/reme_gateway/_vendor/reme_hooks/boundary.py": "vendor/boundary.py",
    "docs/openapi.json": "docs/openapi.json",
}


def test_outputs_are_the_golden_files(contents: dict[str, bytes]) -> None:
    if "REME_UPDATE_GOLDEN" in os.environ:
        update(contents)
    for path, golden in FILES.items():
        expected = (EXPECTED / f"{golden}.txt").read_bytes().replace(b"\r\n", b"\n")
        assert contents[path].decode() == expected.decode(), path


def test_no_golden_file_is_left_over() -> None:
    kept = {path.relative_to(EXPECTED).as_posix() for path in EXPECTED.rglob("*") if path.is_file()}
    assert kept == {f"{golden}.txt" for golden in FILES.values()}


def update(contents: dict[str, bytes]) -> None:
    """Write the golden files anew."""
    for path, golden in FILES.items():
        (EXPECTED / golden).parent.mkdir(parents=True, exist_ok=True)
        (EXPECTED / f"{golden}.txt").write_bytes(contents[path])
