"""What is checked of a body before any job sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reme_gateway._contract.v1.limits import JSON_DEPTH, REQUEST_BYTES
from reme_gateway.errors import GatewayError
from reme_gateway.http_api.body import BodyStream, ClientGone, drain, parse_json_object, read_body

pytestmark = pytest.mark.anyio


def stream_of(*chunks: bytes, more_after: bool = False) -> tuple[BodyStream, list[dict[str, Any]]]:
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    if messages:
        messages[-1]["more_body"] = more_after

    async def receive() -> dict[str, Any]:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    return BodyStream(receive), messages


def code_of(body: bytes) -> str:
    with pytest.raises(GatewayError) as caught:
        parse_json_object(body)
    return caught.value.code


async def test_chunks_are_joined() -> None:
    stream, _ = stream_of(b'{"a":', b"1}")
    assert await read_body(stream) == b'{"a":1}'
    assert stream.complete


async def test_bytes_are_counted_as_they_come_whatever_the_length_header_says() -> None:
    stream, left = stream_of(b"x" * REQUEST_BYTES, b"y", b"never read")
    with pytest.raises(GatewayError) as caught:
        await read_body(stream)
    assert (caught.value.code, caught.value.limit) == ("request_too_large", REQUEST_BYTES)
    assert len(left) == 1
    assert not stream.complete


async def test_a_body_of_exactly_the_limit_is_taken() -> None:
    stream, _ = stream_of(b"x" * REQUEST_BYTES)
    assert len(await read_body(stream)) == REQUEST_BYTES


async def test_draining_reads_to_the_end_and_not_beyond() -> None:
    stream, left = stream_of(b"a", b"b", b"c")
    await drain(stream)
    assert (left, stream.complete) == ([], True)
    await drain(stream)


async def test_a_client_that_hangs_up_in_the_middle_is_gone() -> None:
    stream, _ = stream_of(b"half", more_after=True)
    with pytest.raises(ClientGone):
        await read_body(stream)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b'{"a":1}x', b"\xff\xfe{}", b'{"a":NaN}', b'{"a":-Infinity}', b'{"a":' + b"9" * 5000 + b"}"],
)
def test_what_is_not_json_is_invalid_json(body: bytes) -> None:
    assert code_of(body) == "invalid_json"


@pytest.mark.parametrize("body", [b"[]", b"1", b"null", b'"text"'])
def test_json_that_is_no_object_is_an_invalid_request(body: bytes) -> None:
    assert code_of(body) == "invalid_request"


@pytest.mark.parametrize("depth", [JSON_DEPTH + 1, 100, 5_000, 100_000])
def test_deep_nesting_is_refused_before_parsing(depth: int) -> None:
    assert code_of(b'{"a":' * depth + b"1" + b"}" * depth) == "too_deep"
    assert code_of(b'{"a":' + b"[" * depth) == "too_deep"


def test_nesting_up_to_the_limit_is_parsed() -> None:
    inner = JSON_DEPTH - 1
    assert parse_json_object(b'{"a":' + b"[" * inner + b"]" * inner + b"}")


def test_brackets_inside_strings_are_no_nesting() -> None:
    text = '\\"[{' * 500
    assert parse_json_object(json.dumps({"a": text, "b": [text]}).encode()) == {"a": text, "b": [text]}


def test_lone_surrogates_and_duplicate_keys_pass() -> None:
    assert parse_json_object(b'{"a":"\\ud800","a":"\\udfff"}') == {"a": "\udfff"}
