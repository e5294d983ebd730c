"""Other people's linters over our packages, and over the fixtures of our own validator: do we agree?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from reme_gateway.plugin_validation.validator import validate
from skills_ref.validator import validate as validate_skill
from skillsaw import Linter, RepositoryContext, Severity
from skillsaw.context import RepositoryType

from tests.server.plugin_validation.fixture_package import CASES, case_name, changed_package

PACKAGES = Path(__file__).parents[2] / "packages"
SKILLS = sorted(path.parent for path in PACKAGES.glob("*/**/SKILL.md"))
ABOUT_FORM = {"agent-plugin-json-valid", "agent-plugin-mcp-valid"}
# Our rules about what these two look at.
OURS = {"P1", "P3", "P5", "P6"} | {f"M{n}" for n in range(1, 11)} | {f"C{n}" for n in range(1, 6)}
OURS |= {f"S{n}" for n in range(1, 5)} | {f"H{n}" for n in range(1, 6)}
OURS_ABOUT_SKILLS = {"K2", "K3", "K4", "K5"}

# Where skillsaw 0.22 judges otherwise, and why we keep our judgement.
OTHERWISE = {
    "A3/circle-of-links": "it takes a circle for a way out; nothing outside is reached, so a file is missing",
    "H3/beyond-latin-1": "it lets characters pass that no header can carry",
    "H4/placeholder-in-a-header": "it does not mind text that nobody expands",
    "H4/placeholder-in-the-address": "it does not mind text that nobody expands",
    "H5/api-key": "it goes by the value, which may be any word, and not by the header's name",
    "H5/placeholder-for-a-token": "it does not mind text that nobody expands",
    "H5/variable": "it goes by the value, and not by the variable's name",
    "M1/a-name-twice": "it refuses a name that stands twice; JSON leaves that open, so we note it",
    "M3/line-end": "its pattern lets a line end at the end pass",
    "M8/no-reverse-domain": "it does not look at the names of namespaces",
    "S1/the-folder-above": "it takes '..' for a bare name",
}
# And where skills-ref 0.1 does.
OTHERWISE_ABOUT_SKILLS = {
    "K5/compatibility-empty": "it asks for no least length",
    "K5/field-of-one-client": "it refuses fields that only some clients know; those load all the same",
    "K5/licence-is-a-number": "it reads every plain value as text; other readers of YAML do not",
    "K5/version-is-a-number": "it reads every plain value as text; other readers of YAML do not",
}


def found(package: Path, rules: set[str] | None = None) -> list[str]:
    """What skillsaw says at the level of a warning or above."""
    context = RepositoryContext(package, repo_types={RepositoryType.AGENT_PLUGIN} if rules else None)
    linter = Linter(context, rule_ids=rules, no_custom_rules=True, no_plugins=True)
    return [str(row.message) for row in linter.run() if row.severity is not Severity.INFO]


def complaints(skill: Path) -> list[str]:
    """What skills-ref says of a skill; it reads UTF-8 or nothing."""
    if not (skill / "SKILL.md").exists():
        return []
    try:
        return list(validate_skill(skill))
    except UnicodeDecodeError as error:
        return [str(error)]


def test_skillsaw_finds_nothing_in_our_package(tmp_path: Path) -> None:
    shutil.copytree(PACKAGES / "agent-plugin", tmp_path / "reme")
    assert found(tmp_path / "reme") == []


def test_skillsaw_would_find_something(tmp_path: Path) -> None:
    shutil.copytree(PACKAGES / "agent-plugin", tmp_path / "reme")
    (tmp_path / "reme" / "mcp.json").write_text("{}")
    assert found(tmp_path / "reme") != []


@pytest.mark.parametrize("skill", SKILLS, ids=lambda path: str(path.relative_to(PACKAGES)))
def test_skills_ref_accepts_our_skills(skill: Path) -> None:
    assert validate_skill(skill) == []


@pytest.mark.parametrize("path", [path for path in CASES if path.parent.name != "A7"], ids=case_name)
def test_skillsaw_judges_as_we_do(path: Path, tmp_path: Path) -> None:
    package = changed_package(tmp_path, json.loads(path.read_bytes())["change"])
    ours = [row.rule for row in validate(package).errors if row.rule in OURS]
    theirs = found(package, ABOUT_FORM)
    agreed = bool(ours) == bool(theirs)
    assert agreed is (case_name(path) not in OTHERWISE), (ours, theirs)


@pytest.mark.parametrize("path", [path for path in CASES if path.parent.name[0] == "K"], ids=case_name)
def test_skills_ref_judges_as_we_do(path: Path, tmp_path: Path) -> None:
    package = changed_package(tmp_path, json.loads(path.read_bytes())["change"])
    ours = [row.rule for row in validate(package).errors if row.rule in OURS_ABOUT_SKILLS]
    theirs = complaints(package / "skills" / "notes")
    agreed = bool(ours) == bool(theirs)
    assert agreed is (case_name(path) not in OTHERWISE_ABOUT_SKILLS), (ours, theirs)
