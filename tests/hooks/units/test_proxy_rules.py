"""Which requests go through a proxy."""

from __future__ import annotations

import pytest
from reme_hooks.connection import is_loopback
from reme_hooks.remote_connection import _proxy

PROXY = "http://proxy:3128"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.9.8.7", "localhost", "LOCALHOST.", "a.localhost", "::1", "::ffff:127.0.0.1"]
)
def test_loopback_never_does(host: str) -> None:
    assert is_loopback(host)
    assert _proxy("http", host, 80, {"http_proxy": PROXY, "all_proxy": PROXY}) == ""


@pytest.mark.parametrize(
    "host", ["127.0.0.1.example", "localhost.example", "12.0.0.1", "128.0.0.1", "127.1.2"]
)
def test_what_only_looks_like_loopback_does(host: str) -> None:
    assert not is_loopback(host)
    assert _proxy("http", host, 80, {"http_proxy": PROXY}) == PROXY


@pytest.mark.parametrize(
    ("rules", "direct"),
    [
        ("", False),
        ("*", True),
        ("other.example", False),
        ("memory.example", True),
        (" .example , x", True),
        ("*.example", True),
        ("ample", False),
        ("memory.example:8080", True),
        ("memory.example:80", False),
        ("10.0.0.0/8", False),
    ],
)
def test_no_proxy_names_exceptions(rules: str, direct: bool) -> None:
    variables = {"HTTP_PROXY": PROXY, "NO_PROXY": rules}
    assert (_proxy("http", "memory.example", 8080, variables) == "") is direct


def test_no_proxy_knows_networks() -> None:
    variables = {"http_proxy": PROXY, "no_proxy": "10.0.0.0/8,fd00::/8"}
    assert _proxy("http", "10.1.2.3", 80, variables) == ""
    assert _proxy("http", "fd00::1", 80, variables) == ""
    assert _proxy("http", "11.1.2.3", 80, variables) == PROXY


def test_lower_case_wins_and_a_cgi_request_chooses_no_proxy() -> None:
    assert _proxy("http", "a.b", 80, {"http_proxy": PROXY, "HTTP_PROXY": "x"}) == PROXY
    assert _proxy("http", "a.b", 80, {"HTTP_PROXY": PROXY, "REQUEST_METHOD": "GET"}) == ""
    assert _proxy("https", "a.b", 443, {"HTTP_PROXY": PROXY}) == ""
    assert _proxy("https", "a.b", 443, {"ALL_PROXY": PROXY}) == PROXY
