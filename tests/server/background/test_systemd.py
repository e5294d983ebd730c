from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from reme_gateway.background.definition import ServiceDefinition
from reme_gateway.background.systemd import Systemd, unit_text
from reme_gateway.integrations.failures import InstallationFailed

from tests.server.background.fake_manager import SYSTEMCTL, FakeManager
from tests.server.integrations.host_home import done


@pytest.fixture
def manager(tmp_path: Path) -> FakeManager:
    """A systemctl that answers."""
    return FakeManager(tmp_path, "systemctl", SYSTEMCTL)


def definition(home: Path, token: str | None = None, **settings: str) -> ServiceDefinition:
    return ServiceDefinition(
        ("/opt/reme tools/reme",),
        settings,
        home / ".reme" / "service-token",
        token,
        home / ".reme" / "logs" / "server.log",
    )


def unit(manager: FakeManager) -> Path:
    return manager.home / ".config" / "systemd" / "user" / "reme.service"


def test_installing_writes_the_unit_and_starts_it(manager: FakeManager) -> None:
    wanted = definition(manager.home)
    plan = done(Systemd(manager.home, manager.variables).install(wanted))
    assert unit(manager).read_text() == unit_text(wanted)
    assert manager.calls() == [
        "--user daemon-reload",
        "--user enable reme.service",
        "--user restart reme.service",
    ]
    assert any("enable-linger" in sentence for sentence in plan.afterwards)
    status = Systemd(manager.home, manager.variables).status(wanted)
    assert (status.installed, status.enabled, status.active, status.current, status.pid) == (
        True,
        True,
        True,
        True,
        4711,
    )


def test_a_second_installation_has_nothing_to_do(manager: FakeManager) -> None:
    done(Systemd(manager.home, manager.variables).install(definition(manager.home)))
    assert Systemd(manager.home, manager.variables).install(definition(manager.home)).steps == ()


def test_a_service_that_was_stopped_is_started(manager: FakeManager) -> None:
    done(Systemd(manager.home, manager.variables).install(definition(manager.home)))
    (manager.state / "active").unlink()
    plan = Systemd(manager.home, manager.variables).install(definition(manager.home))
    assert [step.command for step in plan.steps] == ["systemctl --user restart reme.service"]


def test_changed_settings_restart_the_service(manager: FakeManager) -> None:
    done(Systemd(manager.home, manager.variables).install(definition(manager.home)))
    changed = definition(manager.home, REME_PORT="4000")
    assert not Systemd(manager.home, manager.variables).status(changed).current
    plan = Systemd(manager.home, manager.variables).install(changed)
    assert [step.command for step in plan.steps] == [
        "",
        "systemctl --user daemon-reload",
        "systemctl --user restart reme.service",
    ]


def test_uninstalling_leaves_nothing(manager: FakeManager) -> None:
    wanted = definition(manager.home, "reme_secret")
    done(Systemd(manager.home, manager.variables).install(wanted))
    done(Systemd(manager.home, manager.variables).uninstall(wanted))
    assert manager.calls()[-2:] == ["--user disable --now reme.service", "--user daemon-reload"]
    assert [path for path in manager.home.rglob("*") if path.is_file()] == []
    assert Systemd(manager.home, manager.variables).uninstall(wanted).steps == ()


def test_the_token_is_in_a_file_for_its_owner_and_on_no_command_line(manager: FakeManager) -> None:
    wanted = definition(manager.home, "reme_secret")
    done(Systemd(manager.home, manager.variables).install(wanted))
    assert wanted.token_file.read_text() == "reme_secret\n"
    assert stat.S_IMODE(wanted.token_file.stat().st_mode) == 0o600
    assert "reme_secret" not in unit(manager).read_text()
    assert f'"--token-file" "{wanted.token_file}"' in unit(manager).read_text()
    assert "reme_secret" not in (manager.state / "calls").read_text()
    assert "reme_secret" not in repr(Systemd(manager.home, manager.variables).install(wanted))


