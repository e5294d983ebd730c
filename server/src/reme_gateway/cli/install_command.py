"""`reme install`: bring the plugin into a host, through the host's own command line."""

from __future__ import annotations

import os
import sys

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.changes import carry_out, document_of, failed, own_places, print_afterwards
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.named_hosts import installable_names, known_hosts, with_each
from reme_gateway.cli.outcome import OK
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.installer import ServerAddress
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.registry import installer_for

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "install",
        "Install the plugin in a host, through the host's own command line. Shows every command and file.\n"
        "What is in place already is left alone, so it can be run again at any time, as after an upgrade.\n"
        "Address and token are those that `reme config show` names.",
        ("reme install codex", "reme install claude-code --dry-run", "reme install codex claude-code"),
    )
    command.add_argument("hosts", nargs="+", metavar="HOST", help=", ".join(installable_names()))
    command.add_argument("--dry-run", action="store_true", help="show what would be done, and do nothing")
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """0 also when nothing was left to do; 1 when a host refused or is absent: the others have their turn."""
    hosts = known_hosts(options.hosts)
    configuration = client_configuration(options)
    from reme_gateway._vendor.reme_hooks._generated.v1 import configuration as rules

    is_default = configuration.url == rules.SETTINGS["url"]["default"]
    server = ServerAddress(configuration.url, is_default, configuration.token)
    places = own_places()
    documents = with_each(
        hosts,
        lambda host: _install(host, server, places, options),
        failing="not installed",
        quiet=options.json,
    )
    if options.json:
        from reme_gateway.cli.drawing import print_json

        print_json({"hosts": documents})
    elif not options.dry_run:
        sys.stdout.write("`reme doctor` shows whether everything works.\n")
    return OK


def _install(host: str, server: ServerAddress, places: Places, options: Options) -> dict[str, Any]:
    """The plan that was carried out, for scripts. Raises ``CommandFailed``."""
    installer = installer_for(host, places, os.environ)
    name = str(installer.descriptor["display_name"])
    try:
        plan = installer.install(server)
    except InstallationFailed as failure:
        raise failed(failure) from failure
    if not options.json:
        sys.stdout.write(f"{name}:" + ("\n" if plan.steps else " everything is in place\n"))
    carry_out(plan, places, dry_run=options.dry_run, quiet=options.json)
    if plan.steps and not options.json:
        print_afterwards(plan)
    return document_of(plan, dry_run=options.dry_run)
