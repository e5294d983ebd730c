# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/placeholders.pyi
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/placeholders.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from collections.abc import Mapping
from typing import Final

TRUNCATION_MARKER: Final[str]
CLIP_MARK: Final[str]
BASE64_MARKER: Final[str]
BASE64_MARKER_START: Final[str]
BASE64_ALPHABET: Final[str]
BASE64_MIN_CHARS: Final[int]
BASE64_MIN_LINE_CHARS: Final[int]
BASE64_SAMPLE_CHARS: Final[int]
BASE64_SURE_CHARS: Final[int]
BASE64_LINE_BREAKS: Final[tuple[str, ...]]
BASE64_INDENT_CHARS: Final[int]
DATA_URL_START: Final[str]
DATA_URL_MARKER: Final[str]
DATA_URL_TYPE_CHARACTERS: Final[str]
DATA_URL_TYPE_CHARS: Final[int]
DATA_URL_MIN_CHARS: Final[int]
UNKNOWN_TYPE: Final[str]
MAGIC: Final[Mapping[str, str]]
