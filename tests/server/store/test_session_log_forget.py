from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.errors import StoreUnavailable
from reme_gateway.ports import NewEvent, SessionRef, Workspace
from reme_gateway.store import session_file, session_log
from reme_gateway.store.session_log import JsonlSessionLog

pytestmark = pytest.mark.anyio
CANARY = "zanzibar-canary"


def session(name: str = "s", host: str = "codex") -> SessionRef:
    return SessionRef(host, "default", f"native {name}", f"{name}-0123456789abcdef")


def new(event_id: str, text: str = "hello") -> NewEvent:
    return NewEvent(event_id, "user", text, "2026-03-01T10:00:00Z")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], JsonlSessionLog]]:
    running: list[JsonlSessionLog] = []

    def start_log() -> JsonlSessionLog:
        if running:
            running[-1].close()
        running.append(
            JsonlSessionLog(
                Workspace(tmp_path, "UTC"), str.strip, clock=lambda: datetime(2026, 3, 2, tzinfo=UTC)
            )
        )
        return running[-1]

    yield start_log
    if running:
        running[-1].close()


@pytest.fixture
def log(start: Callable[[], JsonlSessionLog]) -> JsonlSessionLog:
    return start()


def files_with(folder: Path, words: str) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file() and words.encode() in path.read_bytes())
    return [path.relative_to(folder).as_posix() for path in found]


async def test_a_forgotten_line_becomes_a_tombstone_in_its_place(
    log: JsonlSessionLog, tmp_path: Path
) -> None:
    await log.append(session(), [new("a"), new("b", CANARY), new("c")])
    (gone,) = await log.forget(session(), [2])
    assert (gone.event_id, gone.text, gone.line) == ("b", CANARY, 2)
    assert [(event.event_id, event.line) for event in log.read(session())] == [("a", 1), ("c", 3)]
    second = (tmp_path / session().path).read_text().split("\n")[1]
    assert json.loads(second) == {"event_id": "b", "forgotten_at": "2026-03-02T00:00:00.000Z"}
    assert log.last_line(session()) == 3
    assert files_with(tmp_path, CANARY) == []


async def test_forgetting_again_finds_nothing_left(log: JsonlSessionLog) -> None:
    await log.append(session(), [new("a"), new("b")])
    assert len(await log.forget(session(), None)) == 2
    assert await log.forget(session(), None) == []
    assert await log.forget(session(), [1, 2, 77, 0, -1]) == []
    assert log.last_line(session()) == 2


@pytest.mark.parametrize("after", ["nothing", "restart", "crash", "metadata deleted", "cache damaged"])
async def test_a_forgotten_event_does_not_come_back_in_any_session_of_its_host(
    after: str, start: Callable[[], JsonlSessionLog], tmp_path: Path
) -> None:
    log = start()
    await log.append(session("quiet"), [new("q")])
    log = start()
    await log.append(session(), [new("a"), new("b")])
    await log.forget(session(), [1])
    cache = tmp_path / "metadata" / "session-log" / "tombstones.json"
    before = cache.read_bytes()
    if after != "nothing":
        log = start()
    if after == "crash":
        # What a killed process leaves: the cache as it was before the forget.
        cache.write_bytes(before)
        log = start()
    elif after == "metadata deleted":
        shutil.rmtree(tmp_path / "metadata")
        log = start()
    elif after == "cache damaged":
        cache.write_bytes(b'{"version": 1, "files": {"codex/s": [1]}}')
        log = start()
    for name in ("s", "quiet", "brand new"):
        result = await log.append(session(name), [new("a"), new(f"{name}-2")])
        assert result.outcomes == ("forgotten", "appended")
    assert (await log.append(session("x", "hermes"), [new("a")])).outcomes == ("appended",)


