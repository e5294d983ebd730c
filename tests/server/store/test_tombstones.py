from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from reme_gateway.ports import NewEvent, SessionRef
from reme_gateway.store.session_line import encode_event, encode_tombstone
from reme_gateway.store.session_writer import fingerprint
from reme_gateway.store.tombstones import CACHE_PATH, Tombstones

FORGOTTEN_AT = "2026-03-02T00:00:00.000Z"


def put(root: Path, name: str, *event_ids: str, live: str = "live") -> Path:
    host, key = name.split("/")
    event = NewEvent(live, "user", "hello", "2026-03-01T10:00:00Z")
    line = encode_event(SessionRef(host, "default", key, key), event, FORGOTTEN_AT)
    path = root / "session" / "dialog" / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(line + b"".join(encode_tombstone(event_id, FORGOTTEN_AT) for event_id in event_ids))
    return path


def loaded(root: Path) -> Tombstones:
    tombstones = Tombstones(root)
    tombstones.load()
    return tombstones


def test_every_session_of_a_host_counts_for_that_host(tmp_path: Path) -> None:
    put(tmp_path, "codex/a", "x")
    put(tmp_path, "codex/b", "y", "z")
    put(tmp_path, "hermes/a", "w")
    tombstones = loaded(tmp_path)
    assert set(tombstones.of("codex")) == {"x", "y", "z"}
    assert set(tombstones.of("hermes")) == {"w"}
    assert set(tombstones.of("dsh")) == set()


def test_an_empty_workspace_has_none_and_writes_nothing(tmp_path: Path) -> None:
    loaded(tmp_path)
    assert os.listdir(tmp_path) == []


def test_the_word_alone_makes_no_tombstone(tmp_path: Path) -> None:
    path = put(tmp_path, "codex/a")
    talk = NewEvent("e", "user", 'a line with "forgotten_at" in it', "2026-03-01T10:00:00Z")
    path.write_bytes(encode_event(SessionRef("codex", "default", "a", "a"), talk, FORGOTTEN_AT))
    assert set(loaded(tmp_path).of("codex")) == set()


@pytest.mark.parametrize(
    "cache",
    [
        b"",
        b"{",
        b"[]",
        b'{"version": 2, "files": {}}',
        b'{"version": 1}',
        b'{"version": 1, "files": {"codex/a.jsonl": [1, 2]}}',
        b'{"version": 1, "files": {"codex/a.jsonl": ["x", 2, 3, []]}}',
    ],
)
def test_a_cache_that_says_nothing_is_made_again(cache: bytes, tmp_path: Path) -> None:
    put(tmp_path, "codex/a", "x")
    loaded(tmp_path)
    file = tmp_path / CACHE_PATH
    whole = file.read_bytes()
    file.write_bytes(cache)
    assert set(loaded(tmp_path).of("codex")) == {"x"}
    assert file.read_bytes() == whole


def test_a_file_that_went_takes_its_tombstones_along(tmp_path: Path) -> None:
    path = put(tmp_path, "codex/a", "x")
    loaded(tmp_path)
    path.unlink()
    assert set(loaded(tmp_path).of("codex")) == set()


def test_an_append_of_others_between_ours_is_noticed_at_the_next_start(tmp_path: Path) -> None:
    path = put(tmp_path, "codex/a", "x")
    tombstones = loaded(tmp_path)
    known = fingerprint(path.stat())
    with path.open("ab") as file:
        file.write(encode_tombstone("theirs", FORGOTTEN_AT))
    tombstones.follow(path, fingerprint(path.stat()), fingerprint(path.stat()))
    tombstones.save()
    assert fingerprint(path.stat()) != known
    assert "codex/a.jsonl" not in json.loads((tmp_path / CACHE_PATH).read_text())["files"]
    assert set(loaded(tmp_path).of("codex")) == {"x", "theirs"}


def test_links_are_passed_over(tmp_path: Path) -> None:
    outside = put(tmp_path / "elsewhere", "codex/a", "x")
    dialog = tmp_path / "session" / "dialog"
    (dialog / "codex").mkdir(parents=True)
    (dialog / "codex" / "a.jsonl").symlink_to(outside)
    (dialog / "dsh").symlink_to(outside.parent)
    tombstones = loaded(tmp_path)
    assert set(tombstones.of("codex")) == set(tombstones.of("dsh")) == set()


def test_a_file_that_cannot_be_read_is_named_and_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad = put(tmp_path, "codex/bad", "x")
    put(tmp_path, "codex/good", "y")
    read = Tombstones._learn_file

    def refuse(self: Tombstones, path: Path, entry: object) -> None:
        if path == bad:
            raise OSError(5, "Input/output error")
        read(self, path, entry)  # type: ignore[arg-type]

    monkeypatch.setattr(Tombstones, "_learn_file", refuse)
    assert set(loaded(tmp_path).of("codex")) == {"y"}
    assert "codex/bad.jsonl was not read: Input/output error" in caplog.text
