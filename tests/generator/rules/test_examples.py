"""An example says which operation it is of and what must become of it."""

from __future__ import annotations

from typing import Any

import pytest
from reme_generator.documents import Document
from reme_generator.errors import ContractError
from reme_generator.rules.examples import check_examples

OPERATIONS = Document("o", {"operations": [{"name": "echo"}]}, "")
ERRORS = Document("e", {"errors": [{"code": "invalid_request"}]}, "")


def example(path: str, **data: Any) -> tuple[Document, ...]:
    return (Document(f"contract/v1/examples/{path}", data, ""),)


def test_good_examples_pass() -> None:
    check_examples(example("valid/echo.x.json", operation="echo", reply={}), OPERATIONS, ERRORS)
    code = {"operation": "echo", "request": {}, "code": "invalid_request", "pointer": ""}
    check_examples(example("invalid/echo.x.json", **code), OPERATIONS, ERRORS)


@pytest.mark.parametrize(
    ("path", "data", "problem"),
    [
        ("valid/echo.x.json", {"operation": "ecco", "request": {}}, "no operation is called 'ecco'"),
        ("valid/other.x.json", {"operation": "echo", "request": {}}, "does not start with the operation"),
        ("valid/echo.json", {"operation": "echo", "request": {}}, "does not start with the operation"),
        ("valid/echo.x.json", {"operation": "echo"}, "not an operation with one request or reply"),
        ("odd/echo.x.json", {"operation": "echo", "request": {}}, "unknown folder 'odd'"),
        ("invalid/echo.x.json", {"operation": "echo", "code": "invalid_request"}, "not exactly one of"),
        (
            "invalid/echo.x.json",
            {"operation": "echo", "request": {}, "code": "gone"},
            "'gone' is no error code",
        ),
        ("invalid/echo.x.json", {"operation": "echo", "request": {}}, "None is no error code"),
        (
            "invalid/echo.x.json",
            {"operation": "echo", "request": {}, "outcome": "rejected"},
            "described otherwise",
        ),
    ],
)
def test_a_wrong_example_is_an_error(path: str, data: dict[str, Any], problem: str) -> None:
    with pytest.raises(ContractError) as caught:
        check_examples(example(path, **data), OPERATIONS, ERRORS)
    assert problem in caught.value.problem
