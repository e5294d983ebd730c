"""Loading: everything is checked against a meta schema, and what has none is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reme_generator.errors import ContractError
from reme_generator.load import load

Edit = Callable[[str, Callable[[Any], Any]], None]


def test_the_small_contract_is_read_whole(repository: Path) -> None:
    documents = load(repository)
    assert [document.name for document in documents.schemas] == ["echo.schema.json"]
    assert [document.name for document in documents.data] == ["colours.json"]
    assert documents.data[0].meta == "contract/meta/colours.schema.json"
    assert list(documents.core) == ["operations.json", "errors.json", "limits.json"]


def test_a_data_file_without_a_meta_schema_is_refused(repository: Path) -> None:
    (repository / "contract" / "v1" / "shapes.json").write_text('{"$schema": "../meta/shapes.schema.json"}')
    with pytest.raises(ContractError, match="names no meta schema") as caught:
        load(repository)
    assert (caught.value.file, caught.value.json_pointer) == ("contract/v1/shapes.json", "/$schema")
    assert "contract/meta/shapes.schema.json" in caught.value.fix


@pytest.mark.parametrize(
    ("file", "change", "pointer"),
    [
        ("v1/errors.json", lambda data: data["errors"][0].update(status=200), "/errors/0/status"),
        (
            "v1/operations.json",
            lambda data: data["operations"][0].update(method="PUT"),
            "/operations/0/method",
        ),
        (
            "v1/limits.json",
            lambda data: data["limits"]["word_chars"].update(value="20"),
            "/limits/word_chars/value",
        ),
        ("v1/colours.json", lambda data: data["table"][1].pop("from"), "/table/1"),
    ],
)
def test_what_breaks_its_meta_schema_is_refused_there(
    repository: Path, edit: Edit, file: str, change: Callable[[Any], Any], pointer: str
) -> None:
    edit(file, change)
    with pytest.raises(ContractError) as caught:
        load(repository)
    assert (caught.value.file, caught.value.json_pointer) == (f"contract/{file}", pointer)
    assert "contract/meta/" in caught.value.fix


@pytest.mark.parametrize("name", ["operations.json", "errors.json", "limits.json"])
def test_a_missing_core_file_is_named(repository: Path, name: str) -> None:
    (repository / "contract" / "v1" / name).unlink()
    with pytest.raises(ContractError, match="missing") as caught:
        load(repository)
    assert caught.value.file == f"contract/v1/{name}"


def test_a_schema_of_another_dialect_or_name_is_refused(repository: Path, edit: Edit) -> None:
    edit("v1/echo.schema.json", lambda data: data.update({"$id": "other.schema.json"}))
    with pytest.raises(ContractError) as caught:
        load(repository)
    assert caught.value.json_pointer == "/$id"
    edit(
        "v1/echo.schema.json",
        lambda data: data.update({"$schema": "http://json-schema.org/draft-07/schema#"}),
    )
    with pytest.raises(ContractError) as caught:
        load(repository)
    assert caught.value.json_pointer == "/$schema"


def test_an_invalid_schema_is_refused_where_it_is_wrong(repository: Path, edit: Edit) -> None:
    edit("v1/echo.schema.json", lambda data: data["$defs"]["Word"].update(minLength=-1))
    with pytest.raises(ContractError) as caught:
        load(repository)
    assert caught.value.json_pointer == "/$defs/Word/minLength"


def test_a_descriptor_is_checked_against_the_host_meta_schema(repository: Path) -> None:
    folder = repository / "contract" / "hosts"
    folder.mkdir()
    (folder / "codex.toml").write_text('id = "Codex"\n')
    with pytest.raises(ContractError) as caught:
        load(repository)
    assert caught.value.file == "contract/hosts/codex.toml"


def test_a_folder_without_a_contract_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContractError, match="missing"):
        load(tmp_path)


def test_examples_are_read_but_are_no_source_of_outputs(repository: Path) -> None:
    folder = repository / "contract" / "v1" / "examples" / "valid"
    folder.mkdir(parents=True)
    (folder / "echo.plain.json").write_text(json.dumps({"operation": "echo", "request": {"word": "a"}}))
    documents = load(repository)
    assert [document.name for document in documents.examples] == ["echo.plain.json"]
    assert "echo.plain.json" not in {document.name for document in documents.sources()}
