"""Every rule, by packages that break it in one place and by packages that come close to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reme_gateway.plugin_validation.launch import launch_of
from reme_gateway.plugin_validation.rule_table import RULES
from reme_gateway.plugin_validation.validator import Finding, validate

from tests.server.plugin_validation.fixture_package import (
    CASES,
    FIXTURES,
    base_package,
    case_name,
    changed_package,
)

# Ids of the specification's checklist, which documents and users name; ours follow.
IDS = [
    *(f"P{number}" for number in range(1, 8)),
    *(f"M{number}" for number in range(1, 11)),
    *(f"C{number}" for number in range(1, 6)),
    *(f"S{number}" for number in range(1, 8)),
    *("T1", "T2", "E1", "E2", "E3", "E4"),
    *(f"H{number}" for number in range(1, 8)),
    *(f"K{number}" for number in range(1, 7)),
    *(f"A{number}" for number in range(1, 8)),
]
DUTIES = {"C5", "T2", "E1", "E2"}


def rows(findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    return [
        {"rule": row.rule, "file": row.file, "pointer": row.pointer, "boundary": row.boundary.value}
        for row in findings
    ]


def test_the_table_holds_each_rule_once() -> None:
    assert [rule.id for rule in RULES] == IDS
    assert {rule.id for rule in RULES if rule.check is None} == DUTIES


def test_every_rule_has_a_fixture_that_names_it() -> None:
    """A duty of clients cannot be broken by a package: its fixtures show that the validator keeps it."""
    named = {
        path.parent.name
        for path in CASES
        for row in [json.loads(path.read_bytes())]
        if path.parent.name in [*(find["rule"] for find in row["finds"]), *row.get("notes", [])]
    }
    assert {path.parent.name for path in CASES} == set(IDS)
    # What a client ignores in silence is reported to clients only: test_a_client_is_told below.
    assert named == set(IDS) - DUTIES - {"M9"}


def test_every_rule_says_something_and_what_to_do() -> None:
    for rule in RULES:
        assert rule.says.endswith(".")
        assert rule.check is None or rule.fix or rule.id in ("M9", "S6", "A2"), rule.id


def test_the_base_has_no_fault(tmp_path: Path) -> None:
    report = validate(base_package(tmp_path))
    assert report.findings == ()
    assert (report.loads, report.skills, report.servers) == (True, ("notes", "other"), ("local", "remote"))


def test_a_client_is_told_what_it_leaves_unread(tmp_path: Path) -> None:
    report = validate(base_package(tmp_path), as_client=True)
    assert report.errors == ()
    assert [(row.rule, row.pointer) for row in report.notes] == [("M9", "/extensions/example.plugin")]


@pytest.mark.parametrize("path", CASES, ids=case_name)
def test_a_fixture_gets_exactly_its_findings(path: Path, tmp_path: Path) -> None:
    wanted = json.loads(path.read_bytes())
    package = changed_package(tmp_path, wanted["change"])
    finds = [{key: row[key] for key in row if key != "author_only"} for row in wanted["finds"]]
    report = validate(package)
    assert rows(report.errors) == finds
    assert [row.rule for row in report.notes] == wanted.get("notes", [])
    for row in report.findings:
        assert row.what
        assert row.fix
    client = validate(package, as_client=True)
    assert rows(client.errors) == [
        find for find, row in zip(finds, wanted["finds"], strict=True) if not row.get("author_only")
    ]
    loads = {"plugin": client.loads, "skills": list(client.skills), "servers": list(client.servers)}
    assert loads == wanted["loads"]


@pytest.mark.parametrize(
    "path", [path for path in CASES if "launch" in json.loads(path.read_bytes())], ids=case_name
)
def test_a_server_is_started_as_a_client_does(path: Path, tmp_path: Path) -> None:
    wanted = json.loads(path.read_bytes())
    package = changed_package(tmp_path, wanted["change"])
    servers = dict(validate(package, as_client=True).package.servers("stdio"))
    for name, expected in wanted["launch"].items():
        started = launch_of(servers[name], Path("<root>"), "<data>")
        assert list(started.words) == expected["words"]
        assert started.folder == expected["folder"]
        # In this order: what is set later wins.
        assert list(started.variables.items()) == list(expected["variables"].items())


def test_fixtures_lie_where_they_are_looked_for() -> None:
    assert {
        path.suffix for folder in FIXTURES.iterdir() if folder.name in IDS for path in folder.iterdir()
    } == {".json"}
