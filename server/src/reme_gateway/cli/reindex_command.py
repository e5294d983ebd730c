"""`reme reindex`: rebuild the index from the files, with its progress."""

from __future__ import annotations

import sys
import time

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.drawing import counted, print_json
from reme_gateway.cli.outcome import FAILED, OK, UNREACHABLE, CommandFailed
from reme_gateway.cli.progress import Progress

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

POLL_SECONDS = 0.25


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "reindex",
        "Rebuild the index from the files, aside of the present one: recall goes on meanwhile.\n"
        "The running server does it. One that starts mends a missing or damaged index by itself.",
        ("reme reindex", "reme reindex --no-wait", "reme reindex --json"),
    )
    command.add_argument("--no-wait", action="store_true", help="start it, and do not wait for its end")
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """0 when the index is ready, 1 when the rebuild failed."""
    connection = Connection(client_configuration(options))
    try:
        started = connection.call("reindex")["started"]
    except CommandFailed as failure:
        if failure.exit_code == UNREACHABLE:
            failure.remedy = "start it with `reme start`: it rebuilds a missing or damaged index by itself"
        raise
    index = connection.call("status")["index"] if options.no_wait else _wait(connection)
    if options.json:
        print_json({"started": started, "index": index})
    elif options.no_wait:
        sys.stdout.write("The rebuild runs; `reme status` shows its progress.\n")
    elif index["state"] == "ready":
        entries = counted(index["documents"], "entry", "entries")
        sys.stdout.write(f"The index is ready: {entries} from {counted(index['total'], 'file')}.\n")
    if index["state"] == "failed":
        reason = str(index.get("reason") or "the server's log says why")
        raise CommandFailed(f"the rebuild failed: {reason}", "see `reme status`", exit_code=FAILED)
    return OK


def _wait(connection: Connection) -> dict[str, Any]:
    with Progress("indexing") as progress:
        while True:
            index: dict[str, Any] = connection.call("status")["index"]
            progress.show(index["done"], index["total"], counted(index["documents"], "entry", "entries"))
            if index["state"] != "rebuilding":
                return index
            time.sleep(POLL_SECONDS)
