from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from reme_gateway.integrations import package_files
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.installer import ServerAddress

from tests.server.integrations.host_home import DEFAULT, HostHome, calls, codes, tree

pytestmark = pytest.mark.slow

ELSEWHERE = ServerAddress("http://127.0.0.1:4000", is_default=False)
WITH_TOKEN = ServerAddress("http://127.0.0.1:2333", is_default=True, token="reme_secret")
NEVER_OURS = ".claude.json"
OURS = "reme-memory@reme"
OLDER = "reme@reme-marketplace"


@pytest.fixture
def claude(host_home: HostHome) -> HostHome:
    """With Claude Code on PATH, used before."""
    host_home.add("claude")
    (host_home.home / ".claude").mkdir()
    state = {"firstStartTime": "2026-12-01T02:59:12.471Z", "seenNotifications": {}}
    (host_home.home / NEVER_OURS).write_text(json.dumps(state, indent=2))
    return host_home


def settings(home: HostHome) -> Path:
    return home.home / ".claude" / "settings.json"


def test_installing_copies_the_package_and_uses_the_hosts_own_commands(claude: HostHome) -> None:
    plan = claude.install("claude_code")
    package = claude.home / ".reme" / "packages" / "claude-code"
    assert package_files.is_same(package_files.source_of("claude-code"), package)
    assert [step.command for step in plan.steps if step.command] == [
        f"claude plugin marketplace add {package} --json",
        "claude plugin install reme-memory@reme --json",
    ]


def test_planning_changes_nothing(claude: HostHome) -> None:
    before = tree(claude.home)
    assert claude.installer("claude_code").install(DEFAULT).steps
    assert tree(claude.home) == before


def test_planning_for_a_host_that_was_never_started_does_not_start_it(host_home: HostHome) -> None:
    state = host_home.add("claude")
    assert host_home.installer("claude_code").install(DEFAULT).steps
    assert calls(state) == []
    assert tree(host_home.home) == {}


def test_a_second_installation_has_nothing_to_do(claude: HostHome) -> None:
    claude.install("claude_code")
    assert claude.install("claude_code").steps == ()


def test_a_plugin_that_was_switched_off_or_is_older_is_brought_up_to_date(claude: HostHome) -> None:
    claude.install("claude_code")
    settings(claude).write_text(settings(claude).read_text().replace("true", "false"))
    installed = claude.home / ".claude" / "plugins" / "installed_plugins.json"
    installed.write_text(installed.read_text().replace('"version": "0.1.0"', '"version": "0.0.9"'))
    plan = claude.install("claude_code")
    assert [step.command for step in plan.steps] == [
        "claude plugin enable reme-memory@reme --json",
        "claude plugin update reme-memory@reme --json",
    ]
    assert claude.install("claude_code").steps == ()


def test_the_package_is_changed_in_place_without_a_moment_without_it(claude: HostHome) -> None:
    claude.install("claude_code")
    package = claude.home / ".reme" / "packages" / "claude-code" / "reme"
    (package / "hook.py").write_text("# of an older version\n")
    (package / "gone.py").write_text("# no longer part of it\n")
    untouched = package / "host.py"
    before = untouched.stat().st_ino
    plan = claude.install("claude_code")
    assert [step.command for step in plan.steps] == [""]
    assert not (package / "gone.py").exists()
    assert untouched.stat().st_ino == before


@pytest.mark.parametrize(
    "before",
    [
        None,
        "{}",
        '{\n    "model":"opus",\n\t"env": {"A":"1"} ,\n  "permissions": {}\n}',
        '{"enabledPlugins": {}, "model": "opus"}\n',
        '{"enabledPlugins": {"other@m": true}, "extraKnownMarketplaces": {}, "name": "部署"}\n',
    ],
)
def test_uninstalling_leaves_the_folder_as_it_was(claude: HostHome, before: str | None) -> None:
    if before is not None:
        settings(claude).write_text(before)
        settings(claude).chmod(0o640)
    as_it_was = tree(claude.home)
    claude.install("claude_code", WITH_TOKEN)
    claude.uninstall("claude_code")
    assert tree(claude.home) == as_it_was
    assert sorted(path.name for path in claude.home.iterdir()) == [".claude", NEVER_OURS]
    assert claude.uninstall("claude_code").steps == ()


def test_what_the_user_changed_meanwhile_stays(claude: HostHome) -> None:
    settings(claude).write_text('{"model": "opus", "permissions": {}}')
    claude.install("claude_code")
    document = json.loads(settings(claude).read_text())
    settings(claude).write_text(json.dumps(document | {"model": "haiku"}, indent=2) + "\n")
    claude.uninstall("claude_code")
    assert settings(claude).read_text() == '{\n  "permissions": {},\n  "model": "haiku"\n}\n'


