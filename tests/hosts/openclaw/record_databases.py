"""Runs OpenClaw and keeps its session databases for tests of imports, beside what was stored live.

`python -m tests.hosts.openclaw.record_databases`, once `nox -s "hosts(programs='openclaw')"` installed it.
"""

from __future__ import annotations

import json
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.behaviour.session_files import stored_lines, text_of
from tests.gateway_process import GatewayProcess
from tests.hosts.real.machine import Machine, ended
from tests.hosts.real.openclaw_host import PACKAGE, SESSION, OpenClaw, node
from tests.hosts.real.scripted_model import ScriptedModel

KEPT = Path(__file__).parents[2] / "fixtures" / "openclaw" / "databases"
_MEMBERS = ("session_id", "turn_id", "event_id", "role")
FACT = "The staging database of parcelbox runs PostgreSQL 16 on the host aurora."
QUESTION = "Which host does the staging database of parcelbox run on?"
LONG = "What do you make of this list? " + ", ".join(f"crate {number} holds oranges" for number in range(700))


def one_shot(openclaw: OpenClaw, model: ScriptedModel) -> None:
    """Runs of one session in four processes; the third is ended while the model thinks."""
    openclaw.tell(FACT)
    openclaw.go_on(LONG)
    process = openclaw.start_on("WAIT, is it safe to try first?")
    model.wait_until_held()
    process.send_signal(signal.SIGTERM)
    ended(process)
    model.release()
    openclaw.go_on(QUESTION)


def gateway(openclaw: OpenClaw, model: ScriptedModel) -> None:
    """A session with a tool, a failure, steering, a compaction, a sub-agent and a reset, and other runs."""
    with openclaw.gateway() as running:
        running.turn('CALL reme_remember {"fact": "Releases of parcelbox are cut on Wednesdays."}')
        running.turn(FACT)
        running.call("chat.send", sessionKey=SESSION, message="FAIL at this.", idempotencyKey="failing")
        _until(lambda: model.turns("FAIL at this."))
        running.send("WAIT, think about the harbour.", "steered")
        model.wait_until_held()
        running.send("Only about the cranes.", "steering")
        _until(lambda: "Only about the cranes." in running.history())
        model.release()
        _until(lambda: '"Understood, answer' in running.history().partition("Only about the cranes.")[2])
        running.compact()
        running.turn(QUESTION)
        running.turn('Delegate. CALL sessions_spawn {"task": "Child task: count the crates.", "mode": "run"}')
        _until(lambda: model.turns("[Subagent Task]"))
        running.call("wake", mode="now", text="A reminder rings.")
        _until(lambda: model.turns("heartbeat monitor"))
        job = {"kind": "agentTurn", "message": "A job calls."}
        at = {"kind": "at", "at": "2030-01-01T00:00:00Z"}
        made = running.call(
            "cron.add", name="job", schedule=at, sessionTarget="isolated", wakeMode="now", payload=job
        )
        running.call("cron.run", id=made["id"], mode="force")
        _until(lambda: model.turns("A job calls."))
        running.reset()
        running.turn("After a reset.")


def record(name: str, run: Callable[[OpenClaw, ScriptedModel], None], folder: Path) -> None:
    """One database, and the live events of the same run."""
    with ScriptedModel() as model, GatewayProcess(folder / "workspace", folder / "server") as server:
        machine = Machine(folder / "machine", model.port)
        machine.configure(url=server.url)
        openclaw = OpenClaw(machine)
        openclaw.write_config({**openclaw.read_config(), "tools": {"toolSearch": False}})
        openclaw.link(PACKAGE)
        run(openclaw, model)
        events = [
            {key: line[key] for key in ("session_id", "turn_id", "event_id", "role")}
            | {"text": text_of(line)}
            for line in stored_lines(server.workspace)
            if line["host"] == "openclaw"
        ]
        copy = KEPT / f"{name}.sqlite"
        copy.unlink(missing_ok=True)
        script = Path(__file__).with_name("keep_database.mjs")
        command = [str(node()), str(script), str(openclaw.database), str(copy), str(machine.root)]
        subprocess.run(command, check=True)
    text = json.dumps(events, ensure_ascii=False, indent=1) + "\n"
    (KEPT / f"{name}.live.json").write_text(text, encoding="utf-8")


def _until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + 120
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)


if __name__ == "__main__":
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        record("one-shot", one_shot, Path(temporary) / "one")
        record("gateway", gateway, Path(temporary) / "two")
