"""One banner for every comment syntax: what the file was made from, with what, and how to renew it."""

from __future__ import annotations

_PREFIXES = {".py": "#", ".yaml": "#", ".pyi": "#", ".toml": "#", ".js": "//", ".mjs": "//", ".ts": "//"}
COMMAND = "nox -s generate"


def comment_prefix(path: str) -> str | None:
    """What starts a comment in this kind of file; None where there is no comment, as in JSON."""
    return _PREFIXES.get(path[path.rfind(".") :])


def with_banner(path: str, text: str, origin: str, inputs: tuple[str, ...]) -> str:
    """``text`` under a banner, or unchanged where there are no comments. ``origin`` is what made the file."""
    prefix = comment_prefix(path)
    if prefix is None:
        return text
    files = sorted({entry.partition("#")[0] for entry in inputs})
    lines = ["Generated: do not edit, your change would be lost."]
    lines += [f"From {file}" for file in files]
    lines += [f"By   {origin}", f"Edit those and run `{COMMAND}`."]
    return "".join(f"{prefix} {line}\n" for line in lines) + text
