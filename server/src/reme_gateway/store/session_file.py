"""One session's JSONL file on disk: reading, repairing, and replacing lines."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from reme_gateway.ports import StoredEvent
from reme_gateway.store.atomic_file import make_private_folder, sync_folder
from reme_gateway.store.session_line import (
    ContentDigest,
    Tombstone,
    content_digest,
    decode,
    encode_tombstone,
    parse_object,
)
from reme_gateway.store.session_writer import (
    BINARY,
    NO_LINK,
    Fingerprint,
    fingerprint,
    sync_data,
    write_all,
)


@dataclass(slots=True)
class SessionContents:
    """What a file holds, without its texts."""

    size: int = 0
    lines: int = 0
    live: int = 0
    damaged: int = 0
    digests: dict[str, ContentDigest] = field(default_factory=dict)
    forgotten: set[str] = field(default_factory=set)
    fingerprint: Fingerprint | None = None


def numbered_lines(path: Path, limit: int | None = None) -> Iterator[tuple[int, bytes]]:
    """Complete lines with their numbers from 1, LF cut off, within the first ``limit`` bytes.

    An unfinished last line is left out. A missing file has no lines. Raises ``OSError``.
    """
    try:
        file = _open_for_reading(path)
    except FileNotFoundError:
        return
    position = 0
    with file:
        for number, raw in enumerate(file, start=1):
            position += len(raw)
            if not raw.endswith(b"\n") or (limit is not None and position > limit):
                return
            yield number, raw[:-1]


def count_lines(path: Path, limit: int | None = None) -> int:
    """Number of complete lines within the first ``limit`` bytes; 0 for a missing file."""
    count, left = 0, sys.maxsize if limit is None else limit
    try:
        with _open_for_reading(path) as file:
            while left and (chunk := file.read(min(left, 1 << 20))):
                count += chunk.count(b"\n")
                left -= len(chunk)
    except FileNotFoundError:
        return 0
    return count


def load(path: Path, torn_folder: Path) -> SessionContents:
    """Read what is there, with a torn end repaired and everything durable before it is relied on.

    A process may have been killed between write and fsync: what it left can still be in memory
    only, and must not be called a duplicate before it is on disk.
    """
    contents = SessionContents()
    if not repair(path, torn_folder):
        return contents
    for number, raw in numbered_lines(path):
        contents.lines = number
        contents.size += len(raw) + 1
        stored = decode(raw, number)
        if stored is None:
            contents.damaged += 1
        elif isinstance(stored, Tombstone):
            contents.forgotten.add(stored.event_id)
        else:
            contents.live += 1
            contents.digests.setdefault(stored.event_id, content_digest(stored.role, stored.text))
    descriptor = os.open(path, os.O_RDWR | BINARY | NO_LINK)
    try:
        sync_data(descriptor)
        contents.fingerprint = fingerprint(os.fstat(descriptor))
    finally:
        os.close(descriptor)
    sync_folder(path.parent)
    sync_folder(path.parent.parent)
    return contents


def repair(path: Path, torn_folder: Path) -> bool:
    """Finish a last line that only lacks its LF; move anything else behind the last LF to ``torn_folder``.

    False when there is no file. Nothing moved was ever acknowledged. Raises ``OSError``; the file is
    then as it was.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | BINARY | NO_LINK)
    except FileNotFoundError:
        return False
    try:
        size = os.fstat(descriptor).st_size
        keep = _end_of_last_line(descriptor, size)
        if keep == size:
            return True
        rest = _read(descriptor, keep, size)
        if parse_object(rest) is not None:
            write_all(descriptor, b"\n")
        else:
            _set_aside(rest, torn_folder, path.stem)
            os.ftruncate(descriptor, keep)
        os.fsync(descriptor)
        return True
    finally:
        os.close(descriptor)


def torn_pieces(torn_folder: Path, key: str) -> list[Path]:
    """What was moved aside from the session with this key."""
    prefix = f"{key}."
    with suppress(FileNotFoundError, NotADirectoryError):
        return [entry for entry in torn_folder.iterdir() if entry.name.startswith(prefix)]
    return []


def find_events(path: Path, event_ids: Collection[str]) -> dict[str, StoredEvent]:
    """The first live line of each of these events. Raises ``OSError``."""
    found: dict[str, StoredEvent] = {}
    for number, raw in numbered_lines(path):
        stored = decode(raw, number)
        if isinstance(stored, StoredEvent) and stored.event_id in event_ids:
            found.setdefault(stored.event_id, stored)
    return found


@dataclass(slots=True)
class ForgetPlan:
    """What to replace, and what stands there. ``event_ids`` are those of live events."""

    replacements: dict[int, bytes] = field(default_factory=dict)
    removed: list[StoredEvent] = field(default_factory=list)
    event_ids: set[str] = field(default_factory=set)


def plan_forget(path: Path, lines: Collection[int] | None, forgotten_at: str) -> ForgetPlan:
    """Tombstones for these lines (all when None) and for every other line with the same event ids.

    A damaged line that was asked for goes too: it may still hold the words. Raises ``OSError``.
    """
    plan = ForgetPlan()
    wanted = None if lines is None else frozenset(lines)
    for number, raw in numbered_lines(path):
        if wanted is None or number in wanted:
            stored = decode(raw, number)
            if isinstance(stored, StoredEvent):
                plan.event_ids.add(stored.event_id)
            elif stored is None:
                name = f"damaged-line:{hashlib.sha256(raw).hexdigest()[:16]}"
                plan.replacements[number] = encode_tombstone(name, forgotten_at)
    for number, raw in numbered_lines(path):
        stored = decode(raw, number)
        if isinstance(stored, StoredEvent) and stored.event_id in plan.event_ids:
            plan.removed.append(stored)
            plan.replacements[number] = encode_tombstone(stored.event_id, forgotten_at)
    return plan


def replace_lines(path: Path, replacements: Mapping[int, bytes]) -> None:
    """Put other bytes (LF included) in place of these lines: all of them or none, whenever the machine stops.

    Raises ``OSError`` and leaves the old file. The temporary name is one that ``sweep_temporary`` knows.
    """
    temporary = path.with_name(f".{path.stem[-16:]}.{os.getpid()}-{secrets.token_hex(6)}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            for number, raw in numbered_lines(path):
                file.write(replacements.get(number) or raw + b"\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def _open_for_reading(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_RDONLY | BINARY | NO_LINK), "rb")


def _end_of_last_line(descriptor: int, size: int) -> int:
    end = size
    while end:
        start = max(0, end - (1 << 16))
        newline = _read(descriptor, start, end).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        end = start
    return 0


def _read(descriptor: int, start: int, end: int) -> bytes:
    os.lseek(descriptor, start, os.SEEK_SET)
    parts = []
    while start < end and (part := os.read(descriptor, end - start)):
        parts.append(part)
        start += len(part)
    return b"".join(parts)


def _set_aside(rest: bytes, torn_folder: Path, key: str) -> None:
    make_private_folder(torn_folder)
    number = 1
    while True:
        try:
            descriptor = os.open(
                torn_folder / f"{key}.{number}", os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600
            )
            break
        except FileExistsError:
            number += 1
    try:
        write_all(descriptor, rest)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
