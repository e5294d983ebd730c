"""Servers on other machines: TLS, proxies, and what the environment says about them."""

from __future__ import annotations

import socket
import ssl
from base64 import b64encode
from pathlib import Path

import pytest
from loopback import LoopbackServer, answer, append_reply
from plugin import Plugin

TLS = Path(__file__).parent / "tls"
# Made for these tests and good for nothing else.
CERTIFICATE, KEY = TLS / "certificate.pem", TLS / "key.pem"
TRUSTED = {"SSL_CERT_FILE": str(CERTIFICATE)}
NO_HITS = {"hits": [], "truncated": False, "total_chars": 0}


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home")


def usual(server: LoopbackServer, connection: socket.socket) -> None:
    request = server.read_request(connection)
    if "append" in request.operation:
        answer(connection, 200, append_reply(["appended"] * len(request.value["events"])))
    else:
        answer(connection, 200, NO_HITS)


def encrypted(server: LoopbackServer, connection: socket.socket) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, KEY)
    with context.wrap_socket(connection, server_side=True) as inner:
        usual(server, inner)


def tunnel(server: LoopbackServer, connection: socket.socket) -> None:
    """A proxy whose every tunnel leads to a gateway behind TLS."""
    asked = server.read_request(connection)
    assert asked.operation == "memory.invalid:8443"
    connection.sendall(b"HTTP/1.1 200 Connection established\r\nVia: test\r\n\r\n")
    encrypted(server, connection)


def turn(plugin: Plugin, url: str, **environment: str) -> str:
    """One turn; returns how its delivery ended."""
    plugin.url = url
    plugin.prompt("tea?", **environment)
    plugin.stop("four", **environment)
    result: str = plugin.heartbeat["delivery"]["result"]
    return result


def test_https_delivers(plugin: Plugin) -> None:
    with LoopbackServer(encrypted) as server:
        assert turn(plugin, f"https://localhost:{server.port}/base", **TRUSTED) == "delivered"
    assert server.operations() == ["base/agent_memory_recall", "base/agent_session_append"]


def test_an_untrusted_certificate_gets_nothing(plugin: Plugin) -> None:
    with LoopbackServer(encrypted) as server:
        assert turn(plugin, f"https://localhost:{server.port}") == "unreachable"
    assert server.requests == []
    assert len(plugin.spool) == 2


def test_http_goes_through_the_proxy_with_its_credentials(plugin: Plugin) -> None:
    with LoopbackServer(usual) as proxy:
        address = f"http://me:p%40ss@127.0.0.1:{proxy.port}"
        assert turn(plugin, "http://memory.invalid:8080", HTTP_PROXY=address) == "delivered"
    assert proxy.requests[0].operation == "http://memory.invalid:8080/agent_memory_recall"
    assert proxy.requests[0].headers["host"] == "memory.invalid:8080"
    expected = "Basic " + b64encode(b"me:p@ss").decode()
    assert proxy.requests[0].headers["proxy-authorization"] == expected


def test_https_goes_through_a_tunnel_and_the_token_stays_inside(plugin: Plugin) -> None:
    with LoopbackServer(tunnel) as proxy:
        environment = {**TRUSTED, "https_proxy": f"http://127.0.0.1:{proxy.port}", "REME_TOKEN": "t0ken"}
        assert turn(plugin, "https://memory.invalid:8443", **environment) == "delivered"
    outer, inner, *_ = proxy.requests
    assert "authorization" not in outer.headers
    assert inner.headers["authorization"] == "Bearer t0ken"


@pytest.mark.parametrize("proxy", ["socks5://127.0.0.1:1080", "https://127.0.0.1:1", "http://127.0.0.1:bad"])
def test_a_proxy_that_cannot_be_used_is_no_way_around(plugin: Plugin, proxy: str) -> None:
    assert turn(plugin, "http://memory.invalid", all_proxy=proxy) == "unreachable"
    assert len(plugin.spool) == 2


def test_a_refused_tunnel_is_an_unreachable_server(plugin: Plugin) -> None:
    def refusing(server: LoopbackServer, connection: socket.socket) -> None:
        server.read_request(connection)
        connection.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")

    with LoopbackServer(refusing) as proxy:
        address = f"http://127.0.0.1:{proxy.port}"
        assert turn(plugin, "https://memory.invalid", HTTPS_PROXY=address) == "unreachable"
