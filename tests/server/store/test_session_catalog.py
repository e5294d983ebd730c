from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from reme_gateway.ports import NewEvent, SessionRef
from reme_gateway.store import session_catalog, session_file
from reme_gateway.store.session_catalog import SessionCatalog
from reme_gateway.store.session_line import encode_event, encode_tombstone

MOMENT = "2026-03-01T10:00:00Z"


def put(dialog: Path, ref: SessionRef, *before: bytes) -> Path:
    path = dialog / ref.host / f"{ref.key}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    line = encode_event(ref, NewEvent("e", "user", "hello", MOMENT), MOMENT)
    path.write_bytes(b"".join(before) + line)
    return path


def test_a_missing_folder_has_no_sessions(tmp_path: Path) -> None:
    assert list(SessionCatalog(tmp_path / "dialog").sessions()) == []


def test_the_first_readable_line_names_the_session(tmp_path: Path) -> None:
    ref = SessionRef("codex", "work/项目", "native \u2028 id", "s-0123456789abcdef")
    put(tmp_path, ref, encode_tombstone("gone", MOMENT), b"\x00\x00 damaged\n")
    assert list(SessionCatalog(tmp_path).sessions()) == [ref]


def test_a_file_is_read_once_however_often_it_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refs = [SessionRef("codex", "default", name, name) for name in "ab"]
    paths = [put(tmp_path, ref) for ref in refs]
    read: list[str] = []
    original = session_file.numbered_lines

    def watched(path: Path) -> Any:
        read.append(path.name)
        return original(path)

    monkeypatch.setattr(session_catalog, "numbered_lines", watched)
    catalog = SessionCatalog(tmp_path)
    assert list(catalog.sessions()) == refs
    with paths[0].open("ab") as file:
        file.write(paths[0].read_bytes())
    assert list(catalog.sessions()) == refs
    assert read == ["a.jsonl", "b.jsonl"]


def test_a_session_that_went_is_listed_no_more(tmp_path: Path) -> None:
    path = put(tmp_path, SessionRef("codex", "default", "a", "a"))
    catalog = SessionCatalog(tmp_path)
    assert len(list(catalog.sessions())) == 1
    path.unlink()
    assert list(catalog.sessions()) == []


def test_a_file_is_looked_at_again_until_it_names_a_session(tmp_path: Path) -> None:
    ref = SessionRef("codex", "default", "a", "a")
    path = put(tmp_path, ref)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    catalog = SessionCatalog(tmp_path)
    assert list(catalog.sessions()) == []
    path.write_bytes(whole)
    assert list(catalog.sessions()) == [ref]
