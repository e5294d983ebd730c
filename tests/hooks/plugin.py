"""A plugin as a host starts it: a package's files around the runtime, made from the README's own words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "packages" / "python-hooks"
PAYLOADS = ROOT / "tests" / "fixtures" / "hosts"
# Generous: nothing is asserted about it but that a hook ends at all.
PATIENCE = 60.0

ADAPTERS = {
    "payload.py": """
from reme_hooks.observation import Observation, text_at

TURNS = {"codex": "turn_id", "claude_code": "prompt_id"}


def observe(event, payload):
    from host import HOST

    prompt, answer = payload.get("prompt"), payload.get("last_assistant_message")
    if text_at(payload, "prompt").startswith("<task-notification>"):
        return None
    return Observation(
        session_id=text_at(payload, "session_id"),
        turn=text_at(payload, TURNS[HOST["id"]]),
        prompt=prompt if isinstance(prompt, str) else None,
        answer=answer if isinstance(answer, str) and event != "StopFailure" else None,
        agent_id=text_at(payload, "agent_id"),
        folder=text_at(payload, "cwd"),
    )
""",
    "reply.py": """
from reme_hooks.json_text import encode


def reply(event, context, notice):
    value = {}
    if notice:
        value["systemMessage"] = notice
    if context:
        value["hookSpecificOutput"] = {"hookEventName": event, "additionalContext": context}
    return encode(value) if value else ""
""",
}


@dataclass
class Outcome:
    """What a host sees of a hook."""

    code: int
    stdout: str
    stderr: str

    @property
    def context(self) -> str:
        """The injected text, or an empty string; anything else on stdout is an error."""
        if not self.stdout:
            return ""
        context: str = json.loads(self.stdout).get("hookSpecificOutput", {}).get("additionalContext", "")
        return context

    @property
    def notice(self) -> str:
        notice: str = json.loads(self.stdout).get("systemMessage", "") if self.stdout else ""
        return notice


@dataclass
class Plugin:
    """One installed plugin and the home of the person who uses it."""

    root: Path
    home: Path
    host: str = "codex"
    python: str = sys.executable
    environment: dict[str, str] = field(default_factory=dict)
    url: str = "http://127.0.0.1:9"

    def __post_init__(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        if not self.root.exists():
            install(self.root, self.host)

    @property
    def folder(self) -> Path:
        """Where the runtime keeps its files."""
        return self.home / ".reme" / "integrations" / self.host.replace("_", "-")

    @property
    def spool(self) -> list[Path]:
        """Undelivered files, oldest first; nothing half-written is among them."""
        return sorted((self.folder / "spool").glob("[!.]*.json"))

    @property
    def rejected(self) -> list[Path]:
        return sorted((self.folder / "spool" / "rejected").glob("*"))

    @property
    def heartbeat(self) -> dict[str, Any]:
        beat: dict[str, Any] = json.loads((self.folder / "heartbeat.json").read_text())
        return beat

    def command(self, event: str) -> list[str]:
        return [self.python, "-I", "-S", str(self.root / "hook.py"), event]

    def variables(self, **more: str) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        base = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "REME_URL": self.url}
        return {**kept, **base, **self.environment, **more}

    def fire(self, event: str, payload: Any, **more: str) -> Outcome:
        """Run one hook to its end, as a host does."""
        given = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        done = subprocess.run(
            self.command(event),
            input=given,
            env=self.variables(**more),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace"))

    def prompt(self, text: str, turn: str = "t1", session: str = "s1", **more: str) -> Outcome:
        return self.quiet("UserPromptSubmit", {"prompt": text}, turn, session, **more)

    def stop(self, text: str | None, turn: str = "t1", session: str = "s1", **more: str) -> Outcome:
        return self.quiet("Stop", {"last_assistant_message": text}, turn, session, **more)

    def quiet(
        self, event: str, members: dict[str, Any], turn: str = "t1", session: str = "s1", **more: str
    ) -> Outcome:
        """Fire an event, and check what holds for every event: status 0 and not a word on stderr."""
        key = {"codex": "turn_id", "claude_code": "prompt_id"}[self.host]
        common = {"session_id": session, "cwd": str(self.home), "hook_event_name": event, key: turn}
        outcome = self.fire(event, {**common, **members}, **more)
        assert (outcome.code, outcome.stderr) == (0, ""), outcome
        return outcome


def install(root: Path, host: str) -> None:
    """Lay out a package's files."""
    shutil.copytree(
        RUNTIME / "src" / "reme_hooks",
        root / "reme_hooks",
        ignore=shutil.ignore_patterns("__pycache__", "*.pyi"),
    )
    (root / "hook.py").write_text(entry_script().replace("/codex.", f"/{host}."))
    (root / "host.py").write_text("HOST = " + repr(descriptor(host)) + "\n")
    (root / "adapter").mkdir()
    (root / "adapter" / "__init__.py").write_text("")
    for name, source in ADAPTERS.items():
        (root / "adapter" / name).write_text(source)


def entry_script() -> str:
    """The literal script of the README, so that it stays true."""
    block = (RUNTIME / "README.md").read_text(encoding="utf-8").split("```python\n")[1]
    return block.split("```")[0]


def descriptor(host: str) -> dict[str, Any]:
    """A host's slice as the README describes it."""
    sys.path.insert(0, str(RUNTIME / "src"))
    try:
        from reme_hooks._generated.v1.hosts import HOSTS
    finally:
        sys.path.remove(str(RUNTIME / "src"))
    whole: Any = HOSTS[host]
    kept = {
        name: whole[name]
        for name in ("id", "folder", "version", "minimum_api_version", "events", "injection", "capabilities")
    }
    if host == "claude_code":
        kept["variables"] = {"options": "CLAUDE_PLUGIN_OPTION_", "data": "CLAUDE_PLUGIN_DATA"}
    else:
        kept["variables"] = {"data": "PLUGIN_DATA"}
    return kept


def payload(host: str, name: str) -> dict[str, Any]:
    """A recorded payload."""
    recorded: dict[str, Any] = json.loads((PAYLOADS / host.replace("_", "-") / f"{name}.json").read_text())
    return recorded
