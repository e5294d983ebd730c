"""From the chain's raw values to the server's settings, with the origin in every complaint."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from reme_gateway.cli.arguments import close_names
from reme_gateway.cli.outcome import CONFIGURATION, USAGE, CommandFailed
from reme_gateway.settings import Settings, SettingsError, settings_from

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

FLAG_ORIGIN = "the command line"
# ReMe's own names, as its documentation has them.
ALIASES = {"service.backend": "backend", "service.host": "host", "service.port": "port"}
DEFAULT_WORKSPACE = "~/.reme/workspace"


def names() -> list[str]:
    """Every setting's name."""
    return [item.name for item in fields(Settings)]


def pairs_from(texts: Iterable[str]) -> dict[str, tuple[Any, str]]:
    """ReMe's ``key=value`` arguments. Raises ``CommandFailed`` for another form, an unknown key and a token.

    Dashes before the key, ReMe's dotted names and quotes that a shell left are all understood.
    """
    found: dict[str, tuple[Any, str]] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        key = key.strip().lstrip("-").replace("-", "_")
        name = ALIASES.get(key, key)
        if not equals or not key:
            raise CommandFailed(
                f"{text!r} is no setting", "write key=value, as workspace_dir=/abs/path", exit_code=USAGE
            )
        if name not in names():
            known = [*names(), *ALIASES]
            raise CommandFailed(f"there is no setting {key!r}", close_names(key, known), exit_code=USAGE)
        if name == "token":
            raise CommandFailed(
                "a token on the command line can be read by every user of this machine",
                "set REME_TOKEN, use --token-file, or write it into server.json",
                exit_code=USAGE,
            )
        found[name] = (_unquoted(value), FLAG_ORIGIN)
    return found


def server_settings(values: Mapping[str, tuple[Any, str]]) -> Settings:
    """The settings; a wrong value is a ``CommandFailed`` that names where it comes from."""
    values = {name: found for name, found in values.items() if not _is_blank(found[0])}
    values.setdefault("workspace_dir", (DEFAULT_WORKSPACE, "default"))
    for name, (_, origin) in values.items():
        if name not in names():
            raise CommandFailed(
                f"there is no setting {name!r}, which {origin} has",
                close_names(name, names()),
                exit_code=CONFIGURATION,
            )
    try:
        return settings_from({name: value for name, (value, _) in values.items()})
    except SettingsError as error:
        origin = values[error.name][1] if error.name in values else ""
        what, _, remedy = str(error).partition("; ")
        raise CommandFailed(with_origin(what, origin), remedy, exit_code=CONFIGURATION) from error


def with_origin(what: str, origin: str) -> str:
    """A complaint that begins with the place of the wrong value; nobody has to be told of a default."""
    if origin in ("", "default"):
        return what
    return f"{'on' if origin == FLAG_ORIGIN else 'in'} {origin}, {what}"


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
