# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/identity.pyi
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/identity.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final

SLUG_CHARS: Final[int]
SLUG_READ_CHARS: Final[int]
SLUG_FALLBACK: Final[str]
SLUG_RESERVED: Final[tuple[str, ...]]
HASH_CHARS: Final[int]
TURN_KEY_CHARS: Final[int]
HASHED_TURN_KEY_PREFIX: Final[str]
HASHED_TURN_KEY_CHARS: Final[int]
ROLE_LETTERS: Final[Mapping[str, str]]
