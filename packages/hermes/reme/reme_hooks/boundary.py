# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/boundary.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""The border between memory and conversation: wrapping on the way in, stripping on the way out."""

from ._generated.v1 import boundary as rules
from .truncation import clip

_HINTS: "dict[str, list[str]]" = {}
for _hint in (*rules.OPENING_BRACKETS, *(rule["needle"] for rule in rules.LINES)):
    # One character is looked for first: most texts hold none of them, but all hold a blank.
    _HINTS.setdefault(_hint[-1] if _hint[0] == " " else _hint[0], []).append(_hint)
_GATES = tuple(_HINTS.items())
_NEUTRAL = dict.fromkeys((*range(9), *range(11, 32), *range(127, 160)))
_NEUTRAL.update({ord(char): other for char, other in rules.NEUTRAL_CHARACTERS.items()})
_LINE_ENDS = ("\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")


def wrap(items: "list[dict[str, object]]", max_chars: int) -> str:
    """The block for a prompt, within ``max_chars`` code points, or an empty string when nothing fits.

    An item has the members of a recall hit: ``path``, ``line_start``, ``line_end``, ``kind``, ``created_at``
    and ``snippet``. The order is kept; the first item that doesn't fit is cut, those behind it are left out.
    """
    head = rules.RECALL_OPEN + "\n" + rules.RECALL_NOTICE
    tail = "\n" + rules.RECALL_CLOSE
    room = max_chars - len(head) - len(tail)
    lines = []
    for item in items:
        if not _snippet(item):
            continue
        line = "\n" + _item_line(item)
        if len(line) > room:
            label = len(line) - len(_snippet(item))
            if room - label >= rules.RECALL_MIN_SNIPPET:
                lines.append(clip(line, room))
            break
        lines.append(line)
        room -= len(line)
    return head + "".join(lines) + tail if lines else ""


def wrap_text(text: str, max_chars: int) -> str:
    """The block around a brief in running text, within ``max_chars`` code points, or an empty string."""
    head = rules.RECALL_OPEN + "\n" + rules.RECALL_NOTICE + "\n"
    tail = "\n" + rules.RECALL_CLOSE
    body = clip(neutralise(text).strip(rules.WHITESPACE), max_chars - len(head) - len(tail))
    return head + body + tail if len(body) >= min(rules.RECALL_MIN_SNIPPET, len(text)) and body else ""


def neutralise(text: str) -> str:
    """The text without control characters and without what could be read as a tag, plain or escaped."""
    for line_end in _LINE_ENDS:
        if line_end in text:
            text = text.replace(line_end, "\n")
    text = text.translate(_NEUTRAL)
    if "&" in text or "\\" in text:
        for sequence, other in rules.NEUTRAL_SEQUENCES.items():
            text = text.replace(sequence, other)
    return text


def strip(text: str) -> "tuple[str, tuple[str, ...]]":
    """The text without recalled, private and host-made passages, and what kinds were removed.

    Kinds are ``recalled``, ``private`` and ``host``, sorted. A recalled or private passage that is never
    closed goes to the end of the text. A tag that is only named in Markdown code stays.
    """
    for gate, hints in _GATES:
        if gate in text:
            for hint in hints:
                if hint in text:
                    from .stripping import strip_passages

                    return strip_passages(text)
    return text, ()


def _item_line(item: "dict[str, object]") -> str:
    start, end = item.get("line_start"), item.get("line_end")
    return rules.RECALL_ITEM.format(
        path=_label(item.get("path")),
        lines=_label(start) if start == end else _label(start) + "-" + _label(end),
        kind=_label(item.get("kind")),
        day=_label(item.get("created_at"))[:10],
        snippet=_snippet(item),
    )


def _snippet(item: "dict[str, object]") -> str:
    text = neutralise(str(item.get("snippet", ""))).strip(rules.WHITESPACE)
    return text.replace("\n", rules.RECALL_CONTINUATION)


def _label(value: object) -> str:
    return neutralise(str(value)).replace("\n", " ")
