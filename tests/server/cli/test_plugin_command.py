from __future__ import annotations

import json
import shutil
from pathlib import Path

from reme_gateway.plugin_validation.rule_table import RULES

from tests.server.cli.ended import Reme
from tests.server.plugin_validation.fixture_package import base_package

DOCUMENTATION = Path(__file__).parents[3] / "docs" / "cli.md"


def test_a_valid_package_ends_with_0_and_says_what_it_brings(reme: Reme, tmp_path: Path) -> None:
    ended = reme("plugin", "validate", str(base_package(tmp_path)))
    assert (ended.code, ended.out, ended.err) == (0, "Valid: 2 skills, 2 servers, 0 notes.\n", "")


def test_a_broken_rule_ends_with_1_and_says_how_to_mend_it(reme: Reme, tmp_path: Path) -> None:
    package = base_package(tmp_path)
    shutil.rmtree(package / "servers")
    ended = reme("plugin", "validate", str(package))
    assert ended.code == 1
    assert "! A3  mcp.json#/mcpServers/local/args/0: this leads to no file inside the package\n" in ended.out
    assert "      fix:  correct the path, or bring the file\n" in ended.out
    assert ended.out.endswith("1 error, 0 notes.\n")


def test_json_holds_rule_place_boundary_and_fix(reme: Reme, tmp_path: Path) -> None:
    package = base_package(tmp_path)
    manifest = json.loads((package / "plugin.json").read_bytes())
    (package / "plugin.json").write_text(json.dumps({**manifest, "name": "Base"}))
    ended = reme("plugin", "validate", str(package), "--json")
    assert ended.code == 1
    assert ended.document["valid"] is False
    assert ended.document["mode"] == "author"
    (row,) = ended.document["errors"]
    assert (row["rule"], row["file"], row["pointer"]) == ("M3", "plugin.json", "/name")
    assert (row["boundary"], row["fix"]) == ("PLUGIN", "choose such a name")
    assert ended.document["loads"] == {"plugin": False, "skills": [], "servers": []}


def test_a_client_loads_what_is_left_and_ends_with_0(reme: Reme, tmp_path: Path) -> None:
    package = base_package(tmp_path)
    (package / "skills" / "notes" / "SKILL.md").write_text("# Notes\n")
    ended = reme("plugin", "validate", str(package), "--client-mode")
    assert ended.code == 0
    assert "! K2  skills/notes/SKILL.md: " in ended.out
    assert "(a client skips this skill)" in ended.out
    assert ended.out.endswith("A client loads: other; local, remote.\n")
    (package / "plugin.json").unlink()
    ended = reme("plugin", "validate", str(package), "--client-mode")
    assert (ended.code, ended.out.splitlines()[-1]) == (0, "A client loads nothing of it.")


def test_a_folder_that_is_not_there_is_a_finding(reme: Reme, tmp_path: Path) -> None:
    ended = reme("plugin", "validate", str(tmp_path / "none"))
    assert ended.code == 1
    assert "there is no such folder" in ended.out


def test_without_a_folder_the_command_line_is_wrong(reme: Reme) -> None:
    assert reme("plugin", "validate").code == 2
    assert reme("plugin", "check", ".").code == 2


def test_the_documentation_speaks_of_every_rule() -> None:
    text = DOCUMENTATION.read_text("utf-8")
    last = {rule.id[0]: rule.id for rule in RULES}
    for first, rule in last.items():
        assert f"{first}1 to {rule}" in text or (first == "T" and "T1, T2" in text)
    for rule in RULES:
        assert rule.check or rule.id in text.rsplit("\n\n", 1)[1]
