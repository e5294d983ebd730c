# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/stripping.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Takes recalled, private and host-made passages out of a text; loaded only when one may be there."""

from ._generated.v1 import boundary as rules
from .code_regions import CodeRegions
from .tags import EMPTY, OPEN, find_tags, match_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._generated.v1.boundary import Element, Line

_NOTICE_START = rules.RECALL_NOTICE[:24]
_NOTICE_WITHIN = 64


def strip_passages(text: str) -> "tuple[str, tuple[str, ...]]":
    """Repeat until nothing more goes. Text that never settles was built to deceive and is dropped whole."""
    reasons: list[str] = []
    for _ in range(rules.ROUNDS):
        stripped = _Strip(text, reasons).run()
        stripped = _without_host_lines(stripped, reasons)
        if stripped == text:
            return text, tuple(sorted(set(reasons)))
        text = stripped
    return "", tuple(sorted(set(reasons)))


class _Strip:
    """One pass from left to right over the tags of a text."""

    __slots__ = (
        "code",
        "cursor",
        "first_content",
        "opens_line",
        "partners",
        "pieces",
        "reasons",
        "tags",
        "text",
    )

    def __init__(self, text: str, reasons: "list[str]") -> None:
        self.text = text
        self.reasons = reasons
        self.tags = find_tags(text)
        self.partners = match_tags(self.tags)
        self.code = CodeRegions(text) if self.tags else None
        self.pieces: list[str] = []
        self.cursor = 0
        self.first_content = 0
        # Whether what follows the cursor starts a line of the result.
        self.opens_line = True

    def run(self) -> str:
        if self.code is None:
            return self.text
        self._find_content()
        for index, tag in enumerate(self.tags):
            if tag.start < self.cursor or tag.kind == EMPTY:
                continue
            code_end = self.code.end_at(tag.start, self.cursor)
            if code_end >= 0:
                self._in_code(index, code_end)
            elif tag.kind == OPEN:
                self._opening(index)
            elif index not in self.partners:
                self._orphan(index)
        return "".join(self.pieces) + self.text[self.cursor :]

    def _in_code(self, index: int, code_end: int) -> None:
        """A tag alone in code is a mention; a pair around something, or recall's first lines, is real."""
        tag = self.tags[index]
        element = rules.ELEMENTS[tag.element]
        if element["in_code"] != "strip" or tag.kind != OPEN:
            return
        partner = self.partners.get(index, -1)
        if partner >= 0 and self.tags[partner].start < code_end:
            if self.text[tag.end : self.tags[partner].start].strip(rules.MENTION_FILLER):
                self._remove(tag.start, self.tags[partner].end, element["reason"], rules.CODE_CUT)
        elif self.text.find(_NOTICE_START, tag.end, min(code_end, tag.end + _NOTICE_WITHIN)) < 0:
            return
        elif partner >= 0:
            # What seems to end the code is a fence inside the recalled text.
            self._remove_outside(tag.start, self.tags[partner].end, element)
        else:
            self._remove(tag.start, code_end, element["reason"], rules.CODE_CUT)

    def _opening(self, index: int) -> None:
        tag = self.tags[index]
        element = rules.ELEMENTS[tag.element]
        first = self.first_content >= tag.start and not self.pieces
        if element["only_at_start"] and not first:
            return
        partner = self.partners.get(index, -1)
        if partner >= 0:
            self._remove_outside(tag.start, self.tags[partner].end, element)
        elif (element["unclosed"] == "end" and not tag.word) or (element["unclosed"] == "start" and first):
            self._remove_outside(tag.start, len(self.text), element)

    def _orphan(self, index: int) -> None:
        """A closing tag whose opening was in an earlier part: what stands before it is the passage's rest."""
        tag = self.tags[index]
        element = rules.ELEMENTS[tag.element]
        rule = element["orphan_close"]
        if rule == "keep" or (rule == "line" and not self._alone_on_line(tag.start, tag.end)):
            return
        self._remove_outside(self.cursor, tag.end, element)

    def _alone_on_line(self, start: int, end: int) -> bool:
        text = self.text
        while start > self.cursor and text[start - 1] in " \t>":
            start -= 1
        while end < len(text) and text[end] in " \t":
            end += 1
        return (start == self.cursor or text[start - 1] == "\n") and (end == len(text) or text[end] in "\r\n")

    def _remove_outside(self, start: int, end: int, element: "Element") -> None:
        """Remove a passage and what it leaves behind: its quote marks, its empty line, its brackets."""
        text = self.text
        if element["end_name"]:
            while start > self.cursor and text[start - 1] == "<":
                start -= 1
            while end < len(text) and text[end] == ">":
                end += 1
        line_start = start
        while line_start > self.cursor and text[line_start - 1] in " \t>":
            line_start -= 1
        at_cursor = line_start == self.cursor
        opens_line = self.opens_line if at_cursor else text[line_start - 1] == "\n"
        if opens_line:
            start = line_start
            while end < len(text) and text[end] in " \t":
                end += 1
            if text.startswith("\r\n", end):
                end += 2
            elif text.startswith("\n", end):
                end += 1
        inside = start > self.cursor and end < len(text)
        spaces = rules.WHITESPACE
        glued = not opens_line and inside and text[start - 1] not in spaces and text[end] not in spaces
        self._remove(start, end, element["reason"], " " if glued else "")
        self.opens_line = opens_line

    def _remove(self, start: int, end: int, reason: str, mark: str) -> None:
        self.pieces.append(self.text[self.cursor : start] + mark)
        self.cursor = end
        self.opens_line = False
        self.reasons.append(reason)

    def _find_content(self) -> None:
        whitespace = frozenset(rules.WHITESPACE)
        position = 0
        while position < len(self.text) and self.text[position] in whitespace:
            position += 1
        self.first_content = position


def _without_host_lines(text: str, reasons: "list[str]") -> str:
    active = [rule for rule in rules.LINES if rule["needle"] in text]
    if not active:
        return text
    code = CodeRegions(text)
    kept = []
    position = 0
    for line in text.split("\n"):
        if _is_host_line(line, active) and code.end_at(position, 0) < 0:
            reasons.append("host")
        else:
            kept.append(line)
        position += len(line) + 1
    return "\n".join(kept)


def _is_host_line(line: str, active: "list[Line]") -> bool:
    bare = line.strip(" \t\r>")
    return any(bare.startswith(rule["starts"]) or bare in rule["equals"] for rule in active)
