# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/hooks.pyi
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/hooks.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final, Literal, TypedDict

class HookSetting(TypedDict):
    environment: tuple[str, ...]
    keys: tuple[str, ...]
    flag: str
    kind: Literal["url", "token", "text", "milliseconds", "switch", "number"]
    default: str | int | bool

SETTINGS: Final[Mapping[str, HookSetting]]
PROJECT_FILE: Final[str]
PROJECT_FILE_BYTES: Final[int]
PROJECT_LEVELS: Final[int]
PROJECT_SWITCHES: Final[tuple[str, ...]]
PROJECT_SCOPE: Final[str]
PRIVATE_FOLDER: Final[str]
LOG_FOLDER: Final[str]
LOG_BYTES: Final[int]
SPOOL_FOLDER: Final[str]
REJECTED_FOLDER: Final[str]
STATE_FOLDER: Final[str]
HEARTBEAT_FILE: Final[str]
TEMPORARY_PREFIX: Final[str]
TEMPORARY_AGE_MS: Final[int]
STDIN_BYTES: Final[int]
STDIN_MS: Final[int]
HEADER_BYTES: Final[int]
REPLY_BYTES: Final[int]
BATCH_EVENTS: Final[int]
BATCH_BYTES: Final[int]
POSTPONED_MS: Final[int]
REFUSAL_MS: Final[int]
PROBE_MS: Final[int]
SILENCE_MS: Final[int]
SILENCE_LONGEST_MS: Final[int]
STATE_FILES: Final[int]
STATE_AGE_MS: Final[int]
STATE_TURNS: Final[int]
START_CHARS: Final[int]
LEAST_CHARS: Final[int]
