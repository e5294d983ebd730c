from __future__ import annotations

import plistlib
import stat
from pathlib import Path

import pytest
from reme_gateway.background.definition import ServiceDefinition
from reme_gateway.background.launchd import Launchd
from reme_gateway.integrations.failures import InstallationFailed

from tests.server.background.fake_manager import LAUNCHCTL, FakeManager
from tests.server.integrations.host_home import done


@pytest.fixture
def manager(tmp_path: Path) -> FakeManager:
    """A launchctl that answers."""
    return FakeManager(tmp_path, "launchctl", LAUNCHCTL)


def definition(home: Path, token: str | None = None, **settings: str) -> ServiceDefinition:
    return ServiceDefinition(
        ("/opt/reme tools/reme",),
        settings,
        home / ".reme" / "token",
        token,
        home / ".reme" / "logs" / "server.log",
    )


def agent(manager: FakeManager) -> Path:
    return manager.home / "Library" / "LaunchAgents" / "reme.gateway.plist"


def words(manager: FakeManager) -> list[str]:
    return [line.split()[0] for line in manager.calls()]


def test_installing_writes_the_agent_and_loads_it(manager: FakeManager) -> None:
    wanted = definition(manager.home, REME_PORT="4000")
    done(Launchd(manager.home, manager.variables).install(wanted))
    document = plistlib.loads(agent(manager).read_bytes())
    assert document["ProgramArguments"] == ["/opt/reme tools/reme", "start"]
    assert document["EnvironmentVariables"] == {"REME_PORT": "4000"}
    assert document["KeepAlive"] == {"SuccessfulExit": False}
    assert document["RunAtLoad"] is True
    assert wanted.log.parent.is_dir()
    assert words(manager) == ["bootstrap"]
    status = Launchd(manager.home, manager.variables).status(wanted)
    assert (status.enabled, status.active, status.current, status.pid) == (True, True, True, 4711)


def test_a_second_installation_has_nothing_to_do(manager: FakeManager) -> None:
    done(Launchd(manager.home, manager.variables).install(definition(manager.home)))
    assert Launchd(manager.home, manager.variables).install(definition(manager.home)).steps == ()


def test_a_changed_agent_is_loaded_anew(manager: FakeManager) -> None:
    done(Launchd(manager.home, manager.variables).install(definition(manager.home)))
    done(Launchd(manager.home, manager.variables).install(definition(manager.home, REME_PORT="4000")))
    assert words(manager) == ["bootstrap", "bootout", "bootstrap"]


def test_uninstalling_leaves_nothing(manager: FakeManager) -> None:
    wanted = definition(manager.home, "reme_secret")
    done(Launchd(manager.home, manager.variables).install(wanted))
    done(Launchd(manager.home, manager.variables).uninstall(wanted))
    assert words(manager) == ["bootstrap", "bootout"]
    assert [path for path in manager.home.rglob("*") if path.is_file()] == []


def test_the_token_is_in_a_file_for_its_owner(manager: FakeManager) -> None:
    wanted = definition(manager.home, "reme_secret")
    done(Launchd(manager.home, manager.variables).install(wanted))
    assert b"reme_secret" not in agent(manager).read_bytes()
    assert stat.S_IMODE(wanted.token_file.stat().st_mode) == 0o600


def test_without_a_session_the_reason_is_told(manager: FakeManager) -> None:
    manager.mute()
    with pytest.raises(InstallationFailed, match="launchd has no session"):
        Launchd(manager.home, manager.variables).install(definition(manager.home))
    assert list(manager.home.iterdir()) == []


def test_without_launchctl_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(InstallationFailed, match="launchctl is not on PATH"):
        Launchd(tmp_path, {"PATH": str(tmp_path)}).install(definition(tmp_path))
