from __future__ import annotations

import pytest
from reme_gateway.extraction.sentences import code_blocks, is_small_talk, opening, sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "Edit config.py, e.g. line 3. Then v1. is out.",
            ["Edit config.py, e.g. line 3.", "Then v1. is out."],
        ),
        ("他说：“好的。”然后走了。再见", ["他说：“好的。”", "然后走了。", "再见"]),
        ("before\n```py\nx = 1. # no\n```\nafter", ["before", "after"]),
        (
            "- item one\n- [ ] item two\n1. item three\n## Head",
            ["item one", "item two", "item three", "Head"],
        ),
        ("wait... what", ["wait...", "what"]),
        ("```\nonly code", []),
    ],
)
def test_prose_is_split_into_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_only_the_first_sentences_are_looked_for() -> None:
    assert len(sentences("A. " * 1000, most=5)) == 5


@pytest.mark.parametrize(
    ("text", "most", "expected"),
    [
        ("Hi there.", 1, "Hi there."),
        ("Hi! Fix it.", 1, "Fix it."),
        ("Hi! Fix it. Soon.", 2, "Fix it. Soon."),
        ("Fix it. " + "long " * 100, 2, "Fix it."),
        ("ok", 1, "ok"),
        ("", 1, ""),
    ],
)
def test_the_opening_skips_small_talk_when_there_is_more(text: str, most: int, expected: str) -> None:
    assert opening(text, 40, most) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("OK, thanks!", True),
        ("/compact", True),
        ("👍", True),
        ("好的，继续", True),
        ("Fix it", False),
        ("部署", False),
    ],
)
def test_small_talk_is_told_from_a_request(sentence: str, expected: bool) -> None:
    assert is_small_talk(sentence) is expected


def test_code_blocks_come_with_their_language() -> None:
    text = "a\n```bash\nls -la\n```\nb\n~~~\nplain\n~~~\n````md\n```\ninner\n```\n````\n```js\nunclosed"
    assert code_blocks(text) == [
        ("bash", ["ls -la"]),
        ("", ["plain"]),
        ("md", ["```", "inner", "```"]),
        ("js", ["unclosed"]),
    ]
