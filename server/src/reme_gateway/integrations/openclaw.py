"""OpenClaw: install, remove and inspect our plugin through its own command line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from reme_gateway.integrations import json_document, openclaw_state, package_files
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram, find, passed_environment
from reme_gateway.integrations.installer import HostReport, ServerAddress
from reme_gateway.integrations.openclaw_state import OpenClawState
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.removal import removal_steps
from reme_gateway.integrations.saved_files import Record, record_of
from reme_gateway.integrations.steps import Plan, Step

_VARIABLES = ("OPENCLAW_HOME", "OPENCLAW_STATE_DIR", "OPENCLAW_CONFIG_PATH", "OPENCLAW_PROFILE")
_QUIET = {"OPENCLAW_NO_AUTO_UPDATE": "1", "DO_NOT_TRACK": "1", "NO_COLOR": "1"}
_CONSENTS = ("--force", "--accept-capabilities")
_RESTART = "A gateway that runs now loads the plugin after `openclaw gateway restart`."
_TOKEN = "OpenClaw finds the token in ~/.reme/config.json, or as REME_TOKEN where it starts."  # noqa: S105
# What the host notes of itself when it writes the file.
_HOSTS_OWN = "meta"
_OTHERS = "others"


class Installer:
    """OpenClaw with one configuration."""

    def __init__(self, places: Places, variables: Mapping[str, str]) -> None:
        self._places = places
        self._variables = variables
        self._own = descriptor_of("openclaw")
        self._folder = openclaw_state.openclaw_folder(places.home, variables)
        self._package = places.packages(self._own.folder)

    @property
    def descriptor(self) -> Mapping[str, Any]:
        """The host's slice of the contract."""
        return self._own.values

    def install(self, server: ServerAddress) -> Plan:
        """Package, plugin, its permission to read the conversation, and where the server is."""
        program = self._program()
        state, record = self._state(program), self._record()
        source = package_files.source_of(self._own.folder)
        steps = []
        changes = self._host_steps(program, state, source, server)
        if state.place is None:
            record.files.clear()
            record.notes.clear()
            record.remember((self._folder.config,))
            does = "note what the configuration holds now"
            steps.append(Step(does, files=(record.path,), act=record.write))
            does = "note what the host made of the rest of it"
            changes.insert(1, Step(does, files=(record.path,), act=partial(self._note_others, record)))
        if not package_files.is_same(source, self._package):
            does = f"copy the package, version {self._own.version}"
            act = partial(package_files.bring, source, self._package)
            steps.append(Step(does, files=(self._package,), act=act))
        afterwards = (_RESTART, _TOKEN) if server.token else (_RESTART,)
        return Plan((*steps, *changes), afterwards)

    def uninstall(self, keep_data: bool) -> Plan:
        """The same backwards; the host leaves a marker that would keep a later plugin switched off."""
        program, record = self._program_or_none(), self._record()
        state = self._state(program)
        steps = []
        if program is not None and state.place is not None:
            files = (self._folder.config, state.place)
            command = ("plugins", "uninstall", self._own.plugin, "--force")
            steps.append(program.step("remove the plugin", files, *command))
        if record.exists or state.entry is not None:
            steps.append(
                Step(
                    "bring the configuration back to what it was",
                    files=(self._folder.config,),
                    act=partial(self._restore, record),
                )
            )
        own = [self._folder.extension(self._own)]
        return Plan((*steps, *removal_steps(self._places, self._own.folder, record, own, keep_data)))

    def inspect(self, report: HostReport, folder: Path, url: str) -> None:
        """Program, plugin, permissions, hooks, and what stands beside it."""
        from reme_gateway.integrations.openclaw_inspection import inspect

        del folder  # the configuration is the same everywhere
        program = self._program_or_none()
        inspect(report, self._own, self._state(program), program, url)

    def _state(self, program: HostProgram | None) -> OpenClawState:
        return openclaw_state.read_state(self._folder, self._own, program)

    def _record(self) -> Record:
        return record_of(self._places, self._own.folder, self._folder.config)

    def _program_or_none(self) -> HostProgram | None:
        path = find("openclaw", self._variables)
        environment = passed_environment(self._variables, _QUIET, *_VARIABLES)
        return HostProgram("openclaw", path, environment) if path else None

    def _program(self) -> HostProgram:
        program = self._program_or_none()
        if program is None:
            raise InstallationFailed(
                "there is no `openclaw` on PATH", f"install it first: npm install -g {self._own.distribution}"
            )
        return program

    def _host_steps(
        self, program: HostProgram, state: OpenClawState, source: Path, server: ServerAddress
    ) -> list[Step]:
        name, config = self._own.plugin, self._folder.config
        entry = f"plugins.entries.{name}"
        changes: list[tuple[str, tuple[str, ...]]] = []
        if state.place is None or not package_files.is_same(source, state.place):
            command = ("plugins", "install", str(self._package), *_CONSENTS)
            changes.append(("install the plugin, with both consents", command))
        if state.disabled:
            changes.append(("switch the plugin on", ("plugins", "enable", name, "--accept-capabilities")))
        if not state.has_access:
            does = "let it read prompts and answers; without that the host silently skips its hooks"
            command = ("config", "set", f"{entry}.hooks.allowConversationAccess", "true", "--strict-json")
            changes.append((does, command))
        if state.url != server.url and (state.url or not server.is_default):
            command = ("config", "set", f"{entry}.config.baseUrl", json.dumps(server.url), "--strict-json")
            changes.append(("tell where the server is", command))
        if state.slot == name:
            does = "give the memory slot back, which the plugin does not need"
            changes.append((does, ("config", "unset", "plugins.slots.memory")))
        copy = self._folder.extension(self._own)
        return [
            program.step(does, (config, copy) if command[1] == "install" else (config,), *command)
            for does, command in changes
        ]

    def _note_others(self, record: Record) -> None:
        document = json_document.parse(self._folder.config.read_bytes())
        record.notes[_OTHERS] = self._others(document or {})
        record.write()

    def _others(self, document: Mapping[str, Any]) -> str:
        """A hash of everything in the configuration that neither we nor the host itself put there."""
        rest = openclaw_state.without_ours(document, self._own)
        rest.pop(_HOSTS_OWN, None)
        return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()

    def _restore(self, record: Record) -> None:
        record.restore(self._folder.config, partial(self._restored, record))

    def _restored(self, record: Record, before: bytes | None, current: bytes) -> bytes | None:
        """The bytes of before come back when nobody changed anything else since.

        The host's first write drops comments and adds entries of its own, so what it made of the file is
        compared. A file with comments was written by hand since: it is left as it is.
        """
        document = json_document.parse(current)
        if document is None:
            return current
        if record.notes.get(_OTHERS) == self._others(document):
            return before
        rest = openclaw_state.without_ours(document, self._own)
        return current if rest == document else json_document.written(rest) + b"\n"
