from __future__ import annotations

import hashlib
import os
import stat
import threading
from pathlib import Path

import pytest
from reme_gateway.ports import DailyNote, ExtractedNote, NoteChange, NoteCursor, SessionRef
from reme_gateway.store import note_folders
from reme_gateway.store.notes import NoteFiles

DAY = "2026-03-29"
CURSOR = NoteCursor(4, "0f" * 16)


def a_session(session_id: str = "native-1", host: str = "codex") -> SessionRef:
    digest = hashlib.sha256(f"{host}\0{session_id}".encode()).hexdigest()[:16]
    return SessionRef(host, "default", session_id, f"{host}-{session_id}-{digest}")


def a_note(name: str = "Harbour release", body: str = "- asked\n- answered") -> ExtractedNote:
    return ExtractedNote(name, f"About {name.lower()}.", body)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def files(root: Path) -> NoteFiles:
    def resolve(path: str) -> Path:
        target = root / path
        if not target.resolve().is_relative_to(root.resolve()):
            raise ValueError(f"{path} leads out of the workspace")
        return target

    return NoteFiles(resolve)


def everything(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def test_a_note_is_one_private_file_with_the_cursor_in_its_front_matter(root: Path, files: NoteFiles) -> None:
    session = a_session()
    change = files.write(session, DAY, a_note(), CURSOR, "outline-1")
    assert change == NoteChange(f"daily/{DAY}/harbour-release-{session.key[-16:-8]}.md")
    written = root / change.path
    assert written.read_text() == (
        "---\n"
        "name: Harbour release\n"
        "description: About harbour release.\n"
        f"session_id: {session.key}\n"
        f"source_conversation: '[[session/dialog/codex/{session.key}.jsonl]]'\n"
        "host: codex\n"
        "scope_id: default\n"
        "extractor: outline-1\n"
        "covered_events: 4\n"
        f"covered_digest: {'0f' * 16}\n"
        "---\n"
        "\n"
        "<!-- reme:begin -->\n"
        "- asked\n"
        "- answered\n"
        "<!-- reme:end -->\n"
    )
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    assert stat.S_IMODE(written.parent.stat().st_mode) == 0o700
    assert files.note(session, DAY) == DailyNote(
        path=change.path,
        day=DAY,
        name="Harbour release",
        description="About harbour release.",
        session_key=session.key,
        host="codex",
        scope_id="default",
        extractor="outline-1",
        cursor=CURSOR,
    )


def test_a_later_name_changes_the_front_matter_and_not_the_file_name(root: Path, files: NoteFiles) -> None:
    first = files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
    second = files.write(a_session(), DAY, a_note("Rollback", "new"), NoteCursor(6, "aa" * 16), "outline-1")
    assert second == first
    note = files.note(a_session(), DAY)
    assert note is not None
    assert (note.name, note.cursor, files.text(note)) == ("Rollback", NoteCursor(6, "aa" * 16), "new")
    assert len(everything(root)) == 1


def test_writing_the_same_again_changes_no_file(root: Path, files: NoteFiles) -> None:
    change = files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
    before = (root / change.path).stat()
    files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
    assert (root / change.path).stat() == before


def test_what_the_owner_wrote_is_kept_byte_for_byte(root: Path, files: NoteFiles) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    text = path.read_bytes()
    edited = text.replace(b"host: codex\n", b"# sorted\nmemory_tags:\n- harbour\nhost: codex\n").replace(
        b"<!-- reme:begin -->", b"Mine above \xff, with CRLF\r\n\r\n<!-- reme:begin -->"
    )
    path.write_bytes(edited + b"\nMine below")
    files.write(a_session(), DAY, a_note(body="- new"), CURSOR, "outline-1")
    assert path.read_bytes() == edited.replace(b"- asked\n- answered", b"- new") + b"\nMine below"


def test_a_note_that_its_owner_renamed_is_still_the_sessions_note(root: Path, files: NoteFiles) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    path.rename(path.with_name("My harbour.md"))
    assert files.write(a_session(), DAY, a_note(body="new"), CURSOR, "outline-1").path.endswith(
        "/My harbour.md"
    )
    assert len(everything(root)) == 1


def test_a_copy_made_by_the_owner_stays_as_it_is(root: Path, files: NoteFiles) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    copy = path.with_name("a copy.md")
    copy.write_bytes(path.read_bytes())
    files.write(a_session(), DAY, a_note(body="new"), CURSOR, "outline-1")
    assert b"answered" in copy.read_bytes()
    assert b"new" in path.read_bytes()


def test_a_file_of_that_name_which_is_not_the_sessions_is_left_alone(root: Path, files: NoteFiles) -> None:
    session = a_session()
    taken = root / f"daily/{DAY}/harbour-release-{session.key[-16:-8]}.md"
    taken.parent.mkdir(parents=True)
    taken.write_bytes(b"mine")
    change = files.write(session, DAY, a_note(), CURSOR, "outline-1")
    assert change.path == f"daily/{DAY}/harbour-release-{session.key[-16:]}.md"
    assert taken.read_bytes() == b"mine"


def test_a_note_whose_front_matter_the_owner_broke_is_found_and_mended(root: Path, files: NoteFiles) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    path.write_bytes(path.read_bytes().replace(b"name: Harbour", b"mine: [unclosed\nname: Harbour"))
    change = files.write(a_session(), DAY, a_note(body="new"), NoteCursor(5, "bb"), "outline-1")
    assert root / change.path == path
    assert b"mine: [unclosed\n" in path.read_bytes()
    note = files.note(a_session(), DAY)
    assert note is not None
    assert note.cursor == NoteCursor(5, "bb")


def test_a_note_that_stopped_half_way_is_the_old_one(
    root: Path, files: NoteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", lambda self, other: 1 / 0)
        patch.setattr(Path, "unlink", lambda self: None)
        with pytest.raises(ZeroDivisionError):
            files.write(a_session(), DAY, a_note(body="new"), NoteCursor(6, "aa"), "outline-1")
    assert path.read_bytes() == before
    assert files.sweep() == 1
    assert list(everything(root)) == [path.relative_to(root).as_posix()]


def test_retracting_a_note_that_holds_nothing_else_removes_the_file(root: Path, files: NoteFiles) -> None:
    change = files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
    assert files.retract(a_session(), DAY) == [NoteChange(change.path, removed=True)]
    assert everything(root) == {}
    assert files.retract(a_session(), DAY) == []


def test_retracting_keeps_the_owners_text_and_no_word_of_ours(root: Path, files: NoteFiles) -> None:
    path = (
        root / files.write(a_session(), DAY, a_note("Canary-zebra", "canary-zebra"), CURSOR, "outline-1").path
    )
    path.write_bytes(path.read_bytes() + b"Mine\n")
    removed, kept = files.retract(a_session(), DAY)
    assert removed == NoteChange(path.relative_to(root).as_posix(), removed=True)
    left = everything(root)
    assert list(left) == [kept.path]
    assert b"Mine" in left[kept.path]
    assert "zebra" not in kept.path + left[kept.path].decode().lower()
    # and the next extraction goes on in the same file
    assert files.write(a_session(), DAY, a_note("Other"), CURSOR, "outline-1").path == kept.path


def test_an_owners_key_alone_keeps_the_file(root: Path, files: NoteFiles) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    path.write_bytes(path.read_bytes().replace(b"host: codex\n", b"host: codex\nrating: 5\n"))
    files.retract(a_session(), DAY)
    assert [b"rating: 5" in data for data in everything(root).values()] == [True]


def test_the_day_page_links_to_the_notes_and_keeps_the_owners_text(root: Path, files: NoteFiles) -> None:
    one = files.write(a_session("1"), DAY, a_note("First [[x]] | #tag"), CURSOR, "outline-1")
    assert files.refresh_day(DAY) == NoteChange(f"daily/{DAY}.md")
    page = root / f"daily/{DAY}.md"
    assert page.read_text() == (
        f"---\nname: '{DAY}'\ndescription: Notes of {DAY}\n---\n\n<!-- reme:begin -->\n"
        f"- [[{one.path}|First x tag]] — About first \\[\\[x\\]\\] \\| \\#tag.\n<!-- reme:end -->\n"
    )
    page.write_bytes(b"# A good day\n\n" + page.read_bytes().partition(b"---\n\n")[2] + b"\nMine")
    two = files.write(a_session("2"), DAY, a_note("Second"), CURSOR, "outline-1")
    files.refresh_day(DAY)
    text = page.read_text()
    assert text.startswith("# A good day\n\n<!-- reme:begin -->\n")
    assert text.endswith("<!-- reme:end -->\n\nMine")
    assert f"[[{two.path}|Second]]" in text
    assert files.refresh_day(DAY) is None


def test_the_day_page_goes_with_its_last_note_unless_the_owner_wrote_on_it(
    root: Path, files: NoteFiles
) -> None:
    for owners, left in ((b"", {}), (b"Mine\n", {f"daily/{DAY}.md"})):
        files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
        files.refresh_day(DAY)
        page = root / f"daily/{DAY}.md"
        page.write_bytes(page.read_bytes() + owners)
        files.retract(a_session(), DAY)
        assert files.refresh_day(DAY) == NoteChange(f"daily/{DAY}.md", removed=not owners)
        assert everything(root).keys() == set(left)
    assert b"reme:begin" not in page.read_bytes()
    assert files.refresh_day(DAY) is None


def test_a_day_page_without_notes_of_ours_is_never_written(root: Path, files: NoteFiles) -> None:
    page = root / f"daily/{DAY}.md"
    page.parent.mkdir()
    assert files.refresh_day(DAY) is None
    page.write_bytes(b"---\nname: x\n---\n<!-- notes:auto -->\n(none)\n<!-- /notes:auto -->")
    assert files.refresh_day(DAY) is None
    assert page.read_bytes().endswith(b"<!-- /notes:auto -->")


def test_day_pages_are_mended_after_a_stop_between_note_and_page(root: Path, files: NoteFiles) -> None:
    files.write(a_session("1"), DAY, a_note(), CURSOR, "outline-1")
    files.write(a_session("2"), "2026-03-30", a_note(), CURSOR, "outline-1")
    files.refresh_day("2026-03-30")
    files.retract(a_session("2"), "2026-03-30")
    assert files.refresh_all_days() == [
        NoteChange(f"daily/{DAY}.md"),
        NoteChange("daily/2026-03-30.md", removed=True),
    ]
    assert files.refresh_all_days() == []


def test_days_are_listed_newest_first_with_every_note(root: Path, files: NoteFiles) -> None:
    files.write(a_session(), "2026-03-28", a_note("Early"), CURSOR, "outline-1")
    files.write(a_session(), "2026-03-29", a_note("Late"), CURSOR, "outline-1")
    (root / "daily/2026-03-29/by hand.md").write_bytes(b"no front matter")
    for name in ("2026-03-30", "drafts", "2026-02-30"):
        (root / "daily" / name).mkdir()
    (root / "daily/2026-04-01").symlink_to(root / "daily/2026-03-29")
    (root / "daily/drafts/x.md").write_bytes(b"x")
    assert files.days() == ["2026-03-29", "2026-03-28"]
    assert [(note.name, note.cursor) for note in files.notes_on("2026-03-29")] == [
        ("by hand", None),
        ("Late", CURSOR),
    ]
    assert files.notes_on("2026-03-30") == files.notes_on("../..") == []
    assert [note.day for note in files.notes_of(a_session())] == ["2026-03-28", "2026-03-29"]


def test_an_edit_by_another_program_is_seen_at_the_next_look(
    root: Path, files: NoteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = root / files.write(a_session(), DAY, a_note(), CURSOR, "outline-1").path
    assert files.notes_of(a_session())[0].name == "Harbour release"
    with path.open("r+b") as file:  # in place: the folder's own time stays
        text = file.read()
        file.seek(0)
        file.write(text.replace(b"Harbour release", b"HARBOUR RELEASE"))
    os.utime(path, ns=(1, 1))
    found = files.note(a_session(), DAY)
    assert found is not None
    assert found.name == "HARBOUR RELEASE"
    path.unlink()
    monkeypatch.setattr(note_folders, "_LOOKED_UP_ANEW_SECONDS", 0)
    assert files.notes_of(a_session()) == []


def test_a_settled_folder_is_not_looked_through_again(
    root: Path, files: NoteFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
    os.utime(root / "daily" / DAY, ns=(1, 1))
    assert len(files.notes_of(a_session())) == 1
    monkeypatch.setattr(note_folders, "_LOOKED_UP_ANEW_SECONDS", 0)
    monkeypatch.setattr(note_folders, "_read_folder", lambda *args: pytest.fail("looked again"))
    assert len(files.notes_of(a_session())) == 1


def test_a_day_folder_that_is_a_link_out_of_the_workspace_is_neither_read_nor_written(
    root: Path, files: NoteFiles, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "secret.md").write_bytes(b"secret")
    (root / "daily").mkdir()
    (root / "daily" / DAY).symlink_to(elsewhere)
    assert files.days() == []
    with pytest.raises(ValueError, match="leads out"):
        files.write(a_session(), DAY, a_note(), CURSOR, "outline-1")
    assert [entry.name for entry in elsewhere.iterdir()] == ["secret.md"]


def test_notes_of_many_sessions_written_at_once_are_all_there(root: Path, files: NoteFiles) -> None:
    def write(number: int) -> None:
        for _ in range(3):
            files.write(a_session(str(number)), DAY, a_note(), CURSOR, "outline-1")
            files.refresh_day(DAY)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(files.notes_on(DAY)) == 8
    assert (root / f"daily/{DAY}.md").read_text().count("[[daily/") == 8
    assert len(everything(root)) == 9


@pytest.mark.parametrize(
    "name", ["", "...", "../../x", "CON", "部署 脚本", "a" * 300, "\ud800", "हिन्दी", "🙂"]
)
def test_any_title_makes_a_safe_file_name(root: Path, files: NoteFiles, name: str) -> None:
    path = files.write(a_session(), DAY, a_note(name or "x"), CURSOR, "outline-1").path
    file_name = path.removeprefix(f"daily/{DAY}/")
    assert "/" not in file_name
    assert len(file_name.encode()) < 200
    assert (root / path).is_file()
