"""Loopback is always reached directly; everything else as the proxy variables say."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from reme_client import AsyncClient, Client, ConfigurationError, ConnectionFailedError
from reme_client.route import DIRECT, Route, is_loopback, route_to

from tests.clients.python.conftest import QUICK, Twin
from tests.clients.python.stub_server import StubServer, answer

Serve = Callable[..., StubServer]
NAMES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")
VERSION = {"name": "reme-gateway", "version": "9.9", "integration_api_version": "1.0"}
PROXY = "http://proxy.example:3128"


@pytest.fixture
def dead_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def test_loopback_ignores_every_proxy_variable(
    twin: Twin, serve: Serve, dead_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = dict.fromkeys(NAMES, f"http://127.0.0.1:{dead_port}")
    for name, value in dead.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    server = serve(answer(200, VERSION))

    for host in ("127.0.0.1", "localhost"):
        options = {"url": f"http://{host}:{server.port}", "environ": {"HOME": str(twin.home), **dead}}
        assert twin.ask(options, "version").version == "9.9"


def test_another_host_goes_through_the_proxy_with_its_credentials(twin: Twin, serve: Serve) -> None:
    proxy = serve(answer(200, VERSION))
    environ = {"HOME": str(twin.home), "HTTP_PROXY": f"http://me:p%40ss@127.0.0.1:{proxy.port}"}

    reply = twin.ask({"url": "http://memory.example:2333", "environ": environ}, "version")

    assert reply.version == "9.9"
    assert proxy.requests[0].target == "http://memory.example:2333/version"
    assert proxy.requests[0].headers["proxy-authorization"] == "Basic bWU6cEBzcw=="


def test_a_dead_proxy_is_named(twin: Twin, dead_port: int) -> None:
    environ = {"HOME": str(twin.home), "ALL_PROXY": f"http://user:hush@127.0.0.1:{dead_port}"}

    with pytest.raises(ConnectionFailedError) as caught:
        twin.ask({"url": "http://memory.example", "environ": environ}, "version")

    assert f"through http://127.0.0.1:{dead_port}" in str(caught.value)
    assert "hush" not in str(caught.value)


def test_a_refusing_proxy_is_told_apart(twin: Twin, serve: Serve) -> None:
    proxy = serve(answer(407, b"", Content_Type="text/plain", Reme_Api_Version=""))
    environ = {"HOME": str(twin.home), "HTTPS_PROXY": proxy.url}

    with pytest.raises(ConnectionFailedError) as caught:
        twin.ask({"url": "https://memory.example", "environ": environ}, "version")

    assert "NO_PROXY" in caught.value.hint
    assert {request.method for request in proxy.requests} == {"CONNECT"}


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_a_client_tells_its_route_without_credentials(kind: type[Client], tmp_path: object) -> None:
    environ = {"HOME": str(tmp_path), "HTTP_PROXY": "http://me:hush@proxy.example:3128"}

    client = kind("http://memory.example", environ=environ, retry=QUICK)

    assert client.route == "through http://proxy.example:3128"
    assert "hush" not in repr(client)
    assert kind(environ=environ).route == "direct"


@pytest.mark.parametrize("kind", [Client, AsyncClient])
@pytest.mark.parametrize("value", ["ftp://proxy.example", "http://", "http://proxy.example:99999"])
def test_an_unusable_proxy_is_a_configuration_error(kind: type[Client], value: str, tmp_path: object) -> None:
    with pytest.raises(ConfigurationError) as caught:
        kind("http://memory.example", environ={"HOME": str(tmp_path), "ALL_PROXY": value})

    assert caught.value.code == "configuration_invalid"


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", True),
        ("127.9.8.7", True),
        ("localhost", True),
        ("LOCALHOST.", True),
        ("reme.localhost", True),
        ("::1", True),
        ("[::1]", True),
        ("::ffff:127.0.0.1", True),
        ("0.0.0.0", False),
        ("10.0.0.1", False),
        ("localhost.example", False),
        ("127.0.0.1.example", False),
        ("::ffff:10.0.0.1", False),
        ("", False),
    ],
)
def test_what_counts_as_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected


@pytest.mark.parametrize(
    ("url", "environ", "expected"),
    [
        ("http://memory.example", {}, None),
        ("http://memory.example", {"http_proxy": PROXY}, PROXY),
        ("http://memory.example", {"HTTP_PROXY": PROXY}, PROXY),
        ("http://memory.example", {"HTTPS_PROXY": PROXY}, None),
        ("https://memory.example", {"HTTPS_PROXY": PROXY}, PROXY),
        ("https://memory.example", {"ALL_PROXY": PROXY}, PROXY),
        ("http://memory.example", {"http_proxy": PROXY, "HTTP_PROXY": "http://other.example:1"}, PROXY),
        ("http://memory.example", {"HTTP_PROXY": PROXY, "REQUEST_METHOD": "GET"}, None),
        ("http://memory.example", {"HTTP_PROXY": "proxy.example:3128"}, PROXY),
        ("http://memory.example", {"HTTP_PROXY": "http://proxy.example"}, "http://proxy.example:80"),
        ("http://memory.example", {"ALL_PROXY": "socks5://[::2]"}, "socks5://[::2]:1080"),
        ("http://127.0.0.1:2333", {"HTTP_PROXY": PROXY, "NO_PROXY": ""}, None),
        ("http://[::1]:2333", {"ALL_PROXY": PROXY}, None),
    ],
)
def test_which_variable_decides(url: str, environ: dict[str, str], expected: str | None) -> None:
    assert route_to(url, environ).proxy == expected


@pytest.mark.parametrize(
    ("rules", "bypassed"),
    [
        ("memory.team.example", True),
        ("team.example", True),
        (".team.example", True),
        ("*.team.example", True),
        ("other.example, MEMORY.TEAM.EXAMPLE", True),
        ("memory.team.example:2333", True),
        ("memory.team.example:80", False),
        ("*", True),
        ("eam.example", False),
        ("memory", False),
        ("", False),
    ],
)
def test_no_proxy_names_hosts_domains_and_ports(rules: str, bypassed: bool) -> None:
    route = route_to("http://memory.team.example:2333", {"HTTP_PROXY": PROXY, "NO_PROXY": rules})

    assert (route is DIRECT) is bypassed


@pytest.mark.parametrize(
    ("url", "rules", "bypassed"),
    [
        ("http://10.1.2.3", "10.0.0.0/8", True),
        ("http://11.1.2.3", "10.0.0.0/8", False),
        ("http://memory.example", "10.0.0.0/8", False),
        ("http://[fd00::5]:2333", "fd00::/8", True),
        ("http://[fd00::5]:2333", "fd00::5", True),
        ("http://[fd00::5]:2333", "[fd00::5]:2333", True),
        ("http://[fd00::5]:2333", "[fd00::5]:80", False),
        ("http://10.1.2.3", "10.0.0.0/99", False),
    ],
)
def test_no_proxy_names_addresses_and_networks(url: str, rules: str, bypassed: bool) -> None:
    assert (route_to(url, {"HTTP_PROXY": PROXY, "no_proxy": rules}) is DIRECT) is bypassed


def test_a_route_shows_no_credentials() -> None:
    route = Route("http://proxy.example:3128", ("me", "hush"))

    assert "hush" not in repr(route) + str(route)
