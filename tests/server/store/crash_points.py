"""Run as a program: lets a scenario die at its first, second, … change to the disk, and judges what is left.

``python crash_points.py <scenario> <folder>`` prints how many deaths there were and what was wrong.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reme_gateway.ports import NewEvent, SessionRef, Workspace
from reme_gateway.store.session_log import JsonlSessionLog

CANARY = "zanzibar-canary"
CHANGES = ("open", "write", "fsync", "fdatasync", "ftruncate", "replace", "unlink", "mkdir")
SESSION = SessionRef("codex", "default", "s", "s-0123456789abcdef")
OTHER = SessionRef("codex", "default", "t", "t-0123456789abcdef")
DIED = 9


def new(event_id: str, text: str = "hello") -> NewEvent:
    return NewEvent(event_id, "user", text, "2026-03-01T10:00:00Z")


def log_in(root: Path) -> JsonlSessionLog:
    return JsonlSessionLog(Workspace(root, "UTC"), str.strip)


def die_at(step: int, half: bool) -> None:
    """Make the process end before that change, or in the middle of it when it is a write."""
    count = 0

    def dying(call: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def run(*arguments: Any, **options: Any) -> Any:
            nonlocal count
            count += 1
            if count == step:
                if half and call == "write":
                    original(arguments[0], arguments[1][: len(arguments[1]) // 2])
                os._exit(DIED)
            return original(*arguments, **options)

        return run

    for call in CHANGES:
        setattr(os, call, dying(call, getattr(os, call)))


class Acknowledged:
    """Event ids that were answered for, in a file that outlives the process."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")
        self.path = path

    def add(self, event_ids: list[str]) -> None:
        self._file.write("".join(f"{event_id}\n" for event_id in event_ids))
        self._file.flush()

    def read(self) -> list[str]:
        return self.path.read_text().split()


async def append(root: Path, told: Acknowledged) -> None:
    log = log_in(root)
    for batch in (["a", "b"], ["c"], ["d", "e"]):
        await asyncio.gather(
            log.append(SESSION, [new(event_id) for event_id in batch]),
            log.append(OTHER, [new(f"other-{event_id}") for event_id in batch]),
        )
        told.add([*batch, *(f"other-{event_id}" for event_id in batch)])
    log.close()


async def repair(root: Path, told: Acknowledged) -> None:
    await append(root, told)


async def forget(root: Path, told: Acknowledged) -> None:
    log = log_in(root)
    gone = await log.forget(SESSION, [2])
    told.add([event.event_id for event in gone])
    log.close()


async def prepare(scenario: str, root: Path) -> None:
    log = log_in(root)
    if scenario == "repair":
        await log.append(SESSION, [new("a")])
        log.close()
        with (root / SESSION.path).open("ab") as file:
            file.write(b'{"event_id":"b","ro')
    elif scenario == "forget":
        await log.append(SESSION, [new("a"), new("b", CANARY), new("c")])
        await log.append(OTHER, [new("z")])
        log.close()
        with (root / SESSION.path).open("ab") as file:
            file.write(b'{"event_id":"d","text":"' + CANARY.encode())
    else:
        log.close()


async def judge_appended(root: Path, told: Acknowledged) -> list[str]:
    wrong = []
    log = log_in(root)
    log.open()
    for ref, prefix in ((SESSION, ""), (OTHER, "other-")):
        sent = [prefix + event_id for event_id in "abcde"]
        expected = [event_id for event_id in told.read() if event_id in sent]
        stored = [event.event_id for event in log.read(ref)]
        if stored[: len(expected)] != expected or len(stored) != len(set(stored)):
            wrong.append(f"acknowledged {expected}, stored {stored}")
        await log.append(ref, [new(event_id) for event_id in sent])
        again = await log.append(ref, [new(event_id) for event_id in sent])
        if set(again.outcomes) != {"duplicate"} or again.total != len(sent):
            wrong.append(f"after a resend: {again.outcomes}, {again.total}")
        lines = (root / ref.path).read_bytes().split(b"\n")
        if lines.pop() != b"" or len([json.loads(line) for line in lines]) != len(sent):
            wrong.append(f"{len(lines)} lines, or a torn one")
    log.close()
    return wrong


async def judge_forgotten(root: Path, told: Acknowledged) -> list[str]:
    wrong = []
    log = log_in(root)
    log.open()
    live = [(event.event_id, event.line) for event in log.read(SESSION)]
    old, new_state = [("a", 1), ("b", 2), ("c", 3)], [("a", 1), ("c", 3)]
    if live not in (old, new_state) or log.last_line(SESSION) != 3:
        wrong.append(f"neither old nor new: {live}")
    if "b" in told.read() and live == old:
        wrong.append("acknowledged, but there")
    outcome = (await log.append(OTHER, [new("b", "sent again")])).outcomes[0]
    if (outcome == "forgotten") != (live == new_state):
        wrong.append(f"a resend is {outcome} while {live} are stored")
    await log.forget(SESSION, None)
    log.close()
    return wrong


def left_over(root: Path) -> list[str]:
    """Files that hold forgotten words, and temporary ones."""
    return [
        path.name
        for path in root.rglob("*")
        if path.is_file() and (path.suffix == ".tmp" or CANARY.encode() in path.read_bytes())
    ]


def die(scenario: str, root: Path, step: int, half: bool, told: Acknowledged) -> bool:
    """True when the scenario died; False when it came to its end before that step."""
    child = os.fork()
    if child == 0:
        die_at(step, half)
        asyncio.run(SCENARIOS[scenario][0](root, told))
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status not in (0, DIED):
        raise SystemExit(f"the scenario failed with {status}")
    return status == DIED


SCENARIOS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "append": (append, judge_appended),
    "repair": (repair, judge_appended),
    "forget": (forget, judge_forgotten),
}


def main(scenario: str, folder: Path) -> None:
    wrong: list[str] = []
    deaths = 0
    for half in (False, True):
        step = 0
        died = True
        while died:
            step += 1
            root = folder / f"{half}-{step}"
            root.mkdir()
            asyncio.run(prepare(scenario, root))
            told = Acknowledged(folder / f"{half}-{step}.told")
            died = die(scenario, root, step, half, told)
            deaths += died
            found = asyncio.run(SCENARIOS[scenario][1](root, told))
            found += [f"left over: {name}" for name in left_over(root)]
            wrong += [f"step {step}, half {half}: {fault}" for fault in found]
    print(json.dumps({"deaths": deaths, "wrong": wrong}))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
