"""A person's machine for a test: a home, a project, temporary files and an explicit environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
TOOLS = Path(os.environ.get("REME_HOST_TOOLS", ROOT / ".tools" / "hosts"))
# Generous: a busy machine. Nothing is asserted about times.
PATIENCE = 120.0
# Nothing listens on the discard port: what would leave the machine fails at once.
DEAD_PROXY = "http://127.0.0.1:9"


@dataclass
class Machine:
    """Where one person's hosts run. Both hosts of a machine share its home, as on a real one."""

    root: Path
    model_port: int
    variables: dict[str, str] = field(default_factory=dict)
    folder: Path | None = None

    def __post_init__(self) -> None:
        for folder in (self.home, self.project, self.temporary):
            folder.mkdir(parents=True, exist_ok=True)

    @property
    def home(self) -> Path:
        return self.root / "home"

    @property
    def project(self) -> Path:
        """Where the host is started."""
        return self.folder or self.root / "project"

    @property
    def temporary(self) -> Path:
        return self.root / "tmp"

    @property
    def reme(self) -> Path:
        """Where our hooks keep their files."""
        return self.home / ".reme"

    def marketplace(self, package: Path) -> Path:
        """A package as a clone has it: without what tools of this repository leave beside the files."""
        copy = self.root / "marketplaces" / package.name
        if not copy.exists():
            shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
        return copy

    def configure(self, **settings: Any) -> None:
        """What the person writes into ~/.reme/config.json."""
        self.reme.mkdir(exist_ok=True)
        (self.reme / "config.json").write_text(json.dumps(settings), encoding="utf-8")

    def environment(self, own: Mapping[str, str]) -> dict[str, str]:
        """A path, a home, a language, and what the host needs."""
        base = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TMPDIR": str(self.temporary)}
        return {**base, "LANG": "C.UTF-8", **own, **self.variables}

    def spooled(self, host: str) -> list[str]:
        """Names of the events that wait for the server; what is still being written is none of them."""
        folder = self.reme / "integrations" / host / "spool"
        return sorted(path.name for path in folder.glob("[!.]*.json"))

    def heartbeat(self, host: str) -> dict[str, Any]:
        """What the hooks of a host noted last."""
        path = self.reme / "integrations" / host / "heartbeat.json"
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return found


@dataclass(frozen=True)
class Done:
    """How a run of a host ended."""

    code: int
    output: str
    errors: str

    def json(self) -> Any:
        return json.loads(self.output)

    def lines(self) -> list[dict[str, Any]]:
        """Standard output of a host that prints one JSON object a line."""
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]


def run(command: list[str], environment: dict[str, str], folder: Path, given: str | None = None) -> Done:
    """Run to the end; input is closed when none is given."""
    done = subprocess.run(
        command,
        env=environment,
        cwd=folder,
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def ended(process: subprocess.Popen[str], patience: float = PATIENCE) -> int:
    """The exit code of a process; one that does not end is killed and fails the test."""
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise AssertionError("the process did not end") from None


def tree(folder: Path) -> dict[str, bytes | str]:
    """Every file and folder below, whole: what a fingerprint could see."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        found[str(path.relative_to(folder))] = path.read_bytes() if path.is_file() else "folder"
    return found
