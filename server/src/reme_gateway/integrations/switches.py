"""What the user has switched off for all hosts, and where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reme_gateway._vendor.reme_hooks import configuration as chain
from reme_gateway._vendor.reme_hooks._generated.v1 import hooks as rules
from reme_gateway._vendor.reme_hooks.project_file import project_values


def switched_off(variables: Mapping[str, str], home: Path, folder: Path) -> list[tuple[str, str]]:
    """(switch, origin) of what is off in a session in ``folder``; ``hooks`` stands for everything.

    Raises ``ConfigurationError`` for a file or value that hooks could not use either.
    """
    found = chain.load({}, dict(variables), str(home), specs=rules.SETTINGS)
    off = [(name, found[name].origin) for name in rules.PROJECT_SWITCHES if found[name].value is False]
    path, project = project_values(str(folder), str(home))
    return off + [(name, f"file {path}") for name in rules.PROJECT_SWITCHES if project.get(name) is False]
