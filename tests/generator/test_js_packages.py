"""What the generator makes of a descriptor whose host runs JavaScript: files, data modules, copies."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from reme_generator import js_packages
from reme_generator.plan import HANDWRITTEN_FOLDERS

from tests.generator.whole import contents, contract

ROOT = Path(__file__).parents[2]
CONTRACT = contract()
HOSTS = dict(js_packages.described(CONTRACT))


def test_every_host_that_runs_javascript_has_a_package() -> None:
    wanted = {host["folder"] for host in CONTRACT.hosts.values() if host["runtime"]["kind"] == "js"}
    assert wanted == set(js_packages.FOLDERS)


@pytest.mark.parametrize("root", HOSTS)
def test_one_version_everywhere_and_the_minimum_of_the_api(root: str) -> None:
    host, manifest = HOSTS[root], json.loads(contents()[f"{root}/package.json"])
    assert manifest["name"] == host["packages"][0]["name"]
    assert manifest["version"] == host["version"]
    assert manifest["reme"]["minimumApiVersion"] == host["minimum_api_version"]
    assert f'version: "{host["version"]}"' in contents()[f"{root}/src/reme/host.js"].decode()


@pytest.mark.parametrize("root", HOSTS)
def test_no_dependency_and_only_what_is_published(root: str) -> None:
    manifest = json.loads(contents()[f"{root}/package.json"])
    assert "dependencies" not in manifest
    assert manifest["type"] == "module"
    published = {*manifest["files"], "package.json", "README.md", "LICENSE", "generated.lock.json"}
    assert {
        path.removeprefix(f"{root}/").split("/")[0] for path in contents() if path.startswith(f"{root}/")
    } <= published
    assert "generated.lock.json" not in manifest["files"]


@pytest.mark.parametrize("root", HOSTS)
def test_tools_are_the_descriptors_with_the_contracts_schemas(root: str) -> None:
    tools = contents()[f"{root}/src/reme/tools.js"].decode()
    assert re.findall(r'^    name: "(\w+)"', tools, re.MULTILINE) == HOSTS[root]["tools"]["names"]
    assert "$ref" not in tools


@pytest.mark.parametrize("root", HOSTS)
def test_vendored_modules_import_nothing_outside_of_their_folder(root: str) -> None:
    inside = f"{root}/src/reme/"
    vendored = [path for path in contents() if path.startswith(inside)]
    for path in vendored:
        for name in re.findall(r'(?:from|import) "([^"]+)"', contents()[path].decode()):
            target = (Path("/") / Path(path).parent / name).resolve().as_posix().lstrip("/")
            assert name.startswith("node:") or target in vendored, (path, name)


@pytest.mark.parametrize("root", HOSTS)
def test_the_declarations_of_the_runtimes_entry_lie_beside_it(root: str) -> None:
    original = (ROOT / "packages/js-client/src/runtime/index.d.ts").read_text(encoding="utf-8")
    assert contents()[f"{root}/src/reme/runtime/index.d.ts"].decode().endswith(original)
    assert not re.search(r"^(import|export) .*[\"']\.", original, re.MULTILINE), "it needs no other"


def test_a_skill_is_the_same_in_a_file_and_in_a_module() -> None:
    root = js_packages.ROOTS[0]
    text = contents()[f"{root}/skills/reme-memory/SKILL.md"].decode()
    body: Any = re.search(
        r'^  content: (".*"),$', contents()[f"{root}/src/reme/skill.js"].decode(), re.MULTILINE
    )
    assert text.endswith(json.loads(body[1]).lstrip("\n"))


def test_handwritten_folders_are_outside_of_the_plan() -> None:
    for folder in js_packages.HANDWRITTEN:
        assert folder in HANDWRITTEN_FOLDERS
        assert not [path for path in contents() if path.startswith(f"{folder}/")]
