"""Run as a program: lets the making of notes die at its first, second, … change to the disk.

``python note_crash_points.py <scenario> <folder>`` prints how many deaths there were and what was wrong.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from typing import Any

from reme_gateway.extraction.pipeline import NotePipeline
from reme_gateway.ports import ExtractedNote, ExtractionInput
from reme_gateway.store.notes import NoteFiles

sys.path.insert(0, str(Path(__file__).parent))
from memory_log import MemoryLog, make_session  # type: ignore[import-not-found]

CHANGES = ("open", "write", "fsync", "replace", "rename", "unlink", "mkdir")
SESSION = make_session()
NOON = "2026-03-28T12:00:00Z"
OWNERS = "\nThe owner's words.\n"
DIED = 9


class Verbatim:
    """A note is exactly what was said."""

    id = "verbatim-1"

    async def extract(self, source: ExtractionInput) -> ExtractedNote:
        texts = [event.text for event in source.events]
        return ExtractedNote(texts[0], f"{len(texts)} turns", "\n".join(texts))


def make_notes(root: Path, log: MemoryLog) -> None:
    notes = NoteFiles(lambda path: root / path)
    notes.sweep()
    pipeline = NotePipeline(log, notes, Verbatim(), UTC, lambda change: None)
    pipeline.repair()
    asyncio.run(pipeline.run(SESSION))


def said(*texts: str, forgotten: int | None = None) -> MemoryLog:
    log = MemoryLog()
    for text in texts:
        log.say(SESSION, "user", text, NOON)
    if forgotten is not None:
        log.lines[SESSION][forgotten] = None
    return log


def first(root: Path) -> None:
    """Nothing is there yet."""


def grown(root: Path) -> None:
    """There is a note of an earlier turn, on which its owner wrote."""
    make_notes(root, said("one"))
    (note,) = (root / "daily/2026-03-28").iterdir()
    note.write_text(note.read_text() + OWNERS)


def to_forget(root: Path) -> None:
    """There is a note of a turn that is forgotten meanwhile."""
    make_notes(root, said("canary zebra", "two"))


SCENARIOS: dict[str, tuple[Callable[[Path], None], MemoryLog]] = {
    "first": (first, said("one", "two")),
    "grown": (grown, said("one", "two")),
    "forgotten": (to_forget, said("canary zebra", "two", forgotten=0)),
}


def die_at(step: int) -> None:
    """Make the process end before that change; of a write, half has happened."""
    count = 0

    def dying(call: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == step:
                if call == "write":
                    original(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os._exit(DIED)
            return original(*arguments, **options)

        return run

    for call in CHANGES:
        setattr(os, call, dying(call, getattr(os, call)))


def tree(root: Path) -> dict[str, str]:
    return {path.relative_to(root).as_posix(): path.read_text() for path in root.rglob("*") if path.is_file()}


def wrong_with(root: Path, before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Every file that is neither the old one nor the new one; leftovers have names of their own."""
    return [
        f"{path} is neither old nor new"
        for path, text in tree(root).items()
        if text not in (before.get(path), after.get(path)) and not path.endswith(".tmp")
    ]


def main(scenario: str, folder: Path) -> None:
    prepare, log = SCENARIOS[scenario]
    start, reference = folder / "start", folder / "reference"
    start.mkdir()
    prepare(start)
    shutil.copytree(start, reference)
    make_notes(reference, log)
    before, after = tree(start), tree(reference)
    deaths, wrong = 0, []
    while True:
        root = folder / f"{deaths + 1}"
        shutil.copytree(start, root)
        child = os.fork()
        if child == 0:
            die_at(deaths + 1)
            make_notes(root, log)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != DIED:
            break
        deaths += 1
        wrong += [f"death {deaths}: {what}" for what in wrong_with(root, before, after)]
        make_notes(root, log)
        if tree(root) != after:
            wrong.append(f"death {deaths}: another end: {sorted(tree(root))}")
        shutil.rmtree(root)
    print(json.dumps({"deaths": deaths, "wrong": wrong, "end": after}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
