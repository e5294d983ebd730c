from __future__ import annotations

import asyncio

import pytest
from reme_gateway.cli.http_connection import GatheringTransport

pytestmark = pytest.mark.anyio


class Wire(asyncio.Transport):
    """Notes each write that reaches the system, and the end."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.ended = ""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.writes.append(bytes(data))

    def close(self) -> None:
        self.ended = "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def get_write_buffer_size(self) -> int:
        return 0


def gathering() -> tuple[Wire, GatheringTransport]:
    wire = Wire()
    return wire, GatheringTransport(wire, asyncio.get_running_loop())


async def test_head_and_body_of_one_turn_are_one_write() -> None:
    wire, transport = gathering()
    transport.write(b"head ")
    transport.write(b"")
    transport.write(b"body")
    assert transport.get_write_buffer_size() == 9
    transport.flush()
    await asyncio.sleep(0)
    assert wire.writes == [b"head body"]


async def test_a_stream_does_not_wait_for_its_end() -> None:
    wire, transport = gathering()
    transport.write(b"head")
    await asyncio.sleep(0)
    assert wire.writes == [b"head"]
    transport.write(b"part")
    await asyncio.sleep(0)
    assert wire.writes == [b"head", b"part"]


async def test_closing_sends_what_was_written_first() -> None:
    wire, transport = gathering()
    transport.write(b"last words")
    transport.close()
    assert (wire.writes, wire.ended) == ([b"last words"], "closed")


async def test_aborting_drops_what_was_not_sent() -> None:
    wire, transport = gathering()
    transport.write(b"never")
    transport.abort()
    await asyncio.sleep(0)
    assert (wire.writes, wire.ended) == ([], "aborted")
