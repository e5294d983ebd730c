"""What `reme doctor` looks at in Hermes."""

from __future__ import annotations

from collections.abc import Mapping

from reme_gateway._vendor.reme_hooks.configuration import Setting
from reme_gateway.integrations import hermes_state, package_files
from reme_gateway.integrations.clashes import is_same_server
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.hermes_state import HermesState
from reme_gateway.integrations.host_checks import check_plugin, check_program
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.installer import NOTE, HostReport


def inspect(
    report: HostReport,
    own: Descriptor,
    state: HermesState,
    program: HostProgram | None,
    settings: Mapping[str, Setting],
    url: str,
) -> None:
    """Program, provider, skill and clashes; ``url`` is the server that commands talk to."""
    installed = state.is_ours
    report.plugin |= {"installed": installed, "folder": str(state.plugin), "provider": state.provider}
    if not check_program(report, own, program) and not installed:
        return
    source = package_files.plugin_of(own.folder)
    current = installed and package_files.is_same(source, state.plugin)
    enabled = state.provider == own.plugin
    check_plugin(report, own, installed=installed, enabled=enabled, current=current)
    if not installed:
        return
    report.plugin["version"] = own.version if current else "another"
    if state.provider and not enabled:
        what = f"config.yaml selects the provider {state.provider}, and Hermes has one at a time"
        report.add("provider_other", what, f"reme install {own.folder}", NOTE)
    if not package_files.is_same(source / "skills" / hermes_state.SKILL, state.skill):
        what = f"the skill {state.skill} is not what version {own.version} of reme brings"
        report.add("skill_missing", what, f"reme install {own.folder}")
    _check_clashes(report, own, state, url)
    if settings["url"].value != url:
        what = (
            f"the provider talks to {settings['url'].value}, by {settings['url'].origin}, commands to {url}"
        )
        report.add("server_elsewhere", what, f"reme install {own.folder}")
    for profile in state.profiles_without():
        what = f"the profile {profile.name} is a home of its own and has no ReMe"
        report.add("profile_without", what, f"HERMES_HOME={profile} reme install {own.folder}", NOTE)


def _check_clashes(report: HostReport, own: Descriptor, state: HermesState, url: str) -> None:
    for name, place in state.servers.items():
        if is_same_server(place, url):
            what = f"the MCP server {name} is ReMe as well: every tool is listed twice"
            report.add("server_twice", what, f"hermes mcp remove {name}")
    folder = state.skill.parent
    names = sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
    for name in names:
        if name != hermes_state.SKILL and name.replace("_", "-").split("-")[0] == own.plugin:
            report.add(
                "skill_twice", f"the skill {folder / name} says the same again", f"rm -r {folder / name}"
            )
