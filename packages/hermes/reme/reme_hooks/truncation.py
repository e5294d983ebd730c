# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/truncation.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Cuts text to a size at a code point, and repairs text that is no valid Unicode."""

from ._generated.v1 import placeholders as rules


def well_formed(text: str) -> str:
    """The text with surrogate pairs joined and every lone surrogate replaced by U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # UTF-16 is where surrogates have a meaning: pairs become one character, leftovers one U+FFFD each.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def cut(text: str, max_bytes: int) -> str:
    """The text within ``max_bytes`` of UTF-8; what is cut ends with a marker that counts the bytes left out.

    Expects well-formed text. Below the marker's own size there is no marker, only the cut.
    """
    if len(text) * 4 <= max_bytes or (len(text) <= max_bytes and text.isascii()):
        return text
    encoded = text.encode("utf-8")
    total = len(encoded)
    if total <= max_bytes:
        return text
    # The marker for everything is the longest one, so the real one fits too.
    room = max_bytes - len(_marker(total).encode("utf-8"))
    if room < 0:
        return _whole_characters(encoded, max_bytes)
    kept = _whole_characters(encoded, room)
    return kept + _marker(total - len(kept.encode("utf-8")))


def clip(text: str, max_chars: int) -> str:
    """The text within ``max_chars`` code points; the last one of a cut text is an ellipsis."""
    if len(text) <= max_chars:
        return text
    mark = rules.CLIP_MARK
    if max_chars < len(mark):
        return ""
    return text[: max_chars - len(mark)] + mark


def _marker(missing: int) -> str:
    return rules.TRUNCATION_MARKER.format(bytes=missing)


def _whole_characters(encoded: bytes, size: int) -> str:
    return encoded[: max(size, 0)].decode("utf-8", "ignore")
