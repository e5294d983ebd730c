"""The index of a workspace as one part: what answers, what keeps it up to date, and where it reads."""

from __future__ import annotations

from pathlib import Path

from .documents import WorkspaceDocuments
from .keyword_index import KeywordIndex
from .maintainer import IndexMaintainer


class WorkspaceIndex(KeywordIndex):
    """A ``MemoryIndex`` over ``root``, kept in ``root/metadata``; ``start`` it once, ``close`` it last."""

    def __init__(self, root: Path) -> None:
        super().__init__(root / "metadata")
        self._maintainer = IndexMaintainer(self, WorkspaceDocuments(root))

    def start(self, wait_seconds: float = 1.0) -> None:
        """Start writing and comparing in the background; wait so long for the first comparison at most.

        After a crash that comparison brings back what was only in memory; it takes milliseconds unless
        the index has to be built anew.
        """
        super().start()
        self._maintainer.start(wait_seconds)

    def reindex_file(self, path: str) -> None:
        """Bring one file up to date before returning, or out of the index when it is gone."""
        self._maintainer.reindex_file(path)

    def rebuild(self) -> bool:
        """Start a rebuild beside the present index; False when one runs already."""
        return self._maintainer.request_rebuild()

    def close(self) -> None:
        """Stop the background work, write what is in memory, close the files."""
        self._maintainer.stop()
        super().close()
