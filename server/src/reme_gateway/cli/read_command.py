"""`reme read`: a note or a session, or some lines of it."""

from __future__ import annotations

import sys

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.drawing import print_json, visible
from reme_gateway.cli.outcome import OK
from reme_gateway.cli.place import target_of


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "read",
        "Show a memory file by a path that search, daily-list or traverse printed.",
        ("reme read daily/2026-11-30.md", "reme read digest/remembered/deploy-0a1b2c3d.md:1-20"),
    )
    command.add_argument("place", metavar="PATH[:FIRST-LAST]", help="path relative to the workspace")
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """The text on stdout as it is, without control characters; what was left out is told on stderr."""
    reply = Connection(client_configuration(options)).call("read", target_of(options.place))
    if options.json:
        print_json(reply)
        return OK
    text = visible(reply["text"])
    sys.stdout.write(text if text.endswith("\n") or not text else text + "\n")
    if reply["truncated"]:
        following = f"{reply['path']}:{reply['line_end'] + 1}-{reply['total_lines']}"
        sys.stderr.write(
            f"reme: lines {reply['line_start']} to {reply['line_end']} of {reply['total_lines']}; "
            f"go on with `reme read {visible(following)}`\n"
        )
    return OK
