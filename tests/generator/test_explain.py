"""`explain`: from a generated file back to what has to be edited."""

from __future__ import annotations

from pathlib import Path

from reme_generator.explain import explain
from reme_generator.model import Contract
from reme_generator.plan import plan
from reme_generator.render import origin
from reme_generator.runtime_source import read_runtime

ROOT = Path(__file__).parents[2]


def test_a_file_from_a_template_names_it_and_the_places_in_the_contract(
    contract: Contract, repository: Path
) -> None:
    text = explain(plan(contract, read_runtime(repository)), "server/src/reme_gateway/_contract/v1/errors.py")
    assert text is not None
    assert "made by   templates/server-contract/errors.py.jinja\n" in text
    assert "made from contract/v1/errors.json#/errors\n" in text
    assert "nox -s generate" in text


def test_every_origin_that_is_named_exists(contract: Contract, repository: Path) -> None:
    for file in plan(contract, read_runtime(repository)):
        assert (ROOT / origin(file.source)).is_file(), file.source


def test_a_lock_file_is_explained_and_a_handwritten_file_is_not(contract: Contract, repository: Path) -> None:
    files = plan(contract, read_runtime(repository))
    assert "lockfile.py" in str(explain(files, "server/generated.lock.json"))
    assert explain(files, "server/src/reme_gateway/app.py") is None
