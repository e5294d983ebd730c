from __future__ import annotations

import asyncio
import errno
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.errors import GatewayError, StoreUnavailable
from reme_gateway.ports import NewEvent, SessionRef, Workspace
from reme_gateway.store.session_log import JsonlSessionLog
from reme_gateway.store.session_writer import ChangedByOthersError, SessionWriter

pytestmark = pytest.mark.anyio


def session(name: str = "s", host: str = "codex") -> SessionRef:
    return SessionRef(host, "default", f"native {name}", f"{name}-0123456789abcdef")


def new(event_id: str, text: str = "hello", role: Any = "user") -> NewEvent:
    return NewEvent(event_id, role, text, "2026-03-01T10:00:00Z", "t1")


def strip(text: str) -> str:
    return text.replace("<old>", "").strip()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., JsonlSessionLog]]:
    """Starts a log over the same folder; the one before it is closed first, as at a restart."""
    running: list[JsonlSessionLog] = []

    def start_log(**options: Any) -> JsonlSessionLog:
        if running:
            running[-1].close()
        running.append(
            JsonlSessionLog(Workspace(tmp_path, "UTC"), options.pop("normalise", strip), **options)
        )
        return running[-1]

    yield start_log
    if running:
        running[-1].close()


@pytest.fixture
def log(start: Callable[..., JsonlSessionLog]) -> JsonlSessionLog:
    return start()


def file_of(tmp_path: Path, ref: SessionRef | None = None) -> Path:
    return tmp_path / (ref or session()).path