def test_settings_that_the_host_did_not_write_are_not_rewritten(claude: HostHome) -> None:
    settings(claude).write_text('{"model": "opus"}')
    claude.install("claude_code")
    (claude.bin / "claude").unlink()
    mine = json.dumps(json.loads(settings(claude).read_text()) | {"model": "haiku"})
    settings(claude).write_text(mine)
    claude.uninstall("claude_code")
    assert settings(claude).read_text() == mine


def test_other_plugins_of_the_host_stay_as_they_are(claude: HostHome) -> None:
    folder = claude.home / ".claude" / "plugins"
    folder.mkdir()
    known = '{"other":{"source":{"source":"directory","path":"/x"},"installLocation":"/x"}}'
    installed = '{"version":2,"plugins":{"a@other":[{"scope":"user","version":"1.0.0"}]}}'
    (folder / "known_marketplaces.json").write_text(known)
    (folder / "installed_plugins.json").write_text(installed)
    before = tree(claude.home)
    claude.install("claude_code")
    claude.uninstall("claude_code")
    assert tree(claude.home) == before


def test_the_token_is_handed_over_on_standard_input_only(claude: HostHome) -> None:
    plan = claude.install("claude_code", WITH_TOKEN)
    made = calls(claude.bin.parent / "fake-claude")
    assert any(json.loads(call["stdin"] or "{}") == {"token": "reme_secret"} for call in made)
    assert not any("reme_secret" in " ".join(call["arguments"]) for call in made)
    assert not any("reme_secret" in str(call["environment"]) for call in made)
    assert "reme_secret" not in repr(plan)
    ours = b"".join(content for content, _ in tree(claude.home / ".reme").values())
    assert b"reme_secret" not in ours
    assert claude.install("claude_code", WITH_TOKEN).steps == ()


def test_another_token_is_handed_over_again(claude: HostHome) -> None:
    claude.install("claude_code", WITH_TOKEN)
    other = ServerAddress("http://127.0.0.1:2333", is_default=True, token="reme_other")
    assert claude.install("claude_code", other).steps[0].does == "hand over the server's token"


def test_another_address_becomes_an_option(claude: HostHome) -> None:
    claude.install("claude_code", ELSEWHERE)
    options = json.loads(settings(claude).read_text())["pluginConfigs"][OURS]["options"]
    assert options == {"base_url": "http://127.0.0.1:4000"}
    assert claude.install("claude_code", ELSEWHERE).steps == ()
    claude.install("claude_code", DEFAULT)
    options = json.loads(settings(claude).read_text())["pluginConfigs"][OURS]["options"]
    assert options == {"base_url": "http://127.0.0.1:2333"}


def test_a_configuration_folder_of_its_own_is_used(claude: HostHome) -> None:
    other = claude.home / "other"
    other.mkdir()
    claude.variables["CLAUDE_CONFIG_DIR"] = str(other)
    claude.install("claude_code")
    assert (other / "settings.json").exists()
    assert not settings(claude).exists()
    claude.uninstall("claude_code")
    assert sorted(path.name for path in other.rglob("*") if path.is_file()) == [".claude.json"]


def test_the_program_may_be_gone_at_the_end(claude: HostHome) -> None:
    settings(claude).write_text('{"model": "opus"}')
    before = tree(claude.home)
    claude.install("claude_code")
    (claude.bin / "claude").unlink()
    claude.uninstall("claude_code")
    assert tree(claude.home) == before


def test_data_stays_when_it_is_to_be_kept(claude: HostHome) -> None:
    claude.install("claude_code")
    data = claude.home / ".claude" / "plugins" / "data" / "reme-memory-reme" / "config.json"
    data.parent.mkdir(parents=True)
    data.write_text("{}")
    claude.uninstall("claude_code", keep_data=True)
    assert data.exists()
    arguments = [call["arguments"] for call in calls(claude.bin.parent / "fake-claude")]
    assert ["plugin", "uninstall", OURS, "--json", "--keep-data"] in arguments


def test_the_host_is_run_quietly_and_without_secrets(claude: HostHome) -> None:
    claude.variables |= {"ANTHROPIC_API_KEY": "sk-x", "REME_TOKEN": "reme_secret"}
    claude.install("claude_code")
    for call in calls(claude.bin.parent / "fake-claude"):
        environment = call["environment"]
        assert not {"ANTHROPIC_API_KEY", "REME_TOKEN"} & set(environment)
        assert environment["DISABLE_TELEMETRY"] == environment["DISABLE_AUTOUPDATER"] == "1"


