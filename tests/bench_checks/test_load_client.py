"""The load client against a server that answers as told."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.bench.load_client import Block, LoadError, complete, request, run


@pytest.mark.parametrize(
    ("received", "expected"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Le", False),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", False),
        (b"HTTP/1.1 200 OK\r\ncontent-length:3\r\n\r\nabc", True),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", True),
    ],
)
def test_an_answer_is_complete_when_its_body_is_there(received: bytes, expected: bool) -> None:
    assert complete(received) is expected


@pytest.mark.parametrize(
    "received",
    [
        b"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
)
def test_an_answer_that_cannot_be_measured_is_an_error(received: bytes) -> None:
    with pytest.raises(LoadError):
        complete(received)


@contextmanager
def server(answers: dict[bytes, bytes]) -> Iterator[int]:
    """Answers each request by the first of the words that its body holds, in two pieces."""
    listener = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []

    def serve(connection: socket.socket) -> None:
        # A client that was refused hangs up, also in the middle of an answer.
        with connection, suppress(ConnectionError):
            while received := connection.recv(65536):
                body = received.rpartition(b"\r\n\r\n")[2]
                answer = next(answer for word, answer in answers.items() if word in body)
                connection.sendall(answer[:20])
                connection.sendall(answer[20:])

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threads.append(threading.Thread(target=serve, args=(connection,)))
            threads[-1].start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        acceptor.join()
        for thread in threads:
            thread.join()


def answer(body: bytes, status: bytes = b"200 OK") -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body)


@pytest.mark.parametrize("clients", [1, 3])
def test_every_request_is_answered_and_the_marked_ones_are_counted(clients: int) -> None:
    with server({b"plain": answer(b"nothing"), b"good": answer(b'{"hits": 1}')}) as port:
        result = run(Block(port, "/x", [b"good", b"plain", b"good", b"good"], clients, b"hits"))
    assert len(result.latencies) == 4
    assert result.marked == 3
    assert result.per_second > 0


@pytest.mark.parametrize("clients", [1, 2])
def test_a_refusal_ends_the_block(clients: int) -> None:
    with (
        server({b"bad": answer(b"no", b"500 Broken"), b"good": answer(b"yes")}) as port,
        pytest.raises(LoadError, match="500 Broken"),
    ):
        run(Block(port, "/x", [b"good", b"bad"], clients))


def test_a_request_states_its_length_and_version() -> None:
    message = request(80, "/echo", "ä".encode())
    head, _, body = message.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /echo HTTP/1.1\r\nHost: 127.0.0.1:80\r\n")
    assert b"Content-Length: 2" in head
    assert b"Reme-Api-Version: 1.0" in head
    assert body == "ä".encode()
