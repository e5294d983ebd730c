# Generated: do not edit, your change would be lost.
# From contract/v1/errors.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final, TypedDict

class ErrorRow(TypedDict):
    status: int
    retryable: bool
    hint: str

ERRORS: Final[Mapping[str, ErrorRow]]
