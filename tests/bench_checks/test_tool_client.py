"""When an answer of the tool server is whole."""

from __future__ import annotations

import pytest

from tests.bench.tool_client import call, complete, message

JSON = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
STREAM = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\ndata:1\r\n0\r\n\r\n"


@pytest.mark.parametrize("answer", [JSON, STREAM])
def test_an_answer_is_whole_with_its_last_byte_and_not_before(answer: bytes) -> None:
    assert complete(answer)
    assert not any(complete(answer[:cut]) for cut in range(len(answer)))


def test_a_notification_has_no_number() -> None:
    assert b'"id"' not in message("notifications/initialized")
    assert b'"id": 7' in call("quick", 7)
