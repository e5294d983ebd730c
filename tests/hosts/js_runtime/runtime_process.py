"""The JavaScript runtime as a process, with an explicit environment and a home of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STEPS = Path(__file__).with_name("steps.mjs")
# Generous: nothing is asserted about it but that a process ends at all.
PATIENCE = 60.0
Step = tuple[Any, ...]


@dataclass
class RuntimeProcess:
    """One host's runtime; each ``run`` is a new process over the same files."""

    home: Path
    host: str
    url: str = "http://127.0.0.1:9"
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)

    @property
    def folder(self) -> Path:
        return self.home / ".reme" / "integrations" / self.host.replace("_", "-")

    @property
    def spool(self) -> list[Path]:
        """Undelivered files, oldest first; nothing half-written is among them."""
        return sorted((self.folder / "spool").glob("[!.]*.json"))

    @property
    def rejected(self) -> list[Path]:
        return sorted((self.folder / "spool" / "rejected").glob("*"))

    def waiting(self) -> list[str]:
        return [json.loads(path.read_text())["events"][0]["content"] for path in self.spool]

    def run(self, *steps: Step, kill_at: int = 0) -> list[Any] | None:
        """The results of the steps, or None when the process was killed before it ended by itself."""
        results = run_all([(self, steps)], kill_at)
        return results[0] if results is not None else None

    def variables(self) -> dict[str, str]:
        return {"HOME": str(self.home), "REME_URL": self.url, **self.environment}


def run_all(
    runs: Sequence[tuple[RuntimeProcess, Sequence[Step]]], kill_at: int = 0
) -> list[list[Any]] | None:
    """Several runtimes of one host, one after the other in one process."""
    given = {
        "host": runs[0][0].host,
        "runs": [{"environment": runtime.variables(), "steps": steps} for runtime, steps in runs],
        "killAt": kill_at,
    }
    done = subprocess.run(
        [shutil.which("node") or "node", str(STEPS)],
        input=json.dumps(given).encode(),
        env={"PATH": os.environ["PATH"], "HOME": str(runs[0][0].home), "LANG": "C.UTF-8"},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stderr == b"", done.stderr.decode(errors="replace")
    assert done.returncode in (0, -signal.SIGKILL)
    return json.loads(done.stdout) if done.returncode == 0 else None


def event(native: str, session: str, turn: str = "t1", **seen: Any) -> Step:
    """A step: one native event with what an adapter made of it."""
    payload = {"event": {"reason": seen.pop("reason", "new")}}
    return ("handle", native, payload, {"sessionId": session, "turn": turn, **seen})
