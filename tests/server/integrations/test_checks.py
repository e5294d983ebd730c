"""What is the same for every host: heartbeat, spool, interpreter, versions, switches, clashes."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from reme_gateway._vendor.reme_hooks.configuration import ConfigurationError
from reme_gateway.integrations import host_checks
from reme_gateway.integrations.clashes import is_generic_package, is_same_server
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.installer import HostReport
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.switches import switched_off
from reme_gateway.integrations.versions import standing
from reme_gateway.integrations.waiting_turns import waiting_turns

from tests.server.integrations.host_home import HostHome, codes

PACKAGES = Path(__file__).parents[3] / "packages"
URL = "http://127.0.0.1:2333"
CODEX = descriptor_of("codex")
NOW = "2026-12-01T10:00:00.000Z"
EARLIER = "2026-12-01T09:00:00.000Z"


@pytest.fixture
def report() -> HostReport:
    """Of a host in which our plugin is installed."""
    return HostReport("codex", "Codex", plugin={"installed": True})


def beat(home: HostHome, **parts: Any) -> None:
    path = home.places.heartbeat("codex")
    path.parent.mkdir(parents=True, mode=0o700)
    events = {"Stop": {"at": NOW, "result": "ok", "ms": 40}}
    path.write_text(json.dumps({"events": events, "api": "1.0", "package": "0.1.0", "url": URL, **parts}))


def spool(home: HostHome, name: str, folder: Path | None = None) -> Path:
    path = (folder or home.places.spool("codex")) / name
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.write_text("{}")
    return path


def test_a_heartbeat_tells_when_what_fired(host_home: HostHome, report: HostReport) -> None:
    beat(host_home)
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert report.fired == {"Stop": {"at": NOW, "result": "ok", "ms": 40}}
    assert codes(report) == []


def test_no_heartbeat_is_worth_a_note(host_home: HostHome, report: HostReport) -> None:
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert [(item.code, item.level) for item in report.findings] == [("never_fired", "note")]


@pytest.mark.parametrize("content", ["", "[]", "{", '{"events": 1}', '{"events": {"Stop": 1}}'])
def test_a_damaged_heartbeat_counts_as_none(host_home: HostHome, report: HostReport, content: str) -> None:
    beat(host_home)
    host_home.places.heartbeat("codex").write_text(content)
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert codes(report) == ["never_fired"]


def test_a_refusal_for_the_version_is_a_problem(host_home: HostHome, report: HostReport) -> None:
    beat(host_home, refusal={"at": NOW, "version": "2.0"})
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert codes(report) == ["api_refused"]
    assert "integration API 2.0, the plugin 1.0" in report.findings[0].what


@pytest.mark.parametrize(
    ("at", "found"),
    [(NOW, ["host_api"]), ("2026-12-01T09:55:00.000Z", ["host_api"]), (EARLIER, []), ("?", ["host_api"])],
)
def test_a_host_that_changed_is_a_problem_while_it_goes_on(
    host_home: HostHome, report: HostReport, at: str, found: list[str]
) -> None:
    beat(host_home, problem={"at": at, "code": "host_api"})
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert codes(report) == found


@pytest.mark.parametrize(("at", "found"), [(NOW, ["hook_problem"]), (EARLIER, [])])
def test_a_problem_counts_until_a_later_event_went_well(
    host_home: HostHome, report: HostReport, at: str, found: list[str]
) -> None:
    beat(host_home, problem={"at": at, "code": "spool_full"})
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert codes(report) == found


def test_hooks_that_talk_to_another_server_are_named(host_home: HostHome, report: HostReport) -> None:
    beat(host_home, url="http://127.0.0.1:4000")
    host_checks.check_heartbeat(report, CODEX, host_home.places, URL)
    assert codes(report) == ["address_differs"]


def test_waiting_turns_are_counted_by_files(host_home: HostHome) -> None:
    now = time.time_ns()
    for age in (5, 50):
        spool(host_home, f"{now - age * 10**9:020d}-1-abcdef.json")
    spool(host_home, ".tmp-00000000000000000001-1-abcdef.json")
    spool(host_home, "x.json", host_home.places.rejected("codex"))
    found = waiting_turns(host_home.places.spool("codex"))
    assert (found.waiting, found.size, found.rejected, found.any) == (2, 4, 1, True)
    assert found.oldest_seconds is not None
    assert 50 <= found.oldest_seconds < 100
    assert not waiting_turns(host_home.home / "nowhere").any


@pytest.mark.parametrize(
    ("age", "reachable", "level", "fix"),
    [
        (60, True, "note", ""),
        (60, False, "problem", "reme service install"),
        (90_000, True, "problem", ""),
    ],
)
def test_a_backlog_is_a_problem_when_it_stays(
    host_home: HostHome, report: HostReport, age: int, reachable: bool, level: str, fix: str
) -> None:
    spool(host_home, f"{time.time_ns() - age * 10**9:020d}-1-abcdef.json")
    host_checks.check_spool(report, CODEX, host_home.places, reachable=reachable)
    found = report.findings[0]
    assert (found.code, found.level, found.fix) == ("spool_waiting", level, fix)


def test_rejected_turns_and_open_folders_are_problems(host_home: HostHome, report: HostReport) -> None:
    spool(host_home, "x.json", host_home.places.rejected("codex"))
    host_home.places.private("codex").chmod(0o755)
    host_checks.check_spool(report, CODEX, host_home.places, reachable=True)
    assert [(item.code, item.fix) for item in report.findings] == [
        ("spool_rejected", "rm -r ~/.reme/integrations/codex/spool/rejected"),
        ("folder_open", "chmod -R go= ~/.reme/integrations/codex"),
    ]


@pytest.mark.parametrize(
    ("version", "found"),
    [("3.8.10", ["interpreter_missing"]), ("3.9.0", []), ("3.13.1", []), (None, ["interpreter_missing"])],
)
def test_the_hooks_need_an_interpreter(
    host_home: HostHome, report: HostReport, version: str | None, found: list[str]
) -> None:
    if version:
        script = host_home.bin / "python3"
        script.write_text(f"#!/bin/sh\necho {version}\n")
        script.chmod(0o755)
    host_checks.check_interpreter(report, CODEX, {"PATH": str(host_home.bin)})
    assert codes(report) == found


@pytest.mark.parametrize(("version", "found"), [("1.0", []), ("1.4", []), ("0.9", ["api_too_old"]), ("", [])])
def test_the_package_has_a_minimum_api_version(report: HostReport, version: str, found: list[str]) -> None:
    host_checks.check_api(report, CODEX, version)
    assert codes(report) == found


@pytest.mark.parametrize(
    ("version", "tested", "expected"),
    [
        ("0.171.0", ("0.171.0",), "tested"),
        ("0.99.1", ("0.171.0",), "older"),
        ("0.172.0-alpha.1", ("0.171.0",), "newer"),
        ("0.172.0", ("0.171.0", "0.173.0"), "between"),
        ("", ("0.171.0",), "unknown"),
        ("1.0", (), "unknown"),
    ],
)
def test_versions_are_compared_by_their_numbers(version: str, tested: tuple[str, ...], expected: str) -> None:
    assert standing(version, tested) == expected


@pytest.mark.parametrize(
    ("place", "same"),
    [
        ("http://127.0.0.1:2333/mcp", True),
        ("http://LOCALHOST:2333", True),
        ("http://[::1]:2333/mcp/", True),
        ("http://127.0.0.1:2334/mcp", False),
        ("https://127.0.0.1:2333/mcp", True),
        ("http://10.0.0.1:2333/mcp", False),
        ("http://127.0.0.1:99999/mcp", False),
        ("node /x/servers/mcp-proxy.mjs", True),
        ("/opt/venv/bin/reme mcp", True),
        ("npx -y reme-mcp", True),
        ("npx -y remember-everything", False),
        ("", False),
    ],
)
def test_entries_that_are_reme_once_more_are_recognised(place: str, same: bool) -> None:
    assert is_same_server(place, URL) is same


def test_the_generic_package_is_recognised_whatever_it_is_called(tmp_path: Path) -> None:
    assert is_generic_package(PACKAGES / "agent-plugin")
    assert not is_generic_package(PACKAGES / "codex" / "reme")
    for text in (
        "",
        "[]",
        '{"extensions": []}',
        '{"extensions": {"io.agentscope.other": {}}}',
        "[" * 100_000,
    ):
        (tmp_path / "plugin.json").write_text(text)
        assert not is_generic_package(tmp_path)


def test_switches_are_found_with_their_origin(tmp_path: Path) -> None:
    home, project = tmp_path / "home", tmp_path / "project" / "below"
    (home / ".reme").mkdir(parents=True)
    project.mkdir(parents=True)
    (home / ".reme" / "config.json").write_text('{"capture": false}')
    (tmp_path / "project" / ".reme").write_text("")
    off = switched_off({"REME_RECALL": "0"}, home, project)
    mine, theirs = f"file {home}/.reme/config.json", f"file {tmp_path}/project/.reme"
    assert ("recall", "environment variable REME_RECALL") in off
    assert ("capture", mine) in off
    assert {(name, theirs) for name in ("hooks", "recall", "capture")} <= set(off)


def test_a_switch_that_is_none_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as raised:
        switched_off({"REME_HOOKS": "perhaps"}, tmp_path, tmp_path)
    assert raised.value.code == "setting_invalid"


def test_paths_below_home_are_shown_with_a_tilde() -> None:
    places = Places(Path("/home/x"))
    assert places.short(Path("/home/x/.reme/a")) == "~/.reme/a"
    assert places.short(Path("/etc/x")) == "/etc/x"


@pytest.mark.parametrize(("host", "selector"), [("codex", "reme@reme"), ("claude_code", "reme-memory@reme")])
def test_what_is_read_of_the_contract_is_there(host: str, selector: str) -> None:
    own = descriptor_of(host)
    assert own.host == host
    assert own.selector == selector
    assert own.folder == host.replace("_", "-")
    assert own.tested
    assert own.distribution
    assert "UserPromptSubmit" in own.natives
