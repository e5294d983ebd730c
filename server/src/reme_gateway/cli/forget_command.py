"""`reme forget`: remove memories from source, notes, index and queue; asks first."""

from __future__ import annotations

import sys

from reme_gateway.cli import confirmation
from reme_gateway.cli.arguments import Options, Parser, host_id
from reme_gateway.cli.configuration import ClientConfiguration, client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.drawing import counted, print_json, visible
from reme_gateway.cli.outcome import OK, USAGE, CommandFailed
from reme_gateway.cli.place import target_of

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

_PREVIEW_LINES = 6
_PREVIEW_COLUMNS = 100


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "forget",
        "Remove memories for good: from source, notes, index and queue. It asks first, and cannot be undone.",
        (
            "reme forget session/dialog/codex/my-session-0123456789abcdef.jsonl:12",
            "reme forget digest/remembered/old-fact-0a1b2c3d.md --yes",
            "reme forget --session claude-code 3f0e… --event 7:u:0123456789abcdef",
        ),
    )
    command.add_argument("places", nargs="*", metavar="PATH[:FIRST-LAST]", help="files, or lines of files")
    command.add_argument("--session", nargs=2, metavar=("HOST", "SESSION"), help="a whole session instead")
    command.add_argument("--event", metavar="ID", help="with --session: only this event")
    command.add_argument("--yes", action="store_true", help="do not ask")
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """Forgetting what is gone already is no failure."""
    configuration = client_configuration(options)
    request = _request(options, configuration)
    connection = Connection(configuration)
    if not options.yes:
        if confirmation.can_ask():
            _preview(connection, request)
        confirmation.require(f"Forget {_named(request)}? It cannot be undone.")
    reply = connection.call("forget", request)
    if options.json:
        print_json(reply)
        return OK
    sys.stdout.write(_told(reply))
    return OK


def _request(options: Options, configuration: ClientConfiguration) -> dict[str, Any]:
    if bool(options.places) == bool(options.session):
        raise CommandFailed(
            "name either files or a --session", "`reme forget --help` shows how", exit_code=USAGE
        )
    if options.event and not options.session:
        raise CommandFailed("--event goes with --session HOST SESSION", "add the session", exit_code=USAGE)
    if options.places:
        return {"targets": [target_of(place) for place in options.places]}
    session = {
        "host": host_id(options.session[0]),
        "session_id": options.session[1],
        "scope_id": configuration.scope,
    }
    return {"session": session | ({"event_id": options.event} if options.event else {})}


def _preview(connection: Connection, request: dict[str, Any]) -> None:
    """The first lines of each file, so that the person sees what it is."""
    for target in request.get("targets", ()):
        lines = visible(connection.call("read", target)["text"]).splitlines()
        sys.stderr.write(f"{visible(_place(target))}\n")
        for line in lines[:_PREVIEW_LINES]:
            sys.stderr.write(f"  | {line[:_PREVIEW_COLUMNS]}\n")
        if len(lines) > _PREVIEW_LINES:
            sys.stderr.write(f"  | … and {counted(len(lines) - _PREVIEW_LINES, 'line')} more\n")


def _place(target: dict[str, Any]) -> str:
    if "line_start" not in target:
        return str(target["path"])
    return f"{target['path']}:{target['line_start']}-{target['line_end']}"


def _named(request: dict[str, Any]) -> str:
    if "targets" in request:
        targets = request["targets"]
        return visible(_place(targets[0])) if len(targets) == 1 else f"these {len(targets)} places"
    session = request["session"]
    what = f"event {session['event_id']} of" if "event_id" in session else "the whole of"
    return visible(
        f"{what} session {session['session_id']} of {session['host']} (scope {session['scope_id']})"
    )


def _told(reply: dict[str, Any]) -> str:
    if not any(reply[name] for name in ("events", "notes", "documents")):
        return "Nothing was left to forget there.\n"
    told = f"Forgotten: {counted(reply['events'], 'turn')}, {counted(reply['notes'], 'note')}, "
    told += f"{counted(reply['documents'], 'index entry', 'index entries')}.\n"
    if reply["requeued"]:
        told += f"Notes of {counted(reply['requeued'], 'session')} are made again from what is left.\n"
    return told
