from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from tests.server.cli.ended import Reme
from tests.server.integrations.host_home import HostHome, tree


@pytest.fixture
def hosts(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> HostHome:
    """Both fake hosts on PATH, and the home of the command."""
    machine = HostHome(tmp_path / "machine")
    machine.add("codex")
    machine.add("claude")
    for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(machine.home))
    monkeypatch.setenv("PATH", machine.variables["PATH"])
    return machine


def test_a_dry_run_shows_commands_and_files_and_changes_nothing(hosts: HostHome, reme: Reme) -> None:
    ended = reme("install", "codex", "claude-code", "--dry-run")
    assert ended.code == 0, ended.err
    assert "    $ codex plugin add reme@reme --json\n    ~/.codex/config.toml\n" in ended.out
    assert "    $ claude plugin install reme-memory@reme --json\n    ~/.claude/settings.json\n" in ended.out
    assert "- would copy the package" in ended.out
    assert tree(hosts.home) == {}


def test_what_is_done_is_shown_and_done_once(hosts: HostHome, reme: Reme) -> None:
    first = reme("install", "codex")
    assert first.code == 0, first.err
    assert "- copy the package" in first.out
    assert "trust the hooks of reme" in first.out
    again = reme("install", "codex")
    assert again.out.startswith("Codex: everything is in place\n")
    assert reme("uninstall", "codex").code == 0
    assert tree(hosts.home) == {}
    assert reme("uninstall", "codex").out == "Codex: nothing of ours is there\n"


def test_scripts_get_the_steps(hosts: HostHome, reme: Reme) -> None:
    document = reme("install", "claude_code", "--json").document["hosts"]["claude_code"]
    assert document["changed"] is True
    assert "claude plugin install reme-memory@reme --json" in [step["command"] for step in document["steps"]]
    assert reme("install", "claude-code", "--json").document["hosts"]["claude_code"]["changed"] is False


def test_the_configured_address_is_used(hosts: HostHome, reme: Reme) -> None:
    assert reme("install", "codex", "--url", "http://127.0.0.1:4000").code == 0
    assert "http://127.0.0.1:4000/mcp" in (hosts.home / ".codex" / "config.toml").read_text()


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_a_host_without_an_installer_is_a_usage_error(hosts: HostHome, reme: Reme, command: str) -> None:
    ended = reme(command, "agent-plugin")
    assert ended.code == 2
    assert "there is no installer for agent-plugin; there are codex, claude-code" in ended.err


def test_a_missing_host_ends_with_1(hosts: HostHome, reme: Reme) -> None:
    (hosts.bin / "codex").unlink()
    ended = reme("install", "codex")
    assert ended.code == 1
    assert ended.err == "reme: there is no `codex` on PATH; install it first: npm install -g @openai/codex\n"


@pytest.mark.parametrize(("command", "word"), [("install", "installed"), ("uninstall", "removed")])
def test_a_host_that_fails_does_not_keep_the_others_from_their_turn(
    hosts: HostHome, reme: Reme, command: str, word: str
) -> None:
    if command == "uninstall":
        assert reme("install", "codex", "claude-code").code == 0
    (hosts.bin / "codex").write_text("#!/bin/sh\necho 'Error: no way' >&2\nexit 1\n")
    ended = reme(command, "codex", "claude-code")
    assert ended.code == 1
    first, last = ended.err.splitlines()
    assert first.startswith("reme: Codex: ")
    assert "no way" in first
    assert last == f"reme: not {word}: Codex"
    assert reme(command, "claude-code", "--delete-data" if command == "uninstall" else "--dry-run").out in (
        "Claude Code: nothing of ours is there\n",
        "Claude Code: everything is in place\n",
    )


def test_scripts_get_what_was_done_beside_what_failed(hosts: HostHome, reme: Reme) -> None:
    (hosts.bin / "codex").unlink()
    ended = reme("install", "codex", "claude-code", "--json")
    assert ended.code == 1
    assert ended.document["error"]["detail"] == "not installed: Codex"
    assert ended.document["hosts"]["codex"]["error"]["detail"] == "there is no `codex` on PATH"
    assert ended.document["hosts"]["claude_code"]["changed"] is True


def test_the_reasons_of_one_host_are_not_told_twice(hosts: HostHome, reme: Reme) -> None:
    (hosts.bin / "codex").unlink()
    assert reme("install", "codex").err.count("\n") == 1


@pytest.fixture
def waiting(hosts: HostHome, reme: Reme) -> Path:
    """An installation with a turn that no server has taken."""
    assert reme("install", "codex").code == 0
    turn = hosts.places.spool("codex") / "00000000000000000001-1-abcdef.json"
    turn.parent.mkdir(parents=True)
    turn.write_text("{}")
    return turn


def test_turns_that_wait_are_not_deleted_without_a_word(hosts: HostHome, waiting: Path, reme: Reme) -> None:
    before = tree(hosts.home)
    ended = reme("uninstall", "codex")
    assert ended.code == 2
    assert ended.err == (
        "reme: no server has taken 1 event of Codex, which would be lost; say --keep-data or --delete-data\n"
    )
    assert tree(hosts.home) == before


def test_nothing_is_removed_anywhere_before_that_is_decided(
    hosts: HostHome, waiting: Path, reme: Reme
) -> None:
    assert reme("install", "claude-code").code == 0
    before = tree(hosts.home)
    assert reme("uninstall", "claude-code", "codex").code == 2
    assert tree(hosts.home) == before


@pytest.mark.parametrize(("option", "stays"), [("--keep-data", True), ("--delete-data", False)])
def test_an_option_decides_about_turns_that_wait(
    hosts: HostHome, waiting: Path, reme: Reme, option: str, stays: bool
) -> None:
    assert reme("uninstall", "codex", option).code == 0
    assert waiting.exists() is stays


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("answer", "code", "stays"), [("k\n", 0, True), ("delete\n", 0, False), ("\n", 1, True)]
)
def test_a_person_is_asked_about_turns_that_wait(
    hosts: HostHome,
    waiting: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: str,
    code: int,
    stays: bool,
) -> None:
    from reme_gateway.cli.main import main

    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    assert main(["uninstall", "codex"]) == code
    assert waiting.exists() is stays


def test_both_options_at_once_are_a_usage_error(hosts: HostHome, reme: Reme) -> None:
    assert reme("uninstall", "codex", "--keep-data", "--delete-data").code == 2
