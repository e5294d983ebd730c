"""`reme remember`: store a fact for good."""

from __future__ import annotations

import sys

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.drawing import counted, print_json, visible
from reme_gateway.cli.outcome import OK, USAGE, CommandFailed

MOST_CHARS = 100_000


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "remember",
        "Store a fact, preference, decision or procedure durably; every agent can recall it afterwards.",
        (
            "reme remember The deploy scripts live in the repository root",
            "reme remember - < decision.txt",
            "reme remember 'We use uv, not pip' --scope my-project",
        ),
    )
    command.add_argument("text", nargs="+", metavar="TEXT", help="the fact; a single - reads it from stdin")
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """The same text again in one scope is a duplicate, and no failure."""
    configuration = client_configuration(options)
    fact = _standard_input() if options.text == ["-"] else " ".join(options.text)
    if not fact.strip():
        raise CommandFailed(
            "there is no text to remember", "write the fact after the command", exit_code=USAGE
        )
    reply = Connection(configuration).call("remember", {"fact": fact, "scope_id": configuration.scope})
    if options.json:
        print_json(reply)
        return OK
    word = "Remembered" if reply["outcome"] == "stored" else "Remembered before"
    sys.stdout.write(f"{word}: {visible(reply['path'])}\n")
    if reply["redactions"]:
        sys.stdout.write(f"{counted(reply['redactions'], 'secret')} taken out before it was stored.\n")
    return OK


def _standard_input() -> str:
    if sys.stdin is None:
        raise CommandFailed("stdin is closed", "write the fact after the command", exit_code=USAGE)
    try:
        # Bounded, because a pipe may never end; one byte more shows that there is too much.
        text = sys.stdin.buffer.read(4 * MOST_CHARS + 1).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CommandFailed(
            f"stdin is not UTF-8 text: {error.reason}", "convert it first", exit_code=USAGE
        ) from error
    if len(text) > MOST_CHARS:
        raise CommandFailed(
            f"stdin has more than {MOST_CHARS:,} characters", "a fact is a sentence or a few", exit_code=USAGE
        )
    return text
