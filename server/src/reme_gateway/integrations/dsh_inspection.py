"""What `reme doctor` looks at in DSH."""

from __future__ import annotations

from pathlib import Path

from reme_gateway.integrations import package_files
from reme_gateway.integrations.clashes import is_same_server
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.dsh_state import Profile
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_checks import check_plugin, check_program, check_skills
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.installer import NOTE, PROBLEM, HostReport

_NEW_ROW = "- "


def inspect(
    report: HostReport,
    own: Descriptor,
    folder: Path,
    profiles: list[Profile],
    program: HostProgram | None,
    pnpm: Path | None,
    url: str,
) -> None:
    """Program, profiles and clashes; ``url`` is the server that commands and the plugin talk to."""
    having = [profile for profile in profiles if profile.source is not None]
    report.plugin["installed"] = bool(having)
    there = check_program(report, own, program)
    if not there and not having:
        return
    if there and pnpm is None:
        what = "`dsh plugin` runs pnpm, and there is none on PATH"
        report.add("pnpm_missing", what, "npm install -g pnpm", NOTE if having else PROBLEM)
    source = package_files.source_of(own.folder)
    current = all(package_files.is_same(source, profile.installed) for profile in having)
    rows = {profile.name: _rows(report, program, profile) for profile in having if there and program}
    off = [name for name, found in rows.items() if found is not None and not _is_on(found, own.plugin)]
    check_plugin(report, own, installed=bool(having), enabled=not off, current=current)
    report.plugin["profiles"] = {profile.name: profile.source is not None for profile in profiles}
    if not having:
        return
    for profile in profiles:
        if profile.source is None:
            what = f"the profile {profile.name} does not have the plugin"
            report.add("profile_without", what, f"reme install {own.folder}", NOTE)
    for profile in having:
        _check_clashes(report, profile, rows.get(profile.name) or [], url)
    check_skills(report, folder / "skills")


def _rows(report: HostReport, program: HostProgram | None, profile: Profile) -> list[list[str]] | None:
    """The composed configuration of a profile, each row as its lines; None when the host can't compose it."""
    if program is None:
        return None
    try:
        dumped = program.change("--profile", profile.name, "--dump-config").out
    except InstallationFailed as failure:
        fix = f"dsh --profile {profile.name} --dump-config"
        report.add("profile_broken", failure.what, fix)
        return None
    rows: list[list[str]] = []
    for line in dumped.splitlines():
        if line.startswith(_NEW_ROW):
            rows.append([])
        if rows and not line.startswith("#"):
            rows[-1].append(line.removeprefix(_NEW_ROW).strip())
    return rows


def _is_on(rows: list[list[str]], identifier: str) -> bool:
    return any(f"id: {identifier}" in row and "disabled: true" not in row for row in rows)


def _check_clashes(report: HostReport, profile: Profile, rows: list[list[str]], url: str) -> None:
    for name in profile.other_bundles:
        what = f"the bundle {name} is in the profile {profile.name} as well: turns are stored twice"
        report.add("plugin_twice", what, f"dsh plugin --profile {profile.name} remove {name}")
    for row in rows:
        places = [line.removeprefix("url:").strip(" '\"") for line in row if line.startswith("url:")]
        if any("dsh-mcp-client" in line for line in row) and any(is_same_server(p, url) for p in places):
            what = f"`{row[0]}` in the profile {profile.name} is ReMe as well: every tool is listed twice"
            report.add("server_twice", what, f"dsh --profile {profile.name} --dump-config")
