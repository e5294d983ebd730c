"""A package that runs inside its host, called by a stand-in for that host: `doubles/<folder>.mjs`."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
DOUBLES = Path(__file__).parent / "doubles"
# Generous: nothing is asserted about it but that a listener comes back at all.
PATIENCE = 60.0


@dataclass
class InProcess:
    """One host process of a person with this home. It is started by the first order; ``leave`` ends it."""

    folder: str
    home: Path
    url: str
    environment: dict[str, str] = field(default_factory=dict)
    _process: subprocess.Popen[str] | None = None

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)

    @property
    def host(self) -> str:
        """The id on the wire."""
        return self.folder.replace("-", "_")

    @property
    def private(self) -> Path:
        """Where the runtime keeps its files."""
        return self.home / ".reme" / "integrations" / self.folder

    @property
    def spool(self) -> list[Path]:
        """Undelivered events, oldest first; nothing half-written is among them."""
        return sorted((self.private / "spool").glob("[!.]*.json"))

    @property
    def heartbeat(self) -> dict[str, Any]:
        beat: dict[str, Any] = json.loads((self.private / "heartbeat.json").read_text(encoding="utf-8"))
        return beat

    def prompt(self, text: str, turn: int = 1, session: str = "s1") -> str:
        """What is put beside the prompt."""
        return str(self.order("prompt", text=text, turn=turn, session=session))

    def answer(self, text: str, turn: int = 1, session: str = "s1", **more: Any) -> None:
        """The end of a turn, until the host has asked that writes be settled."""
        self.order("answer", text=text, turn=turn, session=session, **more)

    def turn(self, prompt: str, answer: str, turn: int = 1, session: str = "s1") -> str:
        """A whole turn, and what was put beside its prompt."""
        context = self.prompt(prompt, turn, session)
        self.answer(answer, turn, session)
        return context

    def use(self, url: str) -> None:
        """Another address for the events that come."""
        self.order("environment", variables={"REME_URL": url})

    def order(self, what: str, **members: Any) -> Any:
        """Give an order and wait for its reply."""
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"do": what, **members}) + "\n")
        process.stdin.flush()
        watch = threading.Timer(PATIENCE, process.kill)
        watch.start()
        line = process.stdout.readline()
        watch.cancel()
        assert line, f"no reply to {what}"
        return json.loads(line)

    def shut_down(self) -> None:
        """The host ends as it should."""
        self.order("shutDown")
        self.leave()

    def kill(self) -> None:
        """The host ends without a word."""
        if self._process is not None:
            self._process.kill()
        self.leave()

    def leave(self) -> None:
        """End the process; nothing of the package may keep it alive or have been written to stderr."""
        process, self._process = self._process, None
        if process is not None:
            killed = process.poll() is not None
            _, errors = process.communicate(timeout=PATIENCE)
            assert errors == ""
            assert killed or process.returncode in (0, -9)

    def _start(self) -> subprocess.Popen[str]:
        base = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "REME_URL": self.url}
        self._process = subprocess.Popen(
            ["node", str(DOUBLES / f"{self.folder}.mjs")],
            env={**base, **self.environment},
            cwd=self.home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self._process
