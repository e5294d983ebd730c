"""Constant modules: no imports, so that a hook pays nothing; the same values in Python and JavaScript."""

from __future__ import annotations

import ast
import json
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
HOOKS = ROOT / "packages/python-hooks/src/reme_hooks/_generated/v1"
JS = ROOT / "packages/js-client/src/generated/v1"
MODULES = sorted(path.stem for path in HOOKS.glob("*.py") if path.stem != "__init__")


def names(path: Path) -> list[str]:
    return [
        node.targets[0].id for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.Assign)
    ]  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", MODULES)
def test_a_module_is_a_docstring_and_assignments(module: str) -> None:
    docstring, *rest = ast.parse((HOOKS / f"{module}.py").read_text("utf-8"), feature_version=(3, 9)).body
    assert isinstance(docstring, ast.Expr)
    assert rest
    assert all(isinstance(node, ast.Assign) for node in rest)


@pytest.mark.parametrize("module", MODULES)
def test_a_stub_names_exactly_what_its_module_has(module: str) -> None:
    stub = ast.parse((HOOKS / f"{module}.pyi").read_text("utf-8")).body
    declared = [node.target.id for node in stub if isinstance(node, ast.AnnAssign)]  # type: ignore[union-attr]
    assert declared == names(HOOKS / f"{module}.py")


def test_javascript_has_the_same_values_as_python() -> None:
    script = (
        "const out = {}; for (const name of process.argv.slice(1)) {"
        f"out[name] = await import({json.dumps((JS).as_uri())} + '/' + name + '.js'); }}"
        "process.stdout.write(JSON.stringify(out));"
    )
    shared = [module for module in MODULES if module != "errors"]
    node = shutil.which("node")
    assert node is not None
    done = subprocess.run(
        [node, "--input-type=module", "-e", script, *shared],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found = json.loads(done.stdout)
    for module in shared:
        values = runpy.run_path(str(HOOKS / f"{module}.py"))
        wanted = {name: values[name] for name in names(HOOKS / f"{module}.py")}
        assert found[module] == json.loads(json.dumps(wanted)), module
