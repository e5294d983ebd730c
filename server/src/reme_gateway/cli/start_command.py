"""`reme start`: run the gateway in the foreground until a signal ends it."""

from __future__ import annotations

import dataclasses
import gc
import json
import os
import shutil
import socket
import sys
from pathlib import Path
from typing import Any

from reme_gateway import __version__
from reme_gateway._vendor.reme_hooks._generated.v1 import configuration as rules
from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import client_settings, server_file, server_values
from reme_gateway.cli.listener import PortTaken, bind
from reme_gateway.cli.outcome import CONFIGURATION, FAILED, CommandFailed
from reme_gateway.cli.server_settings import FLAG_ORIGIN, pairs_from, server_settings, with_origin
from reme_gateway.settings import Settings

_OPEN = "none: this machine only"
_FLAGS = {"workspace": "workspace_dir", "host": "host", "port": "port", "backend": "backend"}


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "start",
        "Run the gateway in the foreground. Settings come from the command line; REME_WORKSPACE_DIR,\n"
        "REME_HOST, REME_PORT and REME_TOKEN; ~/.reme/server.json; and defaults, in this order.\n"
        "When it answers, one line `ready URL` goes to stdout; everything else goes to stderr.",
        (
            "reme start",
            "reme start --workspace ~/memory --port 4000",
            'reme start service.backend=gateway workspace_dir="/abs/path"',
            "REME_TOKEN=… reme start --host 192.168.1.5 --set allowed_hosts=memory.example",
        ),
    )
    command.add_argument("pairs", nargs="*", metavar="KEY=VALUE", help="settings in ReMe's form")
    command.add_argument(
        "--workspace", metavar="DIR", help="folder that holds everything (~/.reme/workspace)"
    )
    command.add_argument("--host", metavar="ADDRESS", help="address to listen on (127.0.0.1)")
    command.add_argument("--port", metavar="N", help="port to listen on (2333; 0 picks a free one)")
    command.add_argument("--backend", metavar="NAME", help="gateway (JSON and MCP), http or mcp")
    command.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="any other setting")
    command.add_argument(
        "--token-file",
        metavar="FILE",
        help="file with the token that clients must send (or REME_TOKEN); there is no --token, "
        "because every user of the machine can read command lines",
    )
    return command


def run(options: Options) -> int:
    """0 after a graceful stop; 1 when workspace or port are in use, 4 for settings that cannot work."""
    values = server_values(_from_command_line(options))
    settings = server_settings(values)
    os.umask(0o077)
    # Imports make many objects and no garbage: looking for it costs some percent of the start.
    gc.disable()
    listener = _bind(settings)
    try:
        return _serve(settings, values, listener, options.json)
    finally:
        listener.close()


def _serve(
    settings: Settings, values: dict[str, tuple[Any, str]], listener: socket.socket, as_json: bool
) -> int:
    from reme_gateway.cli.serving import serve
    from reme_gateway.errors import GatewayError, StartRefused
    from reme_gateway.extraction.extractor import UnknownExtractorError

    settings = dataclasses.replace(settings, port=listener.getsockname()[1])
    token_origin = values["token"][1] if settings.token else None
    try:
        return serve(settings, listener, lambda: _announce(settings, token_origin, as_json))
    except (StartRefused, GatewayError) as refused:
        raise _from_sentences(str(refused)) from refused
    except UnknownExtractorError as error:
        origin = values["extractor"][1]
        raise CommandFailed(with_origin(str(error), origin), exit_code=CONFIGURATION) from error


def _from_command_line(options: Options) -> dict[str, tuple[Any, str]]:
    found = pairs_from([*options.pairs, *options.set])
    for flag, name in _FLAGS.items():
        if getattr(options, flag) is not None:
            found[name] = (getattr(options, flag), FLAG_ORIGIN)
    if options.token_file is not None:
        found["token"] = (_token_in(options.token_file), f"file {options.token_file}")
    return found


def _token_in(path: str) -> str:
    try:
        token = Path(path).expanduser().read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise CommandFailed(
            f"the token file {path} cannot be read: {reason}", "name another file", exit_code=CONFIGURATION
        ) from error
    if not token:
        raise CommandFailed(
            f"the token file {path} is empty", "write the token into it", exit_code=CONFIGURATION
        )
    return token


def _bind(settings: Settings) -> socket.socket:
    """The listening socket. A second server on one workspace hears who owns it, not who has the port."""
    try:
        return bind(settings.host, settings.port)
    except PortTaken as taken:
        from reme_gateway.errors import StartRefused
        from reme_gateway.store.workspace import LOCK_FILE, open_workspace

        if taken.gateway and (settings.workspace_dir / LOCK_FILE).exists():
            try:
                with open_workspace(settings.workspace_dir, settings.address, settings.zone):
                    pass
            except StartRefused as refused:
                raise _from_sentences(str(refused)) from refused
        raise


def _from_sentences(message: str) -> CommandFailed:
    """A refusal's sentences as one line: the last of several says what to do."""
    first, _, last = message.rstrip(".").rpartition(". ")
    return CommandFailed(first, last, exit_code=FAILED) if first else CommandFailed(last, exit_code=FAILED)


def _announce(settings: Settings, token_origin: str | None, as_json: bool) -> None:
    """For scripts one line on stdout, for people a block on stderr."""
    gc.freeze()
    gc.enable()
    mcp = f"{settings.address}/mcp" if settings.backend != "http" else None
    workspace = os.path.realpath(settings.workspace_dir)
    if as_json:
        ready = {"ready": settings.address, "mcp": mcp, "workspace": workspace, "pid": os.getpid()}
        sys.stdout.write(json.dumps(ready) + "\n")
    else:
        sys.stdout.write(f"ready {settings.address}\n")
    sys.stdout.flush()
    sys.stderr.write("\n".join([*_block(settings, mcp, workspace, token_origin), ""]))
    sys.stderr.flush()


def _found_by_clients(address: str) -> bool:
    """Whether clients on this machine look here without being told."""
    try:
        return client_settings({})["url"].value == address
    except CommandFailed:
        return False


def _block(settings: Settings, mcp: str | None, workspace: str, token_origin: str | None) -> list[str]:
    lines = [
        f"ReMe Gateway {__version__} answers.",
        f"  address    {settings.address}",
        f"  MCP        {mcp or 'not mounted (backend http)'}",
        f"  workspace  {workspace}",
        f"  token      {f'clients must send the one from {token_origin}' if token_origin else _OPEN}",
    ]
    lines.append("Next, in another terminal:")
    if not _found_by_clients(settings.address):
        lines.append(f"  export REME_URL={settings.address}")
    if token_origin is not None and token_origin != rules.ORIGINS["file"].format(name=server_file()):
        lines.append("  export REME_TOKEN=…  # the same token")
    command = _own_command()
    if settings.backend != "mcp":
        lines += [f'  {command} remember "a fact worth keeping"', f'  {command} search "worth keeping"']
    if mcp is not None:
        header = ' --header "Authorization: Bearer $REME_TOKEN"' if token_origin else ""
        lines.append(f"  claude mcp add --transport http reme {mcp}{header}")
    return [*lines, f"  {command} status", "Ctrl-C stops it."]


def _own_command() -> str:
    """What to type for `reme` here: its path when it is not the one on the PATH, as after `make run`."""
    running = Path(sys.argv[0])
    found = shutil.which("reme")
    if running.stem != "reme" or (found and Path(found).samefile(running)):
        return "reme"
    return os.path.relpath(running) if running.is_relative_to(Path.cwd()) else str(running)
