"""What the generator makes of a descriptor whose host runs Python: files, data modules, copies."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml
from reme_generator import python_packages
from reme_generator.plan import HANDWRITTEN_FOLDERS

from tests.generator.whole import contents, contract

ROOT = Path(__file__).parents[2]
CONTRACT = contract()
HOSTS = dict(python_packages.described(CONTRACT))


def constant(path: str) -> Any:
    """The one value that a generated module holds."""
    (value,) = [node.value for node in ast.parse(contents()[path]).body if isinstance(node, ast.Assign)]
    return ast.literal_eval(value)


def test_every_host_that_runs_python_in_its_process_has_a_package() -> None:
    wanted = {
        host["folder"]
        for host in CONTRACT.hosts.values()
        if (host["runtime"]["kind"], host["runtime"]["process"]) == ("python-hooks", "in-process")
    }
    assert wanted == set(python_packages.FOLDERS)


@pytest.mark.parametrize("root", HOSTS)
def test_one_version_everywhere_and_the_minimum_of_the_api(root: str) -> None:
    host, manifest = HOSTS[root], yaml.safe_load(contents()[f"{root}/reme/plugin.yaml"])
    slice_ = constant(f"{root}/reme/host.py")
    assert manifest["name"] == host["plugin_id"]
    assert manifest["version"] == slice_["version"] == host["version"]
    minimum = host["minimum_api_version"]
    assert manifest["reme"]["minimum_api_version"] == slice_["minimum_api_version"] == minimum


@pytest.mark.parametrize("root", HOSTS)
def test_tools_are_the_descriptors_with_the_contracts_schemas(root: str) -> None:
    tools = constant(f"{root}/reme/tools.py")
    assert [tool["name"] for tool in tools] == HOSTS[root]["tools"]["names"]
    operations = {str(operation.name) for operation in CONTRACT.operations}
    assert {tool["name"].removeprefix("reme_") for tool in tools} <= operations
    assert "$ref" not in contents()[f"{root}/reme/tools.py"].decode()


@pytest.mark.parametrize("root", HOSTS)
def test_everything_that_is_imported_from_the_runtime_is_there(root: str) -> None:
    for folder in python_packages.HANDWRITTEN:
        for path in (ROOT / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("reme_hooks"):
                    base = f"{root}/reme/{(node.module or '').replace('.', '/')}"
                    for name in node.names:
                        assert f"{base}.py" in contents() or f"{base}/{name.name}.py" in contents(), path


@pytest.mark.parametrize("root", HOSTS)
def test_the_host_finds_the_provider_by_the_first_bytes_of_its_module(root: str) -> None:
    assert b"register_memory_provider" in contents()[f"{root}/reme/__init__.py"][:8192]


def test_handwritten_folders_are_outside_of_the_plan() -> None:
    for folder in python_packages.HANDWRITTEN:
        assert folder in HANDWRITTEN_FOLDERS
        assert not [path for path in contents() if path.startswith(f"{folder}/")]
