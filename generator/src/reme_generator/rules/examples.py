"""Examples name an operation that exists, and what must become of them."""

from __future__ import annotations

from ..documents import Document
from ..errors import ContractError

_VALID = ({"operation", "request"}, {"operation", "reply"})


def check_examples(examples: tuple[Document, ...], operations: Document, errors: Document) -> None:
    """File name, members, operation and code of every example."""
    names = {row["name"] for row in operations.data["operations"]}
    codes = {row["code"] for row in errors.data["errors"]}
    for example in examples:
        folder = example.path.split("/")[-2]
        operation = example.data.get("operation")
        if operation not in names:
            problem = f"no operation is called {operation!r}"
            raise ContractError(example.path, "/operation", problem, "use a name of operations.json")
        if example.stem != operation or example.name.count(".") != 2:
            fix = f"call it {operation}.<case>.json"
            raise ContractError(example.path, "", "the file's name does not start with the operation", fix)
        if folder == "valid":
            if set(example.data) not in _VALID:
                raise ContractError(
                    example.path, "", "not an operation with one request or reply", "keep those two members"
                )
        elif folder == "invalid":
            _check_invalid(example, codes)
        else:
            raise ContractError(example.path, "", f"unknown folder {folder!r}", "use valid/ or invalid/")


def _check_invalid(example: Document, codes: set[str]) -> None:
    members = set(example.data)
    if len(members & {"request", "reply"}) != 1:
        raise ContractError(example.path, "", "not exactly one of request and reply", "keep one of them")
    if "outcome" in members:
        wanted = {"operation", "request", "outcome", "reason", "pointer"}
        if members != wanted:
            fix = f"keep exactly {', '.join(sorted(wanted))}"
            raise ContractError(example.path, "", "an event's outcome is described otherwise", fix)
    elif example.data.get("code") not in codes:
        problem = f"{example.data.get('code')!r} is no error code"
        raise ContractError(example.path, "/code", problem, "name the code of errors.json that it must get")
