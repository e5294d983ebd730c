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
        if "everything" in item.fixturenames:
            return KNOWN
        stem = item.path.stem.removeprefix("test_").replace("_", "-")
        values = item.callspec.params.values() if hasattr(item, "callspec") else ()
        named = {_FIXTURES[name] for name in (*item.fixturenames, *map(str, values)) if name in _FIXTURES}
        found = frozenset(named | ({stem} & KNOWN))
        return found or ALL
    return ALL


def belongs(hosts: frozenset[str], chosen: frozenset[str]) -> bool:
    """Whether a test that starts these hosts runs in a session with the chosen ones."""
    return hosts == chosen if len(chosen) == 1 else len(hosts) > 1 and hosts <= chosen


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """REME_TEST_HOSTS names what is installed: one program runs its own tests, several run those of pairs."""
    chosen = frozenset(os.environ.get("REME_TEST_HOSTS", "").split(",")) - {""}
    if not chosen:
        return
    here = [item for item in items if Path(__file__).parent in item.path.parents]
    others = [item for item in here if not belongs(needed(item), chosen)]
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
        return codex_on(machine, url, top, rest)

    return make


def codex_on(machine: Machine, url: str, top: str = "", rest: str = "") -> Codex:
    machine.configure(url=url)
    server = f'[mcp_servers.reme]\nurl = "{url}/mcp"\n'
    codex = Codex(machine, top=top, rest=server + rest)
    codex.install()
    codex.trust()
    return codex


@pytest.fixture
def codex(codex_at: Callable[[str], Codex], gateway: GatewayProcess) -> Codex:
    return codex_at(gateway.url)


@pytest.fixture
def claude_at(machine: Machine) -> Callable[[str], Claude]:
    """Claude Code with our package, installed with the address as its option."""

    def make(url: str) -> Claude:
        return claude_on(machine, url)

    return make


def claude_on(machine: Machine, url: str) -> Claude:
    claude = Claude(machine)
    claude.install(url)
    return claude


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
        return dsh_on(machine, url, installed_dsh)

    return make


def dsh_on(machine: Machine, url: str, installed: Dsh) -> Dsh:
    machine.configure(url=url)
    dsh = Dsh(machine)
    dsh.install_like(installed)
    return dsh


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
        return openclaw_on(machine, url, openclaw_package, **settings)

    return make


def openclaw_on(machine: Machine, url: str, package: Path, **settings: Any) -> OpenClaw:
    machine.configure(url=url)
    openclaw = OpenClaw(machine)
    # As long as it may be: a busy machine, on which a recall is what is tested.
    openclaw.link(package, recallTimeoutMs=5000, **settings)
    return openclaw


@pytest.fixture
def openclaw(openclaw_at: Callable[..., OpenClaw], gateway: GatewayProcess) -> OpenClaw:
    return openclaw_at(gateway.url)


@pytest.fixture
def hermes_at(machine: Machine) -> Callable[[str], Hermes]:
    """Hermes with our package, for a server at that address."""

    def make(url: str) -> Hermes:
        return hermes_on(machine, url)

    return make


def hermes_on(machine: Machine, url: str) -> Hermes:
    machine.configure(url=url)
    hermes = Hermes(machine)
    hermes.install()
    return hermes


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
