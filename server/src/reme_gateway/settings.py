"""The server's settings: parsed once at the edge, frozen, and read from nowhere else."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

Backend = Literal["gateway", "http", "mcp"]
LogLevel = Literal["debug", "info", "warning", "error"]

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 2333


class SettingsError(ValueError):
    """A setting that cannot work; the message says what is wrong; and, behind a semicolon, what to write.

    ``name`` is the setting, so that whoever knows where its value comes from can say so.
    """

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


@dataclass(frozen=True, slots=True)
class Settings:
    """What one server runs with. Times are in seconds."""

    workspace_dir: Path
    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    token: str | None = field(default=None, repr=False)
    backend: Backend = "gateway"
    allowed_hosts: tuple[str, ...] = ()
    allowed_origins: tuple[str, ...] = ()
    forget_tool: bool = False
    zone: str | None = None
    extractor: str = "outline"
    queue: str = field(default="sqlite", repr=False)
    queue_concurrency: int = 4
    turn_end_events: int = 20
    turn_end_seconds: float = 60.0
    idle_flush_seconds: float = 300.0
    drain_seconds: float = 5.0
    log_level: LogLevel = "warning"

    def __post_init__(self) -> None:
        if self.backend not in get_args(Backend):
            raise SettingsError("backend", f"backend is {self.backend!r}; write gateway, http or mcp")
        if self.log_level not in get_args(LogLevel):
            raise SettingsError(
                "log_level", f"log_level is {self.log_level!r}; write debug, info, warning or error"
            )
        if not 0 <= self.port <= 65535:
            raise SettingsError(
                "port", f"port is {self.port}; write a number from 0 to 65535 (0 picks a free one)"
            )
        if not self.workspace_dir.is_absolute():
            raise SettingsError(
                "workspace_dir", f"workspace_dir is {self.workspace_dir}; write an absolute path"
            )
        if self.token is not None and not all("!" <= char <= "~" for char in self.token):
            # The value itself stays out of the message.
            raise SettingsError("token", "token is no token; write printable ASCII without blanks")
        if not is_loopback(self.host) and not self.token:
            raise SettingsError(
                "host",
                f"host is {self.host}, which others can reach, and no token is set; "
                "set REME_TOKEN (`reme config init --with-token` makes one), or keep to 127.0.0.1",
            )
        for name in ("turn_end_seconds", "idle_flush_seconds", "drain_seconds"):
            if getattr(self, name) < 0:
                raise SettingsError(name, f"{name} is negative; write a number of seconds")
        for name in ("queue_concurrency", "turn_end_events"):
            if getattr(self, name) < 1:
                raise SettingsError(name, f"{name} is less than 1; write a whole number from 1")

    @property
    def address(self) -> str:
        """Where a client on this machine reaches the server."""
        host = {"0.0.0.0": DEFAULT_HOST, "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine can reach an address bound to ``host``."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def settings_from(values: Mapping[str, Any]) -> Settings:
    """Build settings from names and raw values (strings from flags and environment, JSON values from files).

    What is None or blank counts as not set. Raises ``SettingsError`` for an unknown name or a value of the
    wrong kind.
    """
    known = {item.name: item for item in fields(Settings)}
    parsed: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise SettingsError(name, f"there is no setting {name!r}; there are {', '.join(sorted(known))}")
        if value is not None and not (isinstance(value, str) and not value.strip()):
            parsed[name] = _parse(name, str(known[name].type), value)
    if "workspace_dir" not in parsed:
        raise SettingsError("workspace_dir", "workspace_dir is not set; write an absolute path")
    return Settings(**parsed)


def _parse(name: str, kind: str, value: Any) -> Any:
    if kind == "bool":
        return _parse_bool(name, value)
    if kind in ("int", "float"):
        return _parse_number(name, kind, value)
    if kind.startswith("tuple"):
        items = value.split(",") if isinstance(value, str) else value
        if not isinstance(items, list | tuple) or not all(isinstance(item, str) for item in items):
            raise SettingsError(name, f"{name} is {value!r}; write names separated by commas")
        return tuple(item.strip() for item in items if item.strip())
    if kind == "Path":
        return _parse_path(name, value)
    if not isinstance(value, str):
        # A token in a wrong form is still none of a log's business.
        raise SettingsError(name, f"{name} is not text; write it in quotes")
    return value.strip()


def _parse_path(name: str, value: Any) -> Path:
    if not isinstance(value, str | Path) or "\0" in str(value):
        raise SettingsError(name, f"{name} is no path; write an absolute path in quotes")
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:
        raise SettingsError(name, f"{name} names a home that is not known; write an absolute path") from None


def _parse_number(name: str, kind: str, value: Any) -> int | float:
    """JSON does not tell 5 from 5.0, but 5.5 is no count and true is no number."""
    try:
        number = float(value) if not isinstance(value, bool) else math.nan
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise SettingsError(name, f"{name} is {value!r}; write a number")
    if kind == "float":
        return number
    if number != int(number):
        raise SettingsError(name, f"{name} is {value!r}; write a whole number")
    return int(number)


def _parse_bool(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in ("1", "true", "yes", "on"):
        return True
    if word in ("0", "false", "no", "off", ""):
        return False
    raise SettingsError(name, f"{name} is {value!r}; write true or false")
