"""Every template is planned, every planned template exists, and none of them decides or computes."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2.meta
import pytest
from jinja2 import nodes
from reme_generator.js_source import read_js_source
from reme_generator.load import load
from reme_generator.plan import plan
from reme_generator.render import template_values
from reme_generator.render.jinja import environment
from reme_generator.resolve import resolve
from reme_generator.runtime_source import read_runtime

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "_partials",
    "agent-plugin",
    "claude-code",
    "codex",
    "dsh",
    "hermes",
    "js-client",
    "openclaw",
    "python-client",
    "server-contract",
)
TEMPLATES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in (ROOT / "templates" / folder).rglob("*.jinja")
)


CONTRACT = resolve(load(ROOT))


def parsed(name: str) -> nodes.Template:
    env = environment(ROOT)
    return env.parse((ROOT / name).read_text(encoding="utf-8"))


def test_templates_are_exactly_those_of_the_plan() -> None:
    files = plan(CONTRACT, read_runtime(ROOT), read_js_source(ROOT))
    used = {name for file in files for name in (file.source, *file.inputs)}
    assert {name for name in used if name.startswith("templates/")} == set(TEMPLATES)


def test_what_a_template_includes_stands_among_its_inputs() -> None:
    for file in plan(CONTRACT, read_runtime(ROOT), read_js_source(ROOT)):
        if file.source.startswith("templates/"):
            parts = jinja2.meta.find_referenced_templates(parsed(file.source))
            named = {name for name in file.inputs if name.startswith("templates/")}
            assert {f"templates/{part}" for part in parts} == named


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_uses_documented_variables_only(name: str) -> None:
    allowed = {*template_values(CONTRACT), "argument"}
    assert jinja2.meta.find_undeclared_variables(parsed(name)) <= allowed
    readme = (ROOT / "templates" / "README.md").read_text(encoding="utf-8")
    assert all(f"`{variable}`" in readme for variable in allowed)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_does_no_arithmetic_and_nests_no_conditions(name: str) -> None:
    tree = parsed(name)
    assert not list(tree.find_all((nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.Concat, nodes.Macro)))
    for condition in tree.find_all(nodes.If):
        assert not [inner for branch in condition.body for inner in branch.find_all(nodes.If)]


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_uses_listed_filters_only(name: str) -> None:
    used = {found.name for found in parsed(name).find_all(nodes.Filter)}
    assert used <= {"python", "json_python", "js", "json", "join"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_holds_no_banner_and_no_place(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "do not edit" not in text.lower()
    assert not re.search(r"/(home|root|Users|tmp)/", text)
