"""SKILL.md: YAML between two lines of dashes, then Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

# YAML is read slowly, and front matter is a few lines.
_MOST_FRONT_MATTER = 1 << 16

# Every pattern takes time in proportion to the text, whatever the text is.
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_TICKS = re.compile(r"`+")
_LINK = re.compile(r"\]\(\s*<?([^)>\s]+)")
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]+\]:\s*<?([^>\s]+)", re.MULTILINE)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|#")


@dataclass(frozen=True, slots=True)
class SkillFile:
    """Front matter and body, or in words why there are none."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    body: str = ""
    problem: str = ""


def read_skill(content: bytes | str) -> SkillFile:
    """Parse bytes; a text in their place says why there are none."""
    if isinstance(content, str):
        return SkillFile(problem=content)
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        return SkillFile(problem=f"it is not UTF-8 (byte {error.start:,})")
    if not text.startswith("---\n"):
        return SkillFile(problem="it does not begin with a line of three dashes")
    front, closed, body = f"{text[3:]}\n".partition("\n---\n")
    if not closed:
        return SkillFile(problem="its front matter is not closed by a line of three dashes")
    if len(front) > _MOST_FRONT_MATTER:
        return SkillFile(problem=f"its front matter is longer than {_MOST_FRONT_MATTER:,} characters")
    fields = _yaml(front)
    if isinstance(fields, str):
        return SkillFile(problem=fields)
    return SkillFile(fields, body)


def _yaml(text: str) -> Mapping[str, Any] | str:
    import yaml

    class Loader(yaml.SafeLoader):
        """Without aliases: a few lines of them stand for billions of values."""

        def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
            if self.check_event(yaml.AliasEvent):
                mark = self.peek_event().start_mark  # type: ignore[no-untyped-call]
                raise yaml.composer.ComposerError(None, None, "an alias", mark)
            return super().compose_node(parent, index)

    try:
        value = yaml.load(text, Loader)  # noqa: S506 - a SafeLoader
    except yaml.YAMLError as error:
        place = getattr(error, "problem_mark", None)
        return "its front matter is no YAML" + (f" (line {place.line + 1})" if place else "")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        # What PyYAML raises for dates, numbers and keys that cannot be.
        return "its front matter is no YAML that can be read"
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        return "its front matter is no mapping of names to values"
    return value


def links(text: str) -> Iterator[str]:
    """Relative targets of Markdown links outside of code, without fragment and query."""
    prose = _without_spans(_without_fences(text))
    for pattern in (_LINK, _DEFINITION):
        for target in pattern.findall(prose):
            path = target.partition("#")[0].partition("?")[0]
            if path and not _ELSEWHERE.match(target):
                yield path


def _without_fences(text: str) -> str:
    kept, fence = [], ""
    for line in text.split("\n"):
        opened = _FENCE.match(line)
        if not fence and opened:
            fence = opened[1]
        elif fence and opened and opened[1].startswith(fence) and not line.strip(" `~"):
            fence = ""
        elif not fence:
            kept.append(line)
    return "\n".join(kept)


def _without_spans(text: str) -> str:
    """Code spans end at the next run of as many ticks; a run without such a partner is plain text."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    partners: dict[int, int] = {}
    newest: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        if length in newest:
            partners[index] = newest[length]
        newest[length] = index
    kept, start, index = [], 0, 0
    while index < len(runs):
        if index in partners:
            kept.append(text[start : runs[index][0]])
            index = partners[index]
            start = runs[index][1]
        index += 1
    return "".join([*kept, text[start:]])
