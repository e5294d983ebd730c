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
# The host's backups of its file and its folder of plugins are its own.
KEPT_BY_HOST = "openclaw.json.bak"
COMMENTED = '// mine\n{"agents": {"defaults": {"workspace": "/w"}}, "plugins": {"allow": ["other"]}}'


@pytest.fixture
def openclaw(host_home: HostHome) -> HostHome:
    """With OpenClaw on PATH, used before."""
    host_home.add("openclaw")
    (host_home.home / ".openclaw").mkdir()
    return host_home


def config(home: HostHome) -> Path:
    return home.home / ".openclaw" / "openclaw.json"


def document(home: HostHome) -> dict[str, object]:
    found: dict[str, object] = json.loads(config(home).read_text())
    return found


def left(home: HostHome) -> dict[str, tuple[bytes, int]]:
    """What is in the home folder, but for what the host keeps of its own."""
    return {path: content for path, content in tree(home.home).items() if not path.endswith(KEPT_BY_HOST)}


def commands(home: HostHome) -> list[str]:
    made = calls(home.bin.parent / "fake-openclaw")
    return [" ".join(call["arguments"]) for call in made]


def test_installing_copies_the_package_and_uses_the_hosts_own_commands(openclaw: HostHome) -> None:
    plan = openclaw.install("openclaw")
    package = openclaw.home / ".reme" / "packages" / "openclaw"
    source = package_files.source_of("openclaw")
    assert package_files.is_same(source, package)
    assert package_files.is_same(source, openclaw.home / ".openclaw" / "extensions" / "reme")
    assert [step.command for step in plan.steps if step.command] == [
        f"openclaw plugins install {package} --force --accept-capabilities",
        "openclaw config set plugins.entries.reme.hooks.allowConversationAccess true --strict-json",
    ]


def test_planning_changes_nothing_and_starts_no_host(openclaw: HostHome) -> None:
    before = tree(openclaw.home)
    assert openclaw.installer("openclaw").install(DEFAULT).steps
    assert tree(openclaw.home) == before
    assert commands(openclaw) == []


def test_a_second_installation_has_nothing_to_do(openclaw: HostHome) -> None:
    openclaw.install("openclaw", ELSEWHERE)
    assert openclaw.install("openclaw", ELSEWHERE).steps == ()


@pytest.mark.parametrize(
    "before",
    [
        None,
        "{}",
        COMMENTED,
        '{"plugins": {"entries": {}, "slots": {"memory": "other"}}}\n',
        '{\n    "plugins":{"allow": ["a"], "entries": {"a": {"enabled": true}}},\n\t"name": "部署"}',
        '{"plugins": {"allow": ["reme"]}}',
        '{"meta": {"lastTouchedVersion": "2026.5.7"}, "mcp": {"servers": {}}}',
    ],
)
def test_uninstalling_leaves_the_folder_as_it_was(openclaw: HostHome, before: str | None) -> None:
    if before is not None:
        config(openclaw).write_text(before)
        config(openclaw).chmod(0o640)
    as_it_was = left(openclaw)
    openclaw.install("openclaw", ELSEWHERE)
    openclaw.uninstall("openclaw")
    assert left(openclaw) == as_it_was
    assert not (openclaw.home / ".reme").exists()
    assert openclaw.uninstall("openclaw").steps == ()
    openclaw.install("openclaw")
    assert document(openclaw)["plugins"]["entries"]["reme"]["enabled"] is True  # type: ignore[index]


def test_what_the_user_changed_meanwhile_stays(openclaw: HostHome) -> None:
    config(openclaw).write_text(COMMENTED)
    openclaw.install("openclaw")
    changed = document(openclaw) | {"update": {"checkOnStart": False}}
    config(openclaw).write_text(json.dumps(changed, indent=2) + "\n")
    openclaw.uninstall("openclaw")
    rest = document(openclaw)
    assert rest["update"] == {"checkOnStart": False}
    assert rest["plugins"] == {"allow": ["other"]}


