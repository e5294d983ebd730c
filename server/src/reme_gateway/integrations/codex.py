"""Codex: install, remove and inspect our plugin through its own command line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from reme_gateway.integrations import codex_state, package_files, toml_document
from reme_gateway.integrations.codex_state import CodexState
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram, find, passed_environment
from reme_gateway.integrations.installer import HostReport, ServerAddress
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.removal import removal_steps
from reme_gateway.integrations.saved_files import Record, record_of
from reme_gateway.integrations.steps import Plan, Step

_TRUST = (
    "Start `codex` and trust the hooks of reme on its first screen, or under /hooks. Until then, and again "
    "after each update, Codex skips them without a word."
)
_TOKEN = "Codex takes the token from its environment: start it where REME_TOKEN is set."  # noqa: S105
_MCP = "mcp"
_VARIABLE = "REME_TOKEN"


class Installer:
    """Codex in one configuration folder."""

    def __init__(self, places: Places, variables: Mapping[str, str]) -> None:
        self._places = places
        self._variables = variables
        self._own = descriptor_of("codex")
        self._folder = codex_state.configuration_folder(places.home, variables)
        self._package = places.packages(self._own.folder)

    @property
    def descriptor(self) -> Mapping[str, Any]:
        """The host's slice of the contract."""
        return self._own.values

    def install(self, server: ServerAddress) -> Plan:
        """Package, marketplace, plugin, and the server's address where it is not the default."""
        program = self._program()
        if "CODEX_HOME" in self._variables and not self._folder.is_dir():
            raise InstallationFailed(
                f"CODEX_HOME names {self._folder}, which is no folder", "make it, or unset CODEX_HOME"
            )
        state = self._state()
        record = self._record()
        steps = []
        if state.enabled is None and state.source is None:
            record.files.clear()
            record.notes.clear()
            record.remember((state.file,))
            steps.append(self._keeping(record))
        source = package_files.source_of(self._own.folder)
        if not package_files.is_same(source, self._package):
            steps.append(
                Step(
                    f"copy the package, version {self._own.version}",
                    files=(self._package,),
                    act=partial(package_files.bring, source, self._package),
                )
            )
        steps += self._marketplace_steps(program, state)
        current = state.holds(package_files.plugin_of(self._own.folder))
        if state.enabled is not True or not current or state.source is None:
            files = (state.file, state.cache)
            does = "install and enable the plugin"
            steps.append(program.step(does, files, "plugin", "add", self._own.selector, "--json"))
        steps += self._server_steps(program, state, record, server)
        needs_token = (_TOKEN,) if server.token else ()
        return Plan(tuple(steps), (_TRUST, *needs_token))

    def uninstall(self, keep_data: bool) -> Plan:
        """The same backwards; Codex leaves trust entries behind, which go too."""
        state, record = self._state(), self._record()
        steps = []
        program = self._program_or_none()
        if program is not None:
            steps += self._host_removal_steps(program, state, record)
        if record.exists or self._has_traces(state, record):
            steps.append(
                Step(
                    "bring the configuration back to what it was",
                    files=(state.file,),
                    act=partial(self._restore, state, record),
                )
            )
        steps += self._folder_steps(state, record, keep_data)
        return Plan(tuple(steps))

    def inspect(self, report: HostReport, folder: Path, url: str) -> None:
        """Program, plugin, trust of each hook, and what stands beside it."""
        from reme_gateway.integrations.codex_inspection import inspect

        inspect(report, self._own, self._state(), self._program_or_none(), folder, url)

    def _state(self) -> CodexState:
        return codex_state.read_state(self._folder, self._own)

    def _record(self) -> Record:
        return record_of(self._places, self._own.folder, self._folder)

    def _program_or_none(self) -> HostProgram | None:
        path = find("codex", self._variables)
        environment = passed_environment(self._variables, {}, "CODEX_HOME")
        return HostProgram("codex", path, environment) if path else None

    def _program(self) -> HostProgram:
        program = self._program_or_none()
        if program is None:
            raise InstallationFailed(
                "there is no `codex` on PATH", f"install it first: npm install -g {self._own.distribution}"
            )
        return program

    def _keeping(self, record: Record) -> Step:
        return Step("note what the configuration holds now", files=(record.path,), act=record.write)

    def _host_removal_steps(self, program: HostProgram, state: CodexState, record: Record) -> list[Step]:
        files = (state.file,)
        steps = []
        if record.notes.get(_MCP) and state.server is not None:
            does = "take the server's address out"
            steps.append(program.step(does, files, "mcp", "remove", self._own.server_name))
        if state.enabled is not None or state.cached:
            command = ("plugin", "remove", self._own.selector, "--json")
            steps.append(program.step("remove the plugin", (*files, state.cache), *command))
        if state.source is not None:
            steps.append(self._forgetting(program, state, "forget the marketplace"))
        return steps

    def _forgetting(self, program: HostProgram, state: CodexState, does: str) -> Step:
        command = ("plugin", "marketplace", "remove", self._own.marketplace, "--json")
        return program.step(does, (state.file,), *command)

    def _marketplace_steps(self, program: HostProgram, state: CodexState) -> list[Step]:
        steps = []
        if state.source is not None:
            if _same_place(state.source, self._package):
                return []
            does = f"forget the marketplace at {self._places.short(state.source)}"
            steps.append(self._forgetting(program, state, does))
        command = ("plugin", "marketplace", "add", str(self._package), "--json")
        return [*steps, program.step("make the marketplace known", (state.file,), *command)]

    def _server_steps(
        self, program: HostProgram, state: CodexState, record: Record, server: ServerAddress
    ) -> list[Step]:
        """The plugin's own entry expands no variables; a top-level one of the same name replaces it."""
        name = self._own.server_name
        wanted: dict[str, str] = {}
        if server.token or not server.is_default:
            wanted["url"] = f"{server.url}/mcp"
        if server.token:
            wanted["bearer_token_env_var"] = _VARIABLE
        entry = state.server
        if entry is not None and not record.notes.get(_MCP):
            return []
        present = (
            {key: entry[key] for key in ("url", "bearer_token_env_var") if key in entry} if entry else {}
        )
        if present == wanted:
            return []
        files = (state.file,)
        if not wanted:
            change = program.step("take the server's address out", files, "mcp", "remove", name)
        else:
            variable = ("--bearer-token-env-var", _VARIABLE) if server.token else ()
            command = ("mcp", "add", name, "--url", wanted["url"], *variable)
            change = program.step("tell where the server is", files, *command)
        note = partial(_note_mcp, record, bool(wanted))
        return [Step("note that this entry is ours", files=(record.path,), act=note), change]

    def _is_ours(self, record: Record, path: tuple[str, ...]) -> bool:
        owned = [("marketplaces", self._own.marketplace), ("plugins", self._own.selector)]
        if record.notes.get(_MCP):
            owned.append(("mcp_servers", self._own.server_name))
        return path[:2] in owned or (
            path[:2] == ("hooks", "state") and len(path) > 2 and path[2].startswith(f"{self._own.selector}:")
        )

    def _has_traces(self, state: CodexState, record: Record) -> bool:
        text = state.file.read_text("utf-8") if state.file.exists() else ""
        return toml_document.without_tables(text, partial(self._is_ours, record), frozenset()) != text

    def _restore(self, state: CodexState, record: Record) -> None:
        def how(before: bytes | None, current: bytes) -> bytes | None:
            shells = frozenset(
                {("hooks",), ("hooks", "state"), ("plugins",), ("marketplaces",), ("mcp_servers",)}
            )
            return toml_document.restored(before, current, partial(self._is_ours, record), shells)

        record.restore(state.file, how)

    def _folder_steps(self, state: CodexState, record: Record, keep_data: bool) -> list[Step]:
        own = [state.cache.parent, *state.trust_files, *([] if keep_data else [state.data])]
        return removal_steps(self._places, self._own.folder, record, own, keep_data)


def _note_mcp(record: Record, present: bool) -> None:
    record.notes[_MCP] = present
    record.write()


def _same_place(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or (other.exists() and one.resolve() == other.resolve())
