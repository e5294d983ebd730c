"""DSH: install, remove and inspect our bundle in every profile through the host's own command line."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from reme_gateway.integrations import dsh_state, json_document, package_files
from reme_gateway.integrations.descriptors import descriptor_of
from reme_gateway.integrations.dsh_state import USUAL_PROFILE, Profile
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram, find, passed_environment
from reme_gateway.integrations.installer import HostReport, ServerAddress
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.removal import removal_steps
from reme_gateway.integrations.saved_files import Record, record_of
from reme_gateway.integrations.steps import Plan, Step

_QUIET = {"DSH_TELEMETRY_DISABLED": "1"}
_RESTART = "Restart `dsh`: it reads at its start which plugins a profile has."
_ADDRESS = (
    "The plugin finds the server by `~/.reme/config.json`, or by REME_URL and REME_TOKEN in the environment "
    "that `dsh` is started in."
)
_SHELLS = frozenset({"dependencies"})
# Profiles that the host made for us, and those that had installed packages before.
_MADE, _MODULES = "made", "modules"


class Installer:
    """DSH in one folder of profiles."""

    def __init__(self, places: Places, variables: Mapping[str, str]) -> None:
        self._places = places
        self._variables = variables
        self._own = descriptor_of("dsh")
        self._name = str(self._own.values["packages"][0]["name"])
        self._folder = dsh_state.configuration_folder(places.home, variables)
        self._package = places.packages(self._own.folder)

    @property
    def descriptor(self) -> Mapping[str, Any]:
        """The host's slice of the contract."""
        return self._own.values

    def install(self, server: ServerAddress) -> Plan:
        """Package, and the bundle in every profile; in the usual one where there is none yet."""
        program = self._program()
        source = package_files.source_of(self._own.folder)
        steps = []
        if not package_files.is_same(source, self._package):
            does = f"copy the package, version {self._own.version}"
            act = partial(package_files.bring, source, self._package)
            steps.append(Step(does, files=(self._package,), act=act))
        record = self._record()
        profiles = self._profiles() or [Profile(self._folder / "profiles" / USUAL_PROFILE, self._name)]
        for profile in profiles:
            if profile.source is None:
                self._remember(record, profile)
            steps += self._profile_steps(program, profile, source)
        if any(profile.source is None for profile in profiles):
            steps.insert(0, self._keeping(record))
        elsewhere = () if server.is_default and not server.token else (_ADDRESS,)
        return Plan(tuple(steps), (_RESTART, *elsewhere))

    def uninstall(self, keep_data: bool) -> Plan:
        """The same backwards; the host leaves a lock file and folders behind, which go too."""
        program, record, profiles = self._program_or_none(), self._record(), self._profiles()
        having = [profile for profile in profiles if profile.source is not None]
        steps = [self._removing(program, profile) if program else _deleting(profile) for profile in having]
        if having or record.exists:
            files = tuple(profile.manifest for profile in profiles)
            act = partial(self._restore, record, profiles)
            steps.append(Step("bring the configuration back to what it was", files=files, act=act))
        return Plan((*steps, *removal_steps(self._places, self._own.folder, record, [], keep_data)))

    def inspect(self, report: HostReport, folder: Path, url: str) -> None:
        """Program, package manager, the bundle in each profile, and what stands beside it."""
        from reme_gateway.integrations.dsh_inspection import inspect

        del folder  # profiles are the same everywhere
        pnpm = find("pnpm", self._variables)
        inspect(report, self._own, self._folder, self._profiles(), self._program_or_none(), pnpm, url)

    def _profiles(self) -> list[Profile]:
        return dsh_state.profiles_of(self._folder, self._name)

    def _record(self) -> Record:
        return record_of(self._places, self._own.folder, self._folder)

    def _program_or_none(self) -> HostProgram | None:
        path = find("dsh", self._variables)
        environment = passed_environment(self._variables, _QUIET, "DSH_HOME", "PNPM_HOME")
        return HostProgram("dsh", path, environment) if path else None

    def _program(self) -> HostProgram:
        program = self._program_or_none()
        if program is None:
            raise InstallationFailed(
                "there is no `dsh` on PATH", f"install it first: npm install -g {self._own.distribution}"
            )
        if find("pnpm", self._variables) is None:
            raise InstallationFailed(
                "there is no `pnpm` on PATH, which `dsh plugin` runs", "install it first: npm install -g pnpm"
            )
        return program

    def _remember(self, record: Record, profile: Profile) -> None:
        record.remember((profile.manifest, profile.lock))
        for note, holds in ((_MADE, not profile.folder.exists()), (_MODULES, profile.modules.exists())):
            names = [name for name in record.notes.get(note, []) if name != profile.name]
            record.notes[note] = [*names, profile.name] if holds else names

    def _keeping(self, record: Record) -> Step:
        return Step("note what the configuration holds now", files=(record.path,), act=record.write)

    def _profile_steps(self, program: HostProgram, profile: Profile, source: Path) -> list[Step]:
        wanted = f"file:{self._package}"
        if profile.source == wanted and package_files.is_same(source, profile.installed):
            return []
        steps = []
        if profile.source is not None:
            # The package manager takes a folder of the same path for up to date, whatever it holds.
            steps.append(self._removing(program, profile))
        does = f"add the plugin to the profile {profile.name}"
        command = ("plugin", "--profile", profile.name, "add", wanted)
        return [*steps, program.step(does, (profile.manifest, profile.installed), *command)]

    def _removing(self, program: HostProgram, profile: Profile) -> Step:
        does = f"remove the plugin from the profile {profile.name}"
        command = ("plugin", "--profile", profile.name, "remove", self._name)
        return program.step(does, (profile.manifest, profile.installed), *command)

    def _restore(self, record: Record, profiles: list[Profile]) -> None:
        drop = partial(dsh_state.without_ours, package=self._name)
        for profile in profiles:
            saved = record.files.get(str(profile.manifest))
            record.restore(
                profile.manifest,
                lambda before, current: json_document.restored(before, current, drop, _SHELLS, {}),
            )
            unchanged = saved is not None and profile.manifest.read_bytes() == saved.content
            record.restore(profile.lock, partial(self._lock_before, unchanged))
            if profile.name not in record.notes.get(_MODULES, []) and record.exists:
                _remove_leftovers(profile.modules)
            if profile.name in record.notes.get(_MADE, []):
                self._remove_unused(profile)

    def _lock_before(self, unchanged: bool, before: bytes | None, current: bytes) -> bytes | None:
        if before is not None:
            return before if unchanged else current
        return current if b"\npackages:" in current or self._name.encode() in current else None

    def _remove_unused(self, profile: Profile) -> None:
        """A profile that the host made for our package, and in which nobody has put anything since."""
        document = json_document.parse(profile.manifest.read_bytes()) or {}
        patch = profile.patch.read_text("utf-8") if profile.patch.exists() else ""
        lines = [line for line in patch.splitlines() if line.strip() and not line.startswith("#")]
        if not document.get("dependencies") and lines in ([], ["[]"]):
            package_files.remove_tree(profile.folder)


def _deleting(profile: Profile) -> Step:
    """Without the host nobody else takes it out."""
    act = partial(package_files.remove_tree, profile.installed)
    return Step("remove the plugin's files", files=(profile.installed,), act=act)


def _remove_leftovers(modules: Path) -> None:
    """A folder of packages that holds nothing but the package manager's own notes."""
    if modules.is_dir():
        package_files.remove_empty_folders(modules)
        if all(path.name.startswith(".") for path in modules.iterdir()):
            package_files.remove_tree(modules)
