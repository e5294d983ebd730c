"""Run as a program: appends to a workspace from several tasks and prints each id once it is acknowledged."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from reme_gateway.ports import NewEvent, SessionRef, Workspace
from reme_gateway.store.session_log import JsonlSessionLog


async def client(log: JsonlSessionLog, name: str, run: str) -> None:
    # Two tasks write to each session.
    session = SessionRef("codex", "default", name[0], f"s{name[0]}-0123456789abcdef")
    for count in range(1_000_000):
        ids = [f"{run}-{name}-{count}-{part}" for part in range(count % 4 + 1)]
        events = [NewEvent(i, "user", f"text of {i} " * 20, "2026-03-01T10:00:00Z") for i in ids]
        await log.append(session, events)
        sys.stdout.write("".join(f"{event_id}\n" for event_id in ids))
        sys.stdout.flush()


async def main(root: str, run: str) -> None:
    log = JsonlSessionLog(Workspace(Path(root), "UTC"), str.strip)
    await asyncio.gather(*[client(log, name, run) for name in ("0", "1", "0again", "1again")])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
