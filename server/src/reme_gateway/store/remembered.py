"""Facts that someone asked to remember, each a Markdown file of its own below ``digest/remembered/``."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC
from pathlib import Path

from reme_gateway.ports import KeptFact, RememberedFact
from reme_gateway.store.atomic_file import write_atomically
from reme_gateway.store.days import moment_of
from reme_gateway.store.markdown import MarkdownFile, one_line, storable
from reme_gateway.store.slugs import slug_of

FACTS = "digest/remembered"
_TITLE = 60
_DESCRIPTION = 200


class FactFiles:
    """Keeps each fact once per scope; the file name carries 8 hex digits of a hash over scope and text."""

    def __init__(self, resolve: Callable[[str], Path]) -> None:
        self._resolve = resolve
        self._known: dict[str, tuple[tuple[int, int, int], KeptFact]] = {}

    def remember(self, text: str, scope_id: str, created_at: str, host: str | None = None) -> RememberedFact:
        """Write the fact durably, unless that scope has the same text. Raises ``ValueError`` for none."""
        fact = storable(text).strip()
        if not fact:
            raise ValueError("there is nothing to remember: the text is empty")
        digest = fact_digest(fact, scope_id)
        known = self._find(digest)
        if known is not None:
            return RememberedFact(known, duplicate=True)
        title = _clipped(one_line(fact), _TITLE)
        path = self._free_path(slug_of(title, otherwise="fact"), digest)
        values: dict[str, str | None] = {
            "name": title,
            "description": _clipped(one_line(fact), _DESCRIPTION),
            "scope_id": scope_id,
            "created_at": created_at,
            "content_hash": digest,
        }
        if host is not None:
            values["host"] = host
        # with_block is not used: this text is the fact itself, not something derived from a source.
        file = MarkdownFile(start="", front=(), close="", body=f"{fact}\n").with_metadata(values)
        write_atomically(self._resolve(path), file.encode())
        return RememberedFact(path, duplicate=False)

    def facts(self) -> list[KeptFact]:
        """Every fact, the newest first; files that didn't change since the last call aren't read again."""
        seen: dict[str, tuple[tuple[int, int, int], KeptFact]] = {}
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self._resolve(FACTS)) as entries:
            for entry in entries:
                if not entry.name.endswith(".md") or not entry.is_file(follow_symlinks=False):
                    continue
                with suppress(FileNotFoundError):
                    status = entry.stat(follow_symlinks=False)
                    signature = (status.st_mtime_ns, status.st_size, status.st_ino)
                    known = self._known.get(entry.name)
                    if known is None or known[0] != signature:
                        known = (
                            signature,
                            _fact_from(f"{FACTS}/{entry.name}", Path(entry.path).read_bytes()),
                        )
                    seen[entry.name] = known
        self._known = seen
        found = sorted((fact for _, fact in seen.values()), key=lambda fact: fact.path)
        return sorted(found, key=lambda fact: _age(fact.created_at), reverse=True)

    def _find(self, digest: str) -> str | None:
        """The file of that fact, also when its owner renamed it or edited its text since."""
        endings = (f"-{digest[:8]}.md", f"-{digest[:16]}.md")
        with suppress(FileNotFoundError, NotADirectoryError), os.scandir(self._resolve(FACTS)) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if not entry.name.endswith(endings) or not entry.is_file(follow_symlinks=False):
                    continue
                front = MarkdownFile.parse(Path(entry.path).read_bytes()).metadata()
                if front.get("content_hash") == digest:
                    return f"{FACTS}/{entry.name}"
        return None

    def _free_path(self, slug: str, digest: str) -> str:
        path = f"{FACTS}/{slug}-{digest[:8]}.md"
        return f"{FACTS}/{slug}-{digest[:16]}.md" if self._resolve(path).exists() else path


def text_without(data: bytes, gone: range) -> str | None:
    """What is left of a fact's own text without these lines of its file; empty when all of it goes.

    None when no line of the text goes, or when this is no file of a fact. Name, description and file name
    repeat the text, so a fact of which a part goes becomes another one.
    """
    file = MarkdownFile.parse(data)
    if not file.metadata().get("content_hash"):
        return None
    first = 1 + len(file.front) + 1 + 1
    lines = list(enumerate(file.body.split("\n"), start=first))
    if not any(line.strip() for number, line in lines if number in gone):
        return None
    return "\n".join(line for number, line in lines if number not in gone).strip()


def fact_digest(text: str, scope_id: str) -> str:
    """64 hex digits over scope and text: the same words in another scope are another fact."""
    spelled = json.dumps([scope_id, text], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(spelled.encode("ascii")).hexdigest()


def _fact_from(path: str, data: bytes) -> KeptFact:
    front = MarkdownFile.parse(data).metadata()
    name = front.get("name") or path.rpartition("/")[2].removesuffix(".md")
    return KeptFact(
        path=path,
        name=name,
        description=front.get("description") or name,
        scope_id=front.get("scope_id") or "default",
        created_at=front.get("created_at", ""),
    )


def _age(created_at: str) -> float:
    try:
        return moment_of(created_at, UTC).timestamp()
    except (ValueError, OverflowError):
        return float("-inf")


def _clipped(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    return (head.rpartition(" ")[0] or head) + "…"
