"""`reme daily-list`: the daily notes of one day or of all days."""

from __future__ import annotations

from reme_gateway.cli.arguments import Options, Parser, calendar_day
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.connection import Connection
from reme_gateway.cli.drawing import console, print_json, visible
from reme_gateway.cli.outcome import OK

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "daily-list",
        "List the daily notes, newest day first.",
        ("reme daily-list", "reme daily-list 2026-11-30 --json"),
    )
    command.add_argument("date", nargs="?", type=calendar_day, metavar="DATE", help="one day, as 2026-11-30")
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """Ends with 0 also when there are no notes."""
    configuration = client_configuration(options)
    request = {"scope_id": configuration.scope} | ({"date": options.date} if options.date else {})
    reply = Connection(configuration).call("daily_list", request)
    if options.json:
        print_json(reply)
    else:
        draw(reply)
    return OK


def draw(reply: dict[str, Any]) -> None:
    """Days as headings, one block per note."""
    from rich.text import Text

    page = console()
    if not reply["days"]:
        page.print("There are no daily notes yet; `reme flush` has them made.")
    for day in reply["days"]:
        page.print(Text(visible(day["date"]), "bold"))
        for note in day["notes"]:
            page.print(
                Text.assemble("  ", visible(note["name"]), "  ", (visible(note["path"]), "dim")),
                soft_wrap=True,
            )
            if note["description"]:
                page.print(Text(f"    {visible(note['description'])}", "dim"), soft_wrap=True)
    if reply["truncated"]:
        page.print("There are more days; name one: reme daily-list DATE", style="dim")
