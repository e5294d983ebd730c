"""`reme config`: the effective values with their origin, where the files are, and commented defaults."""

from __future__ import annotations

import os
import sys

from reme_gateway.cli import settings_file
from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.configuration import (
    CLIENT_NAMES,
    client_settings,
    read_server_file,
    server_file,
    server_values,
    user_file,
)
from reme_gateway.cli.drawing import print_json, visible
from reme_gateway.cli.outcome import OK

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

    from rich.table import Table

_DEFAULT = "default"


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "config",
        "Show the effective values and where each comes from, or write commented default files.\n"
        "Order: flags, environment, ~/.reme/config.json, ~/.reme/server.json, default.",
        ("reme config show", "reme config path", "reme config init", "reme config init --with-token"),
    )
    command.add_argument("action", choices=("show", "path", "init"), help="what to do")
    command.add_argument(
        "--with-token",
        action="store_true",
        help="init: set the new token at once, so that clients must send it",
    )
    command.add_argument(
        "--show-token", action="store_true", help="show: print the token and passwords themselves"
    )
    command.add_scope_option()
    command.add_connection_options()
    return command


def run(options: Options) -> int:
    """4 when a file or a value cannot be used, 1 when `init` found the files."""
    if options.action == "path":
        return _paths(options)
    return _init(options) if options.action == "init" else _show(options)


def _paths(options: Options) -> int:
    files = {"client": options.config_file or user_file(), "server": server_file()}
    if options.json:
        print_json({name: {"path": path, "exists": os.path.exists(path)} for name, path in files.items()})  # noqa: PTH110
        return OK
    for name, path in files.items():
        there = "" if os.path.exists(path) else "  (not there)"  # noqa: PTH110
        sys.stdout.write(f"{name}: {visible(path)}{there}\n")
    return OK


def _init(options: Options) -> int:
    """Both files; the server's holds a new token, as a comment unless it is to be set."""
    token = settings_file.new_token()
    lines = tuple(
        (name, why, token if name == "token" else value) for name, why, value in settings_file.SERVER_LINES
    )
    server = {"workspace_dir": "~/.reme/workspace"} | ({"token": token} if options.with_token else {})
    texts = {
        options.config_file or user_file(): settings_file.commented(
            "ReMe: settings of every client on this machine.",
            settings_file.CLIENT_LINES,
            {"scope": "default"},
        ),
        server_file(): settings_file.commented("ReMe Gateway: settings of the server.", lines, server),
    }
    missing = [path for path in texts if not os.path.exists(path)]  # noqa: PTH110
    if not missing:
        settings_file.write_new(server_file(), "")
    for path in missing:
        settings_file.write_new(path, texts[path])
    if options.json:
        print_json({"written": missing, "kept": [path for path in texts if path not in missing]})
        return OK
    for path in texts:
        word = "wrote" if path in missing else "kept"
        sys.stdout.write(f"{word} {visible(path)}\n")
    return OK


def _show(options: Options) -> int:
    found = client_settings(
        {
            "config_file": options.config_file,
            "url": options.url,
            "timeout_ms": options.timeout_ms,
            "scope": options.scope,
        }
    )
    client: dict[str, tuple[Any, str]] = {
        name: (found[name].value, found[name].origin) for name in CLIENT_NAMES
    }
    server = _server_settings()
    if not options.show_token:
        client["token"] = (_masked(client["token"][0]), client["token"][1])
        server["token"] = (_masked(server["token"][0]), server["token"][1])
        server["queue"] = (_without_password(server["queue"][0]), server["queue"][1])
    if options.json:
        print_json({"client": _document(client), "server": _document(server)})
    else:
        from reme_gateway.cli.drawing import console

        page = console()
        page.print(_table("For every client", client))
        page.print(_table("For `reme start`", server))
    return OK


def _server_settings() -> dict[str, tuple[Any, str]]:
    """Every setting of the server, as it would start here. Raises ``CommandFailed`` for a wrong one."""
    from dataclasses import asdict

    from reme_gateway.cli.server_settings import server_settings

    read_server_file(server_file())
    values = server_values({})
    settings = server_settings(values)
    return {
        name: (value, values[name][1] if name in values else _DEFAULT)
        for name, value in asdict(settings).items()
    }


def _masked(token: Any) -> str | None:
    return f"set ({len(str(token))} characters)" if token else None


def _without_password(address: str) -> str:
    """The URL of a database, without what opens it."""
    scheme, separator, rest = address.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}{separator}{user.partition(':')[0]}:…{at}{place}" if at and ":" in user else address


def _document(values: dict[str, tuple[Any, str]]) -> dict[str, dict[str, Any]]:
    return {name: {"value": _plain(value), "origin": origin} for name, (value, origin) in values.items()}


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, bool | int | float | tuple) else str(value)


def _as_in_file(value: Any) -> str:
    """A value as `reme config init` writes it, text without its quotes."""
    if value is None or value == "":
        return "(not set)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "(none)"
    return str(value)


def _table(title: str, values: dict[str, tuple[Any, str]]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("setting", "value", "origin"):
        table.add_column(column, overflow="fold", no_wrap=column == "setting")
    for name, (value, origin) in values.items():
        shown = _as_in_file(value)
        style = "dim" if origin == _DEFAULT else "bold"
        table.add_row(Text(name), Text(visible(shown), style), Text(visible(origin), "dim"))
    return table
