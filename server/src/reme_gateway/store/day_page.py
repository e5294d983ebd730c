"""The page of a day, ``daily/<day>.md``: links to the notes between our markers, the owner's text around."""

from __future__ import annotations

from collections.abc import Sequence

from reme_gateway.ports import DailyNote
from reme_gateway.store.links import link_to
from reme_gateway.store.markdown import MarkdownFile, one_line


def with_links_to(page: MarkdownFile, day: str, notes: Sequence[DailyNote]) -> MarkdownFile | None:
    """The page as it should be; None when nothing but our own lines would be left on it."""
    if notes:
        return _with_front_matter(page, day).with_block("\n".join(_line(note) for note in notes))
    left = page.without_block()
    if page.block() is not None and not left.owners_text() and _is_our_front_matter(left, day):
        return None
    return left


def _with_front_matter(page: MarkdownFile, day: str) -> MarkdownFile:
    if page.has_front_matter or page.body:
        return page
    return page.with_metadata(_front_matter(day))


def _front_matter(day: str) -> dict[str, str]:
    return {"name": day, "description": f"Notes of {day}"}


def _is_our_front_matter(page: MarkdownFile, day: str) -> bool:
    return page.metadata() in ({}, _front_matter(day)) and not any(
        line.startswith("#") for line in page.front
    )


def _line(note: DailyNote) -> str:
    about = one_line(note.description)
    return f"- {link_to(note.path, note.name)}" + (f" — {_quiet(about)}" if about else "")


def _quiet(text: str) -> str:
    """Text in which nothing is a link, an element or a comment; descriptions are data."""
    for special in ("\\", "[", "]", "<", ">", "`", "|", "%", "#"):
        text = text.replace(special, f"\\{special}")
    return text