def test_a_file_that_got_comments_since_is_not_rewritten(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    (openclaw.bin / "openclaw").unlink()
    mine = "// a note\n" + config(openclaw).read_text()
    config(openclaw).write_text(mine)
    openclaw.uninstall("openclaw")
    assert config(openclaw).read_text() == mine


def test_a_configuration_with_comments_is_read_by_the_host(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    config(openclaw).write_text("// a note\n" + config(openclaw).read_text())
    assert openclaw.install("openclaw").steps == ()
    assert codes(openclaw.inspect("openclaw")) == []


def test_a_plugin_that_is_off_or_changed_is_brought_up_to_date(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    config(openclaw).write_text(config(openclaw).read_text().replace('"enabled": true', '"enabled": false'))
    (openclaw.home / ".openclaw" / "extensions" / "reme" / "package.json").write_text("{}")
    assert codes(openclaw.inspect("openclaw")) == ["plugin_disabled"]
    package = openclaw.home / ".reme" / "packages" / "openclaw"
    assert [step.command for step in openclaw.install("openclaw").steps if step.command] == [
        f"openclaw plugins install {package} --force --accept-capabilities",
        "openclaw plugins enable reme --accept-capabilities",
    ]
    assert openclaw.install("openclaw").steps == ()


def test_the_marker_of_an_earlier_removal_does_not_keep_it_off(openclaw: HostHome) -> None:
    config(openclaw).write_text('{"plugins": {"entries": {"reme": {"enabled": false}}}}')
    openclaw.install("openclaw")
    assert codes(openclaw.inspect("openclaw")) == []


def test_an_installation_from_npm_is_ours_too(openclaw: HostHome) -> None:
    place = openclaw.home / ".openclaw/npm/projects/reme/node_modules/@agentscope-ai/reme-openclaw-memory"
    package_files.bring(package_files.source_of("openclaw"), place)
    entry = {"enabled": True, "hooks": {"allowConversationAccess": True}}
    config(openclaw).write_text(json.dumps({"plugins": {"entries": {"reme": entry}}}))
    assert [step.command for step in openclaw.install("openclaw").steps if step.command] == []
    assert openclaw.inspect("openclaw").plugin["folder"] == str(place)


def test_another_address_is_told_and_taken_back(openclaw: HostHome) -> None:
    openclaw.install("openclaw", ELSEWHERE)
    assert codes(openclaw.inspect("openclaw")) == ["server_elsewhere"]
    assert codes(openclaw.inspect("openclaw", ELSEWHERE.url)) == []
    openclaw.install("openclaw", DEFAULT)
    assert codes(openclaw.inspect("openclaw")) == []


def test_the_token_is_never_handed_to_the_host(openclaw: HostHome) -> None:
    plan = openclaw.install("openclaw", WITH_TOKEN)
    assert "REME_TOKEN" in plan.afterwards[-1]
    everything = b"".join(content for content, _ in tree(openclaw.home).values())
    assert b"reme_secret" not in everything
    assert "reme_secret" not in str(calls(openclaw.bin.parent / "fake-openclaw"))


def test_a_slot_that_names_us_is_given_back(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    changed = document(openclaw)
    changed["plugins"]["slots"] = {"memory": "reme"}  # type: ignore[index]
    config(openclaw).write_text(json.dumps(changed))
    fix = "openclaw config unset plugins.slots.memory"
    assert [(item.code, item.fix) for item in openclaw.inspect("openclaw").findings] == [("slot_taken", fix)]
    assert [step.command for step in openclaw.install("openclaw").steps if step.command] == [fix]
    assert codes(openclaw.inspect("openclaw")) == []


def test_doctor_tells_missing_permissions(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    text = config(openclaw).read_text()
    config(openclaw).write_text(
        text.replace('"allowConversationAccess": true', '"allowConversationAccess": false')
    )
    found = openclaw.inspect("openclaw").findings
    assert [(item.code, item.fix) for item in found] == [("access_missing", "openclaw reme setup --yes")]
    blocked = '"allowConversationAccess": true, "allowPromptInjection": false'
    config(openclaw).write_text(text.replace('"allowConversationAccess": true', blocked))
    assert codes(openclaw.inspect("openclaw")) == ["hooks_off"]


def test_doctor_lists_the_hooks_and_tells_missing_ones(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    natives = [row["native"] for row in openclaw.installer("openclaw").descriptor["events"]]
    listed = [hook["event"] for hook in openclaw.inspect("openclaw").hooks]
    assert listed == list(dict.fromkeys(natives))
    program = openclaw.bin.parent / "fake-openclaw" / "program.py"
    program.write_text(program.read_text().replace("gateway_stop", "other"))
    assert codes(openclaw.inspect("openclaw")) == ["hooks_missing"]


def test_doctor_tells_a_second_server_entry(openclaw: HostHome) -> None:
    openclaw.install("openclaw")
    servers = {"memory": {"url": "http://localhost:2333/mcp"}, "other": {"url": "http://127.0.0.1:9/mcp"}}
    config(openclaw).write_text(json.dumps(document(openclaw) | {"mcp": {"servers": servers}}))
    found = openclaw.inspect("openclaw").findings
    assert [(item.code, item.fix) for item in found] == [("server_twice", "openclaw mcp unset memory")]


def test_doctor_tells_the_generic_package_in_our_plugins_place(openclaw: HostHome) -> None:
    """OpenClaw puts both into one folder, because both are named reme."""
    openclaw.install("openclaw")
    copy = openclaw.home / ".openclaw" / "extensions" / "reme"
    (copy / "openclaw.plugin.json").unlink()
    (copy / "plugin.json").write_text('{"extensions": {"io.agentscope.reme": {}}}')
    assert "generic_instead" in codes(openclaw.inspect("openclaw"))
    found = {item.code: item for item in openclaw.inspect("openclaw").findings}["generic_instead"]
    assert (found.level, found.fix) == ("problem", "reme install openclaw")
    openclaw.install("openclaw")
    assert codes(openclaw.inspect("openclaw")) == []


def test_a_configuration_elsewhere_is_used(openclaw: HostHome) -> None:
    other = openclaw.home / "other"
    openclaw.variables["OPENCLAW_STATE_DIR"] = str(other)
    openclaw.install("openclaw")
    assert (other / "extensions" / "reme" / "package.json").exists()
    assert not config(openclaw).exists()
    openclaw.uninstall("openclaw")
    assert list(tree(other)) == [KEPT_BY_HOST]


def test_the_program_may_be_gone_at_the_end(openclaw: HostHome) -> None:
    config(openclaw).write_text(COMMENTED)
    before = left(openclaw)
    openclaw.install("openclaw")
    (openclaw.bin / "openclaw").unlink()
    openclaw.uninstall("openclaw")
    assert left(openclaw) == before


def test_the_host_is_run_quietly_and_without_secrets(openclaw: HostHome) -> None:
    openclaw.variables |= {"ANTHROPIC_API_KEY": "sk-x", "REME_TOKEN": "reme_secret"}
    openclaw.install("openclaw")
    for call in calls(openclaw.bin.parent / "fake-openclaw"):
        assert not {"ANTHROPIC_API_KEY", "REME_TOKEN"} & set(call["environment"])
        assert call["environment"]["OPENCLAW_NO_AUTO_UPDATE"] == "1"


def test_a_refusal_is_told_in_the_hosts_words(openclaw: HostHome) -> None:
    before = left(openclaw)
    (openclaw.bin.parent / "fake-openclaw" / "refuse").write_text("set")
    with pytest.raises(InstallationFailed, match=r"failed: the disk is full of testing$"):
        openclaw.install("openclaw")
    openclaw.uninstall("openclaw")
    assert left(openclaw) == before


def test_a_missing_program_says_how_to_get_it(host_home: HostHome) -> None:
    with pytest.raises(InstallationFailed, match="no `openclaw` on PATH") as raised:
        host_home.install("openclaw")
    assert raised.value.remedy == "install it first: npm install -g openclaw"
