"""`reme version`: this program, and the server when one answers. Never waits long, never fails for it."""

from __future__ import annotations

import sys

from reme_gateway import __version__
from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import ClientConfiguration, client_configuration
from reme_gateway.cli.outcome import OK, CommandFailed
from reme_gateway.cli.wire import API_VERSION, SERVER_NAME, is_loopback_name

_LONGEST_WAIT_SECONDS = 1.0


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "version",
        "Print the version of this program and, when one answers, of the server.",
        ("reme version", "reme version --json"),
    )
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """Always ends with 0: that no server runs is an answer too."""
    configuration = client_configuration(options)
    server, reason = _server(configuration)
    if options.json:
        from reme_gateway.cli.drawing import print_json

        client = {"name": SERVER_NAME, "version": __version__, "integration_api_version": API_VERSION}
        print_json({"client": client, "url": configuration.url, "server": server})
        return OK
    sys.stdout.write(f"reme {__version__} (integration API {API_VERSION})\n")
    if server is None:
        sys.stdout.write(f"server: {reason}\n")
    else:
        version, api = str(server.get("version")), str(server.get("integration_api_version"))
        sys.stdout.write(f"server: {version} (integration API {api}) at {configuration.url}\n")
    return OK


def _server(configuration: ClientConfiguration) -> tuple[dict[str, object] | None, str]:
    """What the server says of itself; otherwise None and why."""
    seconds = min(configuration.timeout_ms / 1000, _LONGEST_WAIT_SECONDS)
    local = _loopback_parts(configuration.url)
    if local is not None:
        from reme_gateway.cli.probe import gateway_at

        try:
            found = gateway_at(local[0], local[1], seconds, local[2])
        except OSError as error:
            reason = error.strerror or "no answer in time"
            return None, f"none answers at {configuration.url} ({reason})"
        return found, f"what answers at {configuration.url} is no ReMe Gateway"
    from reme_gateway.cli.connection import Connection

    try:
        return Connection(configuration.with_timeout(int(seconds * 1000))).call("version"), ""
    except CommandFailed as failure:
        return None, failure.line


def _loopback_parts(url: str) -> tuple[str, int, str] | None:
    """Host, port and path of a plain loopback address: those need no HTTP library. None for all others."""
    if not url.startswith("http://"):
        return None
    authority, slash, path = url[7:].partition("/")
    host, _, port = authority.rpartition(":")
    if not host and not authority.endswith("]"):
        host, port = authority, "80"
    if not port.isdecimal() or not is_loopback_name(host) or not path.isascii():
        return None
    return host.strip("[]"), int(port), f"/{path}" if slash and path else ""
