# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/configuration.pyi
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/configuration.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final, Literal, TypedDict

class Setting(TypedDict):
    environment: tuple[str, ...]
    keys: tuple[str, ...]
    flag: str
    kind: Literal["url", "token", "text", "milliseconds", "switch", "number"]
    default: str | int | bool

SETTINGS: Final[Mapping[str, Setting]]
CONFIG_FILE_ENVIRONMENT: Final[str]
CONFIG_FILE_FLAG: Final[str]
LAYERS: Final[tuple[str, ...]]
PLUGIN_FILE: Final[str]
USER_FILE: Final[str]
SERVER_FILE: Final[str]
FILE_BYTES: Final[int]
COMMENT: Final[str]
SERVER_HOST_KEY: Final[str]
SERVER_PORT_KEY: Final[str]
SERVER_HOST: Final[str]
SERVER_PORT: Final[int]
SCHEMES: Final[tuple[str, ...]]
LOOPBACK_HOSTS: Final[Mapping[str, str]]
TIMEOUT_MIN_MS: Final[int]
TIMEOUT_MAX_MS: Final[int]
SWITCH_ON: Final[tuple[str, ...]]
SWITCH_OFF: Final[tuple[str, ...]]
ORIGINS: Final[Mapping[str, str]]
MESSAGES: Final[Mapping[str, str]]
ENDPOINT_PROBLEMS: Final[Mapping[str, str]]
SETTING_PROBLEMS: Final[Mapping[str, str]]
