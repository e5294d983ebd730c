"""`reme service`: have the user's service manager start the gateway and keep it running."""

from __future__ import annotations

import os
import sys
import time

from reme_gateway.background.definition import ServiceDefinition, definition_from
from reme_gateway.background.manager import ServiceManager, ServiceStatus, manager_for
from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.changes import carry_out, document_of, failed, own_places, print_afterwards
from reme_gateway.cli.configuration import client_configuration
from reme_gateway.cli.outcome import FAILED, OK, UNREACHABLE, CommandFailed
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.steps import Plan

_START_SECONDS = 15.0


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "service",
        "Have systemd (Linux) or launchd (macOS) start the gateway at login and restart it after a failure.\n"
        "Plugins never start a server: without this, memory ends at the next reboot.\n"
        "The service reads ~/.reme/server.json, and gets the REME_ variables of `reme start` that are set\n"
        "now.",
        (
            "reme service install",
            "reme service install --dry-run",
            "reme service status",
            "reme service uninstall",
        ),
    )
    command.add_argument("action", choices=("install", "uninstall", "status"), help="what to do")
    command.add_argument("--dry-run", action="store_true", help="show what would be done, and do nothing")
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """0 when it is as wanted; 1 when something is missing here, or, for `status`, when it does not run."""
    places = own_places()
    definition = definition_from(os.environ, places.home)
    try:
        manager = manager_for(sys.platform, places.home, os.environ)
        if options.action == "status":
            return _status(options, manager.status(definition), places)
        if options.action == "uninstall":
            return _carry_out(options, manager.uninstall(definition), places, "nothing of ours is there")
        return _install(options, manager, definition, places)
    except InstallationFailed as failure:
        raise failed(failure) from failure


def _install(options: Options, manager: ServiceManager, definition: ServiceDefinition, places: Places) -> int:
    plan = manager.install(definition)
    if plan.steps and not manager.status(definition).active and _answers(options):
        url = client_configuration(options).url
        raise CommandFailed(
            f"a ReMe Gateway that is not this service answers at {url} already",
            "stop it first, with Ctrl-C where it runs",
            exit_code=FAILED,
        )
    code = _carry_out(options, plan, places, "everything is in place")
    if options.dry_run or not plan.steps:
        return code
    if not _wait(options):
        raise CommandFailed(
            f"the service was started and does not answer within {_START_SECONDS:.0f} s",
            "see `reme service status` and its log",
            exit_code=UNREACHABLE,
        )
    if not options.json:
        sys.stdout.write(f"It answers at {client_configuration(options).url}.\n")
    return code


def _carry_out(options: Options, plan: Plan, places: Places, otherwise: str) -> int:
    if not options.json and not plan.steps:
        sys.stdout.write(f"{otherwise[:1].upper()}{otherwise[1:]}.\n")
    carry_out(plan, places, dry_run=options.dry_run, quiet=options.json)
    if options.json:
        from reme_gateway.cli.drawing import print_json

        print_json(document_of(plan, dry_run=options.dry_run))
    elif plan.steps:
        print_afterwards(plan)
    return OK


def _status(options: Options, status: ServiceStatus, places: Places) -> int:
    if options.json:
        from dataclasses import asdict

        from reme_gateway.cli.drawing import print_json

        print_json({**asdict(status), "file": str(status.file)})
    else:
        sys.stdout.write(f"{status_line(status)}\n{places.short(status.file)}\n")
        if status.installed and not status.current:
            sys.stdout.write(
                "Another program or setting wrote it: `reme service install` brings it up to date.\n"
            )
    return OK if status.active else FAILED


def status_line(status: ServiceStatus) -> str:
    """The state in one line."""
    if not status.installed:
        return f"{status.manager}: not installed" + (f" ({status.detail})" if status.detail else "")
    parts = ["starts at login" if status.enabled else "does not start by itself"]
    parts.append(f"runs as process {status.pid}" if status.active else f"does not run ({status.detail})")
    return f"{status.manager}: {', '.join(parts)}"


def _answers(options: Options) -> bool:
    from reme_gateway.cli.connection import Connection

    try:
        Connection(client_configuration(options).with_timeout(1000)).call("version")
    except CommandFailed:
        return False
    return True


def _wait(options: Options) -> bool:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        if _answers(options):
            return True
        time.sleep(0.2)
    return False
