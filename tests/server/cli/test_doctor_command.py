from __future__ import annotations

import json
from pathlib import Path

import pytest
from reme_gateway.integrations.host_program import HostProgram

from tests.server.background.fake_manager import SYSTEMCTL, FakeManager
from tests.server.cli.ended import Ended, Reme
from tests.server.cli.fake_gateway import VERSION, FakeGateway, problem, status
from tests.server.integrations.host_home import HostHome

NOBODY = "http://127.0.0.1:1"


@pytest.fixture
def machine(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> HostHome:
    """Both hosts with our plugin, its hooks trusted, and a service that is enabled."""
    machine = HostHome(tmp_path / "machine")
    state = machine.add("codex")
    machine.add("claude")
    machine.install("codex")
    machine.install("claude_code")
    (state / "trust").write_text("trusted")
    service = FakeManager(tmp_path, "systemctl", SYSTEMCTL)
    (service.state / "enabled").touch()
    for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("HOME", str(machine.home))
    monkeypatch.setenv("PATH", f"{service.bin}:{machine.variables['PATH']}")
    monkeypatch.chdir(machine.home)
    return machine


def healthy() -> FakeGateway:
    return FakeGateway(status=status())


def problems(ended: Ended) -> list[tuple[str, str, str | None]]:
    return [(item["where"], item["code"], item["fix"]) for item in ended.document["problems"]]


def notes(ended: Ended) -> list[str]:
    return [item["code"] for item in ended.document["notes"]]


def test_a_healthy_machine_ends_with_0(machine: HostHome, reme: Reme) -> None:
    with healthy() as gateway:
        address = machine.home / ".reme" / "config.json"
        address.write_text(json.dumps({"url": gateway.url}))
        from reme_gateway.integrations.installer import ServerAddress

        for host in ("codex", "claude_code"):
            machine.install(host, ServerAddress(gateway.url, is_default=False))
        for folder in ("codex", "claude-code"):
            beat = machine.places.heartbeat(folder)
            beat.parent.mkdir(parents=True, mode=0o700)
            beat.write_text(
                '{"events": {"Stop": {"at": "2026-12-01T10:00:00.000Z", "result": "ok", "ms": 40}}}'
            )
        ended = reme("doctor")
        document = reme("doctor", "--json").document
    assert ended.code == 0, ended.out
    assert ended.out.endswith("\nAll is well.\n")
    assert "7 of 7 hooks trusted" in ended.out
    assert "fired: Stop " in ended.out
    assert document["healthy"] is True
    assert document["problems"] == []
    assert {item["code"] for item in document["notes"]} == {"host_missing"}, "of hosts that nobody uses here"
    assert document["hosts"]["codex"]["program"]["standing"] == "tested"
    assert document["server"]["version"] == "9.9.9"


def test_problems_end_with_1_and_name_one_command_each(machine: HostHome, reme: Reme) -> None:
    (machine.bin.parent / "fake-codex" / "trust").write_text("untrusted")
    ended = reme("doctor", "--url", NOBODY, "--json")
    assert ended.code == 1
    assert ended.document["healthy"] is False
    assert ("server", "server_unreachable", "reme service install") in problems(ended)
    assert ("codex", "hooks_untrusted", "codex") in problems(ended)
    page = reme("doctor", "codex", "--url", NOBODY).out
    assert "  ! 7 of 7 hooks were never trusted" in page
    assert "      fix: codex\n" in page


def test_hosts_that_nobody_uses_are_worth_a_note(machine: HostHome, reme: Reme) -> None:
    machine.uninstall("codex")
    (machine.bin / "codex").unlink()
    with healthy() as gateway:
        general = reme("doctor", "--url", gateway.url, "--json")
        asked = reme("doctor", "codex", "--url", gateway.url, "--json")
    assert "host_missing" in notes(general)
    assert ("codex", "host_missing", "npm install -g @openai/codex") in problems(asked)


def test_hosts_that_are_not_here_are_one_calm_line(machine: HostHome, reme: Reme) -> None:
    machine.uninstall("codex")
    (machine.bin / "codex").unlink()
    with healthy() as gateway:
        page = reme("doctor", "--url", gateway.url).out
        asked = reme("doctor", "dsh", "--url", gateway.url).out
    assert "\nNot on this machine: Codex, DSH, OpenClaw, Hermes Agent.\n" in page
    assert "npm install" not in page
    assert "  ! DSH is not on PATH\n      fix: npm install -g @deepseek-ai/dsh\n" in asked


def test_a_host_that_left_turns_behind_is_no_calm_line(machine: HostHome, reme: Reme) -> None:
    turn = machine.places.spool("dsh") / "00000000000000000001-1-abcdef.json"
    turn.parent.mkdir(parents=True)
    turn.write_text("{}")
    with healthy() as gateway:
        page = reme("doctor", "--url", gateway.url).out
    assert "\nDSH: not found\n" in page
    assert "1 event waits for the server" in page


def test_a_server_of_another_major_version_is_a_problem(machine: HostHome, reme: Reme) -> None:
    with FakeGateway(version={**VERSION, "integration_api_version": "2.0"}) as gateway:
        ended = reme("doctor", "codex", "--url", gateway.url, "--json")
    assert problems(ended)[0][:2] == ("server", "api_version")


def test_a_token_that_is_refused_is_a_problem(machine: HostHome, reme: Reme) -> None:
    refused = (401, problem("unauthorized", "The token is wrong.", status=401))
    with FakeGateway(status=refused) as gateway:
        ended = reme("doctor", "codex", "--url", gateway.url, "--json")
    assert ("server", "unauthorized", "reme config show") in problems(ended)


def test_a_server_that_is_not_well_is_a_problem(machine: HostHome, reme: Reme) -> None:
    unwell = status(health={"status": "degraded", "reasons": ["The disk is full."]})
    with FakeGateway(status=unwell) as gateway:
        ended = reme("doctor", "codex", "--url", gateway.url, "--json")
    assert ("server", "server_unwell", "reme status") in problems(ended)


def test_a_server_that_nothing_starts_again_is_worth_a_note(
    machine: HostHome, tmp_path: Path, reme: Reme
) -> None:
    (tmp_path / "systemctl-state" / "enabled").unlink()
    with healthy() as gateway:
        assert "no_service" in notes(reme("doctor", "--url", gateway.url, "--json"))


def test_without_a_service_manager_the_fix_is_to_start_the_server(
    machine: HostHome, tmp_path: Path, reme: Reme
) -> None:
    (tmp_path / "systemctl-state" / "mute").touch()
    ended = reme("doctor", "--url", NOBODY, "--json")
    assert ("server", "server_unreachable", "reme start") in problems(ended)


def test_switches_are_worth_a_note(machine: HostHome, reme: Reme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REME_RECALL", "off")
    with healthy() as gateway:
        ended = reme("doctor", "codex", "--url", gateway.url, "--json")
    assert "recall is off by environment variable REME_RECALL" in [
        item["what"] for item in ended.document["notes"]
    ]


def test_a_setting_that_hooks_cannot_use_is_a_problem(
    machine: HostHome, reme: Reme, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REME_CAPTURE", "perhaps")
    with healthy() as gateway:
        ended = reme("doctor", "codex", "--url", gateway.url, "--json")
    assert ("server", "configuration", "reme config path") in problems(ended)


def test_a_host_whose_files_are_broken_does_not_end_the_examination(machine: HostHome, reme: Reme) -> None:
    (machine.home / ".codex" / "config.toml").write_text("model = \n")
    with healthy() as gateway:
        ended = reme("doctor", "--url", gateway.url, "--json")
    assert ("codex", "host_unreadable") in [item[:2] for item in problems(ended)]
    assert ended.document["hosts"]["claude_code"]["plugin"]["installed"] is True


def test_a_host_that_hangs_does_not_end_the_examination(
    machine: HostHome, reme: Reme, monkeypatch: pytest.MonkeyPatch
) -> None:
    (machine.bin / "claude").write_text("#!/bin/sh\nexec sleep 30\n")
    run = HostProgram.run
    monkeypatch.setattr(HostProgram, "run", lambda self, *a, seconds=1, **k: run(self, *a, seconds=0.3, **k))
    with healthy() as gateway:
        ended = reme("doctor", "claude-code", "--url", gateway.url, "--json")
    assert ("claude_code", "host_broken") in [item[:2] for item in problems(ended)]


def test_what_a_host_prints_can_do_no_harm_on_a_terminal(machine: HostHome, reme: Reme) -> None:
    (machine.bin.parent / "fake-codex" / "version").write_text("codex-cli 1.0\x1b[31m.0")
    with healthy() as gateway:
        assert "\x1b" not in reme("doctor", "codex", "--url", gateway.url).out
