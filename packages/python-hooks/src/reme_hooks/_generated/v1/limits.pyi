# Generated: do not edit, your change would be lost.
# From contract/v1/limits.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
from typing import Final

REQUEST_BYTES: Final[int]
EVENTS_PER_REQUEST: Final[int]
EVENT_BYTES: Final[int]
JSON_DEPTH: Final[int]
DRAIN_BYTES: Final[int]
DRAIN_SECONDS: Final[int]
QUERY_CHARS: Final[int]
QUERY_TERMS: Final[int]
EVENT_ID_CHARS: Final[int]
SESSION_ID_CHARS: Final[int]
SCOPE_ID_CHARS: Final[int]
HITS: Final[int]
EXCLUDE_IDS: Final[int]
READ_CHARS: Final[int]
RECALL_DEADLINE_MS: Final[int]
RECALL_DEADLINE_MAX_MS: Final[int]
SPOOL_BYTES: Final[int]
