"""Every Python of this machine that the hook runtime supports; the running one at least."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

_OLDEST = (3, 9)


def _candidates() -> list[str]:
    """Paths of programs, each once: starting one takes its time."""
    named = [shutil.which(f"python3.{minor}") for minor in range(9, 16)]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    installed = sorted(str(path) for path in pyenv.glob("versions/3.*/bin/python3"))
    # A shim of pyenv is a slow script that starts one of those that are installed.
    direct = [path for path in filter(None, named) if Path(path).parent.name != "shims"]
    programs = {os.path.realpath(path): path for path in [*installed, *direct]}
    return [sys.executable, *programs.values()]


def _asked(python: str) -> tuple[tuple[int, ...], str]:
    """Version and own path of what answers; nothing for what is no working Python."""
    command = [python, "-I", "-S", "-c", "import sys; print(*sys.version_info[:2], sys.executable)"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    if done.returncode:
        return (), ""
    major, minor, path = done.stdout.strip().split(" ", 2)
    return (int(major), int(minor)), path


def _one_per_version() -> list[str]:
    found: dict[tuple[int, ...], str] = {}
    for python in _candidates():
        version, path = _asked(python)
        if version >= _OLDEST:
            found.setdefault(version, path)
    return [found[version] for version in sorted(found)]


INTERPRETERS = _one_per_version()
