"""The commented default files that `reme config init` writes, and what each setting is for."""

from __future__ import annotations

import json
import os
import secrets
import stat

from reme_gateway.cli.outcome import CONFIGURATION, FAILED, CommandFailed

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

CLIENT_LINES: tuple[tuple[str, str, Any], ...] = (
    (
        "url",
        "where the gateway answers; not needed while server.json says where it listens",
        "http://127.0.0.1:2333",
    ),
    ("token", "what the server asks for; not needed while server.json holds it", ""),
    ("timeout_ms", "how long commands, clients and the proxy wait, in milliseconds; at least 1000", 15000),
    ("scope", "which memories are written and searched", "default"),
)
SERVER_LINES: tuple[tuple[str, str, Any], ...] = (
    ("host", "address to listen on; anything but loopback needs a token", "127.0.0.1"),
    ("port", "0 picks a free one", 2333),
    ("token", "when set, clients must send it; those of this machine read it here", ""),
    ("backend", "gateway (JSON and MCP), http (only JSON) or mcp (only MCP)", "gateway"),
    ("allowed_hosts", "further names in the Host header, as of a reverse proxy", []),
    ("allowed_origins", "web origins that may call; browsers are refused otherwise", []),
    ("forget_tool", "offer reme_forget to models; the user is asked each time", False),
    (
        "zone",
        "time zone in which days are counted, as Europe/Berlin; fixed at the workspace's first start",
        None,
    ),
    ("extractor", "what writes the notes", "outline"),
    ("queue", "sqlite, or the URL of a PostgreSQL database", "sqlite"),
    ("queue_concurrency", "how many sessions are distilled at the same time", 4),
    ("turn_end_events", "so many new turns start a distillation", 20),
    ("turn_end_seconds", "or so many seconds after a turn", 60.0),
    ("idle_flush_seconds", "or so many seconds of silence", 300.0),
    ("drain_seconds", "how long a stop waits for work that runs", 5.0),
    ("log_level", "debug, info, warning or error; logs never hold content", "warning"),
    ("workspace_dir", "folder that holds everything", "~/.reme/workspace"),
)


def new_token() -> str:
    """256 random bits; the prefix lets redaction recognise it."""
    return f"reme_{secrets.token_urlsafe(32)}"


def commented(title: str, lines: tuple[tuple[str, str, Any], ...], active: dict[str, Any]) -> str:
    """A JSON file in which every setting is a comment but those in ``active``; the last one has no comma."""
    text = [
        "{",
        f"  // {title}",
        "  // Take the slashes off a line to set it. A line that begins with them is ignored.",
    ]
    ordered = [line for line in lines if line[0] not in active] + [
        line for line in lines if line[0] in active
    ]
    for number, (name, purpose, default) in enumerate(ordered, 1):
        comma = "" if number == len(ordered) else ","
        slashes = "" if name in active else "// "
        value = json.dumps(active.get(name, default), ensure_ascii=False)
        text += ["", f"  // {name}: {purpose}.", f'  {slashes}"{name}": {value}{comma}']
    return "\n".join([*text, "}", ""])


def write_new(path: str, text: str) -> None:
    """Write a file that is not there yet, for its owner only (folders 0700, file 0600).

    Raises ``CommandFailed`` when it exists or cannot be written; an existing file is never touched.
    """
    folder = os.path.dirname(path) or "."  # noqa: PTH120
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise CommandFailed(
            f"{path} is there already and was not changed", "edit it, or move it away first", exit_code=FAILED
        ) from None
    except OSError as error:
        raise CommandFailed(
            f"{path} cannot be written: {error.strerror}",
            "check the folder's permissions",
            exit_code=CONFIGURATION,
        ) from error
