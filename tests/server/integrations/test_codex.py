from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_gateway.integrations import package_files
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.installer import ServerAddress

from tests.server.integrations.host_home import DEFAULT, HostHome, calls, codes, tree

pytestmark = pytest.mark.slow

ELSEWHERE = ServerAddress("http://127.0.0.1:4000", is_default=False)
WITH_TOKEN = ServerAddress("http://127.0.0.1:2333", is_default=True, token="reme_secret")
TRUSTED = """
[hooks.state]

[hooks.state."reme@reme:hooks/hooks.json:stop:0:0"]
trusted_hash = "sha256:1"
trusted_content_hash = "sha256:2"
"""


@pytest.fixture
def codex(host_home: HostHome) -> HostHome:
    """With Codex on PATH and its folder there."""
    host_home.add("codex")
    (host_home.home / ".codex").mkdir()
    return host_home


def config(home: HostHome) -> Path:
    return home.home / ".codex" / "config.toml"


def trust(home: HostHome) -> None:
    """What the user's review leaves behind: entries of its own, and a file beside them."""
    file_text = config(home).read_text()
    with config(home).open("a") as file:
        file.write(TRUSTED.replace("[hooks.state]\n\n", "") if "[hooks.state]" in file_text else TRUSTED)
    folder = home.home / ".codex" / ".hook-trust"
    folder.mkdir()
    (folder / "0a1b").write_text("sha256:2\n")


def test_installing_copies_the_package_and_uses_the_hosts_own_commands(codex: HostHome) -> None:
    plan = codex.install("codex")
    package = codex.home / ".reme" / "packages" / "codex"
    assert package_files.is_same(package_files.source_of("codex"), package)
    assert [step.command for step in plan.steps if step.command] == [
        f"codex plugin marketplace add {package} --json",
        "codex plugin add reme@reme --json",
    ]
    assert any("/hooks" in sentence for sentence in plan.afterwards)
    assert (codex.home / ".codex" / "plugins" / "cache" / "reme" / "reme" / "0.1.0" / "hook.py").is_file()


def test_planning_starts_no_program_and_changes_nothing(codex: HostHome) -> None:
    before = tree(codex.home)
    assert codex.installer("codex").install(DEFAULT).steps
    assert tree(codex.home) == before
    assert calls(codex.bin.parent / "fake-codex") == []


def test_a_second_installation_has_nothing_to_do(codex: HostHome) -> None:
    codex.install("codex")
    trust(codex)
    assert codex.install("codex").steps == ()


def test_a_changed_package_is_brought_again_under_the_same_path(codex: HostHome) -> None:
    codex.install("codex")
    stale = codex.home / ".reme" / "packages" / "codex" / "reme" / "hook.py"
    stale.write_text("# of an older version\n")
    cached = codex.home / ".codex" / "plugins" / "cache" / "reme" / "reme" / "0.1.0" / "hook.py"
    cached.write_text("# of an older version\n")
    plan = codex.install("codex")
    assert [step.command for step in plan.steps] == ["", "codex plugin add reme@reme --json"]
    assert stale.read_bytes() == cached.read_bytes()
    assert codex.install("codex").steps == ()


