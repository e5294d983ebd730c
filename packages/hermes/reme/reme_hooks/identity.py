# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/identity.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Names that both sides of the wire compute alike: session keys, event ids and file-name slugs."""

import sys

from ._generated.v1 import identity as rules
from .truncation import well_formed

# hashlib takes a third of an interpreter start; the module behind it is free. Its name changed in 3.12, and
# looking for one that isn't there takes as long as loading it.
try:
    if sys.version_info >= (3, 12):
        from _sha2 import sha256 as _sha256  # type: ignore[import-not-found, unused-ignore]
    else:
        from _sha256 import sha256 as _sha256  # type: ignore[import-not-found, no-redef, unused-ignore]
except ImportError:
    from hashlib import sha256 as _sha256

try:
    from _json import encode_basestring as _quote  # type: ignore[import-not-found, unused-ignore]
except ImportError:
    from json.encoder import encode_basestring as _quote

_SLUG_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def digest(data: bytes) -> str:
    """SHA-256 in 64 lower-case hexadecimal digits."""
    return str(_sha256(data).hexdigest())


def session_key(host: str, scope_id: str, session_id: str) -> str:
    """Name of a session's file: a readable slug, ``-``, and 16 hex digits over all three values."""
    # RFC 8785 of three strings is their JSON without blanks; encode_basestring escapes exactly what it asks.
    canonical = "[" + ",".join(_quote(well_formed(part)) for part in (host, scope_id, session_id)) + "]"
    return slug(session_id) + "-" + digest(canonical.encode("utf-8"))[: rules.HASH_CHARS]


def event_id(turn_key: str, role: str, text: str) -> str:
    """Id of one event from the host's own text, before anything is stripped or redacted.

    ``role`` is ``user`` or ``assistant``; raises ValueError for any other. A turn key that is empty, longer
    than an id allows, or not printable ASCII without blanks is replaced by its hash.
    """
    letter = rules.ROLE_LETTERS.get(role)
    if letter is None:
        raise ValueError("An event's role is " + repr(role) + "; only user and assistant are captured.")
    content = well_formed(text).replace("\r\n", "\n").encode("utf-8")
    return _printable_key(turn_key) + ":" + letter + ":" + digest(content)[: rules.HASH_CHARS]


def slug(text: str, max_chars: int = rules.SLUG_CHARS) -> str:
    """A file-name part of ``a-z``, ``0-9`` and single ``-``, safe on every system and never empty."""
    head = text[: rules.SLUG_READ_CHARS]
    lowered = "".join(char.lower() if char.isascii() else "-" for char in head)
    words = "".join(char if char in _SLUG_CHARACTERS else " " for char in lowered).split()
    name = "-".join(words)[:max_chars].rstrip("-")
    if not name:
        return rules.SLUG_FALLBACK
    return rules.SLUG_FALLBACK + "-" + name if name in rules.SLUG_RESERVED else name


def _printable_key(turn_key: str) -> str:
    if 0 < len(turn_key) <= rules.TURN_KEY_CHARS and all("!" <= char <= "~" for char in turn_key):
        return turn_key
    hashed = digest(well_formed(turn_key).encode("utf-8"))
    return rules.HASHED_TURN_KEY_PREFIX + hashed[: rules.HASHED_TURN_KEY_CHARS]
