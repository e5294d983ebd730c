"""Running a host's own command line: found on PATH, given only the variables it needs, never without end."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.steps import Step

_SECONDS = 60
# Nothing here needs a network; without this a host would look for updates or for its maker's plugin lists.
_NO_NETWORK = {
    "HTTP_PROXY": "http://127.0.0.1:9",
    "HTTPS_PROXY": "http://127.0.0.1:9",
    "NO_PROXY": "127.0.0.1,localhost",
}
_PASSED = frozenset(
    {
        "PATH",
        "HOME",
        "LANG",
        "TMPDIR",
        "TEMP",
        "TMP",
        "USER",
        "LOGNAME",
        "SHELL",
        "USERPROFILE",
        "APPDATA",
        "LOCALAPPDATA",
        "SYSTEMROOT",
        "SYSTEMDRIVE",
        "PATHEXT",
        "COMSPEC",
    }
)


def passed_environment(own: Mapping[str, str], more: Mapping[str, str], *names: str) -> dict[str, str]:
    """What a host gets of our environment: the list above, locale and folders, ``names``, and ``more``.

    API keys and tokens stay behind.
    """
    kept = {
        name: value
        for name, value in own.items()
        if name.upper() in _PASSED or name in names or name.startswith(("LC_", "XDG_"))
    }
    return kept | _NO_NETWORK | dict(more)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run of a host's command ended."""

    code: int
    out: str
    err: str

    @property
    def reason(self) -> str:
        """The line that says why it failed, without the host's own marks."""
        lines = [line.strip() for line in (self.err or self.out).splitlines() if line.strip()]
        named = next((line for line in lines if line.lower().startswith("error:")), lines[0] if lines else "")
        return named.removeprefix("Error:").lstrip("✘ ").strip() or f"exit status {self.code}"


@dataclass(frozen=True, slots=True)
class HostProgram:
    """A host's executable and the environment that it runs in."""

    name: str
    path: Path
    environment: Mapping[str, str]

    def run(self, *arguments: str, stdin: str = "", seconds: float = _SECONDS) -> Ended:
        """One command to its end. Raises ``InstallationFailed`` when it can't start or takes too long."""
        try:
            ended = subprocess.run(  # noqa: S603 - the user's own host
                [str(self.path), *arguments],
                env=dict(self.environment),
                input=stdin,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
                check=False,
            )
        except OSError as error:
            raise InstallationFailed(
                f"{self.path} can't be started: {error.strerror}", f"run `{self.name} --version` by hand"
            ) from error
        except subprocess.TimeoutExpired as error:
            raise InstallationFailed(
                f"`{self.shown(*arguments)}` did not end within {seconds:.0f} s", "run it by hand"
            ) from error
        return Ended(ended.returncode, ended.stdout, ended.stderr)

    def change(self, *arguments: str, stdin: str = "") -> Ended:
        """The same for a command that has to succeed. Raises ``InstallationFailed`` with the host's words."""
        ended = self.run(*arguments, stdin=stdin)
        if ended.code:
            raise InstallationFailed(
                f"`{self.shown(*arguments)}` failed: {ended.reason}", "see `reme doctor`, or run it by hand"
            )
        return ended

    def ask(self, *arguments: str) -> Any:
        """The JSON document that a command prints. Raises ``InstallationFailed``."""
        ended = self.change(*arguments)
        try:
            return json.loads(ended.out)
        except ValueError as error:
            raise InstallationFailed(
                f"`{self.shown(*arguments)}` printed no JSON", "is this version of the host supported?"
            ) from error

    def step(self, does: str, files: tuple[Path, ...], *command: str, stdin: str = "") -> Step:
        """A change by this host's command, to be done later."""

        def act() -> None:
            self.change(*command, stdin=stdin)

        return Step(does, self.shown(*command), files, act)

    def shown(self, *arguments: str) -> str:
        """The command as a person types it."""
        import shlex

        return shlex.join([self.name, *arguments])

    def version(self) -> str:
        """The dotted number in what ``--version`` prints, or an empty string."""
        ended = self.run("--version", seconds=20)
        words = [word.removeprefix("v") for word in ended.out.replace("(", " ").split()]
        return next((word for word in words if word[:1].isdigit() and "." in word), "")


def find(name: str, variables: Mapping[str, str], elsewhere: tuple[Path, ...] = ()) -> Path | None:
    """The executable on the PATH of ``variables``, or the first of ``elsewhere`` that is one."""
    found = shutil.which(name, path=variables.get("PATH", os.defpath))
    if found:
        return Path(found)
    return next((path for path in elsewhere if os.access(path, os.X_OK) and path.is_file()), None)
