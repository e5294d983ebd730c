"""The proxy of the generic package in front of the real gateway."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clients.proxy.stdio import MODERN, VERSION_KEY, Proxy, modern
from tests.gateway_process import GatewayProcess, event

TOOLS = ["reme_search", "reme_read", "reme_traverse", "reme_daily_list", "reme_remember"]
# One worker, so that there is one server.
pytestmark = pytest.mark.xdist_group(__file__)
LEGACY = ["2025-03-26", "2025-06-18", "2025-11-25"]


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GatewayProcess]:
    root = tmp_path_factory.mktemp("gateway")
    with GatewayProcess(root / "workspace", root / "home") as running:
        yield running


def proxy(tmp_path: Path, gateway: GatewayProcess, **environment: str) -> Proxy:
    return Proxy(tmp_path / "home", REME_URL=gateway.url, **environment)


@pytest.mark.parametrize("version", LEGACY)
def test_a_legacy_client_remembers_and_finds(version: str, tmp_path: Path, gateway: GatewayProcess) -> None:
    word = f"kiosk-{version}"
    with proxy(tmp_path, gateway) as client:
        assert client.initialize(version)["result"]["protocolVersion"] == version
        assert [tool["name"] for tool in client.ask("tools/list")["result"]["tools"]] == TOOLS
        client.call("reme_remember", fact=f"The {word} terminal runs on Alpine, 部署在三楼.")
        assert word in json.dumps(client.call("reme_search", query=f"{word} terminal"))
        assert client.ask("no/such/method")["error"]["code"] == -32601
        assert client.ask("tools/call", name="reme_forget", arguments={})["result"]["isError"] is True
        assert client.close() == 0


def test_a_modern_client_does_the_same_without_a_handshake(tmp_path: Path, gateway: GatewayProcess) -> None:
    with proxy(tmp_path, gateway) as client:
        assert MODERN in client.ask("server/discover", **modern())["result"]["supportedVersions"]
        assert [tool["name"] for tool in client.ask("tools/list", **modern())["result"]["tools"]] == TOOLS
        found = client.ask("tools/call", **modern(name="reme_search", arguments={"query": "kiosk"}))
        assert found["result"]["isError"] is False
        refused = client.ask("tools/list", _meta={**modern()["_meta"], VERSION_KEY: "2099-01-01"})
        assert refused["error"]["code"] == -32022
        assert MODERN in refused["error"]["data"]["supported"]


def test_both_eras_share_one_connection(tmp_path: Path, gateway: GatewayProcess) -> None:
    with proxy(tmp_path, gateway) as client:
        client.initialize()
        both = [
            client.start("tools/call", **params)
            for name in ("reme_search", "reme_daily_list")
            for params in (
                {"name": name, "arguments": {"query": "x"} if name == "reme_search" else {}},
                modern(name=name, arguments={"query": "x"} if name == "reme_search" else {}),
            )
        ]
        assert all("result" in client.answer(number) for number in both)


def test_what_a_hook_captured_is_found_through_the_proxy(tmp_path: Path, gateway: GatewayProcess) -> None:
    turn = event("t1", "The staging cluster is called Bergamot.")
    gateway.ask("agent_session_append", host="codex", session_id="told", events=[turn])
    with proxy(tmp_path, gateway) as client:
        client.initialize()
        assert "Bergamot" in json.dumps(
            client.call("reme_search", query="what is the staging cluster called?")
        )


def test_forty_calls_at_once_are_each_answered_once(tmp_path: Path, gateway: GatewayProcess) -> None:
    with proxy(tmp_path, gateway) as client:
        client.initialize()
        numbers = [
            client.start("tools/call", name="reme_search", arguments={"query": f"q{n}"}) for n in range(40)
        ]
        assert all(client.answer(number)["result"]["isError"] is False for number in numbers)
        client.ask("ping")
        assert client.lines.empty()


def test_the_scope_of_the_settings_is_the_scope_of_the_tools(tmp_path: Path, gateway: GatewayProcess) -> None:
    with proxy(tmp_path, gateway, REME_SCOPE="work") as client:
        client.initialize()
        client.call("reme_remember", fact="The invoice service is called Quillon.")
        assert "Quillon" in json.dumps(client.call("reme_search", query="invoice service"))
    with proxy(tmp_path, gateway) as client:
        client.initialize()
        assert "Quillon" not in json.dumps(client.call("reme_search", query="invoice service"))


def test_a_restart_of_the_server_is_invisible(tmp_path: Path) -> None:
    with (
        GatewayProcess(tmp_path / "workspace", tmp_path / "server") as server,
        Proxy(tmp_path / "home", REME_URL=server.url) as client,
    ):
        client.initialize()
        client.call("reme_remember", fact="The printer is called Hildegard.")
        server.kill()
        down = client.ask("tools/call", name="reme_search", arguments={"query": "printer"})["error"]
        assert down["code"] in (2503, 2506)
        assert "REME_TOKEN" not in down["message"]
        # The last of two ports is the one that counts.
        server.options = ("--port", server.url.rpartition(":")[2])
        server.start()
        assert "Hildegard" in json.dumps(client.call("reme_search", query="printer"))


def test_a_token_is_asked_for_and_may_be_corrected_while_it_runs(tmp_path: Path) -> None:
    token = "right-token-0123456789"
    home = tmp_path / "home"
    config = home / ".reme" / "config.json"
    config.parent.mkdir(parents=True)
    with GatewayProcess(
        tmp_path / "workspace", tmp_path / "server", environment={"REME_TOKEN": token}
    ) as server:
        config.write_text(json.dumps({"url": server.url, "token": "wrong"}))
        with Proxy(home, REME_DEBUG="1") as client:
            refused = client.initialize()
            assert refused["error"]["code"] == 2401
            assert str(config) in refused["error"]["message"]
            assert "REME_TOKEN" in refused["error"]["message"]
            assert "/health" not in refused["error"]["message"]
            config.write_text(json.dumps({"url": server.url, "token": token}))
            assert "result" in client.initialize()
            client.call("reme_search", query="anything")
            config.write_text(json.dumps({"url": server.url, "token": "wrong"}))
            assert client.ask("tools/list")["error"]["code"] == 2401
    log = home / ".reme" / "logs" / "reme-agent-plugin.log"
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert token not in log.read_text()
    assert "anything" not in log.read_text()


def test_a_user_is_asked_through_the_proxy_before_anything_is_forgotten(tmp_path: Path) -> None:
    options = ("--set", "forget_tool=true")
    with (
        GatewayProcess(tmp_path / "workspace", tmp_path / "server", options) as server,
        Proxy(tmp_path / "home", REME_URL=server.url) as client,
    ):
        client.initialize(elicitation={"form": {}})
        client.call("reme_remember", fact="The door code is on the blue card.")
        path = client.call("reme_search", query="door code")["hits"][0]["path"]
        ask = modern(name="reme_forget", arguments={"targets": [{"path": path}]})
        question = client.ask("tools/call", **ask)["result"]
        assert question["resultType"] == "input_required"
        agreed = {"confirm": {"action": "accept", "content": {"forget": True}}}
        done = client.ask("tools/call", **ask, inputResponses=agreed)["result"]
        assert done["isError"] is False, done
        assert client.call("reme_search", query="door code")["hits"] == []
