"""Copies of the hook runtime's modules, byte for byte below a banner."""

from __future__ import annotations

from collections.abc import Mapping

from ..plan import PlannedFile
from ..runtime_source import FOLDER, Runtime


def vendored(file: PlannedFile, runtime: Runtime, rendered: Mapping[str, bytes]) -> str:
    """The module that ``file.argument`` names, handwritten or just rendered."""
    source = file.argument
    content = rendered.get(source) or runtime.contents[source.removeprefix(f"{FOLDER}/")]
    return content.decode("utf-8")
