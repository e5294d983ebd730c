# Generated: do not edit, your change would be lost.
# From contract/v1/redaction.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from typing import Final, TypedDict

from typing_extensions import NotRequired

class Pattern(TypedDict):
    id: str
    needles: tuple[tuple[str, ...], ...]
    ignore_case: NotRequired[bool]
    pattern: str

MARK: Final[str]
ROUNDS: Final[int]
PATTERNS: Final[tuple[Pattern, ...]]
