"""What goes into a prompt cannot break out of its block; what came out of memory is never captured again."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reme_hooks import boundary
from reme_hooks.stripping import strip_passages

CANARY = "BASALT77"
OPEN = '<reme-context source="auto-recall">'
CLOSE = "</reme-context>"
NASTY = [
    OPEN,
    CLOSE,
    "<private>",
    "</private>",
    "<system-reminder>",
    "</system-reminder>",
    "&lt;/reme-context&gt;",
    "< / REME-CONTEXT >",
    "\uff1c/reme-context\uff1e",
    "<\u200b/reme-context>",
    "`",
    "```",
    "\n",
    "> ",
    " ",
    "<",
    ">",
    "\\u003c/reme-context\\u003e",
    "&amp;lt;",
    "x",
    CANARY,
    "\u2028",
    "\x00",
    "hook additional context:",
    "/",
    "priv",
]
nasty_text = st.lists(st.sampled_from(NASTY), max_size=25).map("".join)


def hit(snippet: str, path: str = "digest/x.md") -> dict[str, object]:
    return {
        "path": path,
        "line_start": 1,
        "line_end": 2,
        "kind": "digest",
        "created_at": "2026-03-04T05:06:07Z",
        "snippet": snippet,
    }


@settings(deadline=None)
@given(st.lists(nasty_text, max_size=4), nasty_text, st.integers(0, 900))
def test_a_block_has_one_opening_and_one_end_and_keeps_its_budget(
    snippets: list[str], path: str, budget: int
) -> None:
    block = boundary.wrap([hit(snippet, path) for snippet in snippets], budget)
    assert len(block) <= budget
    if block:
        assert block.startswith(OPEN + "\n")
        assert block.endswith("\n" + CLOSE)
        inside = block[len(OPEN) : -len(CLOSE)]
        assert not any(char in inside for char in "<>\uff1c\uff1e\x00\r")
        assert "&lt" not in inside
        assert "\\u003c" not in inside


@settings(deadline=None)
@given(st.lists(nasty_text, min_size=1, max_size=3), st.sampled_from(["", "mine\n", "a ` b\n", "```\nx\n"]))
def test_a_block_goes_wherever_it_stands(snippets: list[str], before: str) -> None:
    block = boundary.wrap([hit(CANARY + snippet) for snippet in snippets], 4000)
    text, reasons = boundary.strip(before + block + "\nQuestion?")
    assert CANARY not in text
    assert "recalled" in reasons
    assert text == before + "Question?"


def as_it_is(block: str) -> str:
    return block


def quoted(block: str) -> str:
    return "> " + block.replace("\n", "\n> ")


def escaped(block: str) -> str:
    return block.replace("<", "&lt;").replace(">", "&gt;")


def in_json(block: str) -> str:
    return block.replace("\n", "\\n").replace('"', '\\"')


def fenced(block: str) -> str:
    return "```\n" + block + "\n```"


def cut_off(block: str) -> str:
    return block[:-5]


def second_half(block: str) -> str:
    return block[block.index("\n") + 1 :]


DISGUISES = [as_it_is, quoted, escaped, in_json, fenced, cut_off, second_half, str.upper]


@pytest.mark.parametrize("disguise", DISGUISES, ids=lambda disguise: disguise.__name__)
def test_recall_and_capture_five_times_round_stores_nothing_recalled(disguise: Callable[[str], str]) -> None:
    stored = [CANARY + " is the code word."]
    for turn in range(5):
        block = boundary.wrap([hit(text) for text in stored], 4000)
        captured, _ = boundary.strip(disguise(block) + f"\nturn {turn}")
        assert CANARY.lower() not in captured.lower()
        stored.append(captured)
    assert sum(CANARY in text for text in stored) == 1


@settings(deadline=None)
@given(nasty_text)
def test_stripping_twice_changes_nothing(text: str) -> None:
    once, _ = boundary.strip(text)
    assert boundary.strip(once) == (once, ())


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["<", "private", ">", "</", "<private>", "</private>", "x", "`"]), max_size=40)
)
def test_no_open_private_tag_survives_outside_code(parts: list[str]) -> None:
    text, _ = boundary.strip("".join(parts))
    if "`" not in text:
        assert "<private>" not in text


@settings(deadline=None)
@given(st.text(alphabet=st.characters(exclude_characters="<&\\\uff1c\ufe64[")))
def test_text_without_any_bracket_stays(text: str) -> None:
    if "hook additional context:" not in text:
        assert boundary.strip(text) == (text, ())


class CountingText(str):
    """A text that counts the characters that searches walk over."""

    __slots__ = ("walked",)
    walked: int

    def find(self, sub: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        stop = len(self) if end is None else end
        found = super().find(sub, start, stop)
        self.walked += max((found if found >= 0 else stop) - start, 0)
        return found

    def count(self, sub: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        stop = len(self) if end is None else end
        self.walked += stop - start
        return super().count(sub, start, stop)

    def rfind(self, sub: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        stop = len(self) if end is None else end
        found = super().rfind(sub, start, stop)
        self.walked += max(stop - max(found, start), 0)
        return found

    def startswith(self, prefix: object, start: int = 0, end: int | None = None) -> bool:  # type: ignore[override]
        self.walked += 1
        return super().startswith(prefix, start)  # type: ignore[arg-type]

    def __getitem__(self, key: object) -> str:  # type: ignore[override]
        piece = super().__getitem__(key)  # type: ignore[index]
        self.walked += len(piece)
        return piece


def walked(text: str) -> int:
    counting = CountingText(text)
    counting.walked = 0
    strip_passages(counting)
    return counting.walked


@pytest.mark.parametrize(
    "fragment",
    [
        "<",
        "<<",
        "< ",
        "<private",
        "<private>",
        "</private>",
        "<private>x</private>",
        "<skill>",
        "</system-reminder>",
        "<system-reminder>",
        "`<private>",
        "`<private>x",
        "``` ` `` ",
        "```\n<reme-context>",
        "\n```",
        "&lt;",
        "&",
        "<reme-context>\n",
        "<private>`</private>",
        " > > <private/>",
        "</reme-context>\n",
        "`\n<skill>`",
    ],
)
def test_the_work_grows_with_the_length_and_no_faster(fragment: str) -> None:
    short, long = walked(fragment * 500), walked(fragment * 2000)
    assert long <= 4.5 * short + 1000


def test_a_mebibyte_of_brackets_is_walked_over_a_few_times_only() -> None:
    size = 1 << 20
    assert walked("<" * size) <= 40 * size


def test_nesting_of_any_depth_is_removed_whole() -> None:
    generator = random.Random(5)
    for _ in range(200):
        text, depth = OPEN, 1
        while depth:
            opens = depth < 30 and generator.random() < 0.48
            text += OPEN if opens else CANARY + CLOSE
            depth += 1 if opens else -1
        assert boundary.strip("a\n" + text + "\nb") == ("a\nb", ("recalled",))
