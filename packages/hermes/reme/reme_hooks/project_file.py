# Generated: do not edit, your change would be lost.
# From packages/python-hooks/src/reme_hooks/project_file.py
# By   generator/src/reme_generator/render/vendor.py
# Edit those and run `nox -s generate`.
"""The `.reme` file of a project: what holds for a folder and everything below it."""

from ._generated.v1 import hooks as rules
from .configuration import ConfigurationError, file_values
from .system import parents, read_file, read_size


def project_values(folder: str, home: str) -> "tuple[str, dict[str, object]]":
    """Path and members of the nearest file from ``folder`` upwards, or an empty path and no members.

    A file without content switches everything off. Raises ConfigurationError for one that can't be used:
    whoever wrote it wanted something switched off, and what, can't be told.
    """
    if not folder:
        return "", {}
    for parent in parents(folder, rules.PROJECT_LEVELS):
        path = parent + "/" + rules.PROJECT_FILE
        # The folder of that name in the home folder is ours and no switch.
        if parent != home and read_size(path) >= 0:
            return path, _values(path)
    return "", {}


def _values(path: str) -> "dict[str, object]":
    try:
        content = read_file(path, rules.PROJECT_FILE_BYTES) or b""
        text = content.decode("utf-8")
    except (OSError, ValueError):
        raise ConfigurationError("file_unreadable", path=path) from None
    if not text.strip():
        return dict.fromkeys(rules.PROJECT_SWITCHES, False)
    values = file_values("plugin", path, text)
    return {name: _off(value) if name in rules.PROJECT_SWITCHES else value for name, value in values.items()}


def _off(value: object) -> bool:
    """False when a switch says off; anything else leaves it as it is."""
    return not (
        value is False or (isinstance(value, str) and value.strip().lower() in ("0", "false", "no", "off"))
    )
