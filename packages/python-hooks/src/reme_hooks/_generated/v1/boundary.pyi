# Generated: do not edit, your change would be lost.
# From contract/v1/boundary.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final, Literal, TypedDict

class Element(TypedDict):
    name: str
    end_name: str
    hosts: tuple[str, ...]
    reason: Literal["recalled", "private", "host"]
    unclosed: Literal["end", "start", "keep"]
    orphan_close: Literal["any", "line", "keep"]
    in_code: Literal["strip", "keep"]
    only_at_start: bool

class Line(TypedDict):
    id: str
    hosts: tuple[str, ...]
    needle: str
    starts: tuple[str, ...]
    equals: tuple[str, ...]

RECALL_OPEN: Final[str]
RECALL_NOTICE: Final[str]
RECALL_CLOSE: Final[str]
RECALL_ITEM: Final[str]
RECALL_CONTINUATION: Final[str]
RECALL_MIN_SNIPPET: Final[int]
NEUTRAL_CHARACTERS: Final[Mapping[str, str]]
NEUTRAL_SEQUENCES: Final[Mapping[str, str]]
OPENING_BRACKETS: Final[tuple[str, ...]]
CLOSING_BRACKETS: Final[tuple[str, ...]]
SLASHES: Final[tuple[str, ...]]
NAME_CHARACTERS: Final[str]
INVISIBLE_CHARACTERS: Final[str]
SKIPPED_IN_TAG: Final[int]
ATTRIBUTE_CHARACTERS: Final[int]
WHITESPACE: Final[str]
MENTION_FILLER: Final[str]
CODE_CUT: Final[str]
ROUNDS: Final[int]
ELEMENTS: Final[tuple[Element, ...]]
LINES: Final[tuple[Line, ...]]
