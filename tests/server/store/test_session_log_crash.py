from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from reme_gateway.ports import NewEvent, Workspace
from reme_gateway.store.session_log import JsonlSessionLog

HERE = Path(__file__).parent
ENVIRONMENT = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["append", "repair", "forget"])
def test_whatever_a_process_dies_at_what_it_acknowledged_holds(scenario: str, tmp_path: Path) -> None:
    finished = subprocess.run(
        [sys.executable, HERE / "crash_points.py", scenario, tmp_path],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    report = json.loads(finished.stdout)
    assert report["wrong"] == []
    assert report["deaths"] > 20


def test_every_acknowledged_event_survives_kill_9_exactly_once(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    chance = random.Random(20260301)
    for run in range(5):
        program = [sys.executable, str(HERE / "append_until_killed.py"), str(tmp_path), str(run)]
        with subprocess.Popen(program, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            acknowledged.append(process.stdout.readline().strip())
            time.sleep(chance.uniform(0.0, 0.25))
            process.send_signal(signal.SIGKILL)
            # A line cut off in the pipe is an id whose acknowledgement nobody has read in full.
            acknowledged += [line.strip() for line in process.stdout if line.endswith("\n")]
    log = JsonlSessionLog(Workspace(tmp_path, "UTC"), str.strip)
    log.open()
    refs = list(log.sessions())
    assert len(refs) == 2
    stored = [event.event_id for ref in refs for event in log.read(ref)]
    assert len(stored) == len(set(stored))
    assert set(acknowledged) <= set(stored)
    assert log.damage() == {}
    for ref in refs:
        sent = [event_id for event_id in acknowledged if event_id.split("-")[1][0] == ref.session_id]
        events = [NewEvent(i, "user", f"text of {i} " * 20, "2026-03-01T10:00:00Z") for i in sent]
        assert set(asyncio.run(log.append(ref, events)).outcomes) == {"duplicate"}
        for line in (tmp_path / ref.path).read_bytes().removesuffix(b"\n").split(b"\n"):
            json.loads(line)
    log.close()


def test_a_full_disk_is_survived(tmp_path: Path) -> None:
    program = """
import asyncio, resource, sys
from pathlib import Path
from reme_gateway.errors import StoreUnavailable
from reme_gateway.ports import NewEvent, SessionRef, Workspace
from reme_gateway.store.session_log import JsonlSessionLog

SESSION = SessionRef("codex", "default", "s", "s-0123456789abcdef")

async def main() -> None:
    log = JsonlSessionLog(Workspace(Path(sys.argv[1]), "UTC"), str.strip)
    stored, refused = [], 0
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
    for n in range(60):
        try:
            await log.append(SESSION, [NewEvent(str(n), "user", "x" * 700, "2026-03-01T10:00:00Z")])
            stored.append(str(n))
        except StoreUnavailable:
            refused += 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert stored and refused, (stored, refused)
    assert [event.event_id for event in log.read(SESSION)] == stored
    await log.append(SESSION, [NewEvent("later", "user", "x", "2026-03-01T10:00:00Z")])
    assert [event.event_id for event in log.read(SESSION)] == [*stored, "later"]
    log.close()

asyncio.run(main())
"""
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
    finished = subprocess.run(
        [sys.executable, "-c", program, tmp_path],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
