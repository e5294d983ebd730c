"""The Hermes package in a process that loads and calls it as the host does: `doubles/hermes.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.hosts.packages.in_process import DOUBLES, InProcess


@dataclass
class HermesProcess(InProcess):
    """One host process; its Hermes home is the person's own unless ``HERMES_HOME`` says otherwise."""

    @property
    def hermes_home(self) -> Path:
        return Path(self.environment.get("HERMES_HOME", self.home / ".hermes"))

    @property
    def spool(self) -> list[Path]:
        return sorted((self.hermes_home / "reme-spool").glob("[!.]*.json"))

    def shut_down(self) -> None:
        self.order("shut_down")
        self.leave()

    def _start(self) -> subprocess.Popen[str]:
        base = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "REME_URL": self.url}
        self.hermes_home.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            # -B: nothing is written beside the package's files.
            [sys.executable, "-I", "-B", str(DOUBLES / "hermes.py")],
            env={**base, **self.environment},
            cwd=self.home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        return self._process
