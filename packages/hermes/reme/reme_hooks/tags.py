# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/tags.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Finds the tags of known wrappers, in whatever disguise: case, blanks, entities, zero-width, full-width."""

from ._generated.v1 import boundary as rules

OPEN, CLOSE, EMPTY = "open", "close", "empty"

_CHUNK = 256
_NAME_CHARACTERS = frozenset(rules.NAME_CHARACTERS)
_INVISIBLE = frozenset(rules.INVISIBLE_CHARACTERS)
_SKIPPED = _INVISIBLE | frozenset(" \t")
_NAMES = {element["name"]: index for index, element in enumerate(rules.ELEMENTS)}
_END_NAMES = {
    element["end_name"]: index for index, element in enumerate(rules.ELEMENTS) if element["end_name"]
}
_NAME_LIMIT = max(map(len, [*_NAMES, *_END_NAMES])) + rules.SKIPPED_IN_TAG + 1
# What may follow an opening bracket of a tag of ours; anything else ends the look at once.
_STARTS = frozenset(form[0] for form in rules.SLASHES)
_STARTS |= frozenset(name[0] for name in (*_NAMES, *_END_NAMES))
_STARTS |= frozenset(name[0].upper() for name in (*_NAMES, *_END_NAMES))
_FOLLOWERS = _SKIPPED | _STARTS


class Tag:
    """Where a tag stands, the index of its element, its kind, and whether it looks like a type parameter.

    A type parameter, as in ``Box<Private>``, is glued to a word and not in lower case.
    """

    __slots__ = ("element", "end", "kind", "start", "word")

    def __init__(self, start: int, end: int, element: int, kind: str, word: bool) -> None:
        self.start = start
        self.end = end
        self.element = element
        self.kind = kind
        self.word = word


def find_tags(text: str) -> "list[Tag]":
    """Every tag of a known element in order of position, in time linear in the text's length."""
    found: list[Tag] = []
    for form in rules.OPENING_BRACKETS:
        _find_with(text, form, found)
    found.sort(key=lambda tag: tag.start)
    return found


def _find_with(text: str, form: str, found: "list[Tag]") -> None:
    start = text.find(form)
    while start >= 0:
        after = start + len(form)
        if text[after : after + 1] == form:
            after = _last_of_run(text, start, form)
            start = after - 1
        if text[after : after + 1] in _FOLLOWERS:
            tag = _tag_at(text, start, after)
            if tag is not None:
                found.append(tag)
        start = text.find(form, after)


def match_tags(tags: "list[Tag]") -> "dict[int, int]":
    """Partner of every matched tag, by index: a closing tag belongs to the nearest open one of its name."""
    partners: dict[int, int] = {}
    open_tags: dict[int, list[int]] = {}
    for index, tag in enumerate(tags):
        stack = open_tags.setdefault(tag.element, [])
        if tag.kind == OPEN:
            stack.append(index)
        elif tag.kind == CLOSE and stack:
            partner = stack.pop()
            partners[partner] = index
            partners[index] = partner
    return partners


def _last_of_run(text: str, start: int, form: str) -> int:
    """Behind the last of equal single brackets in a row: only that one can start a tag."""
    while True:
        chunk = text[start : start + _CHUNK]
        rest = chunk.lstrip(form)
        start += len(chunk) - len(rest)
        if rest or not chunk:
            return start


def _tag_at(text: str, start: int, after: int) -> "Tag | None":
    position = _skip(text, after)
    if text[position : position + 1] not in _STARTS:
        return None
    closing = False
    for slash in rules.SLASHES:
        if text.startswith(slash, position):
            closing = True
            position = _skip(text, position + len(slash))
            break
    name, position = _name(text, position)
    element = _NAMES.get(name.lower(), -1)
    if element < 0:
        element = _END_NAMES.get(name.lower(), -1)
        closing = True
    if element < 0:
        return None
    if closing:
        return Tag(start, _closing_end(text, position), element, CLOSE, word=False)
    end, empty = _opening_end(text, position)
    word = start > 0 and text[start - 1].isascii() and (text[start - 1].isalnum() or text[start - 1] == "_")
    return Tag(start, end, element, EMPTY if empty else OPEN, word=word and name != name.lower())


def _skip(text: str, position: int) -> int:
    limit = min(position + rules.SKIPPED_IN_TAG, len(text))
    while position < limit and text[position] in _SKIPPED:
        position += 1
    return position


def _name(text: str, position: int) -> "tuple[str, int]":
    letters = []
    limit = min(position + _NAME_LIMIT, len(text))
    while position < limit:
        char = text[position]
        if char in _NAME_CHARACTERS:
            letters.append(char)
        elif char not in _INVISIBLE:
            break
        position += 1
    return "".join(letters), position


def _closing_end(text: str, position: int) -> int:
    after = _skip(text, position)
    for bracket in rules.CLOSING_BRACKETS:
        if text.startswith(bracket, after):
            return after + len(bracket)
    return position


def _opening_end(text: str, position: int) -> "tuple[int, bool]":
    """End of an opening tag and whether it closes itself; a tag without its bracket ends at its name."""
    window = text[position : position + rules.ATTRIBUTE_CHARACTERS]
    close, size = len(window), 0
    for bracket in rules.CLOSING_BRACKETS:
        found = window.find(bracket)
        if 0 <= found < close:
            close, size = found, len(bracket)
    if not size:
        return position, False
    attributes = window[:close]
    for bracket in rules.OPENING_BRACKETS:
        if bracket in attributes:
            return position, False
    return position + close + size, attributes.rstrip(" \t\r\n").endswith("/")
