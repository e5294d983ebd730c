"""What a message says first: its opening sentence, without greetings, code blocks and quoted material."""

from __future__ import annotations

import re

from reme_gateway.extraction.quoting import clipped, flat

_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]{0,20})", re.ASCII)
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"')\]»”’]*(?=\s|$)|[。！？]+[”’」』）]*")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|Mr|Mrs|Ms|Dr|St|z\.B|d\.h|ca|approx|No|v\d+)\.$", re.I
)
_LINE_MARKUP = re.compile(r"^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)+")
_SMALL_TALK = frozenset(
    word
    for line in (
        "hi hello hey ok okay yes yep no nope thanks thank you please continue go on proceed sure",
        "great good fine nice cool next done y n ja nein hallo danke weiter oui non merci si sí gracias",
        "你好 您好 好 好的 嗯 是 是的 对 不 继续 谢谢 多谢 可以 行",
        "ありがとう はい いいえ こんにちは 네 예 아니요 감사합니다 계속",
    )
    for word in line.split()
)
_LOOKED_AT = 20_000
_WORD = re.compile(r"\w+")


def opening(text: str, longest: int, most: int = 1) -> str:
    """The first sentence that says something, and those behind it that fit, ``most`` in all, on one line.

    A message of small talk gives its first words, one of nothing but code gives ``""``.
    """
    said = sentences(text)
    start = next((number for number, sentence in enumerate(said) if not is_small_talk(sentence)), 0)
    shown = "".join(said[start : start + 1])
    for sentence in said[start + 1 : start + most]:
        longer = f"{shown} {sentence}"
        if len(longer) > longest:
            break
        shown = longer
    return clipped(shown, longest)


def sentences(text: str, most: int = 20) -> list[str]:
    """The first sentences of the prose, each on one line; a code block ends the sentence before it."""
    found: list[str] = []
    for paragraph in _prose(text):
        position = 0
        for match in _SENTENCE_END.finditer(paragraph):
            candidate = paragraph[position : match.end()]
            if _ABBREVIATION.search(candidate[-12:]):
                continue
            _keep(found, candidate)
            position = match.end()
        _keep(found, paragraph[position:])
        if len(found) >= most:
            break
    return found[:most]


def code_blocks(text: str) -> list[tuple[str, list[str]]]:
    """The fenced blocks of a message, each as language and lines."""
    return [block for block in _parts(text) if isinstance(block, tuple)]


def is_small_talk(sentence: str) -> bool:
    """Whether a title made of this sentence would tell nobody anything: a greeting, a nod, a command name."""
    words = _WORD.findall(sentence.lower())
    return not words or all(word in _SMALL_TALK for word in words) or sentence.startswith("/")


def _keep(found: list[str], candidate: str) -> None:
    shown = flat(candidate)
    if shown:
        found.append(shown)


def _prose(text: str) -> list[str]:
    return [part for part in _parts(text) if isinstance(part, str)]


def _parts(text: str) -> list[str | tuple[str, list[str]]]:
    """Lines of prose and fenced blocks, in order; each line alone, as in chat lines end on purpose."""
    parts: list[str | tuple[str, list[str]]] = []
    fence = ""
    language = ""
    block: list[str] = []
    for line in text[:_LOOKED_AT].split("\n"):
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not line.strip().strip(fence[0]):
                parts.append((language, block))
                fence = ""
            else:
                block.append(line)
        elif match:
            fence, language, block = match[1], match[2], []
        else:
            parts.append(_LINE_MARKUP.sub("", line))
    if fence:
        parts.append((language, block))
    return parts
