"""Transcript text on one line of Markdown in which nothing is markup: no heading, link, element or marker.

Code spans of the original stay code spans, and addresses become ones, so that nothing in a note can be
clicked or embedded because someone said it.
"""

from __future__ import annotations

import re
import unicodedata

_PIECE = re.compile(
    r"""(?P<ticks>`+)(?P<code>[^`]+)(?P=ticks)(?!`)
      | (?P<address>\b[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s<>`"'|\\]+|\bwww\.[^\s<>`"'|\\]+)""",
    re.VERBOSE,
)
_ALWAYS_ESCAPED = frozenset("\\`*[]<|$")
_ESCAPED_IN_PAIRS = frozenset("~=%")
_LEADING_NUMBER = re.compile(r"\d{1,9}(?=[.)](?:\s|$))")
_ADDRESS_TAIL = ".,;:!?)]}。，；：！？）】"
# The characters of the categories Cc, Zl, Zp and Cs.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def quoted(text: str) -> str:
    """One line of text as harmless Markdown; what it shows is the text itself."""
    line = flat(text)
    parts: list[str] = []
    position = 0
    for match in _PIECE.finditer(line):
        parts.append(_escaped(line, position, match.start()))
        position = match.end()
        if match["code"] is not None:
            parts.append(code(match["code"]))
        else:
            address = match["address"].rstrip(_ADDRESS_TAIL)
            parts.append(code(address) + _escaped(match["address"], len(address), len(match["address"])))
    parts.append(_escaped(line, position, len(line)))
    return "".join(parts)


def code(text: str) -> str:
    """A code span that shows the text; pairs that some programs read even inside code are pulled apart."""
    shown = flat(text).replace("`", "'").replace("<!--", "<! --").replace("-->", "-- >")
    while "[[" in shown or "]]" in shown:
        shown = shown.replace("[[", "[ [").replace("]]", "] ]")
    return f"`{shown}`" if shown else ""


def flat(text: str) -> str:
    """The text on one line: every kind of white space and control character becomes one blank."""
    return " ".join(_CONTROLS.sub(" ", text).split())


def clipped(text: str, longest: int) -> str:
    """At most ``longest`` characters, cut between words if possible and never inside a visible character."""
    if len(text) <= longest:
        return text
    end = longest - 1
    while end > 0 and _continues(text, end):
        end -= 1
    head = text[:end]
    word_end = head.rfind(" ")
    if word_end > longest // 2:
        head = head[:word_end]
    return head.rstrip() + "…"


def _continues(text: str, position: int) -> bool:
    """Whether the character at this position belongs to the one before it."""
    char = text[position]
    return (
        char in _JOINERS
        or text[position - 1] == "\u200d"
        or unicodedata.category(char)[0] == "M"
        or 0x1F3FB <= ord(char) <= 0x1F3FF
        or 0xDC00 <= ord(char) <= 0xDFFF
    )


def _escaped(line: str, start: int, end: int) -> str:
    parts: list[str] = []
    for match in _PUNCTUATION.finditer(line, start, end):
        if _is_markup(line, match.start()):
            parts.append(line[start : match.start()] + "\\")
            start = match.start()
    return "".join(parts) + line[start:end]


def _is_markup(line: str, position: int) -> bool:
    char = line[position]
    before = line[position - 1] if position else ""
    after = line[position + 1] if position + 1 < len(line) else ""
    if char in _ALWAYS_ESCAPED:
        return True
    if char in _ESCAPED_IN_PAIRS:
        return char in (before, after)
    if char == "_":
        # Between letters it emphasises nothing, and without a backslash an identifier stays searchable.
        return not (before.isalnum() and after.isalnum())
    if char in "#&" and after.strip():
        return True
    if char == "^":
        return not before.strip()
    if char in ".)":
        number = _LEADING_NUMBER.match(line)
        return number is not None and number.end() == position
    return position == 0 and char in "#=>+-:!"
