"""The plan: pure, sorted, complete, and honest about what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from reme_generator.errors import ContractError
from reme_generator.model import Contract
from reme_generator.plan import GENERATED_FOLDERS, plan
from reme_generator.runtime_source import Runtime, read_runtime

SINGLE_FILES = {"docs/openapi.json"}


def test_the_plan_is_sorted_and_names_each_file_once(contract: Contract, repository: Path) -> None:
    files = plan(contract, read_runtime(repository))
    paths = [file.path for file in files]
    assert paths == sorted(set(paths))


def test_every_planned_file_lies_in_a_generated_folder_or_is_a_known_single_one(
    contract: Contract, repository: Path
) -> None:
    for file in plan(contract, read_runtime(repository)):
        inside = any(file.path.startswith(f"{folder}/") for folder in GENERATED_FOLDERS)
        assert inside != (file.path in SINGLE_FILES), file.path


def test_a_data_file_becomes_a_module_in_each_runtime(contract: Contract, repository: Path) -> None:
    paths = {file.path for file in plan(contract, read_runtime(repository))}
    hooks, js = "packages/python-hooks/src/reme_hooks/_generated/v1", "packages/js-client/src/generated/v1"
    assert {f"{hooks}/colours.py", f"{hooks}/colours.pyi", f"{js}/colours.js", f"{js}/colours.d.ts"} <= paths


def test_inputs_are_places_in_the_contract(contract: Contract, repository: Path) -> None:
    files = {file.path: file for file in plan(contract, read_runtime(repository))}
    assert files["packages/python-hooks/src/reme_hooks/_generated/v1/colours.pyi"].inputs == (
        "contract/v1/colours.json#/default-colour",
        "contract/v1/colours.json#/table",
        "contract/v1/colours.json#/names",
    )
    assert (
        "contract/v1/echo.schema.json#/$defs"
        in files["server/src/reme_gateway/_contract/v1/models.py"].inputs
    )


def test_a_missing_vendored_module_is_an_error(contract: Contract) -> None:
    with pytest.raises(ContractError, match="a vendored module is missing"):
        plan(contract, Runtime({}, {}))


def test_planning_reads_and_writes_nothing(
    contract: Contract, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = read_runtime(repository)
    monkeypatch.setattr("builtins.open", None)
    monkeypatch.setattr(Path, "open", None)
    assert plan(contract, runtime) == plan(contract, runtime)