def test_a_marketplace_of_a_clone_is_replaced(codex: HostHome, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    package_files.bring(package_files.source_of("codex"), clone)
    config(codex).write_text(f'[marketplaces.reme]\nsource_type = "local"\nsource = "{clone}"\n')
    commands = [step.command for step in codex.install("codex").steps if step.command]
    assert commands[0] == "codex plugin marketplace remove reme --json"
    assert codex.install("codex").steps == ()


@pytest.mark.parametrize(
    "before",
    [
        None,
        b"",
        b'model = "x"',
        b'# mine\r\nmodel = "x"\r\n\r\n[analytics]\r\nenabled = false\r\n',
        b'\xef\xbb\xbfmodel = "x"\n',
        b'[plugins."foo@bar"]\nenabled = true\n\n[a]\nb = 1 # tail\n\n# the end\n',
        b"[plugins]\n\n[marketplaces]\n# mine\n[analytics]\nenabled = false\n",
        b'[hooks.state."a@b:hooks/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:1"\n',
        b"[hooks.state]\n\n[hooks]\n# what\n",
        b'note = """\n[hooks.state."reme@reme:x"]\n# no comment\n"""\n',
        b"[features]\nplugins = true\n\n\n\n",
    ],
)
def test_uninstalling_leaves_the_folder_as_it_was(codex: HostHome, before: bytes | None) -> None:
    if before is not None:
        config(codex).write_bytes(before)
        config(codex).chmod(0o640)
    as_it_was = tree(codex.home)
    codex.install("codex")
    trust(codex)
    codex.uninstall("codex")
    assert tree(codex.home) == as_it_was
    assert sorted(path.name for path in codex.home.iterdir()) == [".codex"]
    assert codex.uninstall("codex").steps == ()


def test_what_the_user_changed_meanwhile_stays(codex: HostHome) -> None:
    config(codex).write_text('# mine\nmodel = "x"\n')
    codex.install("codex")
    trust(codex)
    text = config(codex).read_text().replace('model = "x"', 'model = "y"  # better')
    config(codex).write_text(text + '\n[hooks.state."other@m:h.json:stop:0:0"]\ntrusted_hash = "sha256:3"\n')
    codex.uninstall("codex")
    assert config(codex).read_text() == (
        '# mine\nmodel = "y"  # better\n\n[hooks.state]\n\n'
        '[hooks.state."other@m:h.json:stop:0:0"]\ntrusted_hash = "sha256:3"\n'
    )


def test_a_comment_written_meanwhile_stays(codex: HostHome) -> None:
    config(codex).write_text('model = "x"\n')
    codex.install("codex")
    config(codex).write_text("# written later\n" + config(codex).read_text())
    codex.uninstall("codex")
    assert config(codex).read_text() == '# written later\nmodel = "x"\n'


def test_a_linked_configuration_stays_a_link(codex: HostHome) -> None:
    dotfile = codex.home / "dotfiles.toml"
    dotfile.write_bytes(b'model = "x"\r\n')
    config(codex).symlink_to(dotfile)
    codex.install("codex")
    trust(codex)
    codex.uninstall("codex")
    assert config(codex).is_symlink()
    assert dotfile.read_bytes() == b'model = "x"\r\n'


def test_the_program_may_be_gone_at_the_end(codex: HostHome) -> None:
    config(codex).write_text('model = "x"\n')
    before = tree(codex.home)
    codex.install("codex")
    (codex.bin / "codex").unlink()
    codex.uninstall("codex")
    assert tree(codex.home) == before


def test_an_installation_by_hand_is_removed_too(codex: HostHome) -> None:
    config(codex).write_text('model = "x"\n')
    config(codex).chmod(0o600)
    before = tree(codex.home)
    codex.install("codex")
    next((codex.home / ".reme" / "installations").iterdir()).unlink()
    codex.uninstall("codex")
    assert tree(codex.home) == before


def test_data_stays_when_it_is_to_be_kept(codex: HostHome) -> None:
    codex.install("codex")
    kept = [
        codex.home / ".reme" / "integrations" / "codex" / "spool" / "01-1-a.json",
        codex.home / ".codex" / "plugins" / "data" / "reme-reme" / "config.json",
    ]
    for path in kept:
        path.parent.mkdir(parents=True)
        path.write_text("{}")
    codex.uninstall("codex", keep_data=True)
    assert all(path.exists() for path in kept)
    assert not (codex.home / ".reme" / "packages").exists()
    codex.install("codex")
    codex.uninstall("codex")
    assert not any(path.exists() for path in kept)


def test_a_second_configuration_folder_keeps_what_both_share(codex: HostHome) -> None:
    codex.install("codex")
    other = codex.home / "other"
    other.mkdir()
    codex.variables["CODEX_HOME"] = str(other)
    codex.install("codex")
    codex.uninstall("codex")
    assert (codex.home / ".reme" / "packages" / "codex").is_dir()
    del codex.variables["CODEX_HOME"]
    assert codex.install("codex").steps == ()


def test_another_address_becomes_an_entry_and_goes_again(codex: HostHome) -> None:
    config(codex).write_text('model = "x"\n')
    before = tree(codex.home)
    codex.install("codex", ELSEWHERE)
    assert '[mcp_servers.reme]\nurl = "http://127.0.0.1:4000/mcp"\n' in config(codex).read_text()
    assert codex.install("codex", ELSEWHERE).steps == ()
    codex.install("codex", DEFAULT)
    assert "mcp_servers" not in config(codex).read_text()
    codex.install("codex", ELSEWHERE)
    codex.uninstall("codex")
    assert tree(codex.home) == before


def test_a_token_is_named_and_never_handed_over(codex: HostHome) -> None:
    plan = codex.install("codex", WITH_TOKEN)
    assert 'bearer_token_env_var = "REME_TOKEN"' in config(codex).read_text()
    assert any("REME_TOKEN" in sentence for sentence in plan.afterwards)
    everything = b"".join(content for content, _ in tree(codex.home).values())
    assert b"reme_secret" not in everything
    assert "reme_secret" not in json.dumps(calls(codex.bin.parent / "fake-codex"))


def test_an_entry_of_the_users_own_is_left_alone(codex: HostHome) -> None:
    mine = '[mcp_servers.reme]\nurl = "http://10.0.0.1:2333/mcp"\n'
    config(codex).write_text(mine)
    codex.install("codex", ELSEWHERE)
    assert mine in config(codex).read_text()
    codex.uninstall("codex")
    assert config(codex).read_text() == mine


def test_the_host_gets_no_secret_of_ours_and_no_network(codex: HostHome) -> None:
    codex.variables |= {"REME_TOKEN": "reme_secret", "OPENAI_API_KEY": "sk-x", "LC_ALL": "C.UTF-8"}
    codex.install("codex")
    for call in calls(codex.bin.parent / "fake-codex"):
        assert not {"REME_TOKEN", "OPENAI_API_KEY"} & set(call["environment"])
        assert call["environment"]["HTTPS_PROXY"] == "http://127.0.0.1:9"
        assert call["environment"]["LC_ALL"] == "C.UTF-8"


def test_a_refusal_is_told_in_the_hosts_words_and_can_be_continued(codex: HostHome) -> None:
    refuse = codex.bin.parent / "fake-codex" / "refuse"
    refuse.write_text("add")
    with pytest.raises(InstallationFailed, match=r"marketplace add .* failed: the disk is full of testing$"):
        codex.install("codex")
    refuse.unlink()
    codex.install("codex")
    codex.uninstall("codex")
    assert tree(codex.home) == {}


def test_a_missing_program_says_how_to_get_it(host_home: HostHome) -> None:
    with pytest.raises(InstallationFailed, match="no `codex` on PATH") as raised:
        host_home.install("codex")
    assert raised.value.remedy == "install it first: npm install -g @openai/codex"


def test_a_configuration_that_is_no_toml_is_not_touched(codex: HostHome) -> None:
    config(codex).write_text("model = \n")
    with pytest.raises(InstallationFailed, match=r"config\.toml is no TOML"):
        codex.install("codex")
    with pytest.raises(InstallationFailed, match=r"config\.toml is no TOML"):
        codex.uninstall("codex")
    assert config(codex).read_text() == "model = \n"


def test_a_codex_home_that_is_no_folder_is_named(codex: HostHome) -> None:
    codex.variables["CODEX_HOME"] = str(codex.home / "nowhere")
    with pytest.raises(InstallationFailed, match=r"CODEX_HOME names .*nowhere"):
        codex.install("codex")


def test_doctor_tells_untrusted_hooks(codex: HostHome) -> None:
    codex.install("codex")
    report = codex.inspect("codex")
    assert codes(report) == ["hooks_untrusted"]
    assert report.findings[0].fix == "codex"
    assert {hook["event"] for hook in report.hooks} >= {"UserPromptSubmit", "Stop", "SessionEnd"}
    assert report.program["version"] == "0.171.0"
    assert report.program["standing"] == "tested"


@pytest.mark.parametrize(("trust", "found"), [("trusted", []), ("modified", ["hooks_modified"])])
def test_doctor_tells_what_the_host_thinks_of_the_hooks(
    codex: HostHome, trust: str, found: list[str]
) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "trust").write_text(trust)
    assert codes(codex.inspect("codex")) == found


