"""`reme traverse`: the notes that a note links to, or is linked from."""

from __future__ import annotations

from reme_gateway.cli.arguments import Options, Parser, positive
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
        "traverse",
        "Follow the [[links]] of a note.",
        ("reme traverse daily/2026-11-30.md", "reme traverse digest/deploy.md --direction in --depth 2"),
    )
    command.add_argument("path", metavar="PATH", help="path relative to the workspace")
    command.add_argument(
        "--depth", type=positive, metavar="N", help="how many links to follow (1; at most 5)"
    )
    command.add_argument("--limit", type=positive, metavar="N", help="most files wanted (20; at most 100)")
    command.add_argument(
        "--direction", choices=("out", "in", "both"), help="links of the note, to it, or both"
    )
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """Ends with 0 also when nothing is linked."""
    configuration = client_configuration(options)
    request = {"path": options.path, "scope_id": configuration.scope}
    for name in ("depth", "limit", "direction"):
        if getattr(options, name) is not None:
            request[name] = getattr(options, name)
    reply = Connection(configuration).call("traverse", request)
    if options.json:
        print_json(reply)
    else:
        draw(reply)
    return OK


def draw(reply: dict[str, Any]) -> None:
    """One line per link, indented by its distance."""
    from rich.text import Text

    page = console()
    if not reply["links"]:
        page.print("Nothing is linked there.")
    for link in reply["links"]:
        arrow = "→" if link["direction"] == "out" else "←"
        line = Text.assemble(
            "  " * (link["depth"] - 1), f"{arrow} {visible(link['name'])}  ", (visible(link["path"]), "dim")
        )
        if not link["exists"]:
            line.append("  (no such file)", "yellow")
        page.print(line, soft_wrap=True)
    if reply["truncated"]:
        page.print("There are more; raise --limit.", style="dim")
