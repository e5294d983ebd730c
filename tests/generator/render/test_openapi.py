"""The OpenAPI document of the real contract: valid 3.1, complete, and true to the tables."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from reme_generator.model import Contract
from reme_generator.render.openapi import document

from tests.generator.whole import contract


@pytest.fixture(scope="module")
def real() -> Contract:
    return contract()


@pytest.fixture(scope="module")
def openapi(real: Contract) -> Any:
    return json.loads(document(real))


def test_the_document_is_valid_openapi(openapi: Any) -> None:
    assert [error.message for error in OpenAPIV31SpecValidator(openapi).iter_errors()] == []


def test_a_broken_document_would_be_seen(openapi: Any) -> None:
    broken = {**openapi, "paths": {"/x": {"get": {"responses": {"200": {}}}}}}
    assert list(OpenAPIV31SpecValidator(broken).iter_errors())


def test_every_operation_is_there_with_every_status_it_can_answer(real: Contract, openapi: Any) -> None:
    statuses = {error.code: str(error.status) for error in real.errors}
    assert set(openapi["paths"]) == {operation.path for operation in real.operations}
    for operation in real.operations:
        entry = openapi["paths"][operation.path][operation.method.lower()]
        assert entry["operationId"] == operation.name
        assert set(entry["responses"]) == {"200"} | {statuses[code] for code in operation.errors}
        assert ("requestBody" in entry) == (operation.method == "POST")


def test_a_token_is_asked_for_where_the_contract_says_so(real: Contract, openapi: Any) -> None:
    for operation in real.operations:
        entry = openapi["paths"][operation.path][operation.method.lower()]
        assert ({"bearer": []} in entry["security"]) == operation.token_required


def test_every_code_is_named_in_an_answer_of_each_operation_that_has_it(real: Contract, openapi: Any) -> None:
    for operation in real.operations:
        answers = openapi["paths"][operation.path][operation.method.lower()]["responses"].values()
        texts = " ".join(
            answer.get("description")
            or openapi["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]["description"]
            for answer in answers
        )
        assert all(f"`{code}`" in texts for code in operation.errors)


def test_what_is_only_on_disk_is_not_published(openapi: Any) -> None:
    assert "SessionLine" not in openapi["components"]["schemas"]
    assert "AppendRequest" in openapi["components"]["schemas"]
    assert "#/$defs/" not in json.dumps(openapi)