def test_doctor_tells_what_is_missing(codex: HostHome) -> None:
    assert codes(codex.inspect("codex")) == ["plugin_missing"]
    assert codex.inspect("codex", wanted=False).findings[0].level == "note"
    (codex.bin / "codex").unlink()
    assert codes(codex.inspect("codex")) == ["host_missing", "plugin_missing"]


def test_doctor_tells_a_plugin_that_is_off_or_old(codex: HostHome) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "trust").write_text("trusted")
    cached = codex.home / ".codex" / "plugins" / "cache" / "reme" / "reme" / "0.1.0" / "hook.py"
    cached.write_text("# of an older version\n")
    assert codes(codex.inspect("codex")) == ["plugin_outdated"]
    config(codex).write_text(config(codex).read_text().replace("enabled = true", "enabled = false"))
    assert codes(codex.inspect("codex")) == ["plugin_disabled"]


def test_doctor_tells_features_and_hooks_that_are_off(codex: HostHome) -> None:
    codex.install("codex")
    config(codex).write_text("[features]\nhooks = false\n\n" + config(codex).read_text())
    report = codex.inspect("codex")
    assert [(item.code, item.level, item.fix) for item in report.findings] == [
        ("hooks_off", "note", "codex features enable hooks")
    ]


def test_doctor_tells_hooks_that_the_host_does_not_list(codex: HostHome) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "trust").write_text("trusted")
    for hooks in (codex.home / ".reme").parent.rglob("hooks.json"):
        hooks.write_text('{"hooks": {"Stop": []}}')
    report = codex.inspect("codex")
    assert codes(report) == ["plugin_outdated", "hooks_missing"]
    assert "UserPromptSubmit" in report.findings[1].what


