# Generated: do not edit, your change would be lost.
# From contract/v1/operations.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final, Literal, TypedDict

class OperationRow(TypedDict):
    method: Literal["GET", "POST"]
    path: str
    deadline_ms: int
    retry_safe: bool
    token_required: bool

API_VERSION: Final[str]
API_MAJOR: Final[int]
API_MINOR: Final[int]
VERSION_HEADER: Final[str]
OPERATIONS: Final[Mapping[str, OperationRow]]
