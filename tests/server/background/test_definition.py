from __future__ import annotations

import sys
from pathlib import Path

import pytest
from reme_gateway.background.definition import definition_from, own_command
from reme_gateway.background.manager import manager_for
from reme_gateway.integrations.failures import InstallationFailed


def test_settings_of_this_environment_come_along_and_the_token_apart() -> None:
    variables = {"REME_PORT": "4000", "REME_HOST": " ", "REME_TOKEN": "reme_secret", "REME_URL": "http://x"}
    found = definition_from(variables, Path("/home/x"))
    assert dict(found.settings) == {"REME_PORT": "4000"}
    assert found.token == "reme_secret"
    assert found.arguments[-3:] == ("start", "--token-file", "/home/x/.reme/service-token")


def test_without_a_token_none_is_named() -> None:
    assert definition_from({}, Path("/home/x")).arguments[-1] == "start"


def test_a_relative_workspace_becomes_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = definition_from({"REME_WORKSPACE_DIR": "notes"}, Path("/home/x"))
    assert found.settings["REME_WORKSPACE_DIR"] == str(tmp_path / "notes")


def test_the_program_is_named_as_it_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "versions").mkdir()
    real = tmp_path / "versions" / "reme"
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    (tmp_path / "reme").symlink_to(real)
    monkeypatch.chdir(tmp_path)
    assert own_command("./reme") == (str(tmp_path / "reme"),)


@pytest.mark.parametrize("name", ["pytest", "__main__.py", "nowhere/reme"])
def test_without_a_program_of_that_name_the_interpreter_runs_the_module(name: str) -> None:
    assert own_command(name) == (sys.executable, "-m", "reme_gateway.cli")


@pytest.mark.parametrize(("platform", "name"), [("linux", "systemd"), ("darwin", "launchd")])
def test_each_system_has_its_manager(platform: str, name: str, tmp_path: Path) -> None:
    assert manager_for(platform, tmp_path, {"PATH": str(tmp_path)}).name == name


def test_a_system_without_one_is_told(tmp_path: Path) -> None:
    with pytest.raises(InstallationFailed, match="no service for win32"):
        manager_for("win32", tmp_path, {})
