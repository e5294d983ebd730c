"""systemd: a unit of the user's own manager."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reme_gateway.background.definition import ServiceDefinition
from reme_gateway.background.manager import ServiceStatus, control_program
from reme_gateway.background.service_files import content_of, file_step, removal_steps, token_steps
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.steps import Plan, Step

UNIT = "reme.service"
_LINGER = "It starts when you log in; `loginctl enable-linger` lets it start with the machine."
_LOG = "Its log: journalctl --user --unit reme"


class Systemd:
    """The user's systemd. Every change goes through ``systemctl --user``."""

    name = "systemd"

    def __init__(self, home: Path, variables: Mapping[str, str]) -> None:
        configuration = variables.get("XDG_CONFIG_HOME", "").strip()
        self._file = (Path(configuration) if configuration else home / ".config") / "systemd" / "user" / UNIT
        self._program = control_program("systemctl", variables)

    def missing(self) -> str | None:
        """What this machine lacks: the program, or a manager for this user that answers."""
        if self._program is None:
            return "systemctl is not on PATH, so there is no systemd here"
        ended = self._program.run("--user", "show-environment", seconds=10)
        if ended.code:
            return f"systemd's user manager does not answer ({ended.reason})"
        return None

    def status(self, definition: ServiceDefinition) -> ServiceStatus:
        """Asks the manager; without one only the unit's file is known."""
        content = content_of(self._file)
        current = content == unit_text(definition).encode()
        lacking = self.missing()
        if lacking or self._program is None:
            return ServiceStatus(
                self.name, self._file, content is not None, False, False, current, None, lacking or ""
            )
        enabled = self._program.run("--user", "is-enabled", UNIT).out.strip()
        active = self._program.run("--user", "is-active", UNIT).out.strip()
        pid = self._program.run("--user", "show", "--property", "MainPID", "--value", UNIT).out.strip()
        return ServiceStatus(
            self.name,
            self._file,
            content is not None,
            enabled == "enabled",
            active == "active",
            current,
            int(pid) if pid.isdecimal() and pid != "0" else None,
            active,
        )

    def install(self, definition: ServiceDefinition) -> Plan:
        """Unit, then reload, enable, start; a changed unit restarts what runs."""
        program = self._working()
        status = self.status(definition)
        steps = token_steps(definition)
        changed = not status.current
        if changed:
            steps.append(file_step(self._file, unit_text(definition).encode()))
            steps.append(_ctl(program, "have systemd read it", "daemon-reload"))
        if not status.enabled:
            steps.append(_ctl(program, "let it start by itself", "enable", UNIT))
        if steps or not status.active:
            steps.append(_ctl(program, "start it", "restart", UNIT))
        return Plan(tuple(steps), (_LINGER, _LOG))

    def uninstall(self, definition: ServiceDefinition) -> Plan:
        """Stop, disable, remove, reload."""
        status = self.status(definition)
        steps = []
        usable = self._program if self.missing() is None else None
        if usable is not None and (status.installed or status.enabled or status.active):
            steps.append(_ctl(usable, "stop it, and let it not start again", "disable", "--now", UNIT))
        steps += removal_steps(self._file, definition.token_file)
        if usable is not None and status.installed:
            steps.append(_ctl(usable, "have systemd forget it", "daemon-reload"))
        return Plan(tuple(steps))

    def _working(self) -> HostProgram:
        lacking = self.missing()
        if lacking or self._program is None:
            raise InstallationFailed(str(lacking), "have `reme start` run at login by other means")
        return self._program


def unit_text(definition: ServiceDefinition) -> str:
    """The unit. Failures are restarted, wrong settings are not, and after ten in five minutes it gives up."""
    lines = [
        "[Unit]",
        "Description=ReMe Gateway, one memory for all coding agents",
        "StartLimitIntervalSec=300",
        "StartLimitBurst=10",
        "",
        "[Service]",
        "Type=exec",
        f"ExecStart={_command_line(definition.arguments)}",
        *(f"Environment={_quoted(f'{name}={value}')}" for name, value in sorted(definition.settings.items())),
        "Restart=on-failure",
        "RestartSec=5",
        "RestartPreventExitStatus=2 4",
        "TimeoutStopSec=30",
        "UMask=0077",
        "",
        "[Install]",
        "WantedBy=default.target",
        "",
    ]
    return "\n".join(lines)


def _command_line(words: tuple[str, ...]) -> str:
    """Variables are expanded in every word but the program's own path, which may hold no quotes."""
    if any(char in words[0] for char in "\"'\\"):
        words = ("/usr/bin/env", *words)
    program, *arguments = words
    return " ".join([_quoted(program), *(_quoted(word.replace("$", "$$")) for word in arguments)])


def _quoted(text: str) -> str:
    if any(ord(char) < 32 for char in text):
        raise InstallationFailed(f"{text!r} holds a control character", "choose another path or value")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def _ctl(program: HostProgram, does: str, *arguments: str) -> Step:
    return program.step(does, (), "--user", *arguments)
