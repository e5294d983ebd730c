"""Each socket operation of a blocking call gets what is left of the call's deadline."""

from __future__ import annotations

from collections.abc import Iterator

import httpcore
import pytest
from reme_client.blocking_transport import DeadlineStream, left_of
from reme_client.deadline import Deadline, current_deadline


@pytest.fixture
def five_seconds() -> Iterator[Deadline]:
    deadline = Deadline(5.0)
    token = current_deadline.set(deadline)
    yield deadline
    current_deadline.reset(token)


@pytest.fixture
def passed() -> Iterator[None]:
    token = current_deadline.set(Deadline(-1.0))
    yield
    current_deadline.reset(token)


class Recorder(httpcore.NetworkStream):
    """A connection that only notes what it was asked for."""

    def __init__(self) -> None:
        self.timeouts: list[float | None] = []
        self.pieces: list[bytes] = []

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        self.timeouts.append(timeout)
        return b""

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.timeouts.append(timeout)
        self.pieces.append(buffer)

    def close(self) -> None: ...


def test_a_timeout_is_cut_to_what_is_left(five_seconds: Deadline) -> None:
    cut, none = left_of(60.0), left_of(None)

    assert cut is not None
    assert none is not None
    assert max(cut, none) <= five_seconds.seconds
    assert left_of(0.001) == 0.001


def test_nothing_is_cut_without_a_deadline() -> None:
    assert left_of(60.0) == 60.0
    assert left_of(None) is None


@pytest.mark.usefixtures("passed")
def test_a_passed_deadline_ends_every_operation() -> None:
    stream = DeadlineStream(Recorder())

    with pytest.raises(httpcore.TimeoutException):
        stream.read(10, 60.0)
    with pytest.raises(httpcore.TimeoutException):
        stream.write(b"x", 60.0)


def test_a_large_write_looks_at_the_clock_between_pieces(five_seconds: Deadline) -> None:
    recorder = Recorder()
    content = bytes(range(256)) * 1000

    DeadlineStream(recorder).write(content, 60.0)

    assert b"".join(recorder.pieces) == content
    assert len(recorder.pieces) == 4
    assert all(timeout is not None and timeout <= five_seconds.seconds for timeout in recorder.timeouts)
