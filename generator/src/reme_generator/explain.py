"""Which template and which places of the contract made a file."""

from __future__ import annotations

from .plan import LOCK_NAME, PACKAGES, PlannedFile
from .render.banner import COMMAND


def explain(files: tuple[PlannedFile, ...], path: str) -> str | None:
    """A few lines about one generated file, or None when ``path`` is not generated."""
    for file in files:
        if file.path == path:
            return _lines(file)
    if path in {f"{package}/{LOCK_NAME}" for package in PACKAGES}:
        return f"{path}\n  records the generated files beside it; made by generator/src/reme_generator/lockfile.py\n"
    return None


def _lines(file: PlannedFile) -> str:
    origin = (
        file.source
        if file.source.startswith("templates/")
        else f"generator/src/reme_generator/{file.source}.py"
    )
    lines = [file.path, f"  made by   {origin}" + (f"  ({file.argument})" if file.argument else "")]
    lines += [f"  made from {place}" for place in file.inputs]
    lines += [f"  to change it, edit one of these and run `{COMMAND}`"]
    return "\n".join(lines) + "\n"
