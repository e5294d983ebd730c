# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/payloads.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Replaces data URLs and long base64 runs by a placeholder with their type, size and hash."""

from ._generated.v1 import boundary as boundary_rules
from ._generated.v1 import placeholders as rules

_ALPHABET = rules.BASE64_ALPHABET
_LINE = rules.BASE64_MIN_LINE_CHARS
_CHUNK = 4096


def replace_base64(text: str) -> "tuple[str, int]":
    """The text with every payload replaced, and how many there were.

    A payload is what follows ``;base64,`` in a data URL, or a run of at least BASE64_MIN_CHARS characters of
    the base64 alphabet, line breaks (also escaped ones) in between allowed, that mixes cases and digits like
    encoded bytes do: hashes, paths, identifiers and dotted tokens are none.
    """
    count = 0
    if rules.DATA_URL_MARKER in text:
        text, count = _replace_data_urls(text)
    if len(text) >= rules.BASE64_MIN_CHARS:
        text, more = _replace_runs(text)
        count += more
    return text, count


def only_placeholders(text: str) -> bool:
    """Whether nothing but base64 placeholders is left, blanks and punctuation aside."""
    if rules.BASE64_MARKER_START not in text:
        return False
    rest = []
    position = 0
    while True:
        start = text.find(rules.BASE64_MARKER_START, position)
        end = text.find("]", start) if start >= 0 else -1
        if end < 0:
            rest.append(text[position:])
            break
        rest.append(text[position:start])
        position = end + 1
    return not any(char.isalnum() if char.isascii() else char not in _BLANKS for char in "".join(rest))


def _replace_data_urls(text: str) -> "tuple[str, int]":
    pieces = []
    count = cursor = 0
    marker = text.find(rules.DATA_URL_MARKER)
    while marker >= 0:
        begin = marker + len(rules.DATA_URL_MARKER)
        start = _data_url_start(text, cursor, marker)
        end, payload = _run_at(text, begin) if start >= 0 else (begin, "")
        if len(payload) >= rules.DATA_URL_MIN_CHARS:
            kind = text[start + len(rules.DATA_URL_START) : marker].split(";")[0].lower()
            pieces.append(text[cursor:start] + _placeholder(payload, kind or "text/plain"))
            cursor = end
            count += 1
        marker = text.find(rules.DATA_URL_MARKER, max(end, begin))
    return "".join(pieces) + text[cursor:], count


def _data_url_start(text: str, cursor: int, marker: int) -> int:
    lowest = max(cursor, marker - rules.DATA_URL_TYPE_CHARS)
    start = text.rfind(rules.DATA_URL_START, lowest, marker)
    if start < 0:
        return -1
    kind = text[start + len(rules.DATA_URL_START) : marker]
    return -1 if kind.strip(rules.DATA_URL_TYPE_CHARACTERS) else start


def _replace_runs(text: str) -> "tuple[str, int]":
    pieces = []
    count = cursor = position = 0
    size = len(text)
    while position + _LINE <= size:
        window = text[position : position + _LINE]
        before = window.rstrip(_ALPHABET)
        if before:
            position += len(before)
            continue
        end, payload = _run_at(text, position)
        if (
            len(payload) >= rules.BASE64_MIN_CHARS
            and _is_encoded(payload)
            and not _is_dotted(text, position, end)
        ):
            pieces.append(text[cursor:position] + _placeholder(payload, ""))
            cursor = end
            count += 1
        position = end
    return "".join(pieces) + text[cursor:], count


def _run_at(text: str, start: int) -> "tuple[int, str]":
    """End of the run that starts here, padding included, and its characters without breaks and padding."""
    end = _line_end(text, start)
    width = end - start
    lines = [text[start:end]]
    while width >= _LINE and end - start >= width:
        following = _behind_break(text, end)
        if following < 0:
            break
        next_end = min(_line_end(text, following, width), following + width)
        line = text[following:next_end]
        if not _continues(text, line, next_end, width):
            break
        lines.append(line)
        start, end = following, next_end
    for padding in ("==", "=", "%3D%3D", "%3D"):
        if text.startswith(padding, end):
            end += len(padding)
            break
    return end, "".join(lines)


def _continues(text: str, line: str, end: int, width: int) -> bool:
    """A full line goes on; a short last one must look encoded, or the next word of prose would be eaten."""
    if len(line) == width:
        return text[end : end + 1] not in _ALPHABET or end == len(text)
    if not line:
        return False
    inner = line[1:]
    return text.startswith("=", end) or (
        any("0" <= char <= "9" or char in "+/" for char in line) or any("A" <= char <= "Z" for char in inner)
    )


def _line_end(text: str, start: int, limit: int = 0) -> int:
    """Where the run of alphabet characters ends; looks at ``limit`` characters and one when that is given."""
    chunk_size = limit + 1 if limit else _CHUNK
    while True:
        chunk = text[start : start + chunk_size]
        rest = chunk.lstrip(_ALPHABET)
        start += len(chunk) - len(rest)
        if rest or not chunk or limit:
            return start


def _behind_break(text: str, position: int) -> int:
    for line_break in rules.BASE64_LINE_BREAKS:
        if text.startswith(line_break, position):
            position += len(line_break)
            limit = min(position + rules.BASE64_INDENT_CHARS, len(text))
            while position < limit and text[position] in " \t":
                position += 1
            return position
    return -1


def _is_encoded(payload: str) -> bool:
    """Encoded bytes mix all kinds of characters; paths have slashes, hashes no capitals, prose no digits."""
    sample = payload[: rules.BASE64_SAMPLE_CHARS]
    upper = lower = digits = others = 0
    for char in sample:
        if "a" <= char <= "z":
            lower += 1
        elif "A" <= char <= "Z":
            upper += 1
        elif "0" <= char <= "9":
            digits += 1
        else:
            others += 1
    size = len(sample)
    if len(payload) >= rules.BASE64_SURE_CHARS:
        # Nothing else is unbroken for so long; zero bytes give long runs of one letter.
        return min(upper, lower, digits) > 0 and others * 12 <= size
    return upper * 8 >= size and lower * 8 >= size and digits * 32 >= size and others * 12 <= size


def _is_dotted(text: str, start: int, end: int) -> bool:
    """Part of a dotted token, such as a signed web token: that is for the redaction rules."""
    behind = text[end : end + 1] == "." and text[end + 1 : end + 2] in _LETTERS
    return behind or (start > 1 and text[start - 1] == "." and text[start - 2] in _LETTERS)


def _placeholder(payload: str, kind: str) -> str:
    from binascii import a2b_base64

    from .identity import digest

    if not kind:
        kind = next(
            (kind for magic, kind in rules.MAGIC.items() if payload.startswith(magic)), rules.UNKNOWN_TYPE
        )
    if len(payload) % 4 == 1:
        payload = payload[:-1]
    standard = payload.replace("-", "+").replace("_", "/")
    data = a2b_base64(standard + "=" * (-len(standard) % 4))
    return rules.BASE64_MARKER.format(type=kind, bytes=len(data), hash=digest(data)[:16])


_LETTERS = frozenset(_ALPHABET)
_BLANKS = frozenset(boundary_rules.WHITESPACE)
