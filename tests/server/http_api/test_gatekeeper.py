"""Who may call, on both surfaces, and in which version of the contract."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from reme_gateway.http_api.gatekeeper import Gatekeeper, host_name

pytestmark = pytest.mark.anyio


async def answers_ok(_scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"ok"})


async def ask(path: str = "/search", *, gate: dict[str, Any] | None = None, **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app=Gatekeeper(answers_ok, **{"token": None, **(gate or {})}))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:2333") as client:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await client.post(path, content=b"{}", headers=named)


def code(response: httpx.Response) -> str:
    assert response.headers["content-type"] == "application/problem+json"
    return str(response.json()["code"])


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:2333", "localhost:1", "LOCALHOST", "[::1]:2333", "[::1]"]
)
async def test_loopback_names_pass(host: str) -> None:
    assert (await ask(Host=host)).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:2333", "0.0.0.0", "", "10.0.0.1:2333"],
)
@pytest.mark.parametrize("path", ["/search", "/mcp", "/version"])
async def test_a_foreign_host_is_refused_on_both_surfaces(host: str, path: str) -> None:
    response = await ask(path, Host=host)
    assert (response.status_code, code(response)) == (403, "host_refused")


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "null",
        "file://",
        "http://127.0.0.1.evil.example",
        "http://localhost@evil.example",
    ],
)
@pytest.mark.parametrize("path", ["/search", "/mcp"])
async def test_a_foreign_origin_is_refused_on_both_surfaces(origin: str, path: str) -> None:
    response = await ask(path, Origin=origin)
    assert (response.status_code, code(response)) == (403, "origin_refused")
    assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("origin", ["http://127.0.0.1:5173", "http://localhost", "https://[::1]:8443"])
async def test_a_page_of_this_machine_passes(origin: str) -> None:
    assert (await ask(Origin=origin)).status_code == 200


async def test_named_hosts_and_origins_pass() -> None:
    gate = {"allowed_hosts": ["memory.lan:2333"], "allowed_origins": ["https://notes.example/"]}
    assert (await ask(gate=gate, Host="memory.lan", Origin="https://notes.example")).status_code == 200


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", "Basic secret", "Bearer secretx", "secret"])
async def test_a_missing_or_wrong_token_is_unauthorized(header: str) -> None:
    response = await ask(gate={"token": "secret"}, Authorization=header)
    assert (response.status_code, code(response)) == (401, "unauthorized")
    assert response.headers["www-authenticate"] == "Bearer"


async def test_the_token_passes_and_version_and_health_need_none() -> None:
    gate = {"token": "secret"}
    assert (await ask(gate=gate, Authorization="bearer secret")).status_code == 200
    assert (await ask("/version", gate=gate)).status_code == 200
    assert (await ask("/health", gate=gate)).status_code == 200
    assert code(await ask("/status", gate=gate)) == "unauthorized"


@pytest.mark.parametrize("version", ["2.0", "0.9", "", "x", "10.0"])
async def test_another_api_major_is_refused_whatever_the_operation(version: str) -> None:
    for path in ("/search", "/version", "/nothing"):
        response = await ask(path, Reme_Api_Version=version)
        assert (response.status_code, code(response)) == (400, "api_version_unsupported")


@pytest.mark.parametrize("version", ["1.0", "1.7", "1"])
async def test_the_same_major_passes(version: str) -> None:
    assert (await ask(Reme_Api_Version=version)).status_code == 200


async def test_every_reply_names_the_api_version() -> None:
    assert (await ask()).headers["reme-api-version"] == "1.0"
    assert (await ask(Host="evil.example")).headers["reme-api-version"] == "1.0"


async def test_a_stopping_server_refuses_but_still_tells_its_health() -> None:
    gate = {"is_stopping": lambda: True}
    assert code(await ask(gate=gate)) == "server_stopping"
    assert (await ask("/health", gate=gate)).status_code == 200


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("127.0.0.1:80,evil.example", "127.0.0.1:80,evil.example"),
        ("[::1]:x", "[::1]:x"),
        ("a.b:1", "a.b"),
        ("[::1]:2", "::1"),
        ("::1", "::1"),
        (" A ", "a"),
        ("user@evil:1", "user@evil"),
    ],
)
def test_the_name_is_taken_out_of_an_authority(value: str, name: str) -> None:
    assert host_name(value) == name