def test_without_a_session_nothing_is_written_and_the_reason_is_told(manager: FakeManager) -> None:
    manager.mute()
    with pytest.raises(
        InstallationFailed, match=r"user manager does not answer .*Failed to connect to bus"
    ) as raised:
        Systemd(manager.home, manager.variables).install(definition(manager.home))
    assert "`reme start`" in raised.value.remedy
    assert list(manager.home.iterdir()) == []
    status = Systemd(manager.home, manager.variables).status(definition(manager.home))
    assert (status.installed, status.active) == (False, False)
    assert "does not answer" in status.detail


def test_without_systemd_the_reason_is_told(tmp_path: Path) -> None:
    with pytest.raises(InstallationFailed, match="systemctl is not on PATH"):
        Systemd(tmp_path, {"PATH": str(tmp_path)}).install(definition(tmp_path))


def test_a_unit_without_a_session_can_still_be_removed(manager: FakeManager) -> None:
    done(Systemd(manager.home, manager.variables).install(definition(manager.home)))
    manager.mute()
    done(Systemd(manager.home, manager.variables).uninstall(definition(manager.home)))
    assert not unit(manager).exists()


def test_the_unit_is_where_the_configuration_folder_is(manager: FakeManager) -> None:
    manager.variables["XDG_CONFIG_HOME"] = str(manager.home / "elsewhere")
    done(Systemd(manager.home, manager.variables).install(definition(manager.home)))
    assert (manager.home / "elsewhere" / "systemd" / "user" / "reme.service").is_file()


def test_the_unit_restarts_failures_but_not_wrong_settings(tmp_path: Path) -> None:
    lines = unit_text(definition(tmp_path, REME_PORT="4000")).splitlines()
    for line in (
        'ExecStart="/opt/reme tools/reme" "start"',
        'Environment="REME_PORT=4000"',
        "Restart=on-failure",
        "RestartPreventExitStatus=2 4",
        "WantedBy=default.target",
    ):
        assert line in lines


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ('a "b"', r'"REME_WORKSPACE_DIR=a \"b\""'),
        ("a\\b", r'"REME_WORKSPACE_DIR=a\\b"'),
        ("100%", '"REME_WORKSPACE_DIR=100%%"'),
        ("$x", '"REME_WORKSPACE_DIR=$x"'),
        ("部署", '"REME_WORKSPACE_DIR=部署"'),
    ],
)
def test_values_are_quoted_for_systemd(tmp_path: Path, value: str, written: str) -> None:
    assert f"Environment={written}" in unit_text(definition(tmp_path, REME_WORKSPACE_DIR=value)).splitlines()


def test_a_line_break_in_a_value_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InstallationFailed, match="control character"):
        unit_text(definition(tmp_path, REME_WORKSPACE_DIR="/a\nExecStart=/bin/evil"))


def test_dollars_are_literal_in_the_programs_path_and_doubled_elsewhere(tmp_path: Path) -> None:
    wanted = ServiceDefinition(("/a$b/reme", "-m", "$c"), {}, tmp_path, None, tmp_path)
    assert 'ExecStart="/a$b/reme" "-m" "$$c" "start"' in unit_text(wanted)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not on this machine")
@pytest.mark.parametrize("name", ["with space $x %n 部署", "\"quoted\" 'twice'", "back\\slash"])
def test_systemd_itself_accepts_the_unit(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    program = folder / "reme"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    wanted = ServiceDefinition(
        (str(program), "$x"), {"REME_WORKSPACE_DIR": str(folder)}, folder / "token", "secret", folder
    )
    (tmp_path / "reme.service").write_text(unit_text(wanted))
    ended = subprocess.run(
        ["systemd-analyze", "verify", "--user", str(tmp_path / "reme.service")],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    ours = [line for line in ended.stderr.splitlines() if "reme.service" in line]
    assert (ended.returncode, ours) == (0, []), ended.stderr
