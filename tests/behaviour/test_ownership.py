"""One process owns a workspace, and a port that is taken says by whom."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess, StartFailed, event


def refusal(gateway: GatewayProcess) -> StartFailed:
    with pytest.raises(StartFailed) as caught:
        gateway.start()
    assert caught.value.code != 0
    assert "Traceback" not in caught.value.output
    return caught.value


def test_a_second_server_refuses_naming_pid_and_address(
    gateway: GatewayProcess, gateway_at: Callable[..., GatewayProcess]
) -> None:
    assert gateway.process is not None
    said = refusal(gateway_at()).output
    assert f"process {gateway.process.pid}" in said
    assert gateway.url in said
    gateway.ask(
        "agent_session_append", host="codex", session_id="s", events=[event("e", "the first works on")]
    )


def test_a_stale_lock_after_a_kill_is_no_obstacle(gateway: GatewayProcess) -> None:
    gateway.kill()
    gateway.start()
    assert gateway.ask("search", query="x")["hits"] == []


@pytest.fixture
def stranger() -> Iterator[int]:
    """Another program's web server."""

    class Silent(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Silent) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def test_a_port_taken_by_a_stranger_says_so(stranger: int, gateway_at: Callable[..., GatewayProcess]) -> None:
    said = refusal(gateway_at("--port", str(stranger))).output
    assert f"port {stranger}" in said.lower()
    assert "another program" in said


def test_a_port_taken_by_a_gateway_is_told_apart(
    gateway: GatewayProcess, gateway_at: Callable[..., GatewayProcess], tmp_path: Path
) -> None:
    port = gateway.url.rpartition(":")[2]
    said = refusal(gateway_at("--port", port, workspace=tmp_path / "second")).output
    assert f"port {port}" in said.lower()
    assert "ReMe Gateway" in said


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_binding_more_than_loopback_needs_a_token(
    host: str, gateway_at: Callable[..., GatewayProcess]
) -> None:
    assert "token" in refusal(gateway_at("--host", host)).output


def test_with_a_token_every_interface_may_be_bound(gateway_at: Callable[..., GatewayProcess]) -> None:
    gateway = gateway_at("--host", "0.0.0.0", REME_TOKEN="reme_" + "t" * 43).start()
    url = gateway.url.replace("0.0.0.0", "127.0.0.1")
    with gateway.client() as client:
        assert client.get(f"{url}/status").json()["code"] == "unauthorized"
        allowed = client.get(f"{url}/status", headers={"Authorization": "Bearer reme_" + "t" * 43})
        assert allowed.status_code == 200


@pytest.mark.parametrize(
    ("backend", "json_status", "mcp_status"), [("http", 200, 404), ("mcp", 404, 405), ("gateway", 200, 405)]
)
def test_a_backend_mounts_only_its_surface(
    backend: str, json_status: int, mcp_status: int, gateway_at: Callable[..., GatewayProcess]
) -> None:
    gateway = gateway_at(f"service.backend={backend}").start()
    assert gateway.post("search", {"query": "x"}).status_code == json_status
    with gateway.client() as client:
        assert client.put("/mcp").status_code == mcp_status
        assert client.get("/version").status_code == 200
