"""The client's settings and where each comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from ._vendor.reme_hooks._generated.v1.configuration import SETTINGS
from ._vendor.reme_hooks.configuration import ConfigurationError as ChainError
from ._vendor.reme_hooks.configuration import Setting, load
from .errors import ConfigurationError

DEFAULT_ORIGIN = "default"
_SERVER_FILE = Path(".reme", "server.json")
# Names of arguments, by the names that the chain has for them.
_ARGUMENTS = {"url": "url", "token": "token", "scope": "scope_id", "timeout_ms": "timeout_ms"}


@dataclass(frozen=True)
class ClientConfig:
    """Effective settings. ``origins`` names for each where it comes from, such as ``environment variable
    REME_URL``.

    ``timeout_ms`` is None unless somebody set it: each operation then has the contract's own deadline. It
    lies between 1,000 and 600,000 milliseconds; what was set beyond is brought there.
    """

    url: str
    token: str | None = field(repr=False)
    scope_id: str
    timeout_ms: int | None
    origins: Mapping[str, str]


def load_config(
    arguments: Mapping[str, str | int | None],
    *,
    config_file: str | Path | None,
    environ: Mapping[str, str],
) -> ClientConfig:
    """The first that is set: argument, environment, user's file, server's own settings, default.

    Raises ConfigurationError for a file or value that can't be used, naming it without repeating a value.
    """
    flags: dict[str, object] = {name: value for name, value in arguments.items() if value is not None}
    if config_file is not None:
        flags["config_file"] = str(config_file)
    home = _home(environ)
    try:
        settings = load(flags, dict(environ), str(home), server_file=str(home / _SERVER_FILE))
    except ChainError as error:
        raise ConfigurationError(_in_python_words(str(error))) from None
    timeout = settings["timeout_ms"]
    return ClientConfig(
        url=str(settings["url"].value),
        token=str(settings["token"].value) or None,
        scope_id=str(settings["scope"].value),
        timeout_ms=int(timeout.value) if timeout.origin != DEFAULT_ORIGIN else None,
        origins=_origins(settings),
    )


def _home(environ: Mapping[str, str]) -> Path:
    named = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(named) if named else Path.home()


def _origins(settings: Mapping[str, Setting]) -> Mapping[str, str]:
    return MappingProxyType(
        {argument: _in_python_words(settings[name].origin) for name, argument in _ARGUMENTS.items()}
    )


def _in_python_words(text: str) -> str:
    """The chain speaks of command-line flags; here they are arguments."""
    for name, argument in _ARGUMENTS.items():
        text = text.replace(f"flag {SETTINGS[name]['flag']}", f"argument {argument}")
    return text
