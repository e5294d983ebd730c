"""`reme install`, `doctor` and `uninstall` with the real hosts."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.gateway_process import GatewayProcess
from tests.hosts.real import claude_host, codex_host
from tests.hosts.real.claude_host import Claude
from tests.hosts.real.codex_host import Codex
from tests.hosts.real.generic_package import SELECTOR, marketplace
from tests.hosts.real.machine import Machine
from tests.hosts.real.reme_command import Reme
from tests.hosts.real.scripted_model import ScriptedModel
from tests.hosts.real.stored import said


@pytest.fixture
def reme(machine: Machine) -> Reme:
    return Reme(machine, {"codex": codex_host.program(), "claude": claude_host.program()})


def configuration(folder: Path) -> dict[str, tuple[bytes, int]]:
    """What a person may have written there, and what a host notes of plugins; not the host's own state."""
    mine = ("config.toml", "settings.json", "plugins/", ".hook-trust/", ".credentials.json")
    return {
        name: (path.read_bytes(), stat.S_IMODE(path.stat().st_mode))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and (name := path.relative_to(folder).as_posix()).startswith(mine)
    }


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_codex_is_left_as_it_was_also_after_its_hooks_were_trusted(
    machine: Machine, reme: Reme, ends: str
) -> None:
    codex = Codex(machine, rest="# what closes the file")
    config = codex.folder / "config.toml"
    config.write_bytes(config.read_text().replace("\n", ends).encode())
    config.chmod(0o640)
    before = configuration(codex.folder)
    assert reme.changes("install", "codex")
    codex.trust()
    assert b"hooks.state" in config.read_bytes()
    assert reme.changes("install", "codex") == []
    assert reme.changes("uninstall", "codex")
    assert configuration(codex.folder) == before
    assert not machine.reme.exists()
    assert reme.changes("uninstall", "codex") == []


@pytest.mark.parametrize("before", [None, '{"model":"opus",\n\t"env": {"A":"1"}}'], ids=["none", "own form"])
def test_claude_code_is_left_as_it_was(machine: Machine, reme: Reme, before: str | None) -> None:
    claude = Claude(machine)
    claude.folder.mkdir()
    assert claude.cli("plugin", "list").code == 0
    if before is not None:
        (claude.folder / "settings.json").write_text(before)
    as_it_was = configuration(claude.folder)
    machine.configure(url="http://127.0.0.1:4000", token="reme_secret")
    assert reme.changes("install", "claude-code")
    assert reme.changes("install", "claude-code") == []
    assert "reme_secret" in (claude.folder / ".credentials.json").read_text()
    assert "http://127.0.0.1:4000" in (claude.folder / "settings.json").read_text()
    (machine.reme / "config.json").unlink()
    assert reme.changes("uninstall", "claude-code")
    assert configuration(claude.folder) == as_it_was
    assert b"reme-memory@reme" not in b"".join(
        path.read_bytes() for path in claude.folder.glob(".claude.json")
    )
    assert not machine.reme.exists()
    assert reme.changes("uninstall", "claude-code") == []


def test_codex_is_examined_until_it_works(
    machine: Machine, reme: Reme, model: ScriptedModel, gateway: GatewayProcess
) -> None:
    machine.configure(url=gateway.url)
    codex = Codex(machine)
    assert reme.findings("codex") == {"plugin_missing": "reme install codex"}
    assert reme.changes("install", "codex")
    assert reme.findings("codex") == {"hooks_untrusted": "codex"}
    codex.tell("Nobody trusts me yet.")
    assert said(gateway) == []
    codex.trust()
    assert reme.findings("codex") == {}
    codex.tell("Now I am trusted.")
    assert said(gateway) == ["Now I am trusted."]
    examined = reme("doctor", "codex", "--json").json()
    assert examined["healthy"] is True
    assert {"SessionStart", "UserPromptSubmit", "Stop"} <= set(examined["hosts"]["codex"]["fired"])
    (codex.plugin / "stray").write_text("a file that a program left")
    assert set(reme.findings("codex")) == {"plugin_outdated", "hooks_modified"}
    assert reme.changes("install", "codex")
    assert reme.findings("codex") == {}


def test_claude_code_is_examined_until_it_works(
    machine: Machine, reme: Reme, model: ScriptedModel, gateway: GatewayProcess
) -> None:
    machine.configure(url=gateway.url)
    claude = Claude(machine)
    claude.folder.mkdir()
    assert reme.findings("claude-code") == {"plugin_missing": "reme install claude-code"}
    assert reme.changes("install", "claude-code")
    assert reme.findings("claude-code") == {}
    claude.tell("Stored by an installed plugin.")
    assert said(gateway) == ["Stored by an installed plugin."]
    examined = reme("doctor", "claude-code", "--json").json()
    assert {"SessionStart", "UserPromptSubmit", "Stop"} <= set(examined["hosts"]["claude_code"]["fired"])
    added = claude.cli("mcp", "add", "--transport", "http", "--scope", "user", "memory", f"{gateway.url}/mcp")
    assert added.code == 0, added.errors
    assert reme.findings("claude-code") == {"server_twice": "claude mcp remove --scope user memory"}
    fix = reme.findings("claude-code")["server_twice"]
    assert fix is not None
    assert claude.cli(*fix.split()[1:]).code == 0
    assert reme.findings("claude-code") == {}


# By class and not by name: the command needs both programs, whichever of them is looked at.
@pytest.mark.parametrize("program", [Codex, Claude])
def test_the_generic_package_beside_is_named_until_it_is_gone(
    program: type[Codex | Claude], machine: Machine, reme: Reme, tmp_path: Path
) -> None:
    host, name = program(machine), program.name
    host.folder.mkdir(exist_ok=True)
    assert reme.changes("install", name)
    before = reme.findings(name)
    host.install(package=marketplace(tmp_path / "portable"), name=SELECTOR)
    found = reme.findings(name)
    fix = found.pop("generic_twice")
    assert found == before
    assert fix is not None
    assert fix.endswith(SELECTOR)
    assert host.cli(*fix.split()[1:]).code == 0
    assert reme.findings(name) == before


@pytest.mark.parametrize("keeps", [True, False])
def test_claude_code_keeps_the_plugins_data_when_told_to(machine: Machine, reme: Reme, keeps: bool) -> None:
    claude = Claude(machine)
    claude.folder.mkdir()
    assert reme.changes("install", "claude-code")
    own = claude.folder / "plugins" / "data" / "reme-memory-reme" / "config.json"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("{}")
    assert reme.changes("uninstall", "claude-code", *(["--keep-data"] if keeps else []))
    assert own.exists() is keeps
