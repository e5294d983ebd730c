"""Which template and which places of the contract made a file."""

from __future__ import annotations

from .plan import LOCK_NAME, PACKAGES, PlannedFile
from .render import origin
from .render.banner import COMMAND


def explain(files: tuple[PlannedFile, ...], path: str) -> str | None:
    """A few lines about one generated file, or None when ``path`` is not generated."""
    for file in files:
        if file.path == path:
            return _lines(file)
    if path in {f"{package}/{LOCK_NAME}" for package in PACKAGES}:
        maker = "generator/src/reme_generator/lockfile.py"
        return f"{path}\n  made by   {maker}\n  records the generated files of its package\n"
    return None


def _lines(file: PlannedFile) -> str:
    lines = [
        file.path,
        f"  made by   {origin(file.source)}" + (f"  ({file.argument})" if file.argument else ""),
    ]
    lines += [f"  made from {place}" for place in file.inputs]
    lines += [f"  to change it, edit one of these and run `{COMMAND}`"]
    return "\n".join(lines) + "\n"
