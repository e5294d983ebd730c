from __future__ import annotations

import socket

from reme_gateway import __version__

from tests.server.cli.ended import Reme
from tests.server.cli.fake_gateway import FakeGateway


def test_both_versions_are_printed(reme: Reme) -> None:
    with FakeGateway() as gateway:
        ended = reme("version", "--url", gateway.url)
    assert ended.code == 0
    assert ended.out == (
        f"reme {__version__} (integration API 1.0)\nserver: 9.9.9 (integration API 1.0) at {gateway.url}\n"
    )


def test_json_holds_client_and_server(reme: Reme) -> None:
    with FakeGateway() as gateway:
        document = reme("version", "--json", "--url", gateway.url).document
    assert document["client"]["version"] == __version__
    assert document["server"]["version"] == "9.9.9"


def test_no_server_is_an_answer_and_no_failure(reme: Reme) -> None:
    ended = reme("version", "--url", "http://127.0.0.1:1")
    assert ended.code == 0
    assert "server: none answers at http://127.0.0.1:1 (Connection refused)" in ended.out
    assert reme("version", "--json", "--url", "http://127.0.0.1:1").document["server"] is None


def test_a_stranger_is_not_taken_for_the_server(reme: Reme) -> None:
    for answer in ({"name": "nginx", "version": "1"}, (200, b"hello"), (500, {"name": "reme-gateway"})):
        with FakeGateway(version=answer) as gateway:
            assert "is no ReMe Gateway" in reme("version", "--url", gateway.url).out


def test_a_server_that_does_not_answer_is_not_waited_for(reme: Reme) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        ended = reme("version", "--url", f"http://127.0.0.1:{port}", "--timeout-ms", "600000")
    assert ended.code == 0
    assert "none answers" in ended.out


def test_an_address_elsewhere_is_asked_too(reme: Reme, monkeypatch: object) -> None:
    ended = reme("version", "--url", "https://127.0.0.1:1")
    assert ended.code == 0
    assert "server: no ReMe Gateway at https://127.0.0.1:1" in ended.out
