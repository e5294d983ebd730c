# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/_generated/v1/identity.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
# Generated: do not edit, your change would be lost.
# From contract/v1/identity.json
# By   generator/src/reme_generator/render/constants.py
# Edit those and run `nox -s generate`.
"""How session keys, event ids and file-name slugs are made. Frozen for v1: changing a value renames everything stored."""

SLUG_CHARS = 40
SLUG_READ_CHARS = 256
SLUG_FALLBACK = "session"
SLUG_RESERVED = (
    "con",
    "prn",
    "aux",
    "nul",
    "com0",
    "com1",
    "com2",
    "com3",
    "com4",
    "com5",
    "com6",
    "com7",
    "com8",
    "com9",
    "lpt0",
    "lpt1",
    "lpt2",
    "lpt3",
    "lpt4",
    "lpt5",
    "lpt6",
    "lpt7",
    "lpt8",
    "lpt9",
)
HASH_CHARS = 16
TURN_KEY_CHARS = 181
HASHED_TURN_KEY_PREFIX = "h-"
HASHED_TURN_KEY_CHARS = 32
ROLE_LETTERS = {"user": "u", "assistant": "a"}
