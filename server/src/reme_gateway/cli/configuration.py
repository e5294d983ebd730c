"""The configuration chain as the command line uses it: every value with the place it comes from."""

from __future__ import annotations

import json
import os

from reme_gateway._vendor.reme_hooks import configuration as chain
from reme_gateway._vendor.reme_hooks._generated.v1 import configuration as rules
from reme_gateway.cli.outcome import CONFIGURATION, CommandFailed

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from reme_gateway.cli.arguments import Options

CLIENT_NAMES = ("url", "token", "scope", "timeout_ms")
SERVER_VARIABLES = {
    "workspace_dir": "REME_WORKSPACE_DIR",
    "host": "REME_HOST",
    "port": "REME_PORT",
    "token": "REME_TOKEN",
}


class ClientConfiguration:
    """What a command needs to ask a server; ``origins`` tells for each name where the value comes from."""

    def __init__(
        self, url: str, token: str | None, scope: str, timeout_ms: int, origins: Mapping[str, str]
    ) -> None:
        self.url = url
        self.token = token
        self.scope = scope
        self.timeout_ms = timeout_ms
        self.origins = origins

    def with_timeout(self, timeout_ms: int) -> ClientConfiguration:
        """The same with another deadline, in milliseconds."""
        return ClientConfiguration(self.url, self.token, self.scope, timeout_ms, self.origins)


def user_file() -> str:
    """The clients' file: ``REME_CONFIG_FILE`` or ``~/.reme/config.json``."""
    named = os.environ.get(rules.CONFIG_FILE_ENVIRONMENT, "").strip()
    return named or f"{_home()}/{rules.USER_FILE}"


def server_file() -> str:
    """The server's own settings, which also tell clients on this machine where it listens."""
    return f"{_home()}/{rules.SERVER_FILE}"


def _home() -> str:
    return os.path.expanduser("~").rstrip("/\\")  # noqa: PTH111 - pathlib costs two interpreter starts


def client_configuration(options: Options) -> ClientConfiguration:
    """Flags, environment, the user's file, the server's own settings, defaults: the first that is set.

    Raises ``CommandFailed`` for a file that cannot be parsed and for a wrong value, naming its origin.
    """
    flags = {"config_file": options.config_file, "url": options.url, "timeout_ms": options.timeout_ms}
    found = client_settings({**flags, "scope": getattr(options, "scope", None)})
    return ClientConfiguration(
        str(found["url"].value),
        str(found["token"].value) or None,
        str(found["scope"].value),
        int(found["timeout_ms"].value),
        {name: setting.origin for name, setting in found.items()},
    )


def client_settings(flags: Mapping[str, object]) -> dict[str, chain.Setting]:
    """Every setting of the contract's chain. Raises ``CommandFailed``."""
    given = {name: value for name, value in flags.items() if value is not None}
    try:
        return chain.load(given, dict(os.environ), _home(), server_file=server_file())
    except chain.ConfigurationError as error:
        raise _broken(str(error)) from error


def server_values(flags: Mapping[str, tuple[Any, str]]) -> dict[str, tuple[Any, str]]:
    """Value and origin of every server setting that is set: ``flags``, environment, the server's own file."""
    found = dict(flags)
    for name, variable in SERVER_VARIABLES.items():
        if os.environ.get(variable, "").strip():
            found.setdefault(name, (os.environ[variable], rules.ORIGINS["environment"].format(name=variable)))
    path = server_file()
    for name, value in read_server_file(path).items():
        found.setdefault(name, (value, rules.ORIGINS["file"].format(name=path)))
    return found


def read_server_file(path: str) -> dict[str, Any]:
    """The file's values by name; a missing file has none. Lines that begin with // are comments."""
    try:
        with open(path, encoding="utf-8-sig") as file:  # noqa: PTH123
            text = file.read(rules.FILE_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError):
        raise _broken(rules.MESSAGES["file_unreadable"].format(path=path)) from None
    lines = ("" if line.lstrip().startswith(rules.COMMENT) else line for line in text.split("\n"))
    try:
        document = json.loads("\n".join(lines))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise _broken(rules.MESSAGES["file_invalid"].format(path=path))
    return document


def _broken(message: str) -> CommandFailed:
    """The contract's messages hold two sentences: what happened, and what to do."""
    what, _, remedy = message.partition(". ")
    return CommandFailed(what, remedy[:1].lower() + remedy[1:], exit_code=CONFIGURATION)
