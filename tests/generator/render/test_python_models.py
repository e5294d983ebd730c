"""Generated models are imported and used: strict, closed or open, immutable."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from pydantic import ValidationError
from reme_generator.errors import ContractError
from reme_generator.model import Contract
from reme_generator.render import python_models

PACKAGE = "reme_gateway._contract.v1"


@pytest.fixture(scope="module")
def models(contents: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The small contract's models under a package name of their own."""
    folder = tmp_path_factory.mktemp("package")
    for name in ("wire_model", "models"):
        text = contents[f"server/src/reme_gateway/_contract/v1/{name}.py"].decode()
        (folder / f"small_{name}.py").write_text(text.replace(f"{PACKAGE}.wire_model", "small_wire_model"))
    for name in ("small_wire_model", "small_models"):
        spec = importlib.util.spec_from_file_location(name, folder / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    yield sys.modules["small_models"]
    del sys.modules["small_wire_model"], sys.modules["small_models"]


def test_defaults_apply_and_are_not_null(models: ModuleType) -> None:
    assert models.EchoRequest.parse({"word": "a"}).times == 1
    assert models.EchoReply.parse({"words": []}).note is None


@pytest.mark.parametrize(
    ("document", "pointer"),
    [
        ({"word": "a", "times": "2"}, "/times"),
        ({"word": "a", "times": True}, "/times"),
        ({"word": "a", "times": None}, "/times"),
        ({"word": "A"}, "/word"),
        ({"word": "a\n"}, "/word"),
        ({"times": 1}, "/word"),
        ({"word": "a", "loud": True}, "/loud"),
        ({"word": "a", "x~y/z": True}, "/x~0y~1z"),
        (["a"], ""),
    ],
)
def test_a_request_is_strict_and_closed(models: ModuleType, document: Any, pointer: str) -> None:
    with pytest.raises(ValueError, match=pointer or "the document") as caught:
        models.EchoRequest.parse(document)
    assert caught.value.pointer == pointer  # type: ignore[attr-defined]


def test_a_fault_never_repeats_the_value(models: ModuleType) -> None:
    with pytest.raises(ValueError, match="/word") as caught:
        models.EchoRequest.parse({"word": "SECRET-WORD"})
    assert "SECRET" not in str(caught.value)


def test_a_reply_is_open_and_writes_only_what_it_knows(models: ModuleType) -> None:
    reply = models.EchoReply.parse({"words": ["a"], "newer": None, "note": {"text": "t", "newer": 1}})
    assert reply.wire() == {"words": ["a"], "note": {"text": "t"}}


def test_a_null_deep_in_a_list_or_object_is_found(models: ModuleType) -> None:
    with pytest.raises(ValueError, match="/note/text"):
        models.EchoReply.parse({"words": ["a"], "note": {"text": None}})
    with pytest.raises(ValueError, match="/words/1"):
        models.EchoReply.parse({"words": ["a", None]})


def test_models_are_immutable(models: ModuleType) -> None:
    with pytest.raises(ValidationError, match="frozen"):
        models.EchoRequest.parse({"word": "a"}).word = "b"


def test_the_bundle_keeps_only_objects_and_what_lists_hold(contract: Contract) -> None:
    schemas = python_models.bundle(contract)["components"]["schemas"]
    assert sorted(schemas) == ["EchoNote", "EchoReply", "EchoRequest", "Problem", "Word"]
    assert schemas["EchoRequest"]["properties"]["word"]["pattern"] == "^[a-z]{1,20}$"


def test_a_class_that_the_tool_made_up_fails_the_build(contract: Contract) -> None:
    with pytest.raises(ContractError, match="made up the class Word1"):
        python_models._refuse_numbered(contract, "class Word1(WireModel):\n")


def test_a_tool_that_fails_is_an_error_with_its_message(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(python_models, "_OPTIONS", ("--no-such-option",))
    with pytest.raises(python_models.ToolError, match="no-such-option"):
        python_models.models(contract, "3.11", PACKAGE)
