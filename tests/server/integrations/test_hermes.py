"""Hermes: what install, uninstall and doctor do to a home, with a fake of its command line."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from reme_gateway.integrations import package_files
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.installer import ServerAddress

from tests.server.integrations.host_home import DEFAULT, HostHome, calls, codes, done, tree

pytestmark = pytest.mark.slow

CONFIG = "# mine\nmodel:\n  provider: custom  # scripted\nmemory:\n  memory_enabled: true\n"
ELSEWHERE = ServerAddress("http://127.0.0.1:4444", is_default=False)
TOKEN = "test-token-of-the-server"


@pytest.fixture
def state(host_home: HostHome) -> Path:
    """A home with a configuration, and Hermes on the PATH."""
    folder(host_home).mkdir()
    config(host_home).write_text(CONFIG)
    return host_home.add("hermes")


def folder(host_home: HostHome) -> Path:
    return Path(host_home.variables.get("HERMES_HOME", host_home.home / ".hermes"))


def config(host_home: HostHome) -> Path:
    return folder(host_home) / "config.yaml"


def commands(state: Path) -> list[list[str]]:
    return [call["arguments"] for call in calls(state) if call["arguments"] != ["--version"]]


@pytest.mark.usefixtures("state")
def test_the_provider_and_the_skill_are_copied_and_selected(host_home: HostHome) -> None:
    host_home.install("hermes")
    source = package_files.source_of("hermes") / "reme"
    assert package_files.is_same(source, folder(host_home) / "plugins" / "reme")
    skill = folder(host_home) / "skills" / "reme-memory" / "SKILL.md"
    assert skill.read_text().startswith("---\nname: reme-memory\n")
    assert "provider: reme" in config(host_home).read_text()
    assert not (folder(host_home) / "reme.json").exists(), "the default needs no settings"
    assert not (folder(host_home) / ".env").exists()


def test_a_second_install_does_nothing(host_home: HostHome, state: Path) -> None:
    host_home.install("hermes")
    before = commands(state)
    assert host_home.install("hermes").steps == ()
    assert commands(state) == before == [["config", "set", "memory.provider", "reme"]]


@pytest.mark.usefixtures("state")
def test_uninstall_leaves_the_home_as_it_was_to_the_byte(host_home: HostHome) -> None:
    (folder(host_home) / ".env").write_text("OTHER_KEY=other\n")
    before = tree(host_home.home)
    host_home.install("hermes", ServerAddress(ELSEWHERE.url, is_default=False, token=TOKEN))
    assert tree(host_home.home) != before
    host_home.uninstall("hermes")
    assert tree(host_home.home) == {**before, ".hermes/.env": (b"OTHER_KEY=other\n", 0o600)}
    assert {path.name for path in folder(host_home).iterdir()} == {"config.yaml", ".env"}
    assert host_home.uninstall("hermes").steps == ()


def test_what_others_changed_meanwhile_stays(host_home: HostHome, state: Path) -> None:
    host_home.install("hermes")
    config(host_home).write_text(config(host_home).read_text() + "agent:\n  name: mine\n")
    (folder(host_home) / "skills" / "other").mkdir()
    host_home.uninstall("hermes")
    text = config(host_home).read_text()
    assert "name: mine" in text
    assert "reme" not in text
    assert (folder(host_home) / "skills" / "other").is_dir()
    assert commands(state)[-1] == ["config", "unset", "memory.provider"]


def test_the_provider_of_before_comes_back(host_home: HostHome, state: Path) -> None:
    before = CONFIG + "  provider: honcho\n"
    config(host_home).write_text(before)
    plan = host_home.install("hermes")
    assert "in place of honcho" in plan.steps[-1].does
    assert "honcho" in plan.afterwards[-1]
    host_home.uninstall("hermes")
    assert config(host_home).read_text() == before
    assert commands(state)[-1] == ["config", "set", "memory.provider", "honcho"]


def test_a_provider_that_somebody_selected_meanwhile_stays_selected(host_home: HostHome, state: Path) -> None:
    host_home.install("hermes")
    config(host_home).write_text(CONFIG + "  provider: mem0\n")
    host_home.uninstall("hermes")
    assert "provider: mem0" in config(host_home).read_text()
    assert commands(state) == [["config", "set", "memory.provider", "reme"]]


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("more", ["", "agent:\n  name: mine\n"])
@pytest.mark.parametrize("before", ["", "  provider: honcho\n"])
def test_without_the_program_uninstall_selects_what_was_selected_before(
    host_home: HostHome, before: str, more: str
) -> None:
    config(host_home).write_text(CONFIG + before)
    host_home.install("hermes")
    config(host_home).write_text(config(host_home).read_text() + more)
    (host_home.bin / "hermes").unlink()
    host_home.uninstall("hermes")
    text = config(host_home).read_text()
    assert "provider: reme" not in text
    assert text == CONFIG + before if not more else "memory_enabled: true" in text
    assert before in text
    assert more in text
    assert {path.name for path in folder(host_home).iterdir()} == {"config.yaml"}


@pytest.mark.usefixtures("state")
def test_an_address_that_files_already_tell_is_not_written_again(host_home: HostHome) -> None:
    (host_home.home / ".reme").mkdir()
    (host_home.home / ".reme" / "config.json").write_text(json.dumps({"url": ELSEWHERE.url}))
    host_home.install("hermes", ELSEWHERE)
    assert not (folder(host_home) / "reme.json").exists()
    host_home.install("hermes", DEFAULT)
    assert json.loads((folder(host_home) / "reme.json").read_text()) == {"url": DEFAULT.url}


@pytest.mark.usefixtures("state")
def test_a_token_goes_into_the_private_file_and_only_that_token_goes_again(host_home: HostHome) -> None:
    variables = folder(host_home) / ".env"
    variables.write_text("OTHER_KEY=other\n")
    host_home.install("hermes", ServerAddress(DEFAULT.url, is_default=True, token=TOKEN))
    assert variables.read_text() == f"OTHER_KEY=other\nREME_TOKEN={TOKEN}\n"
    assert stat.S_IMODE(variables.stat().st_mode) == 0o600
    records = "".join(path.read_text() for path in (host_home.home / ".reme").rglob("*.json"))
    assert TOKEN not in records
    variables.write_text("REME_TOKEN=somebody-else-wrote-this\n")
    host_home.uninstall("hermes")
    assert variables.read_text() == "REME_TOKEN=somebody-else-wrote-this\n"


@pytest.mark.usefixtures("state")
def test_a_home_that_a_variable_names_is_another_installation(host_home: HostHome) -> None:
    host_home.install("hermes")
    first = tree(host_home.home)
    profile = folder(host_home) / "profiles" / "coder"
    profile.mkdir(parents=True)
    assert "profile_without" in codes(host_home.inspect("hermes"))
    host_home.variables["HERMES_HOME"] = str(profile)
    host_home.install("hermes")
    assert (profile / "plugins" / "reme" / "plugin.yaml").is_file()
    spool = host_home.places.spool("hermes")
    assert spool == profile / "reme-spool"
    host_home.uninstall("hermes")
    assert tree(host_home.home) == first
    assert list(profile.iterdir()) == []


@pytest.mark.usefixtures("state")
def test_turns_that_wait_go_or_stay_as_was_said(host_home: HostHome) -> None:
    host_home.install("hermes")
    spool = folder(host_home) / "reme-spool"
    assert host_home.places.spool("hermes") == spool
    spool.mkdir()
    (spool / "00000000000000000001-1-abcdef.json").write_text("{}")
    host_home.uninstall("hermes", keep_data=True)
    assert len(list(spool.iterdir())) == 1
    host_home.install("hermes")
    host_home.uninstall("hermes")
    assert not spool.exists()


@pytest.mark.usefixtures("state")
def test_a_plugin_of_somebody_else_with_our_name_is_not_touched(host_home: HostHome) -> None:
    other = folder(host_home) / "plugins" / "reme"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("class Other: ...\n")
    before = tree(host_home.home)
    with pytest.raises(InstallationFailed, match="another plugin of that name"):
        host_home.installer("hermes").install(DEFAULT)
    done(host_home.installer("hermes").uninstall(keep_data=False))
    assert tree(host_home.home) == before


def test_a_refusal_of_the_host_is_told(host_home: HostHome, state: Path) -> None:
    (state / "refuse").write_text("set")
    with pytest.raises(InstallationFailed, match="managed by your administrator"):
        host_home.install("hermes")


def test_without_the_program_nothing_is_installed(host_home: HostHome) -> None:
    with pytest.raises(InstallationFailed, match="no `hermes` on PATH") as failed:
        host_home.installer("hermes").install(DEFAULT)
    assert failed.value.remedy.endswith("pip install --upgrade hermes-agent")


@pytest.mark.usefixtures("state")
def test_a_configuration_that_is_no_yaml_is_named(host_home: HostHome) -> None:
    config(host_home).write_text("model: [unclosed\n")
    with pytest.raises(InstallationFailed, match="no YAML"):
        host_home.installer("hermes").install(DEFAULT)


def test_the_host_gets_no_credentials_of_this_process(host_home: HostHome, state: Path) -> None:
    host_home.variables["SOME_API_KEY"] = "secret"
    host_home.install("hermes")
    assert all("SOME_API_KEY" not in call["environment"] for call in calls(state))


def test_doctor_finds_nothing_wrong_after_an_install(host_home: HostHome, state: Path) -> None:
    host_home.install("hermes")
    report = host_home.inspect("hermes")
    assert codes(report) == []
    assert report.program["version"] == "0.19.0"
    assert report.plugin["enabled"]
    (state / "version").write_text("0.20.1")
    assert codes(host_home.inspect("hermes")) == ["host_newer"]


@pytest.mark.usefixtures("state")
def test_doctor_names_what_is_missing_other_or_twice(host_home: HostHome) -> None:
    assert codes(host_home.inspect("hermes")) == ["plugin_missing"]
    host_home.install("hermes")
    (folder(host_home) / "skills" / "reme-memory" / "SKILL.md").write_text("other")
    (folder(host_home) / "skills" / "reme_memory_old").mkdir()
    (folder(host_home) / "plugins" / "reme" / "host.py").write_text("other")
    config(host_home).write_text(
        CONFIG + '  provider: mem0\nmcp_servers:\n  mine: {url: "http://127.0.0.1:2333/mcp"}\n'
    )
    found = codes(host_home.inspect("hermes"))
    assert set(found) >= {"plugin_disabled", "provider_other", "skill_missing", "skill_twice", "server_twice"}
    (folder(host_home) / "reme.json").write_text(json.dumps({"url": ELSEWHERE.url}))
    assert "server_elsewhere" in codes(host_home.inspect("hermes"))
