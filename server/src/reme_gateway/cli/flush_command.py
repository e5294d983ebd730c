"""`reme flush`: have new turns written into notes now, and wait for it when asked to."""

from __future__ import annotations

import sys
import time

from reme_gateway.cli.arguments import Options, Parser, host_id, positive
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.drawing import counted, print_json, visible
from reme_gateway.cli.outcome import OK, UNFINISHED, USAGE, CommandFailed
from reme_gateway.cli.progress import Progress

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

POLL_SECONDS = 0.5


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "flush",
        "Have new turns written into notes now; without a session, those of every session that has some.",
        (
            "reme flush --wait",
            "reme flush codex 01998c0e-… --wait",
            "reme flush --wait --wait-seconds 60 --json",
        ),
    )
    command.add_argument("session", nargs="*", metavar="HOST SESSION", help="one session")
    command.add_argument(
        "--all", action="store_true", help="every session (what no session means, said aloud)"
    )
    command.add_argument(
        "--wait", action="store_true", help="until nothing is pending; 5 when something is parked"
    )
    command.add_argument(
        "--wait-seconds", type=positive, metavar="N", help="with --wait: give up after so long"
    )
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """0 when all was queued (with --wait: done), 5 when something is left."""
    if len(options.session) not in (0, 2) or (options.session and options.all):
        raise CommandFailed(
            "name HOST and SESSION, or --all", "`reme flush --help` shows how", exit_code=USAGE
        )
    configuration = client_configuration(options)
    connection = Connection(configuration)
    one = None
    if options.session:
        one = (host_id(options.session[0]), configuration.scope, options.session[1])
    flushing = Flushing(connection, one)
    flushing.ask()
    if options.wait:
        flushing.wait(options.wait_seconds)
    if options.json:
        print_json(flushing.report())
    else:
        _tell(flushing, options.wait)
    return UNFINISHED if flushing.parked or (options.wait and flushing.pending) else OK


class Flushing:
    """One run: which sessions were asked for, and what is left of them."""

    def __init__(
        self,
        connection: Connection,
        one: tuple[str, str, str] | None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connection = connection
        self._one = one
        self._sleep = sleep
        self._asked: set[tuple[str, str, str]] = set()
        self.queued = 0
        self.pending = 0
        self.beyond = 0
        self.parked: list[dict[str, Any]] = []
        self.backend = ""

    def ask(self) -> None:
        """Ask once for the named session, or for each that the status names and was not asked for yet."""
        if self._one is not None:
            reply = self._flush(self._one)
            self.pending = int(reply["pending"])
            return
        for item in self._look():
            if _key(item) not in self._asked:
                self._flush(_key(item))

    def wait(self, seconds: int | None) -> None:
        """Until nothing is pending, or only what is parked or cannot run; ``seconds`` bounds it."""
        until = None if seconds is None else time.monotonic() + seconds
        with Progress("distilling") as progress:
            most = 0
            while True:
                waiting = self._look()
                self.parked = [item for item in waiting if item.get("parked")]
                most = max(most, self.pending)
                progress.show(most - self.pending, most, counted(len(waiting), "session") + " left")
                if len(waiting) == len(self.parked) and not self.beyond:
                    return
                if self.backend in ("off", "failed") or (until is not None and time.monotonic() >= until):
                    return
                if self._one is None:
                    self._ask_new(waiting)
                self._sleep(POLL_SECONDS)

    def report(self) -> dict[str, Any]:
        """What ``--json`` prints."""
        return {"queued": self.queued, "pending": self.pending, "parked": self.parked}

    def _ask_new(self, waiting: list[dict[str, Any]]) -> None:
        for item in waiting:
            if _key(item) not in self._asked:
                self._flush(_key(item))

    def _flush(self, session: tuple[str, str, str]) -> dict[str, Any]:
        host, scope_id, session_id = session
        request = {"host": host, "scope_id": scope_id, "session_id": session_id, "reason": "manual"}
        reply = self._connection.call("agent_session_flush", request)
        self._asked.add(session)
        self.queued += 1 if reply["queued"] else 0
        return reply

    def _look(self) -> list[dict[str, Any]]:
        """The sessions of this run that still have something pending, as the status names them."""
        queue = self._connection.call("status")["queue"]
        self.backend = queue["backend"]
        sessions: list[dict[str, Any]] = queue["sessions"]
        self.beyond = queue["pending_sessions"] - len(sessions)
        if self._one is None:
            self.pending = queue["pending_events"]
            return sessions
        mine = [item for item in sessions if _key(item) == self._one]
        if not mine and self.beyond:
            # More sessions wait than a status names. This reason is coalesced: asking starts nothing at once.
            host, scope_id, session_id = self._one
            request = {"host": host, "scope_id": scope_id, "session_id": session_id, "reason": "turn_end"}
            pending = self._connection.call("agent_session_flush", request)["pending"]
            mine = [{"pending": pending}] if pending else []
        self.beyond = 0
        self.pending = sum(item["pending"] for item in mine)
        return mine


def _key(item: dict[str, Any]) -> tuple[str, str, str]:
    return item["host"], item["scope_id"], item["session_id"]


def _tell(flushing: Flushing, waited: bool) -> None:
    for item in flushing.parked:
        name = f"{item['host']} {item['session_id']}" if "host" in item else "the session"
        sys.stderr.write(f"reme: {visible(name)} is parked: {visible(str(item['parked']))}\n")
    pending = counted(flushing.pending, "turn")
    if not waited:
        sys.stdout.write(f"{counted(flushing.queued, 'session')} queued, {pending} not in a note yet.\n")
    elif flushing.parked:
        parked = counted(len(flushing.parked), "session")
        sys.stdout.write(
            f"{pending} left; {parked} parked. `reme status` shows them, `reme flush` tries again.\n"
        )
    elif flushing.pending and flushing.backend in ("off", "failed"):
        sys.stdout.write(f"{pending} left: the server's queue is {flushing.backend}; see `reme status`.\n")
    elif flushing.pending:
        sys.stdout.write(f"{pending} left when the wait ran out; the server goes on with them.\n")
    else:
        sys.stdout.write("Everything is in the notes.\n")
