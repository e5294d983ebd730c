from __future__ import annotations

import pytest

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway, problem

STORED = {"outcome": "stored", "path": "digest/remembered/x-01234567.md", "redactions": 0}


def test_words_become_one_fact(reme: Reme) -> None:
    with FakeGateway(remember=STORED) as gateway:
        ended = reme("remember", "We", "use", "uv", "--scope", "team", "--url", gateway.url)
    assert (ended.code, ended.out) == (0, "Remembered: digest/remembered/x-01234567.md\n")
    assert gateway.asked == [("remember", {"fact": "We use uv", "scope_id": "team"})]


def test_a_dash_reads_the_fact_from_stdin(reme: Reme) -> None:
    with FakeGateway(remember=STORED) as gateway:
        reme("remember", "-", "--url", gateway.url, stdin="\ufeff第一行\n第二行\n".encode())
    assert gateway.asked == [("remember", {"fact": "第一行\n第二行\n", "scope_id": "default"})]


def test_the_same_again_and_secrets_are_told(reme: Reme) -> None:
    with FakeGateway(remember={**STORED, "outcome": "duplicate", "redactions": 2}) as gateway:
        ended = reme("remember", "x", "--url", gateway.url)
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "Remembered before: digest/remembered/x-01234567.md",
        "2 secrets taken out before it was stored.",
    ]


@pytest.mark.parametrize("stdin", [b"", b" \n", b"\xff\xfe\x00", b"x" * 100_001, "记".encode() * 100_001])
def test_stdin_that_is_no_fact_is_a_usage_error(stdin: bytes, reme: Reme) -> None:
    ended = reme("remember", "-", "--url", "http://127.0.0.1:1", stdin=stdin)
    assert ended.code == 2
    assert ended.err.count("\n") == 1


def test_nothing_left_to_store_is_refused_by_the_server(reme: Reme) -> None:
    with FakeGateway(remember=(422, problem("nothing_to_remember", "It was private."))) as gateway:
        ended = reme("remember", "<private>x</private>", "--url", gateway.url)
    assert ended.code == 1
    assert "; do the other thing" in ended.err
