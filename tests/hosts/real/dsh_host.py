"""The real DSH, headless: one-shot runs, and a driver in the place of its runner for everything longer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.hosts.real.machine import DEAD_PROXY, PATIENCE, ROOT, TOOLS, Done, Machine, run

PACKAGE = ROOT / "packages" / "dsh"
DRIVER = ROOT / "tests" / "hosts" / "dsh" / "driver"
NAME = "@agentscope-ai/reme-dsh-memory"
_PROFILE = ("--profile", "headless")
# A row's configuration is replaced as a whole.
_PLAIN_LOGS = """\
- id: session-persistence-jsonl
  config:
    root: !!js dshHomePath('sessions')
    compression: none
"""


def tools() -> Path:
    """Folder of the Node.js that DSH needs, and of the pnpm that it calls."""
    return TOOLS / "dsh" / "tools" / "node_modules" / ".bin"


def program() -> Path:
    """The installed host's command."""
    found = TOOLS / "dsh" / "node_modules" / ".bin" / "dsh"
    assert found.exists(), "DSH is not installed: run `nox -s hosts`"
    return found


@dataclass
class Dsh:
    """DSH on a machine."""

    name = "dsh"
    machine: Machine
    config: dict[str, Any] | None = None

    @property
    def folder(self) -> Path:
        return self.machine.home / ".dsh"

    @property
    def profile(self) -> Path:
        """Where the host keeps the profile that the tests use."""
        return self.folder / "profiles" / "headless"

    def environment(self, **more: str) -> dict[str, str]:
        own = {
            "PATH": os.pathsep.join([str(tools()), os.environ["PATH"]]),
            "DSH_HOME": str(self.folder),
            "DSH_TELEMETRY_DISABLED": "1",
            # Nothing is fetched: not by the host, and not by the package manager that it calls.
            "HTTP_PROXY": DEAD_PROXY,
            "HTTPS_PROXY": DEAD_PROXY,
            "DEEPSEEK_API_KEY": "scripted",
            "DEEPSEEK_BASE_URL": f"http://127.0.0.1:{self.machine.model_port}/v1",
        }
        return self.machine.environment({**own, **more})

    def cli(self, *arguments: str) -> Done:
        return run([str(program()), *arguments], self.environment(), self.machine.project)

    def install(self, package: Path = PACKAGE, name: str = NAME) -> None:
        """The command of the README, with folders in the place of a registry; the driver comes along."""
        folders = [f"file:{folder}" for folder in (self.machine.marketplace(package), DRIVER)]
        added = self.cli("plugin", *_PROFILE, "add", *folders)
        assert added.code == 0, added.output + added.errors
        assert name in (self.profile / "package.json").read_text(encoding="utf-8")

    def install_like(self, other: Dsh) -> None:
        """The profiles of a host on another machine, as they were when it had just installed the package."""
        shutil.copytree(other.folder, self.folder, symlinks=True)

    def configure(self, **config: Any) -> None:
        """What the person writes into the profile's own patch: our row, and that logs are plain text."""
        row = json.dumps({"id": "reme", "config": config})
        (self.profile / "cordis.patch.yml").write_text(f"- {row}\n{_PLAIN_LOGS}", encoding="utf-8")

    def tell(self, prompt: str) -> Done:
        """One headless run in a session of its own."""
        return self.cli(*_PROFILE, prompt)

    def go_on(self, prompt: str) -> Done:
        """One more turn in the last session, in a process of its own."""
        with self.driven() as driver:
            driver.order("resume", session=self.sessions()[-1])
            driver.turn(prompt)
            return driver.leave()

    @contextmanager
    def running(self, prompt: str) -> Iterator[Run]:
        """A one-shot run that goes on while the test does."""
        process = Run(self._begin(self.environment(), *_PROFILE, prompt))
        try:
            yield process
        finally:
            process.leave()

    @contextmanager
    def driven(self) -> Iterator[Driver]:
        """The host with the driver in the place of its runner."""
        with self._driven(*_PROFILE, "driven") as driver:
            yield driver

    @contextmanager
    def web(self) -> Iterator[Driver]:
        """The host as people use it, serving its web client, with the driver beside."""
        folders = [f"file:{folder}" for folder in (self.machine.marketplace(PACKAGE), DRIVER)]
        added = self.cli("plugin", "--profile", "web", "add", *folders)
        assert added.code == 0, added.output + added.errors
        with self._driven("--profile", "web", "--no-open", "--port", "0") as driver:
            driver.wait_for("dsh web: http://127.0.0.1:")
            yield driver

    @contextmanager
    def _driven(self, *arguments: str) -> Iterator[Driver]:
        driver = Driver(self._begin(self.environment(DSH_TEST_DRIVER="1"), *arguments))
        try:
            yield driver
        finally:
            driver.leave()

    def _begin(self, environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [str(program()), *arguments],
            env=environment,
            cwd=self.machine.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def logs(self) -> list[Path]:
        """The host's own session logs, oldest first."""
        found = (self.folder / "sessions").rglob("session.jsonl*")
        return sorted(found, key=lambda path: path.stat().st_mtime_ns)

    def sessions(self) -> list[str]:
        """Ids of the sessions that a person began, oldest first."""
        return [path.parent.name for path in self.logs() if path.parent.name.startswith("session-")]


class Run:
    """A process of the host."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self._done: Done | None = None

    def signal(self, number: int) -> Done:
        """Send a signal and wait for the end."""
        self.process.send_signal(number)
        return self.leave()

    def leave(self) -> Done:
        """Close its input, which ends the driver, and wait for the end."""
        if self._done is None:
            try:
                output, errors = self.process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                output, errors = self.process.communicate()
                raise AssertionError(f"the host did not end: {errors}") from None
            self._done = Done(self.process.returncode, output, errors)
        return self._done


class Driver(Run):
    """Gives orders to the driver, one after the other."""

    def order(self, what: str, **members: Any) -> dict[str, Any]:
        """Give an order and wait for its reply."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"do": what, **members}) + "\n")
        self.process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._line(f"reply to {what}"))
        return reply

    def wait_for(self, words: str) -> None:
        """Return when the host has printed a line that begins like this."""
        assert self._line(words).startswith(words)

    def _line(self, what: str) -> str:
        assert self.process.stdout is not None
        watch = threading.Timer(PATIENCE, self.process.kill)
        watch.start()
        line = self.process.stdout.readline()
        watch.cancel()
        assert line, f"no {what}: {self.leave().errors}"
        return line

    def begin(self) -> str:
        """A new session's id."""
        return str(self.order("start")["session"])

    def turn(self, prompt: str) -> None:
        """A whole turn in the current session."""
        self.order("say", text=prompt)
        self.order("idle")
