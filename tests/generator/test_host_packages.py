"""What the generator makes of a descriptor: files, registrations, and the slice that the runtime reads."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from reme_generator import host_packages
from reme_generator.check import check
from reme_generator.js_source import read_js_source
from reme_generator.load import load
from reme_generator.plan import HANDWRITTEN_FOLDERS, plan
from reme_generator.render.host_values import host_values, runtime_slice
from reme_generator.resolve import resolve
from reme_generator.runtime_source import read_runtime
from reme_generator.write import write

from tests.generator.whole import contents, contract

ROOT = Path(__file__).parents[2]
CONTRACT = contract()
VALUES = host_values(CONTRACT)
HOSTS = ("claude_code", "codex")


def generated(host: str, path: str) -> Any:
    return json.loads(contents()[f"packages/{VALUES[host]['folder']}/{path}"])


def test_every_marketplace_descriptor_has_a_package() -> None:
    wanted = {
        host["folder"]
        for host in CONTRACT.hosts.values()
        if any(package["kind"] == "marketplace" for package in host["packages"])
    }
    assert wanted == set(host_packages.FOLDERS)
    assert set(HOSTS) == {host["id"] for _, host in host_packages.described(CONTRACT)} <= set(VALUES)


@pytest.mark.parametrize("host", HOSTS)
def test_one_handler_per_native_event_in_the_descriptors_order(host: str) -> None:
    natives = list(dict.fromkeys(row["native"] for row in CONTRACT.hosts[host]["events"]))
    hooks = generated(host, "reme/hooks/hooks.json")["hooks"]
    assert list(hooks) == natives
    assert all(len(groups) == 1 and len(groups[0]["hooks"]) == 1 for groups in hooks.values())


@pytest.mark.parametrize("host", HOSTS)
def test_a_timeout_is_the_declared_one_in_the_hosts_unit(host: str) -> None:
    declared = {row["native"]: row["deadline"].get("declared") for row in CONTRACT.hosts[host]["events"]}
    hooks = generated(host, "reme/hooks/hooks.json")["hooks"]
    assert {native: groups[0]["hooks"][0].get("timeout") for native, groups in hooks.items()} == declared


def test_a_new_version_changes_no_registration() -> None:
    documents = load(ROOT)
    newer = [replace(host, data={**host.data, "version": "9.9.9"}) for host in documents.hosts]
    values = host_values(resolve(replace(documents, hosts=tuple(newer))))
    for host in HOSTS:
        assert values[host]["version"] == "9.9.9"
        assert values[host]["hooks"] == VALUES[host]["hooks"]


def test_the_slice_holds_what_the_runtime_reads_and_no_prose() -> None:
    found = runtime_slice(CONTRACT.hosts["claude_code"])
    assert set(found) == {
        *("id", "folder", "version", "minimum_api_version"),
        *("events", "injection", "capabilities", "variables"),
    }
    assert all(set(row["deadline"]) == {"inner_ms"} for row in found["events"])
    assert found["variables"] == {"data": "CLAUDE_PLUGIN_DATA", "options": "CLAUDE_PLUGIN_OPTION_"}
    assert found["injection"]["host_limit"] == {"amount": 9500, "unit": "characters"}
    assert not {"fixtures", "note", "read", "declared"} & set(re.findall(r'"([a-z_]+)":', json.dumps(found)))


def test_a_hosts_size_limit_is_lifted_where_context_is_put_in_and_nowhere_else() -> None:
    hooks = generated("codex", "reme/hooks/hooks.json")["hooks"]
    lifted = {
        native for native, groups in hooks.items() if groups[0]["hooks"][0].get("additionalContextLimit") == 0
    }
    assert lifted == {row["native"] for row in CONTRACT.hosts["codex"]["events"] if "reply" in row}


def test_the_entry_script_is_the_one_that_the_runtime_describes() -> None:
    readme = (ROOT / "packages/python-hooks/README.md").read_text(encoding="utf-8")
    wanted = readme.split("```python\n")[1].split("```")[0]
    for host in HOSTS:
        folder = VALUES[host]["folder"]
        script = contents()[f"packages/{folder}/reme/hook.py"].decode()
        body = re.sub(r"\A(?:#.*\n)+", "", script)
        assert body == wanted.replace('"/codex.', f'"/{folder}.')


def test_stubs_stay_out_of_packages() -> None:
    paths = [file.path for file in plan(CONTRACT, read_runtime(ROOT), read_js_source(ROOT))]
    vendored = [path for path in paths if "/reme/reme_hooks/" in path]
    assert len(vendored) > 40
    assert not [path for path in vendored if path.endswith(".pyi")]
    assert not [path for path in vendored if path.endswith("v1/hosts.py")], "all hosts' data cost a start"


def test_adapters_are_nobodys_but_their_authors(tmp_path: Path) -> None:
    kept = {path: content for path, content in contents().items() if path.startswith("packages/codex/")}
    write(tmp_path, kept)
    mine = tmp_path / HANDWRITTEN_FOLDERS[1] / "payload.py"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine\n")
    stale = tmp_path / "packages/codex/reme/old.py"
    stale.write_text("old\n")
    (problem,) = check(tmp_path, kept)
    assert problem.startswith("packages/codex/reme/old.py: not planned")
    assert write(tmp_path, kept).deleted == ("packages/codex/reme/old.py",)
    assert mine.read_text() == "mine\n"
    shutil.rmtree(tmp_path / "packages/codex/reme/reme_hooks")
    write(tmp_path, kept)
    assert list(check(tmp_path, kept)) == []


def test_the_lock_file_of_a_package_names_every_template_and_the_descriptor() -> None:
    rows = {row["path"]: row for row in generated("codex", "generated.lock.json")["files"]}
    assert {"contract/hosts/codex.toml", "templates/codex/README.md.jinja"} <= set(
        rows["README.md"]["inputs"]
    )
    assert "templates/_partials/readme_events.md.jinja" in rows["README.md"]["inputs"]
    assert "reme/adapter/payload.py" not in rows


def test_a_contract_without_hosts_makes_no_package(contents: dict[str, bytes]) -> None:
    assert not [path for path in contents if path.startswith("packages/codex/")]
