"""The one exception of this part: what happened, and what to do about it."""

from __future__ import annotations


class InstallationFailed(Exception):  # noqa: N818 - a state, not a programming error
    """An installation, removal or inspection that can't go on. ``remedy`` is what the person does now."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