def test_a_refusal_is_told_in_the_hosts_words(claude: HostHome) -> None:
    before = tree(claude.home)
    (claude.bin.parent / "fake-claude" / "refuse").write_text("install")
    with pytest.raises(InstallationFailed, match=r"failed: Failed to do it: the disk is full of testing$"):
        claude.install("claude_code")
    claude.uninstall("claude_code")
    assert tree(claude.home) == before


def test_a_missing_program_says_how_to_get_it(host_home: HostHome) -> None:
    with pytest.raises(InstallationFailed, match="no `claude` on PATH") as raised:
        host_home.install("claude_code")
    assert raised.value.remedy == "install it first: npm install -g @anthropic-ai/claude-code"


def test_a_program_beside_the_path_is_found(host_home: HostHome) -> None:
    host_home.add("claude")
    local = host_home.home / ".local" / "bin" / "claude"
    local.parent.mkdir(parents=True)
    (host_home.bin / "claude").rename(local)
    assert host_home.inspect("claude_code").program["path"] == str(local)


def test_doctor_has_nothing_to_say_about_a_working_installation(claude: HostHome) -> None:
    claude.install("claude_code")
    report = claude.inspect("claude_code")
    assert codes(report) == []
    assert report.plugin["version"] == "0.1.0"
    assert report.plugin["folder"] == str(claude.home / ".reme" / "packages" / "claude-code" / "reme")


def test_doctor_tells_a_missing_plugin_and_one_that_is_off(claude: HostHome) -> None:
    assert codes(claude.inspect("claude_code")) == ["plugin_missing"]
    claude.install("claude_code")
    settings(claude).write_text(settings(claude).read_text().replace("true", "false"))
    assert codes(claude.inspect("claude_code")) == ["plugin_disabled"]


def test_doctor_tells_a_package_that_was_changed_or_is_gone(claude: HostHome) -> None:
    claude.install("claude_code")
    package = claude.home / ".reme" / "packages" / "claude-code" / "reme"
    (package / "hook.py").write_text("# changed\n")
    report = claude.inspect("claude_code")
    assert [(item.code, item.fix) for item in report.findings] == [
        ("plugin_outdated", "reme install claude-code")
    ]


def test_doctor_tells_an_address_that_differs(claude: HostHome) -> None:
    claude.install("claude_code", ELSEWHERE)
    assert codes(claude.inspect("claude_code")) == ["server_elsewhere"]
    assert codes(claude.inspect("claude_code", ELSEWHERE.url)) == []


def test_doctor_tells_hooks_that_are_all_off(claude: HostHome) -> None:
    claude.install("claude_code")
    document = json.loads(settings(claude).read_text()) | {"disableAllHooks": True}
    settings(claude).write_text(json.dumps(document))
    assert [(item.code, item.level) for item in claude.inspect("claude_code").findings] == [
        ("hooks_off", "note")
    ]


@pytest.mark.parametrize(
    ("servers", "fix"),
    [
        (
            {"mcpServers": {"reme": {"type": "http", "url": "http://127.0.0.1:2333/mcp"}}},
            "claude mcp remove --scope user reme",
        ),
        (
            {"projects": {"HOME": {"mcpServers": {"memory": {"command": "/opt/bin/reme", "args": ["mcp"]}}}}},
            "claude mcp remove --scope local memory",
        ),
    ],
)
def test_doctor_tells_a_server_that_is_configured_twice(
    claude: HostHome, servers: dict[str, object], fix: str
) -> None:
    claude.install("claude_code")
    text = json.dumps(servers).replace("HOME", str(claude.home))
    (claude.home / NEVER_OURS).write_text(text)
    assert [(item.code, item.fix) for item in claude.inspect("claude_code").findings] == [
        ("server_twice", fix)
    ]


def test_doctor_tells_a_server_of_the_project(claude: HostHome) -> None:
    claude.install("claude_code")
    entry = {"mcpServers": {"m": {"type": "http", "url": "http://localhost:2333/mcp/"}}}
    (claude.home / ".mcp.json").write_text(json.dumps(entry))
    other = {"mcpServers": {"other": {"type": "http", "url": "http://localhost:9/mcp"}}}
    (claude.home / NEVER_OURS).write_text(json.dumps(other))
    assert [item.fix for item in claude.inspect("claude_code").findings] == [
        "claude mcp remove --scope project m"
    ]


