"""``[[links]]`` between the files of a workspace, as Obsidian reads them.

A link may name a path from the workspace's root, a path from the file it stands in (``./``, ``../``), the end
of a path, or just a file's name; ``.md`` may be left out; upper and lower case don't matter when nothing
matches exactly. Links inside code aren't links.
"""

from __future__ import annotations

import os
import posixpath
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from reme_gateway.store.markdown import MarkdownFile, one_line

_LINK = re.compile(r"\[\[([^\[\]|#\n]*)(#[^\[\]|\n]*)?(?:\\?\|([^\[\]\n]*))?\]\]")
_FENCE = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_UNLINKABLE = str.maketrans(dict.fromkeys("[]|#^", " "))


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written: target (empty for one into the same file), heading or block behind ``#``, title."""

    target: str
    anchor: str | None = None
    title: str | None = None


def link_to(path: str, title: str = "") -> str:
    """A link that Obsidian, ReMe and we resolve to ``path``; the title is made harmless first."""
    shown = one_line(title.translate(_UNLINKABLE).replace("<", "‹").replace(">", "›"))
    return f"[[{path}|{shown}]]" if shown and shown != path else f"[[{path}]]"


def links_in(data: bytes) -> list[Link]:
    """The links of a Markdown file, front matter included, each once, in the order they stand."""
    file = MarkdownFile.parse(data)
    text = "".join(file.front) + "\n" + _without_code(file.body)
    found = (_link_from(match) for match in _LINK.finditer(text))
    return list(dict.fromkeys(link for link in found if link is not None))


def _link_from(match: re.Match[str]) -> Link | None:
    target, anchor, title = match.groups()
    if not target.strip() and not anchor:
        return None
    return Link(
        target.strip().rstrip("\\"), anchor[1:].strip() if anchor else None, title.strip() if title else None
    )


def _without_code(text: str) -> str:
    """The text with fenced blocks and code spans taken out; an unclosed fence reaches to the end."""
    kept: list[str] = []
    fence: str | None = None
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if fence is None and match:
            fence = match[1]
        elif fence is not None:
            if match and match[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
        else:
            kept.append(line)
    return "\n\n".join(_CODE_SPAN.sub("", paragraph) for paragraph in "\n".join(kept).split("\n\n"))


class LinkMap:
    """Which file links to which, over all Markdown below some folders; changed files are read again."""

    def __init__(
        self,
        resolve: Callable[[str], Path],
        folders: Iterable[str] = ("daily", "digest"),
        suffixes: Iterable[str] = (".md",),
    ) -> None:
        """``resolve`` gives the file of a workspace-relative path, or raises ``ValueError``."""
        self._resolve = resolve
        self._folders = tuple(folders)
        self._suffixes = tuple(suffixes)
        self._read: dict[str, tuple[tuple[int, int, int], list[Link]]] = {}
        self._names: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def outgoing(self, path: str) -> list[tuple[Link, str | None]]:
        """The links of one file, each with the path it leads to; None for one that leads nowhere."""
        with self._lock:
            self._refresh()
            return [(link, self._target(link, path)) for link in self._links(path)]

    def incoming(self, path: str) -> list[tuple[str, Link]]:
        """The files that link to this one, by path, with the link they do it by."""
        with self._lock:
            self._refresh()
            return [
                (source, link)
                for source in sorted(self._read)
                for link in self._read[source][1]
                if source != path and self._target(link, source) == path
            ]

    def _links(self, path: str) -> list[Link]:
        known = self._read.get(path)
        if known is not None:
            return known[1]
        try:
            return links_in(self._resolve(path).read_bytes())
        except (OSError, ValueError):
            return []

    def _target(self, link: Link, source: str) -> str | None:
        """Where a link leads: the exact path, or relative to its file, or the nearest of that name."""
        if not link.target:
            return source
        wanted = link.target.replace("\\", "/")
        if wanted.startswith(("./", "../")):
            return self._existing(posixpath.normpath(posixpath.join(posixpath.dirname(source), wanted)))
        wanted = posixpath.normpath(wanted.lstrip("/"))
        return self._existing(wanted) or self._by_name(wanted, source)

    def _existing(self, wanted: str) -> str | None:
        for path in (wanted, f"{wanted}.md"):
            if path.startswith("../") or path == "..":
                return None
            try:
                if self._resolve(path).is_file():
                    return path
            except (ValueError, OSError):
                return None
        return None

    def _by_name(self, wanted: str, source: str) -> str | None:
        endings = {wanted.casefold(), f"{wanted.casefold()}.md"}
        candidates = [
            path
            for name in (posixpath.basename(ending) for ending in endings)
            for path in self._names.get(name, ())
            if any(f"/{path.casefold()}".endswith(f"/{ending}") for ending in endings)
        ]
        folder = posixpath.dirname(source)
        candidates.sort(key=lambda path: (posixpath.dirname(path) != folder, path.count("/"), path))
        return candidates[0] if candidates else None

    def _refresh(self) -> None:
        read: dict[str, tuple[tuple[int, int, int], list[Link]]] = {}
        names: dict[str, list[str]] = {}
        for path, entry in self._markdown_files():
            try:
                status = entry.stat(follow_symlinks=False)
                signature = (status.st_mtime_ns, status.st_size, status.st_ino)
                known = self._read.get(path)
                if known is None or known[0] != signature:
                    known = (signature, links_in(Path(entry.path).read_bytes()))
            except OSError:
                continue  # gone since the folder was listed, or not for us
            read[path] = known
            names.setdefault(posixpath.basename(path).casefold(), []).append(path)
        self._read, self._names = read, names

    def _markdown_files(self) -> Iterator[tuple[str, os.DirEntry[str]]]:
        pending = list(self._folders)
        while pending:
            folder = pending.pop()
            try:
                entries = list(os.scandir(self._resolve(folder)))
            except (OSError, ValueError):
                continue
            for entry in entries:
                path = f"{folder}/{entry.name}"
                if entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                    pending.append(path)
                elif entry.name.endswith(self._suffixes) and entry.is_file(follow_symlinks=False):
                    yield path, entry
