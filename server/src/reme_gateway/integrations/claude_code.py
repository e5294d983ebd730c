"""Claude Code: install, remove and inspect our plugin through its own command line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from reme_gateway.integrations import claude_state, json_document, package_files
from reme_gateway.integrations.claude_state import ClaudeState
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram, find, passed_environment
from reme_gateway.integrations.installer import HostReport, ServerAddress
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.removal import removal_steps
from reme_gateway.integrations.saved_files import Record, Restore, record_of
from reme_gateway.integrations.steps import Plan, Step

_QUIET = {
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_AUTOUPDATER": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
}
_RESTART = "Sessions that run now get the plugin after /reload-plugins or a restart."
_TRUST = "No hook runs in a folder that you have not trusted in Claude Code's own dialog."
_ADDRESS, _TOKEN = "base_url", "token"
_SHELLS = frozenset({"enabledPlugins", "extraKnownMarketplaces", "pluginConfigs"})
_DECLINED = "declinedPlugins"
_EMPTY_FILE = len("{}")


class Installer:
    """Claude Code in one configuration folder, for the user and not for one project."""

    def __init__(self, places: Places, variables: Mapping[str, str]) -> None:
        self._places = places
        self._variables = variables
        self._own = descriptor_of("claude_code")
        self._files = claude_state.claude_folder(places.home, variables)
        self._package = places.packages(self._own.folder)

    @property
    def descriptor(self) -> Mapping[str, Any]:
        """The host's slice of the contract."""
        return self._own.values

    def install(self, server: ServerAddress) -> Plan:
        """Package, marketplace, plugin, and the server's address where it is not the default."""
        program = self._program()
        state = claude_state.read_state(program, self._files, self._own)
        record = self._record()
        steps = []
        if state.entry is None and state.source is None:
            record.files.clear()
            record.notes.clear()
            record.remember((self._files.settings, self._files.marketplaces, self._files.plugins))
            record.notes["credentials"] = self._files.credentials.exists()
            steps.append(
                Step("note what the configuration holds now", files=(record.path,), act=record.write)
            )
        source = package_files.source_of(self._own.folder)
        if not package_files.is_same(source, self._package):
            does = f"copy the package, version {self._own.version}; Claude Code reads it in place"
            act = partial(package_files.bring, source, self._package)
            steps.append(Step(does, files=(self._package,), act=act))
        steps += self._plugin_steps(program, state)
        steps += self._option_steps(program, state, record, server)
        return Plan(tuple(steps), (_RESTART, _TRUST))

    def uninstall(self, keep_data: bool) -> Plan:
        """The same backwards; the host leaves shells of entries and its copies behind, which go too."""
        program, record = self._program_or_none(), self._record()
        state = ClaudeState(self._own)
        steps = []
        if program is not None:
            state = claude_state.read_state(program, self._files, self._own)
            settings = self._files.settings
            if state.entry is not None:
                command = ("plugin", "uninstall", self._own.selector, "--json")
                kept = ("--keep-data",) if keep_data else ()
                files = (settings, self._files.plugins)
                steps.append(program.step("remove the plugin", files, *command, *kept))
            if state.source is not None:
                forget = ("plugin", "marketplace", "remove", self._own.marketplace, "--json")
                files = (settings, self._files.marketplaces)
                steps.append(program.step("forget the marketplace", files, *forget))
        if record.exists or steps or self._has_traces():
            steps.append(
                Step(
                    "bring the configuration back to what it was",
                    files=(self._files.settings, self._files.marketplaces, self._files.plugins),
                    act=partial(self._restore, record),
                )
            )
        own = [self._files.cache(self._own), *([] if keep_data else [self._files.data(self._own)])]
        return Plan((*steps, *removal_steps(self._places, self._own.folder, record, own, keep_data)))

    def inspect(self, report: HostReport, folder: Path, url: str) -> None:
        """Program, plugin, and what stands beside it."""
        from reme_gateway.integrations.claude_inspection import inspect

        inspect(report, self._own, self._files, self._program_or_none(), folder, url)

    def _record(self) -> Record:
        return record_of(self._places, self._own.folder, self._files.folder)

    def _program_or_none(self) -> HostProgram | None:
        home = self._places.home
        elsewhere = (home / ".local" / "bin" / "claude", home / ".claude" / "local" / "claude")
        path = find("claude", self._variables, elsewhere)
        environment = passed_environment(
            self._variables, _QUIET, "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_TMPDIR", "CLAUDE_CODE_GIT_BASH_PATH"
        )
        return HostProgram("claude", path, environment) if path else None

    def _program(self) -> HostProgram:
        program = self._program_or_none()
        if program is None:
            raise InstallationFailed(
                "there is no `claude` on PATH", f"install it first: npm install -g {self._own.distribution}"
            )
        return program

    def _plugin_steps(self, program: HostProgram, state: ClaudeState) -> list[Step]:
        steps = []
        selector, settings = self._own.selector, self._files.settings
        if state.source is None or state.source.absolute() != self._package.absolute():
            command = ("plugin", "marketplace", "add", str(self._package), "--json")
            files: tuple[Path, ...] = (settings, self._files.marketplaces)
            steps.append(program.step("make the marketplace known", files, *command))
        files = (settings, self._files.plugins, self._files.cache(self._own))
        if state.entry is None:
            does = "install and enable the plugin"
            return [*steps, program.step(does, files, "plugin", "install", selector, "--json")]
        if not state.entry.get("enabled"):
            does = "switch the plugin on"
            steps.append(program.step(does, (settings,), "plugin", "enable", selector, "--json"))
        if state.entry.get("version") != self._own.version:
            does = f"record version {self._own.version} in place of {state.entry.get('version')}"
            steps.append(program.step(does, files, "plugin", "update", selector, "--json"))
        return steps

    def _option_steps(
        self, program: HostProgram, state: ClaudeState, record: Record, server: ServerAddress
    ) -> list[Step]:
        """Options are handed over on standard input, because command lines can be read by every user."""
        wanted: dict[str, str] = {}
        if state.options.get(_ADDRESS, None) != server.url and not (
            server.is_default and _ADDRESS not in state.options
        ):
            wanted[_ADDRESS] = server.url
        digest = hashlib.sha256(server.token.encode()).hexdigest() if server.token else None
        if server.token and record.notes.get(_TOKEN) != digest:
            wanted[_TOKEN] = server.token
        if not wanted:
            return []
        command = ("plugin", "configure", self._own.selector, "--values-stdin", "--json")
        files = [self._files.settings, *([self._files.credentials] if _TOKEN in wanted else [])]
        does = "tell where the server is" if _ADDRESS in wanted else "hand over the server's token"
        step = program.step(does, tuple(files), *command, stdin=json.dumps(wanted))
        if _TOKEN not in wanted:
            return [step]
        note = partial(_note_token, record, digest)
        return [step, Step("note which token it has (its hash)", files=(record.path,), act=note)]

    def _drop(self, document: dict[str, Any]) -> None:
        for name, key in (
            ("enabledPlugins", self._own.selector),
            ("extraKnownMarketplaces", self._own.marketplace),
            ("pluginConfigs", self._own.selector),
        ):
            if isinstance(document.get(name), dict):
                document[name].pop(key, None)

    def _has_traces(self) -> bool:
        settings = claude_state.read_settings(self._files)
        before = json.dumps(settings)
        self._drop(settings)
        return json.dumps(settings) != before

    def _restore(self, record: Record) -> None:
        def installed(document: dict[str, Any]) -> None:
            if isinstance(document.get("plugins"), dict):
                document["plugins"].pop(self._own.selector, None)

        def known(document: dict[str, Any]) -> None:
            document.pop(self._own.marketplace, None)

        def declined(document: dict[str, Any]) -> None:
            names = document.get(_DECLINED)
            if isinstance(names, list):
                document[_DECLINED] = [name for name in names if name != self._own.selector]

        def back(drop: json_document.Drop, shells: frozenset[str], nothing: dict[str, Any]) -> Restore:
            return lambda before, current: json_document.restored(before, current, drop, shells, nothing)

        record.restore(self._files.settings, back(self._drop, _SHELLS, {}))
        record.restore(self._files.marketplaces, back(known, frozenset(), {}))
        record.restore(self._files.plugins, back(installed, frozenset(), {"version": 2, "plugins": {}}))
        if self._files.state_file.exists():
            record.restore(self._files.state_file, back(declined, frozenset({_DECLINED}), {"": None}))
        credentials = self._files.credentials
        if record.notes.get("credentials") is False and _size(credentials) == _EMPTY_FILE:
            credentials.unlink(missing_ok=True)


def _note_token(record: Record, digest: str | None) -> None:
    record.notes[_TOKEN] = digest
    record.write()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1
