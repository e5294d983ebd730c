"""`reme uninstall`: take the plugin out of a host, and leave its configuration as it was before."""

from __future__ import annotations

import os
import sys

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.changes import carry_out, document_of, failed, own_places
from reme_gateway.cli.confirmation import can_ask
from reme_gateway.cli.drawing import counted
from reme_gateway.cli.named_hosts import installable_names, known_hosts, with_each
from reme_gateway.cli.outcome import FAILED, OK, USAGE, CommandFailed
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.registry import installer_for
from reme_gateway.integrations.waiting_turns import waiting_turns

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "uninstall",
        "Remove the plugin from a host, through the host's own command line, and bring the host's\n"
        "configuration back to what it was. Memories stay: they are the server's.",
        ("reme uninstall codex", "reme uninstall claude-code --dry-run", "reme uninstall codex --keep-data"),
    )
    command.add_argument("hosts", nargs="+", metavar="HOST", help=", ".join(installable_names()))
    command.add_argument("--dry-run", action="store_true", help="show what would be done, and do nothing")
    data = command.add_mutually_exclusive_group()
    data.add_argument("--keep-data", action="store_true", help="keep turns that wait, state and options")
    data.add_argument(
        "--delete-data", action="store_true", help="delete turns that no server has taken, without asking"
    )
    return command


def run(options: Options) -> int:
    """0 also when nothing was there; 2 when turns would be lost and nobody said what to do with them."""
    hosts, places = known_hosts(options.hosts), own_places()
    # Before anything is removed, so that an answer of "stop" holds for all of them.
    keeping = {host: _keeps_data(host, places, options) for host in hosts}
    documents = with_each(
        hosts,
        lambda host: _uninstall(host, keeping[host], places, options),
        failing="not removed",
        quiet=options.json,
    )
    if options.json:
        from reme_gateway.cli.drawing import print_json

        print_json({"hosts": documents})
    return OK


def _uninstall(host: str, keep_data: bool, places: Places, options: Options) -> dict[str, Any]:
    """The plan that was carried out, for scripts. Raises ``CommandFailed``."""
    installer = installer_for(host, places, os.environ)
    name = str(installer.descriptor["display_name"])
    try:
        plan = installer.uninstall(keep_data)
    except InstallationFailed as failure:
        raise failed(failure) from failure
    if not options.json:
        sys.stdout.write(f"{name}:" + ("\n" if plan.steps else " nothing of ours is there\n"))
    carry_out(plan, places, dry_run=options.dry_run, quiet=options.json)
    return document_of(plan, dry_run=options.dry_run)


def _keeps_data(host: str, places: Places, options: Options) -> bool:
    if options.keep_data:
        return True
    return not (options.delete_data or options.dry_run or _may_delete(host, places))


def _may_delete(host: str, places: Places) -> bool:
    """Whether the data may go. Raises ``CommandFailed`` when that needs an answer and nobody gives one."""
    own = descriptor_of(host)
    kept = waiting_turns(places.spool(own.folder))
    if not kept.any:
        return True
    number = counted(kept.waiting + kept.rejected, "event")
    what = f"no server has taken {number} of {own.name}, which would be lost"
    if not can_ask():
        raise CommandFailed(what, "say --keep-data or --delete-data", exit_code=USAGE)
    sys.stderr.write(f"{what}.\nKeep them, delete them, or stop? [k/d/S] ")
    sys.stderr.flush()
    answer = sys.stdin.readline().strip().lower()
    if answer not in ("k", "keep", "d", "delete"):
        raise CommandFailed("nothing was removed", "", exit_code=FAILED)
    return answer.startswith("d")
