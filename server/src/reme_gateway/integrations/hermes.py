"""Hermes: put our provider and its skill into a home, and select it through the host's own command line."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from reme_gateway._vendor.reme_hooks import configuration as chain
from reme_gateway._vendor.reme_hooks._generated.v1 import configuration as rules
from reme_gateway.integrations import hermes_state, json_document, package_files
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.folders import make_private
from reme_gateway.integrations.hermes_state import HermesState
from reme_gateway.integrations.host_program import HostProgram, find, passed_environment
from reme_gateway.integrations.installer import HostReport, ServerAddress
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.removal import removal_steps
from reme_gateway.integrations.saved_files import Record, record_of, replace_file
from reme_gateway.integrations.steps import Plan, Step

_QUIET = {"HERMES_DISABLE_LAZY_INSTALLS": "1", "TERM": "dumb"}
_RESTART = "Sessions that start from now on have it; a gateway that runs needs a restart."
_PROVIDER, _TOKEN, _VARIABLES = "provider", "token", "variables"
_KEY = "memory.provider"


class Installer:
    """Hermes in one home: the person's own, or that of a profile, which HERMES_HOME names."""

    def __init__(self, places: Places, variables: Mapping[str, str]) -> None:
        self._places = places
        self._variables = variables
        self._own = descriptor_of("hermes")
        self._folder = hermes_state.home_folder(places.home, variables)

    @property
    def descriptor(self) -> Mapping[str, Any]:
        """The host's slice of the contract."""
        return self._own.values

    def install(self, server: ServerAddress) -> Plan:
        """Provider, skill, the server's address where it would not be found otherwise, and the selection."""
        program = self._program()
        state, record = self._state(), self._record()
        if state.plugin.exists() and not state.is_ours:
            raise InstallationFailed(
                f"{state.plugin} is another plugin of that name", f"move it away: mv {state.plugin} ~/"
            )
        steps = []
        if not record.exists:
            record.files.clear()
            record.remember((state.config, state.settings))
            record.notes[_PROVIDER] = state.provider
            record.notes[_VARIABLES] = state.variables.exists()
            steps.append(
                Step("note what the configuration holds now", files=(record.path,), act=record.write)
            )
        source = package_files.plugin_of(self._own.folder)
        copies = (
            (f"copy the provider, version {self._own.version}", source, state.plugin),
            ("copy the skill", source / "skills" / hermes_state.SKILL, state.skill),
        )
        for does, original, copy in copies:
            if not package_files.is_same(original, copy):
                act = partial(package_files.bring, original, copy)
                steps.append(Step(does, files=(copy,), act=act))
        steps += self._server_steps(state, record, server)
        afterwards = [_RESTART]
        if state.provider != self._own.plugin:
            does = "select the provider" + (f" in place of {state.provider}" if state.provider else "")
            steps.append(program.step(does, (state.config,), "config", "set", _KEY, self._own.plugin))
            if state.provider:
                afterwards.append(f"`reme uninstall hermes` brings {state.provider} back.")
        return Plan(tuple(steps), tuple(afterwards))

    def uninstall(self, keep_data: bool) -> Plan:
        """The same backwards; what others wrote into the same files stays."""
        state, record = self._state(), self._record()
        steps = []
        program = self._program_or_none()
        if state.provider == self._own.plugin and program is not None:
            before = str(record.notes.get(_PROVIDER) or "")
            command = ("set", _KEY, before) if before else ("unset", _KEY)
            does = f"select {before} again" if before else "select no provider"
            steps.append(program.step(does, (state.config,), "config", *command))
        if record.exists:
            files = (state.config, state.settings, state.variables)
            act = partial(self._restore, state, record)
            steps.append(Step("bring the configuration back to what it was", files=files, act=act))
        own = [state.skill, *([state.plugin] if state.is_ours else [])]
        if not keep_data:
            own.append(self._places.spool(self._own.folder))
        return Plan((*steps, *removal_steps(self._places, self._own.folder, record, own, keep_data)))

    def inspect(self, report: HostReport, folder: Path, url: str) -> None:
        """Program, provider, skill, and what stands beside them."""
        del folder  # a provider belongs to a home, not to a project
        from reme_gateway.integrations.hermes_inspection import inspect

        inspect(report, self._own, self._state(), self._program_or_none(), self._effective(), url)

    def _state(self) -> HermesState:
        return hermes_state.read_state(self._folder, self._own)

    def _record(self) -> Record:
        return record_of(self._places, self._own.folder, self._folder)

    def _program_or_none(self) -> HostProgram | None:
        home = self._places.home
        elsewhere = (
            home / ".local" / "bin" / "hermes",
            self._folder / "hermes-agent" / "venv" / "bin" / "hermes",
        )
        path = find("hermes", self._variables, elsewhere)
        environment = passed_environment(self._variables, {**_QUIET, "HERMES_HOME": str(self._folder)})
        return HostProgram("hermes", path, environment) if path else None

    def _program(self) -> HostProgram:
        program = self._program_or_none()
        if program is None:
            raise InstallationFailed(
                "there is no `hermes` on PATH", f"install it first: {self._own.install_command}"
            )
        return program

    def _effective(self) -> dict[str, chain.Setting]:
        """Address and token as the provider finds them, without the variables of this command."""
        variables = {hermes_state.TOKEN_VARIABLE: hermes_state.token_of(self._folder / ".env") or ""}
        settings = self._folder / "reme.json"
        try:
            layers = (
                (
                    (
                        str(settings),
                        chain.file_values("plugin", str(settings), settings.read_text("utf-8-sig")),
                    ),
                )
                if settings.is_file()
                else ()
            )
            server_file = str(self._places.home / rules.SERVER_FILE)
            return chain.load({}, variables, str(self._places.home), None, server_file, nearer=layers)
        except (chain.ConfigurationError, OSError, UnicodeDecodeError) as error:
            raise InstallationFailed(str(error), "correct the file") from error

    def _server_steps(self, state: HermesState, record: Record, server: ServerAddress) -> list[Step]:
        """The provider reads the same files as this command, so mostly there is nothing to tell it."""
        found = self._effective()
        steps = []
        if found["url"].value != server.url:
            act = partial(self._write_address, state, server.url)
            steps.append(Step("tell where the server is", files=(state.settings,), act=act))
        if server.token and found["token"].value != server.token:
            act = partial(self._write_token, state, record, server.token)
            files = (state.variables, record.path)
            steps.append(Step("hand over the server's token", files=files, act=act))
        return steps

    def _write_address(self, state: HermesState, url: str) -> None:
        content = state.settings.read_bytes() if state.settings.is_file() else None
        known = json_document.parse(content) or {}
        replace_file(state.settings, json_document.written({**known, "url": url}) + b"\n", 0o600)

    def _write_token(self, state: HermesState, record: Record, token: str) -> None:
        """Its hash is noted, so that an uninstall takes away this token and no other one."""
        record.notes[_TOKEN] = hashlib.sha256(token.encode()).hexdigest()
        record.write()
        make_private(state.folder)
        replace_file(state.variables, hermes_state.with_token(state.variables, token), 0o600)

    def _restore(self, state: HermesState, record: Record) -> None:
        def without_us(before: bytes | None, current: bytes) -> bytes | None:
            return hermes_state.restored(before, current, state.config, self._own.plugin)

        record.restore(state.config, without_us)
        record.restore(state.settings, lambda before, _: before)
        token = hermes_state.token_of(state.variables)
        if token is None or hashlib.sha256(token.encode()).hexdigest() != record.notes.get(_TOKEN):
            return
        content = hermes_state.with_token(state.variables, None)
        if content or record.notes.get(_VARIABLES):
            replace_file(state.variables, content, 0o600)
        else:
            state.variables.unlink(missing_ok=True)