def test_doctor_survives_a_host_that_does_not_answer(codex: HostHome) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "mute").touch()
    assert codes(codex.inspect("codex")) == ["hooks_unknown"]


@pytest.mark.parametrize(
    ("entry", "code", "fix"),
    [
        (
            '[plugins."reme@reme-codex"]\nenabled = true\n',
            "plugin_twice",
            "codex plugin remove reme@reme-codex",
        ),
        (
            '[mcp_servers.memory]\nurl = "http://localhost:2333/mcp"\n',
            "server_twice",
            "codex mcp remove memory",
        ),
        (
            '[mcp_servers.m]\ncommand = "node"\nargs = ["/x/servers/mcp-proxy.mjs"]\n',
            "server_twice",
            "codex mcp remove m",
        ),
        ('[mcp_servers.reme]\nurl = "http://10.0.0.1:1/mcp"\n', "server_elsewhere", "codex mcp remove reme"),
    ],
)
def test_doctor_tells_what_stands_beside(codex: HostHome, entry: str, code: str, fix: str) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "trust").write_text("trusted")
    config(codex).write_text(f"{config(codex).read_text()}\n{entry}")
    assert [(item.code, item.fix) for item in codex.inspect("codex").findings] == [(code, fix)]


@pytest.mark.parametrize(
    ("version", "found"),
    [("codex-cli 0.100.0", ["host_older"]), ("codex-cli 0.180.1", ["host_newer"]), ("nonsense", [])],
)
def test_doctor_compares_versions(codex: HostHome, version: str, found: list[str]) -> None:
    codex.install("codex")
    state = codex.bin.parent / "fake-codex"
    (state / "trust").write_text("trusted")
    (state / "version").write_text(version)
    assert codes(codex.inspect("codex")) == found


def test_a_skill_of_the_older_plugin_is_named(codex: HostHome) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "trust").write_text("trusted")
    (codex.home / ".codex" / "skills" / "reme_memory").mkdir(parents=True)
    (codex.home / ".codex" / "skills" / "remember-birthdays").mkdir()
    assert codes(codex.inspect("codex")) == ["skill_twice"]


def test_doctor_changes_nothing_and_opens_no_credentials(codex: HostHome) -> None:
    codex.install("codex")
    secret = codex.home / ".codex" / "auth.json"
    secret.write_text("{}")
    secret.chmod(0)
    before = {path: path.stat().st_mtime_ns for path in codex.home.rglob("*")}
    codex.inspect("codex")
    assert {path: path.stat().st_mtime_ns for path in codex.home.rglob("*")} == before


def test_the_generic_package_beside_is_named_whatever_it_is_called(codex: HostHome) -> None:
    codex.install("codex")
    (codex.bin.parent / "fake-codex" / "trust").write_text("trusted")
    for selector in ("reme@portable", "memory@somebody"):
        plugin, _, market = selector.partition("@")
        copy = codex.home / ".codex" / "plugins" / "cache" / market / plugin / "0.1.0"
        copy.mkdir(parents=True)
        (copy / "plugin.json").write_text('{"extensions": {"io.agentscope.reme": {}}}')
        config(codex).write_text(f'{config(codex).read_text()}\n[plugins."{selector}"]\nenabled = true\n')
    assert [(item.code, item.fix) for item in codex.inspect("codex").findings] == [
        ("generic_twice", "codex plugin remove reme@portable"),
        ("generic_twice", "codex plugin remove memory@somebody"),
    ]
    text = config(codex).read_text()
    config(codex).write_text(text.replace('@portable"]\nenabled = true', '@portable"]\nenabled = false'))
    assert [item.fix for item in codex.inspect("codex").findings] == ["codex plugin remove memory@somebody"]