class Gate:
    """Holds every fdatasync until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()
        sync = os.fdatasync

        def held(descriptor: int) -> None:
            self.reached.set()
            assert self.opened.wait(20)
            sync(descriptor)

        monkeypatch.setattr(os, "fdatasync", held)


async def until(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 20)


async def test_new_events_are_stored_in_order(log: JsonlSessionLog, tmp_path: Path) -> None:
    result = await log.append(session(), [new("a", "first"), new("b", "second", "assistant")])
    assert result.outcomes == ("appended", "appended")
    assert result.total == 2
    assert log.read(session()) == list(result.stored)
    assert [(event.line, event.role, event.text) for event in result.stored] == [
        (1, "user", "first"),
        (2, "assistant", "second"),
    ]
    assert log.last_line(session()) == 2
    assert file_of(tmp_path).stat().st_mode & 0o777 == 0o600
    assert file_of(tmp_path).parent.stat().st_mode & 0o777 == 0o700


async def test_an_unknown_session_is_empty(log: JsonlSessionLog, tmp_path: Path) -> None:
    assert log.read(session()) == []
    assert log.last_line(session()) == 0
    assert await log.forget(session(), None) == []
    assert (await log.append(session(), [])).total == 0
    assert list(log.sessions()) == []
    assert not file_of(tmp_path).exists()


async def test_reading_goes_on_behind_a_line(log: JsonlSessionLog) -> None:
    await log.append(session(), [new(str(n)) for n in range(5)])
    assert [event.line for event in log.read(session(), after_line=3)] == [4, 5]
    assert log.read(session(), after_line=5) == []


@pytest.mark.parametrize("restart", [False, True])
async def test_a_resend_is_a_duplicate(restart: bool, start: Callable[..., JsonlSessionLog]) -> None:
    log = start()
    await log.append(session(), [new("a"), new("b")])
    log = start() if restart else log
    result = await log.append(session(), [new("a"), new("b"), new("c")])
    assert result.outcomes == ("duplicate", "duplicate", "appended")
    assert result.total == 3
    assert [event.line for event in result.stored] == [3]
    assert len(log.read(session())) == 3


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("other", [new("a", "other"), new("a", "hello", "assistant")])
async def test_other_content_under_a_known_id_is_a_conflict_and_the_first_stays(
    other: NewEvent, restart: bool, start: Callable[..., JsonlSessionLog]
) -> None:
    log = start()
    await log.append(session(), [new("a")])
    log = start() if restart else log
    result = await log.append(session(), [new("x"), other, new("y")])
    assert result.outcomes == ("appended", "conflict", "appended")
    assert [(event.event_id, event.text, event.role) for event in log.read(session())] == [
        ("a", "hello", "user"),
        ("x", "hello", "user"),
        ("y", "hello", "user"),
    ]


async def test_one_batch_is_judged_against_itself(log: JsonlSessionLog) -> None:
    result = await log.append(session(), [new("a"), new("a"), new("a", " hello<old>"), new("a", "other")])
    assert result.outcomes == ("appended", "duplicate", "duplicate", "conflict")
    assert result.total == 1


@pytest.mark.parametrize("restart", [False, True])
async def test_content_that_differs_only_by_older_rules_is_a_duplicate(
    restart: bool, start: Callable[..., JsonlSessionLog]
) -> None:
    log = start(normalise=lambda text: text)
    await log.append(session(), [new("a", "<old>hello"), new("b", "kept")])
    log = start()
    if not restart:
        await log.append(session(), [new("c")])
    result = await log.append(session(), [new("a", "hello"), new("b", "kept"), new("a", "else")])
    assert result.outcomes == ("duplicate", "duplicate", "conflict")
    assert log.read(session())[0].text == "<old>hello"


async def test_the_same_id_in_two_sessions_is_two_events(log: JsonlSessionLog) -> None:
    for name in ("s", "t"):
        assert (await log.append(session(name), [new("a")])).outcomes == ("appended",)


async def test_parallel_copies_leave_one_and_none_returns_before_it_is_durable(
    log: JsonlSessionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    await log.append(session(), [new("first")])
    gate = Gate(monkeypatch)
    sent = [asyncio.create_task(log.append(session(), [new("a"), new("b")])) for _ in range(50)]
    await until(gate.reached)
    assert not any(task.done() for task in sent)
    gate.opened.set()
    results = await asyncio.gather(*sent)
    assert sum(result.outcomes == ("appended", "appended") for result in results) == 1
    assert sum(result.outcomes == ("duplicate", "duplicate") for result in results) == 49
    assert {result.total for result in results} == {3}
    assert [event.event_id for event in log.read(session())] == ["first", "a", "b"]


async def test_parallel_copies_into_a_session_nobody_has_opened_leave_one(log: JsonlSessionLog) -> None:
    results = await asyncio.gather(*[log.append(session(), [new("a")]) for _ in range(50)])
    assert sorted(result.outcomes[0] for result in results) == ["appended"] + ["duplicate"] * 49
    assert len(log.read(session())) == 1


async def test_content_that_differs_by_older_rules_is_compared_once_it_is_written(
    start: Callable[..., JsonlSessionLog], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = start()
    await log.append(session(), [new("first")])
    gate = Gate(monkeypatch)
    held = asyncio.create_task(log.append(session(), [new("second")]))
    await until(gate.reached)
    queued = asyncio.create_task(log.append(session(), [new("a", "hello<old>")]))
    same = asyncio.create_task(log.append(session(), [new("a", "hello")]))
    await asyncio.sleep(0.05)
    gate.opened.set()
    results = await asyncio.gather(held, queued, same)
    assert [result.outcomes[0] for result in results] == ["appended", "appended", "duplicate"]


async def test_nothing_unsynced_is_read_or_counted(
    log: JsonlSessionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    await log.append(session(), [new("first")])
    gate = Gate(monkeypatch)
    sent = asyncio.create_task(log.append(session(), [new("a")]))
    await until(gate.reached)
    assert [event.event_id for event in log.read(session())] == ["first"]
    assert log.last_line(session()) == 1
    gate.opened.set()
    await sent
    assert log.last_line(session()) == 2


@pytest.mark.parametrize("warm", [False, True])
async def test_a_caller_that_goes_away_neither_loses_nor_doubles_its_events(
    warm: bool, log: JsonlSessionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    if warm:
        await log.append(session(), [new("first")])
    sent = asyncio.create_task(log.append(session(), [new("a")]))
    await asyncio.sleep(0)
    sent.cancel()
    with pytest.raises(asyncio.CancelledError):
        await sent
    results = await asyncio.gather(*[log.append(session(), [new("a")]) for _ in range(50)])
    assert {result.outcomes for result in results} == {("duplicate",)}
    assert [event.event_id for event in log.read(session())].count("a") == 1


async def test_clients_in_parallel_keep_their_order(log: JsonlSessionLog) -> None:
    async def client(name: int, sessions: int) -> None:
        for count in range(50):
            await log.append(session(str(name % sessions)), [new(f"{sessions}-{name}-{count}")])

    for sessions in (1, 8):
        await asyncio.gather(*[client(name, sessions) for name in range(8)])
    stored = [event.event_id for ref in log.sessions() for event in log.read(ref)]
    assert len(stored) == len(set(stored)) == 800
    for sessions in (1, 8):
        for name in range(8):
            own = [event_id for event_id in stored if event_id.startswith(f"{sessions}-{name}-")]
            assert own == [f"{sessions}-{name}-{count}" for count in range(50)]


def failing(monkeypatch: pytest.MonkeyPatch, call: str, error: int, *, half: bool = False) -> None:
    original = getattr(os, call)

    def fail(descriptor: int, *rest: Any) -> Any:
        if call == "write" and not bytes(rest[0][:12]).startswith(b'{"event_id"'):
            return original(descriptor, *rest)
        if half:
            original(descriptor, rest[0][: len(rest[0]) // 2])
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, call, fail)


@pytest.mark.parametrize(
    ("known", "call", "error", "half"),
    [
        (True, "write", errno.ENOSPC, True),
        (False, "write", errno.ENOSPC, True),
        (True, "write", errno.EROFS, False),
        (False, "write", errno.EROFS, False),
        # the data of a known file is synced; a new one as a whole, and its folder
        (True, "fdatasync", errno.EIO, False),
        (False, "fsync", errno.ENOSPC, False),
    ],
)
async def test_a_refusing_disk_is_said_and_leaves_the_file_as_it_was(
    known: bool, call: str, error: int, half: bool, start: Callable[..., JsonlSessionLog], tmp_path: Path
) -> None:
    log = start()
    if known:
        await log.append(session(), [new("first")])
    before = file_of(tmp_path).read_bytes() if known else b""
    with pytest.MonkeyPatch.context() as patch:
        failing(patch, call, error, half=half)
        sent = await asyncio.gather(
            *[log.append(session(), [new("a"), new(str(n))]) for n in range(3)], return_exceptions=True
        )
    assert {type(result) for result in sent} == {StoreUnavailable}
    assert os.strerror(error) in "".join(map(str, sent))
    assert (file_of(tmp_path).read_bytes() if file_of(tmp_path).exists() else b"") == before
    result = await log.append(session(), [new("a"), new("b")])
    assert result.outcomes == ("appended", "appended")
    assert [event.event_id for event in start().read(session())] == ["first"] * known + ["a", "b"]


async def test_a_refusing_session_does_not_hold_up_its_neighbour(
    log: JsonlSessionLog, tmp_path: Path
) -> None:
    folder = tmp_path / "session" / "dialog" / "dsh"
    folder.parent.mkdir(parents=True)
    folder.write_text("a file where a folder has to be")
    bad, good = await asyncio.gather(
        log.append(session("x", "dsh"), [new("a")]),
        log.append(session("y"), [new("a")]),
        return_exceptions=True,
    )
    assert isinstance(bad, StoreUnavailable)
    assert not isinstance(good, BaseException)
    assert good.outcomes == ("appended",)


async def test_a_fault_inside_a_commit_does_not_stop_the_log(
    log: JsonlSessionLog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reme_gateway.store.session_writer.write_all", lambda *_: 1 / 0)
        with pytest.raises(GatewayError) as caught:
            await log.append(session(), [new("a", "private words")])
    assert caught.value.code == "internal_error"
    assert "private words" not in caplog.text
    assert (await log.append(session(), [new("a")])).outcomes == ("appended",)


@pytest.mark.parametrize("change", ["deleted", "replaced", "grown"])
async def test_a_file_that_somebody_else_changed_is_read_again(
    change: str, log: JsonlSessionLog, tmp_path: Path
) -> None:
    await log.append(session(), [new("a"), new("b")])
    file = file_of(tmp_path)
    lines = file.read_bytes().splitlines(keepends=True)
    if change == "deleted":
        file.unlink()
    elif change == "replaced":
        shutil.copy(file, file.with_suffix(".copy"))
        file.with_suffix(".copy").replace(file)
        file.write_bytes(lines[0])
    else:
        file.write_bytes(lines[0] + lines[1] + lines[0].replace(b'"a"', b'"c"'))
    left = {"deleted": [], "replaced": ["a"], "grown": ["a", "b", "c"]}[change]
    result = await log.append(session(), [new("c")])
    assert result.outcomes == ("duplicate",) if "c" in left else ("appended",)
    assert [event.event_id for event in log.read(session())] == sorted({*left, "c"})
    assert log.last_line(session()) == len({*left, "c"})


async def test_a_torn_end_is_repaired_before_the_next_event(
    start: Callable[..., JsonlSessionLog], tmp_path: Path
) -> None:
    await start().append(session(), [new("a")])
    with file_of(tmp_path).open("ab") as file:
        file.write(b'{"event_id":"b","ro')
    log = start()
    assert (await log.append(session(), [new("b")])).outcomes == ("appended",)
    assert [(event.event_id, event.line) for event in log.read(session())] == [("a", 1), ("b", 2)]


async def test_opening_repairs_what_changed_since_the_last_stop(
    start: Callable[..., JsonlSessionLog], tmp_path: Path
) -> None:
    await start().append(session(), [new("a"), new("b")])
    file = file_of(tmp_path)
    whole = file.read_bytes()
    foreign = tmp_path / "session" / "dialog" / "codex" / "foreign.jsonl"
    foreign.write_bytes(b'{"role":"user"}\n{"rol')
    file.write_bytes(whole[:-1])
    (file.parent / f".left.{os.getpid()}-0123456789ab.tmp").write_bytes(b"old words")
    log = start()
    log.open()
    assert file.read_bytes() == whole
    assert foreign.read_bytes() == b'{"role":"user"}\n{"rol'
    assert sorted(os.listdir(file.parent)) == ["foreign.jsonl", file.name]
    assert [event.event_id for event in log.read(session())] == ["a", "b"]


async def test_damaged_lines_are_counted_and_keep_their_place(
    start: Callable[..., JsonlSessionLog], tmp_path: Path
) -> None:
    await start().append(session(), [new("a"), new("b")])
    file = file_of(tmp_path)
    first, second = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(first + b"\x00" * 64 + b"\n" + second)
    log = start()
    assert [(event.event_id, event.line) for event in log.read(session())] == [("a", 1), ("b", 3)]
    assert log.damage() == {session().path: 1}
    result = await log.append(session(), [new("a"), new("c")])
    assert (result.outcomes, result.total, result.stored[0].line) == (("duplicate", "appended"), 3, 4)
    assert file.read_bytes().startswith(first + b"\x00" * 64 + b"\n" + second)


async def test_few_states_stay_in_memory(start: Callable[..., JsonlSessionLog]) -> None:
    log = start(cache_bytes=20_000)
    for name in range(40):
        await log.append(session(str(name)), [new(f"{name}-{n}") for n in range(20)])
    assert len(log._states) < 8
    assert log._states.bytes <= 20_000
    for name in range(40):
        result = await log.append(session(str(name)), [new(f"{name}-{n}") for n in range(20)])
        assert set(result.outcomes) == {"duplicate"}


async def test_a_closed_log_finishes_and_then_refuses(log: JsonlSessionLog) -> None:
    await log.append(session(), [new("first")])
    sent = asyncio.create_task(log.append(session(), [new("a")]))
    await asyncio.sleep(0)
    log.close()
    assert (await sent).outcomes == ("appended",)
    with pytest.raises(GatewayError) as caught:
        await log.append(session(), [new("b")])
    assert caught.value.code == "server_stopping"
    assert [event.event_id for event in log.read(session())] == ["first", "a"]


def test_a_log_works_in_one_event_loop_after_the_other(log: JsonlSessionLog) -> None:
    for event_id in ("a", "b"):
        assert asyncio.run(log.append(session(), [new(event_id)])).outcomes == ("appended",)
    assert asyncio.run(log.append(session(), [new("a")])).outcomes == ("duplicate",)


@pytest.mark.parametrize(
    "ref",
    [
        SessionRef("../codex", "default", "s", "s"),
        SessionRef("codex", "default", "s", "../s"),
        SessionRef("codex", "default", "s", ".s"),
        SessionRef("codex", "default", "s", "s\x00"),
        SessionRef("codex", "default", "s", ""),
    ],
)
async def test_a_session_that_is_no_plain_name_reaches_no_file(ref: SessionRef, log: JsonlSessionLog) -> None:
    with pytest.raises(ValueError, match="plain names"):
        await log.append(ref, [new("a")])
    with pytest.raises(ValueError, match="plain names"):
        log.read(ref)


async def test_any_text_survives(log: JsonlSessionLog) -> None:
    texts = [
        "a\u2028b\u2029c\x85d",
        "\x00\x1f\x7f",
        "👩‍👩‍👧 שלום 部署",
        "\ud800 alone",
        "x" * (1 << 20),
        "\r\n\n",
    ]
    await log.append(session(), [new(str(n), text) for n, text in enumerate(texts)])
    assert [event.text for event in log.read(session())] == texts
    resent = await log.append(session(), [new(str(n), text) for n, text in enumerate(texts)])
    assert set(resent.outcomes) == {"duplicate"}


async def test_ten_thousand_events_are_one_batch(log: JsonlSessionLog) -> None:
    batch = [new(str(n)) for n in range(10_000)]
    assert (await log.append(session(), batch)).total == 10_000
    assert set((await log.append(session(), batch)).outcomes) == {"duplicate"}


async def test_sessions_are_listed_in_path_order_and_foreign_files_are_not(
    log: JsonlSessionLog, tmp_path: Path
) -> None:
    refs = [session("b"), session("a"), session("a", "hermes")]
    for ref in refs:
        await log.append(ref, [new("x")])
    dialog = tmp_path / "session" / "dialog"
    (dialog / "reme.jsonl").write_text('{"role":"user"}\n')
    (dialog / "codex" / "reme.jsonl").write_text('{"role":"user","id":"m-1"}\n')
    (dialog / "codex" / "copied.jsonl").write_bytes(file_of(tmp_path, refs[2]).read_bytes())
    (dialog / "codex" / "linked.jsonl").symlink_to(file_of(tmp_path, refs[0]))
    assert list(log.sessions()) == [refs[1], refs[0], refs[2]]
    await log.forget(refs[0], None)
    await log.append(session("c"), [new("y")])
    assert list(log.sessions()) == [refs[1], session("c"), refs[2]]
    assert (dialog / "reme.jsonl").read_text() == '{"role":"user"}\n'


async def test_appends_to_a_changed_file_that_wait_for_each_other_are_all_judged_anew(
    log: JsonlSessionLog, tmp_path: Path
) -> None:
    await log.append(session(), [new("a")])
    file = file_of(tmp_path)
    line = file.read_bytes()
    file.write_bytes(line + line.replace(b'"a"', b'"c"'))
    results = await asyncio.gather(*(log.append(session(), [new(name)]) for name in "bcd"))
    assert [result.outcomes for result in results] == [("appended",), ("duplicate",), ("appended",)]
    assert sorted(event.event_id for event in log.read(session())) == ["a", "b", "c", "d"]


async def test_a_duplicate_whose_file_was_deleted_meanwhile_is_stored_again(
    log: JsonlSessionLog, tmp_path: Path
) -> None:
    await log.append(session(), [new("a")])
    file_of(tmp_path).unlink()
    assert (await log.append(session(), [new("a")])).outcomes == ("appended",)
    assert [event.event_id for event in log.read(session())] == ["a"]


@pytest.mark.parametrize(("changes", "stored"), [(1, True), (3, True), (4, False)])
async def test_a_file_that_goes_on_changing_is_left_to_its_other_writer(
    changes: int, stored: bool, log: JsonlSessionLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    await log.append(session(), [new("a")])
    left, really_open = [changes], SessionWriter._open

    def changing(writer: SessionWriter) -> int:
        left[0] -= 1
        if left[0] >= 0:
            raise ChangedByOthersError
        return really_open(writer)

    monkeypatch.setattr(SessionWriter, "_open", changing)
    if stored:
        assert (await log.append(session(), [new("b")])).outcomes == ("appended",)
        return
    with pytest.raises(StoreUnavailable) as caught:
        await log.append(session(), [new("b")])
    assert caught.value.code == "store_unavailable"
    assert "send it again" in caught.value.detail
