"""Copies of modules that other packages own, byte for byte below a banner."""

from __future__ import annotations

from collections.abc import Mapping

from ..plan import PlannedFile


def vendored(file: PlannedFile, originals: Mapping[str, bytes], rendered: Mapping[str, bytes]) -> str:
    """The file that ``file.argument`` names, handwritten or just rendered."""
    source = file.argument
    content = rendered.get(source) or originals[source]
    return content.decode("utf-8")
