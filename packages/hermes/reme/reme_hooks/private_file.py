# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/private_file.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""Small JSON files of our own: read leniently, replaced as a whole."""

from . import system
from .json_text import decode, encode

_BYTES = 1 << 20


def read_object(path: str) -> "dict[str, object]":
    """The object in a file, or an empty one when it is missing, unreadable or damaged."""
    try:
        content = system.read_file(path, _BYTES)
        value = decode(content.decode("utf-8")) if content else None
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def write_object(path: str, value: "dict[str, object]") -> None:
    """Replace the file. It can be lost in a power failure, never be half. Raises OSError."""
    folder, _, name = path.rpartition("/")
    temporary = folder + "/.tmp-" + system.unique_name() + "-" + name
    content = encode(value).encode("utf-8")
    try:
        system.write_file(temporary, path, content, durable=False)
    except FileNotFoundError:
        system.make_folder(folder)
        system.write_file(temporary, path, content, durable=False)


def sweep_temporary(folder: str, age_ms: int) -> None:
    """Remove what killed writers left behind longer ago than ``age_ms``."""
    oldest = system.time_ns() - age_ms * 1_000_000
    for name in system.file_names(folder):
        if name.startswith(".tmp-") and system.modified_ns(folder + "/" + name) < oldest:
            system.remove_file(folder + "/" + name)
