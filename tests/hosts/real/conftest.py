"""Real hosts on temporary machines, a scripted model and the real gateway."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.gateway_process import GatewayProcess
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.dsh_host import Dsh
from tests.hosts.real.hermes_host import Hermes
from tests.hosts.real.machine import Machine
from tests.hosts.real.openclaw_host import PACKAGE, OpenClaw, pack, unpacked
from tests.hosts.real.scripted_model import ScriptedModel

# What a test starts that names no host.
ALL = frozenset({"codex", "claude-code"})
KNOWN = ALL | {"dsh", "hermes", "openclaw"}
_FIXTURES = {
    "codex": "codex",
    "codex_at": "codex",
    "claude": "claude-code",
    "claude_at": "claude-code",
    "dsh": "dsh",
    "dsh_at": "dsh",
    "hermes": "hermes",
    "hermes_at": "hermes",
    "openclaw": "openclaw",
    "openclaw_at": "openclaw",
}


def needed(item: pytest.Item) -> frozenset[str]:
    """The host programs that a test starts; a module about one host needs that one."""
    if isinstance(item, pytest.Function):
        stem = item.path.stem.removeprefix("test_").replace("_", "-")
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        named = {_FIXTURES[name] for name in (*item.fixturenames, *map(str, values)) if name in _FIXTURES}
        found = frozenset(named | ({stem} & KNOWN))
        return found or ALL
    return ALL


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """REME_TEST_HOSTS names the programs that are installed: only what needs exactly these is run."""
    chosen = os.environ.get("REME_TEST_HOSTS")
    if chosen is None:
        return
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    others = [item for item in here if needed(item) != frozenset(chosen.split(","))]
    config.hook.pytest_deselected(items=others)
    items[:] = [item for item in items if item not in others]


@pytest.fixture
def model() -> Iterator[ScriptedModel]:
    with ScriptedModel() as running:
        yield running
        # A host that asks for anything else may be reaching for the network elsewhere too.
        assert running.others == []


@pytest.fixture
def machine(tmp_path: Path, model: ScriptedModel) -> Machine:
    return Machine(tmp_path / "machine", model.port)


@pytest.fixture
def gateway(tmp_path: Path) -> Iterator[GatewayProcess]:
    """A running server on an empty workspace."""
    with GatewayProcess(tmp_path / "workspace", tmp_path / "server") as running:
        yield running


@pytest.fixture
def warm_gateway(gateway: GatewayProcess) -> GatewayProcess:
    """A server that has answered over MCP: it loads that part with the first request.

    Codex waits about a second for tools before its first turn, and goes on without them.
    """
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}}
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    reply = gateway.post("mcp", request, Accept="application/json, text/event-stream")
    assert reply.status_code == 200
    return gateway


@pytest.fixture
def codex_at(machine: Machine) -> Callable[[str], Codex]:
    """Codex with our package, installed and trusted, for a server at that address."""

    def make(url: str, top: str = "", rest: str = "") -> Codex:
        machine.configure(url=url)
        server = f'[mcp_servers.reme]\nurl = "{url}/mcp"\n'
        codex = Codex(machine, top=top, rest=server + rest)
        codex.install()
        codex.trust()
        return codex

    return make


@pytest.fixture
def codex(codex_at: Callable[[str], Codex], gateway: GatewayProcess) -> Codex:
    return codex_at(gateway.url)


@pytest.fixture
def claude_at(machine: Machine) -> Callable[[str], Claude]:
    """Claude Code with our package, installed with the address as its option."""

    def make(url: str) -> Claude:
        claude = Claude(machine)
        claude.install(url)
        return claude

    return make


@pytest.fixture
def claude(claude_at: Callable[[str], Claude], gateway: GatewayProcess) -> Claude:
    return claude_at(gateway.url)


@pytest.fixture(scope="session")
def installed_dsh(tmp_path_factory: pytest.TempPathFactory) -> Dsh:
    """DSH with our package, never started."""
    dsh = Dsh(Machine(tmp_path_factory.mktemp("dsh"), model_port=9))
    dsh.install()
    return dsh


@pytest.fixture
def dsh_at(machine: Machine, installed_dsh: Dsh) -> Callable[[str], Dsh]:
    """DSH with our package, for a server at that address."""

    def make(url: str) -> Dsh:
        machine.configure(url=url)
        dsh = Dsh(machine)
        dsh.install_like(installed_dsh)
        return dsh

    return make


@pytest.fixture
def dsh(dsh_at: Callable[[str], Dsh], gateway: GatewayProcess) -> Dsh:
    return dsh_at(gateway.url)


@pytest.fixture(scope="session")
def openclaw_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published for OpenClaw, unpacked."""
    folder = tmp_path_factory.mktemp("openclaw")
    return unpacked(pack(PACKAGE, folder), folder)


@pytest.fixture
def openclaw_at(machine: Machine, openclaw_package: Path) -> Callable[..., OpenClaw]:
    """OpenClaw with our package, for a server at that address; ``settings`` are the plugin's own."""

    def make(url: str, **settings: Any) -> OpenClaw:
        machine.configure(url=url)
        openclaw = OpenClaw(machine)
        # As long as it may be: a busy machine, on which a recall is what is tested.
        openclaw.link(openclaw_package, recallTimeoutMs=5000, **settings)
        return openclaw

    return make


@pytest.fixture
def openclaw(openclaw_at: Callable[..., OpenClaw], gateway: GatewayProcess) -> OpenClaw:
    return openclaw_at(gateway.url)


@pytest.fixture
def hermes_at(machine: Machine) -> Callable[[str], Hermes]:
    """Hermes with our package, for a server at that address."""

    def make(url: str) -> Hermes:
        machine.configure(url=url)
        hermes = Hermes(machine)
        hermes.install()
        return hermes

    return make


@pytest.fixture
def hermes(hermes_at: Callable[[str], Hermes], gateway: GatewayProcess) -> Hermes:
    return hermes_at(gateway.url)


@pytest.fixture(params=["codex", "claude"])
def host_at(request: pytest.FixtureRequest) -> Callable[[str], Codex | Claude]:
    """Either host, for a server at that address."""
    make: Callable[[str], Codex | Claude] = request.getfixturevalue(f"{request.param}_at")
    return make


@pytest.fixture
def host(host_at: Callable[[str], Codex | Claude], gateway: GatewayProcess) -> Codex | Claude:
    """Either host, for the running server."""
    return host_at(gateway.url)
