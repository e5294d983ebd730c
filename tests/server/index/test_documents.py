"""Which documents a workspace's files give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_gateway.index.documents import WorkspaceDocuments
from reme_gateway.ports import Document

SESSION = "session/dialog/codex/key.jsonl"


def put(root: Path, path: str, text: str | bytes) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())


def line(text: str, **more: object) -> str:
    record = {
        "event_id": "e",
        "host": "codex",
        "scope_id": "work",
        "role": "user",
        "created_at": "2026-11-30T10:00:00Z",
        "content": [{"type": "text", "text": text}],
    }
    return json.dumps(record | more, ensure_ascii=False) + "\n"


def read(root: Path, path: str) -> list[Document]:
    return WorkspaceDocuments(root).read(path).documents


def pieces(root: Path, path: str, text: str) -> list[tuple[int, int, str]]:
    put(root, path, text)
    return [(piece.line_start, piece.line_end, piece.text) for piece in read(root, path)]


def test_each_turn_is_a_document_with_its_line(tmp_path: Path) -> None:
    tombstone = json.dumps({"event_id": "x", "forgotten_at": "2026-11-30T10:00:00Z"}) + "\n"
    damaged = "{not json\n"
    put(
        tmp_path,
        SESSION,
        line("one") + tombstone + damaged + line("two", role="assistant") + line("cut")[:-1],
    )
    text = WorkspaceDocuments(tmp_path).read(SESSION)
    assert text.lines == 4
    assert [(d.line_start, d.text, d.scope_id, d.session_key, d.kind) for d in text.documents] == [
        (1, "one", "work", "key", "turn"),
        (4, "two", "work", "key", "turn"),
    ]


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
def test_only_a_line_feed_ends_a_line(separator: str, tmp_path: Path) -> None:
    put(tmp_path, SESSION, line(f"one{separator}two") + line("three"))
    assert [d.text for d in read(tmp_path, SESSION)] == [f"one{separator}two", "three"]


def test_lines_of_the_older_program_are_read(tmp_path: Path) -> None:
    path = "session/dialog/harbour.jsonl"
    old = {"name": "user", "role": "user", "id": "m", "content": [{"type": "text", "text": "old"}]}
    tool = {"name": "tool", "role": "tool", "content": [{"type": "text", "text": "noise"}]}
    plain = {"role": "assistant", "content": "plain text", "created_at": "2026-03-28T22:58:00+00:00"}
    put(tmp_path, path, "".join(json.dumps(record) + "\n" for record in (old, tool, plain)))
    assert [(d.text, d.scope_id, d.line_start, d.created_at) for d in read(tmp_path, path)] == [
        ("old", "default", 1, ""),
        ("plain text", "default", 3, "2026-03-28T22:58:00+00:00"),
    ]


def test_a_note_is_cut_at_headings_and_full_paragraphs(tmp_path: Path) -> None:
    long = "word " * 180
    text = f"---\nname: Plants\n---\n\n# One\n\nfirst\n\nsecond\n## Two\n{long}\n\nthird\n"
    assert pieces(tmp_path, "digest/plants.md", text) == [
        (5, 9, "# One\n\nfirst\n\nsecond"),
        (10, 11, f"## Two\n{long}"),
        (13, 13, "third"),
    ]


def test_front_matter_and_comments_are_no_text(tmp_path: Path) -> None:
    front = "---\nname: x\nscope_id: work\nsession_id: key\n---\n"
    text = front + "<!-- reme:begin -->\nfact\n<!-- reme:end -->\nmine\n"
    assert pieces(tmp_path, "daily/2026-11-30/x.md", text) == [(7, 7, "fact"), (9, 9, "mine")]
    (fact, _) = read(tmp_path, "daily/2026-11-30/x.md")
    assert (fact.kind, fact.scope_id, fact.session_key) == ("daily", "work", "key")
    assert fact.created_at == "2026-11-30T00:00:00+00:00"


def test_an_outline_gives_only_what_its_owner_wrote(tmp_path: Path) -> None:
    ours = "<!-- reme:begin -->\n- turn said again\n<!-- reme:end -->"
    text = f"---\nextractor: outline-1\n---\n# Title\n{ours}\n\nmy remark\n"
    assert pieces(tmp_path, "daily/2026-11-30/x.md", text) == [(9, 9, "my remark")]


def test_a_day_page_gives_no_list_of_links(tmp_path: Path) -> None:
    text = "# 2026-11-30\n\n<!-- reme:begin -->\n- [[daily/2026-11-30/x]] x\n<!-- reme:end -->\n\nmy day\n"
    assert pieces(tmp_path, "daily/2026-11-30.md", text) == [(7, 7, "my day")]
    old = "# 2026-03-29\n\n- [[daily/2026-03-29/harbour.md|harbour]] the release\n"
    assert pieces(tmp_path, "daily/2026-03-29.md", old) == []


def test_only_sources_are_listed_and_links_are_not_followed(tmp_path: Path) -> None:
    for path in (SESSION, "session/dialog/old.jsonl", "daily/2026-11-30/x.md", "digest/a/b/c.md"):
        put(tmp_path, path, "x\n")
    for path in (
        "session/dialog/a/b/deep.jsonl",
        "digest/.hidden.md",
        "digest/a.txt",
        "metadata/x.md",
        "x.md",
    ):
        put(tmp_path, path, "x\n")
    (tmp_path / "digest/link.md").symlink_to(tmp_path / "x.md")
    (tmp_path / "digest/folder").symlink_to(tmp_path / "metadata")
    source = WorkspaceDocuments(tmp_path)
    assert [path for path, _ in source.files()] == [
        "daily/2026-11-30/x.md",
        "digest/a/b/c.md",
        SESSION,
        "session/dialog/old.jsonl",
    ]
    assert [path for path, _ in source.files(notes_only=True)] == ["daily/2026-11-30/x.md", "digest/a/b/c.md"]
    assert source.stamp("digest/link.md") is None
    assert source.stamp("metadata/x.md") is None
    assert source.stamp("../x.md") is None


def test_an_empty_workspace_has_no_files(tmp_path: Path) -> None:
    assert list(WorkspaceDocuments(tmp_path).files()) == []
