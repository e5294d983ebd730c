"""`reme doctor`: whether every host captures and recalls, and the one command that mends what does not."""

from __future__ import annotations

import os
from pathlib import Path

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.changes import own_places
from reme_gateway.cli.configuration import ClientConfiguration, client_configuration
from reme_gateway.cli.named_hosts import known_hosts
from reme_gateway.cli.outcome import FAILED, OK, CommandFailed
from reme_gateway.cli.wire import API_VERSION
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.installer import NOTE, PROBLEM, Finding, HostReport
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.registry import INSTALLABLE, installer_for

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

_WAIT_MS = 3000


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "doctor",
        "Check the server and the plugin in every host: installed, enabled, trusted, last fired, what\n"
        "waits. Changes nothing and reads no host's credentials. Ends with 0 when all is well, with 1 when\n"
        "there are problems; each comes with the one command that mends it. Notes are no problems.",
        ("reme doctor", "reme doctor codex", "reme doctor --json | jq '.problems[].fix'"),
    )
    command.add_argument("hosts", nargs="*", metavar="HOST", help="only these, which have to be installed")
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """0 when there are only notes, 1 when there are problems."""
    configuration = client_configuration(options)
    places = own_places()
    server = check_server(configuration)
    server["service"] = _service(server, places)
    reports = [
        _inspect(host, places, configuration, server, wanted=bool(options.hosts))
        for host in (known_hosts(options.hosts) or INSTALLABLE)
    ]
    general = [*_about_service(server), *_switches(places)]
    problems = _count(server["findings"], general, *(report.findings for report in reports))
    if options.json:
        from reme_gateway.cli.doctor_page import document
        from reme_gateway.cli.drawing import print_json

        print_json(document(server, general, reports))
    else:
        from reme_gateway.cli.doctor_page import draw

        draw(server, general, reports)
    return FAILED if problems else OK


def check_server(configuration: ClientConfiguration) -> dict[str, Any]:
    """Whether it answers, which versions it has, and whether it takes our token."""
    from reme_gateway.cli.connection import Connection

    found: dict[str, Any] = {
        "url": configuration.url,
        "origin": configuration.origins["url"],
        "reachable": False,
        "version": None,
        "integration_api_version": None,
    }
    findings: list[Finding] = []
    found["findings"] = findings
    connection = Connection(configuration.with_timeout(min(configuration.timeout_ms, _WAIT_MS)))
    try:
        reply = connection.call("version")
    except CommandFailed as failure:
        findings.append(Finding("server_unreachable", failure.what, "reme service install"))
        return found
    found |= {"reachable": True, "version": reply.get("version")}
    found["integration_api_version"] = reply.get("integration_api_version")
    if _major(str(reply.get("integration_api_version"))) != _major(API_VERSION):
        what = f"it speaks integration API {reply.get('integration_api_version')}, this program {API_VERSION}"
        findings.append(Finding("api_version", what, "pip install --upgrade reme-gateway"))
        return found
    try:
        status = connection.call("status")
    except CommandFailed as failure:
        findings.append(Finding(failure.code or "status_failed", failure.line, "reme config show"))
        return found
    found["health"] = status.get("health")
    reasons = (status.get("health") or {}).get("reasons", [])
    findings.extend(Finding("server_unwell", str(reason), "reme status") for reason in reasons)
    return found


def _inspect(
    host: str, places: Places, configuration: ClientConfiguration, server: dict[str, Any], *, wanted: bool
) -> HostReport:
    from reme_gateway.integrations import host_checks
    from reme_gateway.integrations.descriptors import descriptor_of

    own = descriptor_of(host)
    report = HostReport(host, own.name, wanted)
    try:
        installer_for(host, places, os.environ).inspect(report, Path.cwd(), configuration.url)
    except InstallationFailed as failure:
        report.add("host_unreadable", failure.what, failure.remedy)
    host_checks.check_interpreter(report, own, os.environ)
    host_checks.check_heartbeat(report, own, places, configuration.url)
    host_checks.check_spool(report, own, places, reachable=bool(server["reachable"]))
    host_checks.check_api(report, own, str(server["integration_api_version"] or ""))
    return report


def _service(server: dict[str, Any], places: Places) -> dict[str, Any]:
    """What starts the server; a system without a supported manager says so."""
    import sys

    from reme_gateway.background.definition import definition_from
    from reme_gateway.background.manager import manager_for
    from reme_gateway.cli.service_command import status_line

    try:
        manager = manager_for(sys.platform, places.home, os.environ)
        lacking = manager.missing()
        status = manager.status(definition_from(os.environ, places.home))
    except InstallationFailed as failure:
        return {
            "line": failure.what,
            "available": False,
            "installed": False,
            "enabled": False,
            "active": False,
        }
    if lacking and not server["reachable"]:
        server["findings"][:] = [
            Finding(item.code, item.what, "reme start") if item.code == "server_unreachable" else item
            for item in server["findings"]
        ]
    return {
        "line": status_line(status),
        "available": lacking is None,
        "installed": status.installed,
        "enabled": status.enabled,
        "active": status.active,
    }


def _about_service(server: dict[str, Any]) -> list[Finding]:
    service = server["service"]
    if server["reachable"] and service["available"] and not service["enabled"]:
        what = "nothing starts the server after a reboot, and plugins never do"
        return [Finding("no_service", what, "reme service install", NOTE)]
    return []


def _switches(places: Places) -> list[Finding]:
    from reme_gateway._vendor.reme_hooks.configuration import ConfigurationError
    from reme_gateway.integrations.switches import switched_off

    try:
        off = switched_off(os.environ, places.home, Path.cwd())
    except ConfigurationError as error:
        return [Finding("configuration", str(error).rstrip("."), "reme config path")]
    return [Finding("switched_off", f"{name} is off by {origin}", level=NOTE) for name, origin in off]


def _count(*groups: list[Finding]) -> int:
    return sum(item.level == PROBLEM for group in groups for item in group)


def _major(version: str) -> str:
    return version.partition(".")[0]
