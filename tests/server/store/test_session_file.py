from __future__ import annotations

import os
from pathlib import Path

import pytest
from reme_gateway.ports import NewEvent, SessionRef
from reme_gateway.store.session_file import (
    count_lines,
    find_events,
    load,
    numbered_lines,
    plan_forget,
    replace_lines,
    torn_pieces,
)
from reme_gateway.store.session_line import encode_event, encode_tombstone

SESSION = SessionRef("codex", "default", "s", "s-0123456789abcdef")


def line(event_id: str, text: str = "hello") -> bytes:
    event = NewEvent(event_id, "user", text, "2026-03-01T10:00:00Z")
    return encode_event(SESSION, event, "2026-03-01T10:00:01Z")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "codex" / "s-0123456789abcdef.jsonl"
    path.parent.mkdir()
    return path


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    return tmp_path / "torn"


def test_a_missing_file_is_an_empty_session(path: Path, torn: Path) -> None:
    contents = load(path, torn)
    assert (contents.lines, contents.live, contents.fingerprint) == (0, 0, None)
    assert not path.exists()
    assert count_lines(path) == 0


def test_lines_end_at_line_feeds_only(path: Path) -> None:
    raw = "a\u2028b\x85c\x0bd\re\n".encode()
    path.write_bytes(raw + b"second\n")
    assert list(numbered_lines(path)) == [(1, raw[:-1]), (2, b"second")]


def test_reading_stops_at_the_limit_and_before_an_unfinished_line(path: Path) -> None:
    path.write_bytes(b"one\ntwo\nthr")
    assert [number for number, _ in numbered_lines(path)] == [1, 2]
    assert [number for number, _ in numbered_lines(path, 7)] == [1]
    assert count_lines(path) == 2
    assert count_lines(path, 7) == 1


def test_what_a_killed_process_left_is_durable_before_it_is_relied_on(
    path: Path, torn: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(line("a"))
    synced: list[str] = []
    for call in ("fsync", "fdatasync"):
        monkeypatch.setattr(
            os, call, lambda descriptor: synced.append(Path(os.readlink(f"/proc/self/fd/{descriptor}")).name)
        )
    load(path, torn)
    assert synced == [path.name, path.parent.name, path.parent.parent.name]


def test_damaged_lines_count_and_stay(path: Path, torn: Path) -> None:
    raw = (
        line("a")
        + b"\x00" * 20
        + b"\n"
        + b'{"half\n'
        + line("b")
        + encode_tombstone("c", "2026-03-01T10:00:02Z")
    )
    path.write_bytes(raw)
    contents = load(path, torn)
    assert (contents.lines, contents.live, contents.damaged) == (5, 2, 2)
    assert contents.forgotten == {"c"}
    assert contents.size == len(raw)
    assert path.read_bytes() == raw


def test_the_first_copy_of_an_event_wins(path: Path, torn: Path) -> None:
    path.write_bytes(line("a", "first") + line("a", "second"))
    first = load(path, torn).digests["a"]
    path.write_bytes(line("a", "first"))
    assert load(path, torn).digests["a"] == first
    path.write_bytes(line("a", "first") + line("a", "second"))
    assert find_events(path, {"a"})["a"].text == "first"


def test_a_last_line_without_line_feed_is_completed(path: Path, torn: Path) -> None:
    path.write_bytes(line("a") + line("b")[:-1])
    assert load(path, torn).lines == 2
    assert path.read_bytes() == line("a") + line("b")
    assert torn_pieces(torn, path.stem) == []


@pytest.mark.parametrize("cut", [1, 5, 40, 150])
def test_a_torn_end_is_moved_aside(cut: int, path: Path, torn: Path) -> None:
    path.write_bytes(line("a") + line("b")[:cut])
    assert load(path, torn).lines == 1
    assert path.read_bytes() == line("a")
    (piece,) = torn_pieces(torn, path.stem)
    assert piece.read_bytes() == line("b")[:cut]
    assert piece.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("tail", [b"\x00" * 4096, b"12", b'"x"', b"[]"])
def test_a_tail_that_is_no_object_is_torn(tail: bytes, path: Path, torn: Path) -> None:
    path.write_bytes(line("a") + tail)
    load(path, torn)
    assert path.read_bytes() == line("a")


def test_every_torn_end_keeps_its_own_piece(path: Path, torn: Path) -> None:
    for tail in (b"one", b"two"):
        with path.open("ab") as file:
            file.write(tail)
        load(path, torn)
    assert sorted(piece.read_bytes() for piece in torn_pieces(torn, path.stem)) == [b"one", b"two"]


def test_a_torn_line_longer_than_a_block_is_found_whole(path: Path, torn: Path) -> None:
    tail = line("b", "x" * 300_000)[:-20]
    path.write_bytes(line("a") + tail)
    assert load(path, torn).lines == 1
    assert torn_pieces(torn, path.stem)[0].read_bytes() == tail


def test_a_link_in_place_of_a_session_file_is_refused(path: Path, torn: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.jsonl"
    outside.write_bytes(line("a") + b"torn")
    path.symlink_to(outside)
    with pytest.raises(OSError, match="symbolic links"):
        load(path, torn)
    with pytest.raises(OSError, match="symbolic links"):
        list(numbered_lines(path))
    assert outside.read_bytes() == line("a") + b"torn"


def test_replacing_keeps_every_other_byte(path: Path) -> None:
    odd = b'{"spaced" :  1}\r\n'
    path.write_bytes(line("a") + odd + line("b"))
    replace_lines(path, {3: b"new\n"})
    assert path.read_bytes() == line("a") + odd + b"new\n"
    assert os.listdir(path.parent) == [path.name]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_failed_replacement_leaves_the_old_file_and_no_other(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.write_bytes(line("a"))

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="No space left"):
        replace_lines(path, {1: b"new\n"})
    assert path.read_bytes() == line("a")
    assert os.listdir(path.parent) == [path.name]


def test_forgetting_a_line_covers_its_other_copies(path: Path) -> None:
    path.write_bytes(line("a", "one") + line("b") + line("a", "two"))
    plan = plan_forget(path, [3], "2026-03-01T10:00:02Z")
    assert [(event.line, event.text) for event in plan.removed] == [(1, "one"), (3, "two")]
    assert sorted(plan.replacements) == [1, 3]


def test_forgetting_everything_takes_damaged_lines_too(path: Path) -> None:
    path.write_bytes(line("a") + b"garbage with a secret\n" + encode_tombstone("c", "2026-03-01T10:00:02Z"))
    plan = plan_forget(path, None, "2026-03-01T10:00:03Z")
    replace_lines(path, plan.replacements)
    assert b"secret" not in path.read_bytes()
    assert plan.event_ids == {"a"}
    assert count_lines(path) == 3
    assert plan_forget(path, None, "2026-03-01T10:00:04Z").replacements == {}
