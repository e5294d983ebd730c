"""Which hooks Codex would run: asked of its app server, because it skips an untrusted hook in silence."""

from __future__ import annotations

import json
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram

_SECONDS = 20
_CLIENT = {"clientInfo": {"name": "reme-doctor", "version": "1"}}


@dataclass(frozen=True, slots=True)
class ListedHook:
    """One handler: ``trust`` is untrusted, trusted, modified or managed."""

    key: str
    event: str
    trust: str
    enabled: bool


def listed_hooks(program: HostProgram, plugin: str, folder: Path) -> tuple[list[ListedHook], list[str]]:
    """The plugin's hooks for a session in ``folder``, and the host's warnings.

    Nothing is changed by asking. Raises ``InstallationFailed`` when the app server does not answer.
    """
    reply = _ask(program, "hooks/list", {"cwds": [str(folder)]})
    entries = [entry for entry in reply.get("data", []) if isinstance(entry, dict)]
    hooks = [
        ListedHook(
            str(hook.get("key")),
            str(hook.get("eventName")),
            str(hook.get("trustStatus")),
            hook.get("enabled") is not False,
        )
        for entry in entries
        for hook in entry.get("hooks", [])
        if hook.get("pluginId") == plugin
    ]
    told = [*(item for entry in entries for item in entry.get("warnings", []) + entry.get("errors", []))]
    return hooks, [str(item.get("message") if isinstance(item, dict) else item) for item in told]


def _ask(program: HostProgram, method: str, params: dict[str, Any]) -> dict[str, Any]:
    try:
        process = subprocess.Popen(  # noqa: S603 - the user's own host
            [str(program.path), "app-server"],
            env=dict(program.environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise InstallationFailed(
            f"{program.path} can't be started: {error.strerror}", f"run `{program.name} --version` by hand"
        ) from error
    # Reads below block; the end of the process ends them.
    watch = threading.Timer(_SECONDS, process.kill)
    watch.start()
    try:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        _send(process.stdin, {"id": 1, "method": "initialize", "params": _CLIENT})
        _reply(process.stdout, 1)
        _send(process.stdin, {"method": "initialized"})
        _send(process.stdin, {"id": 2, "method": method, "params": params})
        return _reply(process.stdout, 2)
    except (OSError, ValueError) as error:
        raise InstallationFailed(
            f"`{program.shown('app-server')}` gives no answer to {method}", "update Codex"
        ) from error
    finally:
        watch.cancel()
        _end(process)


def _send(stream: IO[bytes], message: dict[str, Any]) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


def _reply(stream: IO[bytes], number: int) -> dict[str, Any]:
    """The result with this number; notifications before it are passed over. Raises ``ValueError``."""
    for line in stream:
        message = json.loads(line)
        if isinstance(message, dict) and message.get("id") == number and "method" not in message:
            result = message.get("result")
            if isinstance(result, dict):
                return result
            break
    raise ValueError("no result")


def _end(process: subprocess.Popen[bytes]) -> None:
    """Closing its input is how the app server is told to go."""
    with process:
        if process.stdin is not None:
            process.stdin.close()
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
