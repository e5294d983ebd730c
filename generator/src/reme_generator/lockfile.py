"""generated.lock.json of a package: which inputs made which output, also where no banner fits."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from .plan import LOCK_NAME, PACKAGES, PlannedFile


def lock_files(
    files: tuple[PlannedFile, ...], rendered: Mapping[str, bytes], hashes: Mapping[str, str]
) -> dict[str, bytes]:
    """Path → content of the lock file of every package that gets one. ``hashes`` are of the input files."""
    locks: dict[str, bytes] = {}
    for package in PACKAGES:
        inside = [file for file in files if file.path.startswith(f"{package}/")]
        if inside:
            rows = [_row(package, file, rendered[file.path], hashes) for file in inside]
            text = json.dumps({"files": rows}, ensure_ascii=False, indent=2) + "\n"
            locks[f"{package}/{LOCK_NAME}"] = text.encode("utf-8")
    return locks


def _row(package: str, file: PlannedFile, content: bytes, hashes: Mapping[str, str]) -> dict[str, object]:
    inputs = sorted({entry.partition("#")[0] for entry in (file.source, *file.inputs)} & set(hashes))
    return {
        "path": file.path.removeprefix(f"{package}/"),
        "source": file.source,
        "inputs": {name: hashes[name] for name in inputs},
        "sha256": hashlib.sha256(content).hexdigest(),
    }
