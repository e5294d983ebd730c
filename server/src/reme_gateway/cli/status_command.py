"""`reme status`: what the server does, as a page or as JSON."""

from __future__ import annotations

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.outcome import OK

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

    from rich.table import Table
    from rich.text import Text

_COLOURS = {"ok": "green", "ready": "green", "rebuilding": "yellow", "degraded": "red", "failed": "red"}


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "status",
        "Show what the server does: store, index, queue and clients. Never the content of a memory.",
        ("reme status", "reme status --json | jq .index", "reme status --url http://127.0.0.1:4000"),
    )
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """Ends with 0 whenever a server answered; its health is in the answer."""
    reply = Connection(client_configuration(options)).call("status")
    if options.json:
        from reme_gateway.cli.drawing import print_json

        print_json(reply)
    else:
        draw(reply)
    return OK


def draw(reply: dict[str, Any]) -> None:
    """The page: one line per part, then the sessions that wait and the clients that called."""
    from reme_gateway.cli.drawing import console

    page = console()
    page.print(_headline(reply))
    for reason in reply["health"]["reasons"]:
        page.print(_warning(reason), soft_wrap=True)
    page.print(_parts(reply))
    if reply["queue"]["sessions"]:
        page.print(_sessions(reply["queue"]))
    if reply["clients"]:
        page.print(_clients(reply["clients"]))


def _headline(reply: dict[str, Any]) -> Text:
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    health = str(reply["health"]["status"])
    return Text.assemble(
        ("ReMe Gateway ", "bold"),
        (visible(str(reply["version"])), "bold"),
        "  ",
        (visible(health), f"bold {_COLOURS.get(health, 'yellow')}"),
    )


def _warning(reason: str) -> Text:
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    return Text.assemble(("! ", "bold yellow"), visible(reason))


def _parts(reply: dict[str, Any]) -> Table:
    from rich.table import Table
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in _rows(reply):
        table.add_row(name, Text(visible(value)))
    return table


def _rows(reply: dict[str, Any]) -> list[tuple[str, str]]:
    from reme_gateway.cli.drawing import counted

    store, index, queue = reply["store"], reply["index"], reply["queue"]
    searchable = f"{index['state']}, {counted(index['documents'], 'entry', 'entries')}"
    if index["state"] != "ready":
        searchable += f" ({index['done']:,} of {index['total']:,} files)"
    if index.get("reason"):
        searchable += f": {index['reason']}"
    waiting = "nothing waits"
    if queue["pending_sessions"]:
        events, sessions = (
            counted(queue["pending_events"], "turn"),
            counted(queue["pending_sessions"], "session"),
        )
        waiting = f"{events} of {sessions} not in a note yet"
    outcomes = ("appended", "duplicate", "conflict", "filtered", "rejected")
    since_start = ", ".join(f"{store[name]:,} {name}" for name in outcomes if store[name])
    return [
        ("address", f"{reply['address']}  ({', '.join(reply['surfaces'])})"),
        ("workspace", f"{reply['workspace']}  (days in {reply['zone']})"),
        ("process", f"{reply['pid']}, up {duration(reply['uptime_seconds'])}"),
        ("store", f"{counted(store['sessions'], 'session')}; since the start {since_start or 'no events'}"),
        *(
            [("redacted", f"{counted(store['redactions'], 'secret')} since the start")]
            if store["redactions"]
            else []
        ),
        ("index", searchable),
        ("queue", f"{queue['backend']}, extractor {queue['extractor']}; {waiting}"),
    ]


def duration(seconds: int) -> str:
    """The two largest units: ``3 d 4 h``, ``12 min``."""
    parts: list[str] = []
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        amount, seconds = divmod(seconds, size)
        if amount or (unit == "s" and not parts):
            parts.append(f"{amount} {unit}")
    return " ".join(parts[:2])


def _sessions(queue: dict[str, Any]) -> Table:
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    table = _table("Sessions that wait", "host", "scope", "session", "turns", "state")
    for item in queue["sessions"]:
        state = Text("waiting")
        if item.get("parked"):
            state = Text(f"parked: {visible(item['parked'])}", "red")
        elif item["attempts"]:
            state = Text(f"tried {item['attempts']}x", "yellow")
        cells = (visible(str(item[name])) for name in ("host", "scope_id", "session_id", "pending"))
        table.add_row(*(Text(cell) for cell in cells), state)
    left = queue["pending_sessions"] - len(queue["sessions"])
    if left > 0:
        table.caption = f"and {left:,} more"
    return table


def _clients(clients: list[dict[str, Any]]) -> Table:
    from rich.text import Text

    from reme_gateway.cli.drawing import visible

    table = _table("Clients since the start", "host", "package", "version", "last seen")
    for client in clients:
        names = ("host", "name", "version", "last_seen")
        table.add_row(*(Text(visible(str(client[name]))) for name in names))
    return table


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold", justify="right" if column == "turns" else "left")
    return table
