from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from reme_gateway.ports import NewEvent, SessionRef, StoredEvent
from reme_gateway.store.session_line import (
    Tombstone,
    content_digest,
    decode,
    encode_event,
    encode_tombstone,
    session_named_in,
)

CONTRACT = Path(__file__).parents[3] / "contract" / "v1"
SESSION = SessionRef("codex", "default", "native 1", "native-1-0123456789abcdef")
ANY_TEXT = st.text(alphabet=st.characters() | st.sampled_from("\ud83d\ude00\ud800\u2028\x85"))
WHOLE_TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


def event(text: str, event_id: str = "t1:u:0", turn_id: str | None = "t1") -> NewEvent:
    return NewEvent(event_id, "user", text, "2026-03-01T10:00:00Z", turn_id)


def line_validator(name: str) -> Draft202012Validator:
    schemas = {path.name: json.loads(path.read_text()) for path in CONTRACT.glob("*.schema.json")}
    registry = Registry().with_resources(
        (uri, Resource.from_contents(schema)) for uri, schema in schemas.items()
    )
    return Draft202012Validator({"$ref": f"session-line.schema.json#/$defs/{name}"}, registry=registry)


@given(ANY_TEXT)
def test_no_line_reader_sees_more_than_one_line(text: str) -> None:
    raw = encode_event(SESSION, event(text), "2026-03-01T10:00:01Z")
    assert raw.endswith(b"\n")
    assert raw.decode().splitlines() == [raw.decode()[:-1]]
    assert raw.splitlines() == [raw[:-1]]


@given(WHOLE_TEXT)
def test_a_text_comes_back_as_it_went(text: str) -> None:
    raw = encode_event(SESSION, event(text), "2026-03-01T10:00:01Z")
    assert decode(raw[:-1], 7) == StoredEvent(
        "t1:u:0", "user", text, "2026-03-01T10:00:00Z", "2026-03-01T10:00:01Z", "t1", 7
    )


@given(ANY_TEXT)
def test_the_digest_of_a_text_is_that_of_what_comes_back(text: str) -> None:
    back = decode(encode_event(SESSION, event(text), "2026-03-01T10:00:01Z"), 1)
    assert isinstance(back, StoredEvent)
    assert content_digest("user", back.text) == content_digest("user", text)


@pytest.mark.parametrize(
    "character", ["\x00", "\x0b", "\x1f", "\x7f", "\x85", "\x9f", "\u2028", "\u2029", "\ud800"]
)
def test_a_control_character_is_escaped(character: str) -> None:
    raw = encode_event(SESSION, event(f"a{character}b"), "2026-03-01T10:00:01Z")
    assert f"a\\u{ord(character):04x}b".encode() in raw


def test_readable_text_is_not_escaped() -> None:
    raw = encode_event(SESSION, event("部署 👩‍👩‍👧 שלום"), "2026-03-01T10:00:01Z")
    assert "部署 👩‍👩‍👧 שלום".encode() in raw


@pytest.mark.parametrize("turn_id", ["t1", None])
def test_what_is_written_fits_the_contract(turn_id: str | None) -> None:
    line = json.loads(encode_event(SESSION, event("x", turn_id=turn_id), "2026-03-01T10:00:01.123Z"))
    line_validator("SessionLine").validate(line)
    assert ("turn_id" in line) == (turn_id is not None)
    line_validator("Tombstone").validate(json.loads(encode_tombstone("t1:u:0", "2026-03-01T10:00:02.000Z")))


def test_role_and_text_both_make_the_digest() -> None:
    digests = {content_digest(*pair) for pair in (("user", "x"), ("assistant", "x"), ("user", "y"))}
    assert len(digests) == 3
    assert {len(digest) for digest in digests} == {16}


def test_a_tombstone_comes_back() -> None:
    assert decode(encode_tombstone("e", "2026-03-01T10:00:02Z"), 1) == Tombstone("e", "2026-03-01T10:00:02Z")


def test_an_editors_byte_order_mark_and_carriage_return_do_no_harm() -> None:
    raw = b"\xef\xbb\xbf" + encode_event(SESSION, event("x"), "2026-03-01T10:00:01Z")[:-1] + b"\r"
    assert isinstance(decode(raw, 1), StoredEvent)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x00" * 40,
        b"{",
        b"[]",
        b"1",
        b'{"event_id": 1, "forgotten_at": "x"}',
        b'{"role":"user","content":[{"type":"text","text":"ReMe 0.4.2"}],"id":"m-1","name":"user"}',
        b'{"event_id":"e","role":"system","created_at":"x","content":[{"type":"text","text":"a"}]}',
        b'{"event_id":"e","role":"user","created_at":"x","content":"text"}',
        b'{"event_id":"e","role":"user","created_at":"x","content":[{"type":"image"}]}',
        b'{"event_id":"\xff"}',
        b"[" * 100_000,
        b'{"event_id":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_line_of_ours_is_none(raw: bytes) -> None:
    assert decode(raw, 1) is None


def test_a_line_names_its_session_and_a_tombstone_does_not() -> None:
    raw = encode_event(SESSION, event("x"), "2026-03-01T10:00:01Z")
    assert session_named_in(raw) == ("codex", "default", "native 1")
    assert session_named_in(encode_tombstone("e", "2026-03-01T10:00:02Z")) is None
