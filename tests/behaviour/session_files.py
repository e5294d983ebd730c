"""Looking at what is on disk, as any other program would."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any


def stored_lines(workspace: Path) -> list[dict[str, Any]]:
    """Every line of every session file; a line that is no JSON fails the test."""
    lines: list[dict[str, Any]] = []
    for path in sorted((workspace / "session").rglob("*.jsonl")):
        data = path.read_bytes()
        assert data == b"" or data.endswith(b"\n"), f"{path.name} ends in the middle of a line"
        lines += [json.loads(line) for line in data.split(b"\n")[:-1]]
    return lines


def stored_ids(workspace: Path) -> list[str]:
    return [line["event_id"] for line in stored_lines(workspace)]


def text_of(line: dict[str, Any]) -> str:
    return "".join(block["text"] for block in line["content"])


def files_with(folder: Path, needle: str) -> list[str]:
    """What `grep -r` would find, in any of the encodings that could hide a word; file names too."""
    found = []
    for path in sorted(folder.rglob("*")):
        if needle.casefold() in path.name.casefold():
            found.append(str(path.relative_to(folder)))
        if path.is_file():
            data = path.read_bytes().lower()
            if any(needle.lower().encode(name) in data for name in ("utf-8", "utf-16-le")):
                found.append(str(path.relative_to(folder)))
    return found


def tree_hash(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