async def test_a_file_put_back_while_stopped_brings_its_tombstones(
    start: Callable[[], JsonlSessionLog], tmp_path: Path
) -> None:
    log = start()
    await log.append(session(), [new("a", CANARY)])
    await log.forget(session(), None)
    log.close()
    backup = tmp_path / session().path
    kept = backup.read_bytes()
    backup.unlink()
    assert (await start().append(session("t"), [new("a")])).outcomes == ("appended",)
    backup.write_bytes(kept)
    assert (await start().append(session("u"), [new("a")])).outcomes == ("forgotten",)


async def test_only_files_that_changed_are_read_at_a_start(
    start: Callable[[], JsonlSessionLog], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = start()
    for name in ("a", "b"):
        await log.append(session(name), [new(f"{name}-1"), new(f"{name}-2")])
        await log.append(session(name), [new(f"{name}-3")])
    await log.forget(session("a"), [1])
    start().open()
    start()
    with (tmp_path / session("b").path).open("ab") as file:
        file.write(b"\n")
    read: list[str] = []
    original = session_file.numbered_lines

    def watched(path: Path, limit: int | None = None) -> Any:
        read.append(path.name)
        return original(path, limit)

    monkeypatch.setattr("reme_gateway.store.tombstones.numbered_lines", watched)
    start().open()
    assert read == ["b-0123456789abcdef.jsonl"]
    read.clear()
    log = start()
    log.open()
    assert read == []
    assert (await log.append(session("c"), [new("a-1")])).outcomes == ("forgotten",)


async def test_what_was_moved_aside_is_forgotten_with_its_session(
    start: Callable[[], JsonlSessionLog], tmp_path: Path
) -> None:
    await start().append(session(), [new("a"), new("b", CANARY)])
    file = tmp_path / session().path
    with file.open("ab") as torn:
        torn.write(b'{"event_id":"c","role":"user","text":"' + CANARY.encode())
    log = start()
    await log.append(session(), [new("d")])
    assert len(files_with(tmp_path, CANARY)) == 2
    await log.forget(session(), [2])
    assert files_with(tmp_path, CANARY) == []


async def test_an_append_waits_until_its_event_is_forgotten_or_not(
    log: JsonlSessionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    await log.append(session(), [new("a")])
    await log.append(session("t"), [new("z")])
    begun, goes_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()
    replace = session_file.replace_lines

    def slow(*arguments: Any) -> None:
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(goes_on.wait(), loop).result(20)
        replace(*arguments)

    monkeypatch.setattr(session_log, "replace_lines", slow)
    forgetting = asyncio.create_task(log.forget(session(), [1]))
    await begun.wait()
    same = asyncio.create_task(log.append(session("t"), [new("a")]))
    other = await log.append(session("t"), [new("b")])
    assert other.outcomes == ("appended",)
    assert not same.done()
    goes_on.set()
    assert (await same).outcomes == ("forgotten",)
    assert len(await forgetting) == 1


async def test_a_forget_that_fails_leaves_everything_and_no_tombstone(
    log: JsonlSessionLog, tmp_path: Path
) -> None:
    await log.append(session(), [new("a")])
    before = (tmp_path / session().path).read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", refuse)
        with pytest.raises(StoreUnavailable, match="No space left on device"):
            await log.forget(session(), None)
    assert (tmp_path / session().path).read_bytes() == before
    assert (await log.append(session(), [new("a")])).outcomes == ("duplicate",)
    assert (await log.append(session("t"), [new("a")])).outcomes == ("appended",)
    assert len(await log.forget(session(), None)) == 1


async def test_appends_and_forgets_at_once_lose_nothing_else(log: JsonlSessionLog) -> None:
    await log.append(session(), [new(f"old-{n}") for n in range(20)])

    async def append() -> None:
        for n in range(60):
            await log.append(session(), [new(f"new-{n}")])

    async def forget() -> None:
        for line in range(1, 21):
            assert len(await log.forget(session(), [line])) == 1

    await asyncio.gather(append(), forget())
    assert [event.event_id for event in log.read(session())] == [f"new-{n}" for n in range(60)]
    assert log.last_line(session()) == 80
    assert set((await log.append(session(), [new(f"old-{n}") for n in range(20)])).outcomes) == {"forgotten"}
