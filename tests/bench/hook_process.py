"""A host package's hook as a host runs it: recorded payloads, its own home, and what has to come of it."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.options import ROOT
from tests.bench.processes import BenchError
from tests.gateway_process import PATIENCE, GatewayProcess, clean_environment

PROMPT, STOP = "UserPromptSubmit", "Stop"
EVENTS = (PROMPT, STOP)
ISOLATED = ("-I", "-S")
_TEXT_IN = {PROMPT: "prompt", STOP: "last_assistant_message"}
_RECORDED = ROOT / "tests" / "fixtures" / "hosts"
_ABOUT = "import sys; print('%d.%d' % sys.version_info[:2], sys._base_executable, sep='\\n')"


@dataclass(frozen=True)
class Host:
    """``folder`` is its name in paths, ``id`` on the wire; ``turn_key`` the member that numbers its turns."""

    folder: str
    id: str
    turn_key: str


HOSTS = (Host("codex", "codex", "turn_id"), Host("claude-code", "claude_code", "prompt_id"))


@dataclass(frozen=True)
class Exchange:
    """One turn, in a session of its own; ``recalled`` is what the block has to hold, at least something."""

    session: str
    prompt: str
    answer: str
    recalled: str

    def text(self, event: str) -> str:
        """What the event reports as said."""
        return self.prompt if event == PROMPT else self.answer


@dataclass(frozen=True)
class Interpreter:
    """``path`` is no link of a virtual environment: a host has none, and following it takes time."""

    path: str
    version: str


def interpreter(command: str) -> Interpreter:
    """What answers to a command. Raises ``BenchError`` when nothing does."""
    try:
        done = subprocess.run(
            [command, *ISOLATED, "-c", _ABOUT], capture_output=True, text=True, check=True, timeout=PATIENCE
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise BenchError(f"{command} is no Python that runs here: {error}") from error
    version, path = done.stdout.splitlines()
    return Interpreter(path, version)


def payload(host: Host, event: str, said: Exchange, folder: Path) -> bytes:
    """The recorded payload of an event, with another session, turn, folder and text."""
    recorded = json.loads((_RECORDED / host.folder / f"{event}.json").read_text(encoding="utf-8"))
    own = {
        "session_id": said.session,
        host.turn_key: f"{said.session}-1",
        "cwd": str(folder),
        _TEXT_IN[event]: said.text(event),
    }
    unknown = own.keys() - recorded.keys()
    if unknown:
        raise BenchError(f"The recorded {event} of {host.folder} has no {', '.join(sorted(unknown))}.")
    return json.dumps(recorded | own).encode()


def timed(command: Sequence[str], given: bytes, environment: dict[str, str]) -> tuple[float, bytes]:
    """Seconds of a whole process, and its output. Raises ``BenchError`` unless it ends quietly with 0."""
    started = time.perf_counter()
    done = subprocess.run(command, input=given, env=environment, capture_output=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode or done.stderr:
        raise BenchError(f"{' '.join(command)} ended with exit code {done.returncode}: {done.stderr!r}")
    return seconds, done.stdout


def block(event: str, output: bytes) -> str:
    """The text that a reply puts into the prompt; empty without a reply. Raises ``BenchError``."""
    if not output:
        return ""
    try:
        reply = json.loads(output)["hookSpecificOutput"]
        named, text = reply["hookEventName"], reply["additionalContext"]
    except (ValueError, KeyError, TypeError) as error:
        raise BenchError(f"A hook printed what no host understands: {output[:200]!r}") from error
    if named != event or not isinstance(text, str):
        raise BenchError(f"A hook of {event} answered for {named}.")
    return text


@dataclass(frozen=True)
class HookHome:
    """A person's home with one host in it, and a gateway in another process."""

    host: Host
    home: Path
    server: GatewayProcess

    @property
    def environment(self) -> dict[str, str]:
        """What a hook gets to see."""
        return clean_environment(self.home) | {"REME_URL": self.server.url}

    @property
    def waiting(self) -> list[Path]:
        """What the spool holds: undelivered, half written or refused."""
        spool = self.home / ".reme" / "integrations" / self.host.folder / "spool"
        return [path for path in spool.rglob("*") if path.is_file()]

    def fire(self, python: Interpreter, event: str, said: Exchange) -> float:
        """Seconds of one hook that did all its work. Raises ``BenchError`` for any other."""
        hook = ROOT / "packages" / self.host.folder / "reme" / "hook.py"
        given = payload(self.host, event, said, self.home)
        command = [python.path, *ISOLATED, str(hook), event]
        seconds, output = timed(command, given, self.environment)
        if event == PROMPT:
            self._check_prompt(said, block(event, output))
        else:
            self._check_stop(said, output)
        return seconds

    def _check_prompt(self, said: Exchange, recalled: str) -> None:
        if not recalled or said.recalled not in recalled:
            raise BenchError(f"A prompt of {self.host.folder} did not get what it asked for: {recalled!r}")
        self._expect("events wait after a prompt", len(self.waiting), 1)

    def _check_stop(self, said: Exchange, output: bytes) -> None:
        self._expect("bytes were printed at a stop", len(output), 0)
        self._expect("events wait after a stop", len(self.waiting), 0)
        stored = self.server.ask(
            "agent_session_append", host=self.host.id, session_id=said.session, events=[]
        )
        self._expect("events of a turn are stored", stored["total"], 2)

    def _expect(self, what: str, found: int, expected: int) -> None:
        if found != expected:
            raise BenchError(f"{self.host.folder}: {found} {what}, {expected} expected.")


def holds(folder: Path, text: str) -> bool:
    """Whether any file below a folder holds the text."""
    return any(text.encode() in path.read_bytes() for path in folder.rglob("*") if path.is_file())