def install_another(claude: HostHome, selector: str) -> None:
    """A plugin of that name out of a marketplace of that name, by the host's own commands."""
    name, _, market = selector.partition("@")
    root = claude.home / market
    for folder in (root / ".claude-plugin", root / name / ".claude-plugin"):
        folder.mkdir(parents=True)
    listing = {"name": market, "plugins": [{"name": name, "source": f"./{name}"}]}
    (root / ".claude-plugin" / "marketplace.json").write_text(json.dumps(listing))
    manifest = {"name": name, "version": "0.2.0"}
    (root / name / ".claude-plugin" / "plugin.json").write_text(json.dumps(manifest))
    plugin_command(claude, "marketplace", "add", str(root))
    plugin_command(claude, "install", selector)


def plugin_command(claude: HostHome, *words: str) -> None:
    command = [claude.bin / "claude", "plugin", *words, "--json"]
    subprocess.run(command, env=claude.variables, stdin=subprocess.DEVNULL, check=True)


def enabled(claude: HostHome) -> dict[str, bool]:
    found: dict[str, bool] = json.loads(settings(claude).read_text())["enabledPlugins"]
    return found


@pytest.mark.parametrize("comes_first", [True, False])
@pytest.mark.parametrize("another", [OLDER, "reme-memory@company"])
def test_doctor_tells_the_older_plugin_and_one_of_our_name(
    claude: HostHome, another: str, comes_first: bool
) -> None:
    if comes_first:
        install_another(claude, another)
    claude.install("claude_code")
    if not comes_first:
        install_another(claude, another)
    assert [(item.code, item.fix) for item in claude.inspect("claude_code").findings] == [
        ("plugin_twice", f"claude plugin uninstall {another}")
    ]
    plugin_command(claude, "disable", another)
    assert codes(claude.inspect("claude_code")) == []


def test_doctor_tells_what_happens_beside_each_of_them(claude: HostHome) -> None:
    claude.install("claude_code")
    install_another(claude, OLDER)
    install_another(claude, "reme-memory@company")
    older, of_our_name = (item.what for item in claude.inspect("claude_code").findings)
    assert "its hooks ask the server" in older
    assert "the hooks of one" in of_our_name


def test_the_older_plugin_stays_as_it_was(claude: HostHome) -> None:
    install_another(claude, OLDER)
    before = tree(claude.home)
    claude.install("claude_code")
    assert enabled(claude) == {OLDER: True, OURS: True}
    assert claude.install("claude_code").steps == ()
    claude.uninstall("claude_code")
    assert tree(claude.home) == before


def test_a_name_that_our_marketplace_no_longer_has_is_no_clash(claude: HostHome) -> None:
    """Claude Code goes on listing such a plugin as switched on, with an error, and loads nothing of it."""
    claude.install("claude_code")
    installed = claude.home / ".claude" / "plugins" / "installed_plugins.json"
    document = json.loads(installed.read_text())
    document["plugins"]["reme@reme"] = document["plugins"][OURS]
    installed.write_text(json.dumps(document))
    plugin_command(claude, "enable", "reme@reme")
    assert claude.inspect("claude_code").findings == []
    assert claude.install("claude_code").steps == ()


def test_doctor_tells_a_skill_of_reme_in_the_users_folder(claude: HostHome) -> None:
    claude.install("claude_code")
    for name in ("reme", "reme_memory", "remedy"):
        (claude.home / ".claude" / "skills" / name).mkdir(parents=True)
    folder = claude.home / ".claude" / "skills"
    assert [(item.code, item.fix) for item in claude.inspect("claude_code").findings] == [
        ("skill_twice", f"rm -r {folder / 'reme'}"),
        ("skill_twice", f"rm -r {folder / 'reme_memory'}"),
    ]


def test_doctor_opens_no_credentials(claude: HostHome, monkeypatch: pytest.MonkeyPatch) -> None:
    claude.install("claude_code", WITH_TOKEN)
    opened: list[str] = []
    read = Path.read_bytes

    def watched(path: Path) -> bytes:
        opened.append(path.name)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", watched)
    claude.inspect("claude_code")
    assert "settings.json" in opened
    assert ".credentials.json" not in opened


@pytest.mark.parametrize("selector", ["memory@somebodys", "reme@portable"])
def test_doctor_tells_the_generic_package(claude: HostHome, selector: str) -> None:
    claude.install("claude_code")
    install_another(claude, selector)
    name, _, market = selector.partition("@")
    (claude.home / market / name / "plugin.json").write_text('{"extensions": {"io.agentscope.reme": {}}}')
    assert [(item.code, item.fix) for item in claude.inspect("claude_code").findings] == [
        ("generic_twice", f"claude plugin uninstall {selector}")
    ]
