"""Our files in Hermes' home folder: `reme.json`, one variable in `.env`, and the spool."""

from __future__ import annotations

import os
from pathlib import Path

from ..reme_hooks.configuration import ConfigurationError, file_values
from ..reme_hooks.private_file import write_object

SETTINGS_FILE = "reme.json"
VARIABLES_FILE = ".env"
TOKEN_VARIABLE = "REME_TOKEN"  # noqa: S105 - the name of a variable
SPOOL_FOLDER = "reme-spool"

Layer = tuple[tuple[str, dict[str, object]], ...]


def real_home(name: object) -> str:
    """The home's real path with slashes, whatever it was called by; the host's default without a name."""
    path = str(name or os.environ.get("HERMES_HOME") or _default())
    return Path(path).expanduser().resolve().as_posix()


def spool_folder(home: str) -> str:
    """Where turns wait for the server: each home has its own."""
    return f"{home}/{SPOOL_FOLDER}"


def settings_layer(home: str) -> Layer:
    """What `reme.json` says, as a layer of the configuration. Raises ConfigurationError, naming it."""
    path = f"{home}/{SETTINGS_FILE}"
    try:
        text = Path(path).read_text("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except (OSError, UnicodeDecodeError):
        raise ConfigurationError("file_unreadable", path=path) from None
    return ((f"file {path}", file_values("plugin", path, text)),)


def save_settings(home: str, values: dict[str, object]) -> None:
    """Change members of `reme.json`; an empty one goes. Raises OSError and ConfigurationError."""
    known: dict[str, object] = {}
    for _, stored in settings_layer(home):
        known.update(stored)
    known.update(values)
    write_object(f"{home}/{SETTINGS_FILE}", {key: value for key, value in known.items() if value != ""})


def save_token(home: str, token: str) -> None:
    """Put the token into `.env`, which the host loads, and keep every other line. Raises OSError."""
    path = Path(home, VARIABLES_FILE)
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except FileNotFoundError:
        lines = []
    kept = [line for line in lines if line.partition("=")[0].strip() != TOKEN_VARIABLE]
    text = "".join(f"{line}\n" for line in [*kept, f"{TOKEN_VARIABLE}={_quoted(token)}"])
    temporary = path.with_name(f".env.reme-{os.getpid()}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    temporary.replace(path)


def _quoted(value: str) -> str:
    """A value as files of variables want it: bare where no character means something else."""
    if value and all(char.isalnum() or char in "._~+/=-" for char in value):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _default() -> str:
    if os.name == "nt":
        return os.environ.get("LOCALAPPDATA", "~") + "/hermes"
    return "~/.hermes"
