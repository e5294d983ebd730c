"""Switches and scopes: environment, plugin options, files, and the `.reme` file of a project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopback import LoopbackServer, gateway, hit
from plugin import Plugin

TEA = hit("h1", "Tea is at four in the kitchen.")


@pytest.fixture
def plugin(tmp_path: Path) -> Plugin:
    return Plugin(tmp_path / "plugin", tmp_path / "home")


def turn(plugin: Plugin, server: LoopbackServer, folder: Path | None = None, **environment: str) -> list[str]:
    """One whole turn; returns what was asked of the server."""
    plugin.url = server.url
    members = {"cwd": str(folder)} if folder else {}
    plugin.quiet("UserPromptSubmit", {"prompt": "When is tea?", **members}, **environment)
    plugin.quiet("Stop", {"last_assistant_message": "At four.", **members}, **environment)
    return server.operations()


@pytest.mark.parametrize(
    "word", ["off", "NO", *(pytest.param(word, marks=pytest.mark.slow) for word in ("0", "false"))]
)
def test_recall_can_be_switched_off_alone(plugin: Plugin, word: str) -> None:
    with gateway(hits=[TEA]) as server:
        assert turn(plugin, server, REME_RECALL=word) == ["agent_session_append"]
        assert plugin.quiet("SessionStart", {"source": "startup"}, REME_RECALL=word).stdout == ""


def test_capture_can_be_switched_off_alone(plugin: Plugin) -> None:
    with gateway(hits=[TEA]) as server:
        assert turn(plugin, server, REME_CAPTURE="off") == ["agent_memory_recall"]
        plugin.quiet("SessionEnd", {"reason": "other"}, REME_CAPTURE="off")
        assert len(server.requests) == 1
    assert plugin.spool == []


def test_everything_can_be_switched_off_and_leaves_no_trace(plugin: Plugin) -> None:
    with gateway(hits=[TEA]) as server:
        assert turn(plugin, server, REME_HOOKS="off") == []
    assert not plugin.folder.exists()


class TestProjectFile:
    def folder(self, tmp_path: Path, content: str) -> Path:
        below = tmp_path / "my project" / "src" / "deep"
        below.mkdir(parents=True)
        (tmp_path / "my project" / ".reme").write_text(content, encoding="utf-8")
        return below

    def test_an_empty_one_switches_everything_off_below_it(self, plugin: Plugin, tmp_path: Path) -> None:
        with gateway() as server:
            assert turn(plugin, server, self.folder(tmp_path, "\n")) == []
            assert turn(plugin, server, tmp_path) == ["agent_memory_recall", "agent_session_append"]

    def test_a_part_can_be_switched_off(self, plugin: Plugin, tmp_path: Path) -> None:
        folder = self.folder(tmp_path, '{"capture": false} // not here')
        (tmp_path / "my project" / ".reme").write_text('// not here\n{"capture": "off"}')
        with gateway() as server:
            assert turn(plugin, server, folder) == ["agent_memory_recall"]

    def test_it_cannot_switch_on_what_the_person_switched_off(self, plugin: Plugin, tmp_path: Path) -> None:
        folder = self.folder(tmp_path, '{"capture": true, "recall": true, "hooks": true}')
        with gateway() as server:
            asked = turn(plugin, server, folder, REME_CAPTURE="off", REME_RECALL="off")
        assert asked == []

    def test_it_cannot_send_anything_elsewhere(self, plugin: Plugin, tmp_path: Path) -> None:
        with gateway() as elsewhere, gateway() as server:
            folder = self.folder(tmp_path, json.dumps({"url": elsewhere.url, "token": "x", "base_url": "x"}))
            del_url = {"REME_URL": ""}
            config = plugin.home / ".reme" / "config.json"
            config.parent.mkdir(parents=True)
            config.write_text(json.dumps({"url": server.url}))
            turn(plugin, server, folder, **del_url)
            assert elsewhere.requests == []
        assert len(server.requests) == 2
        assert "authorization" not in server.requests[0].headers

    def test_an_address_that_only_the_server_was_given_is_found(self, plugin: Plugin, tmp_path: Path) -> None:
        with gateway() as server:
            own = plugin.home / ".reme" / "server.json"
            own.parent.mkdir(parents=True)
            own.write_text(json.dumps({"host": "0.0.0.0", "port": int(server.url.rpartition(":")[2])}))
            asked = turn(plugin, server, self.folder(tmp_path, "{}"), REME_URL="")
        assert asked == ["agent_memory_recall", "agent_session_append"]

    def test_a_broken_one_switches_off_and_doctor_can_tell(self, plugin: Plugin, tmp_path: Path) -> None:
        with gateway() as server:
            assert turn(plugin, server, self.folder(tmp_path, '{"capture": fal')) == []
        assert plugin.heartbeat["problem"]["code"] == "file_invalid"
        assert plugin.spool == []

    def test_it_chooses_the_scope_unless_the_environment_does(self, plugin: Plugin, tmp_path: Path) -> None:
        folder = self.folder(tmp_path, '{"scope": "team"}')
        with gateway() as server:
            turn(plugin, server, folder)
            turn(plugin, server, folder, REME_SCOPE="mine")
        assert [request.value["scope_id"] for request in server.requests] == ["team", "team", "mine", "mine"]


class TestProjectScope:
    def scopes(self, plugin: Plugin, *folders: Path) -> list[str]:
        with gateway() as server:
            for number, folder in enumerate(folders):
                plugin.url = server.url
                members = {"prompt": "x y z", "cwd": str(folder)}
                plugin.quiet("UserPromptSubmit", members, session=f"s{number}", REME_SCOPE="project")
        found = [r.value["scope_id"] for r in server.requests if "recall" in r.operation]
        return [str(scope) for scope in found]

    def test_is_the_repository_and_default_outside_of_one(self, plugin: Plugin, tmp_path: Path) -> None:
        inside = tmp_path / "shop" / "src"
        inside.mkdir(parents=True)
        (tmp_path / "shop" / ".git").mkdir()
        above, below, outside = self.scopes(plugin, tmp_path / "shop", inside, tmp_path)
        assert above == below
        assert above.startswith("shop-")
        assert outside == "default"

    def test_stays_what_it_was_when_the_session_began(self, plugin: Plugin, tmp_path: Path) -> None:
        for name in ("one", "two"):
            (tmp_path / name / ".git").mkdir(parents=True)
        with gateway() as server:
            plugin.url = server.url
            first = {"prompt": "x y z", "cwd": str(tmp_path / "one")}
            last = {"last_assistant_message": "moved", "cwd": str(tmp_path / "two")}
            plugin.quiet("UserPromptSubmit", first, REME_SCOPE="project")
            plugin.quiet("Stop", last, REME_SCOPE="project")
        assert len({request.value["scope_id"] for request in server.requests}) == 1


def test_claude_options_reach_the_hook_and_the_environment_wins(tmp_path: Path) -> None:
    plugin = Plugin(tmp_path / "plugin", tmp_path / "home", host="claude_code")
    with gateway() as server, gateway() as other:
        options = {
            "CLAUDE_PLUGIN_OPTION_BASE_URL": server.url,
            "CLAUDE_PLUGIN_OPTION_TOKEN": "secret-token",
            "CLAUDE_PLUGIN_OPTION_SCOPE": "team",
        }
        plugin.prompt("hello", REME_URL="", **options)
        plugin.prompt("hello", turn="t2", REME_URL=other.url, **options)
    assert server.requests[0].headers["authorization"] == "Bearer secret-token"
    assert server.requests[0].value["scope_id"] == "team"
    assert len(other.requests) == 2


def test_the_plugins_own_folder_can_hold_the_address(plugin: Plugin, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with gateway() as server:
        (tmp_path / "data" / "config.json").write_text(json.dumps({"url": server.url}))
        plugin.prompt("hello", REME_URL="", PLUGIN_DATA=str(tmp_path / "data"))
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"REME_URL": "ftp://x"}, "endpoint_invalid"),
        ({"REME_CAPTURE": "perhaps"}, "setting_invalid"),
        ({"REME_MAX_CHARS": "many"}, "setting_invalid"),
        ({"REME_CONFIG_FILE": "/nonexistent/reme.json"}, "file_unreadable"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_for_doctor(
    plugin: Plugin, environment: dict[str, str], code: str
) -> None:
    assert plugin.prompt("hello", **environment).stdout == ""
    assert plugin.heartbeat["problem"]["code"] == code
    assert plugin.heartbeat["events"]["UserPromptSubmit"]["result"] == code


class TestLog:
    def test_there_is_none_unless_asked_for(self, plugin: Plugin) -> None:
        plugin.prompt("When is tea?")
        assert not (plugin.home / ".reme" / "logs").exists()

    def test_it_holds_ids_and_sizes_and_not_a_word(self, plugin: Plugin) -> None:
        with gateway(hits=[TEA]) as server:
            plugin.url = server.url
            plugin.prompt("When is marmalade?", REME_DEBUG="1", REME_TOKEN="hidden-token")
            plugin.stop("Marmalade is at five.", REME_DEBUG="1")
        log = plugin.home / ".reme" / "logs" / "reme-codex.log"
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        assert all(
            set(line) in ({"ts", "hook", "stage", "data"}, {"ts", "hook", "stage", "error"}) for line in lines
        )
        assert {"kept", "recall", "append", "done"} <= {line["stage"] for line in lines}
        text = log.read_text().lower()
        assert not any(word in text for word in ("marmalade", "kitchen", "hidden", "five"))
        assert log.stat().st_mode & 0o777 == 0o600

    def test_a_large_one_is_put_aside(self, plugin: Plugin) -> None:
        log = plugin.home / "hook.log"
        log.write_bytes(b"x" * (4 << 20))
        plugin.prompt("hello", REME_DEBUG="on", REME_DEBUG_LOG=str(log))
        plugin.prompt("hello", REME_DEBUG="on", REME_DEBUG_LOG=str(log))
        assert log.stat().st_size < 10_000
        assert log.with_name("hook.log.1").stat().st_size > 4 << 20
