"""Turns on their way from the session log into the index, and a forget that waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from reme_gateway.ports import Document, MemoryIndex

# So much is judged or indexed before the event loop gets a turn.
PORTION_ITEMS = 64
PORTION_CHARS = 16_384


@dataclass(slots=True)
class TurnsUnderWay:
    """Appends that may still put turns of a session file into the index, by the file's path."""

    _by_path: dict[str, set[asyncio.Event]] = field(default_factory=dict)

    @contextmanager
    def into(self, path: str) -> Iterator[None]:
        """From before the turns are stored until they are searchable."""
        done = asyncio.Event()
        under_way = self._by_path.setdefault(path, set())
        under_way.add(done)
        try:
            yield
        finally:
            under_way.discard(done)
            if not under_way and self._by_path.get(path) is under_way:
                del self._by_path[path]
            done.set()

    async def settled(self, path: str) -> None:
        """Until every append that is under way now has finished; later ones see the tombstones."""
        for done in list(self._by_path.get(path, ())):
            await done.wait()


def portions(sizes: Sequence[int]) -> Iterator[slice]:
    """Cut a batch so that no part holds up the event loop for long; one large item is a part of its own."""
    start = chars = 0
    for at, size in enumerate(sizes):
        if at > start and (at - start == PORTION_ITEMS or chars + size > PORTION_CHARS):
            yield slice(start, at)
            start, chars = at, 0
        chars += size
    if start < len(sizes):
        yield slice(start, len(sizes))


async def make_searchable(documents: Sequence[Document], index: MemoryIndex) -> None:
    """Add to the index while other requests are answered; a thread takes what needs many milliseconds."""
    sizes = [len(document.text) for document in documents]
    for part in portions(sizes):
        if sum(sizes[part]) > PORTION_CHARS:
            await asyncio.to_thread(index.add, documents[part])
            continue
        if part.start:
            await asyncio.sleep(0)
        index.add(documents[part])
