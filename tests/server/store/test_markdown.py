from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from reme_gateway.store.markdown import BEGIN, END, MarkdownFile, one_line

OWNED = (
    b"---\n"
    b"# how I sort my notes\n"
    b"tags:\n- harbour\n- release   # keep\n"
    b"name: Old name\n"
    b"aliases: [ 'a',   \"b\" ]\n"
    b"description: >\n  folded over\n\n  two lines\n"
    b"rating: 5\n"
    b"---\n"
    b"My own words \xff\xfe stay.\r\n\r\n"
    b"<!-- reme:begin -->\nold text\n<!-- reme:end -->\n\n"
    b"And these, without an end"
)


def test_reading_and_writing_back_changes_no_byte() -> None:
    assert MarkdownFile.parse(OWNED).encode() == OWNED


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_survive_being_taken_apart(data: bytes) -> None:
    assert MarkdownFile.parse(data).encode() == data
    assert MarkdownFile.parse(b"---\n" + data).encode() == b"---\n" + data


def test_only_the_named_keys_of_the_front_matter_change() -> None:
    changed = MarkdownFile.parse(OWNED).with_metadata(
        {"name": "New: name", "description": "One line", "host": "dsh"}
    )
    assert changed.encode() == OWNED.replace(b"name: Old name\n", b"name: 'New: name'\n").replace(
        b"description: >\n  folded over\n\n  two lines\n", b"description: One line\n"
    ).replace(b"rating: 5\n", b"rating: 5\nhost: dsh\n")
    assert changed.metadata()["rating"] == "5"
    assert changed.metadata()["name"] == "New: name"


def test_a_key_that_is_taken_out_leaves_the_others() -> None:
    changed = MarkdownFile.parse(b"---\nname: a\nmine: 1\nname: b\n---\ntext").with_metadata({"name": None})
    assert changed.encode() == b"---\nmine: 1\n---\ntext"


def test_windows_line_ends_stay_windows_line_ends() -> None:
    data = b"\xef\xbb\xbf---\r\nname: a\r\nmine: b\r\n---\r\ntext\r\n"
    changed = MarkdownFile.parse(data).with_metadata({"name": "c", "host": "dsh"})
    assert changed.encode() == b"\xef\xbb\xbf---\r\nname: c\r\nmine: b\r\nhost: dsh\r\n---\r\ntext\r\n"


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"---\nname: [broken\nsession_id: 'k'\n---\n", {"name": "[broken", "session_id": "k"}),
        (b"---\n\tname: x\nsession_id: k\n---\n", {"session_id": "k"}),
        (b"---\n- a list\n---\n", {}),
        (b"---\n---\n", {}),
        (b"--- not a fence\nname: x\n---\n", {}),
        (b"---\nname: never closed\n", {}),
        (
            b"---\nday: 2026-03-29\nnothing:\nlist: [1]\n---\n",
            {"day": "2026-03-29", "nothing": "", "list": ""},
        ),
        (b"---\nname: " + b"[" * 5000 + b"\nsession_id: k\n---\n", {"name": "[" * 5000, "session_id": "k"}),
    ],
)
def test_a_broken_front_matter_is_read_as_far_as_it_goes(data: bytes, keys: dict[str, str]) -> None:
    assert MarkdownFile.parse(data).metadata() == keys


def test_our_block_is_replaced_where_it_stands() -> None:
    changed = MarkdownFile.parse(OWNED).with_block("new\n\ntext")
    assert changed.encode() == OWNED.replace(b"old text", b"new\n\ntext")
    assert changed.block() == "new\n\ntext"


def test_a_file_without_our_block_gets_it_behind_the_owners_text() -> None:
    for owned in (b"", b"mine", b"mine\n", b"---\nname: x\n---\n", b"---\nname: x\n---"):
        changed = MarkdownFile.parse(owned).with_block("ours")
        assert changed.encode().startswith(owned)
        assert changed.encode().endswith(f"{BEGIN}\nours\n{END}\n".encode())
        assert changed.owners_text() == MarkdownFile.parse(owned).body.strip()


def test_taking_our_block_out_leaves_the_owners_text() -> None:
    left = MarkdownFile.parse(OWNED).without_block()
    assert left.block() is None
    assert left.encode() == OWNED.replace(b"<!-- reme:begin -->\nold text\n<!-- reme:end -->\n", b"")


@pytest.mark.parametrize(
    "body",
    [
        f"{BEGIN}\nmine, the end marker was deleted\n",
        f"{END}\nmine\n{BEGIN}\n",
        f"in a sentence {BEGIN} and {END} mine\n",
    ],
)
def test_without_a_pair_of_markers_everything_is_the_owners(body: str) -> None:
    file = MarkdownFile.parse(body.encode())
    assert file.block() is None
    assert file.with_block("ours").encode().decode().startswith(body)


def test_an_orphaned_begin_marker_does_not_swallow_what_follows() -> None:
    file = MarkdownFile.parse(f"{BEGIN}\nmine\n{BEGIN}\nours\n{END}\n".encode())
    assert file.block() == "ours"
    assert file.owners_text() == f"{BEGIN}\nmine"


@given(st.lists(st.sampled_from([*"<!-reme:bgind> \n", BEGIN, END, f"\n{END}\n"]), max_size=20).map("".join))
def test_no_text_of_ours_can_end_its_own_block(text: str) -> None:
    file = MarkdownFile.parse(b"mine\n").with_block(text).with_block("second")
    assert file.owners_text() == "mine"
    assert file.block() == "second"


@given(st.text(max_size=60))
def test_any_text_is_a_front_matter_value_that_reads_back(text: str) -> None:
    file = MarkdownFile.parse(b"---\nmine: 1\n---\nbody").with_metadata({"name": text})
    assert file.metadata() == {"mine": "1", "name": one_line(text)}
    assert MarkdownFile.parse(file.encode()) == file
    assert yaml.safe_load("".join(file.front))["mine"] == 1
