"""The files of a service: its definition, and the token's file that only its owner can read."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from reme_gateway.background.definition import ServiceDefinition
from reme_gateway.integrations.saved_files import replace_file
from reme_gateway.integrations.steps import Step


def content_of(path: Path) -> bytes | None:
    """The file's bytes, or None when it is not there or can't be read."""
    try:
        return path.read_bytes()
    except OSError:
        return None


def token_steps(definition: ServiceDefinition) -> list[Step]:
    """Put the token where the service reads it."""
    if not definition.token or content_of(definition.token_file) == _line(definition.token):
        return []
    write = partial(replace_file, definition.token_file, _line(definition.token), 0o600)
    return [Step("keep REME_TOKEN for the service", files=(definition.token_file,), act=write)]


def file_step(path: Path, content: bytes) -> Step:
    """Write the definition."""
    return Step("describe the service", files=(path,), act=partial(replace_file, path, content, 0o644))


def removal_steps(*paths: Path) -> list[Step]:
    """Remove those that are there."""
    return [
        Step("remove it", files=(path,), act=partial(path.unlink, missing_ok=True))
        for path in paths
        if path.exists()
    ]


def _line(token: str) -> bytes:
    return f"{token}\n".encode()
