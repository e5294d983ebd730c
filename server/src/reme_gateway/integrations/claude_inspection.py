"""What `reme doctor` looks at in Claude Code."""

from __future__ import annotations

from pathlib import Path

from reme_gateway.integrations import claude_state, package_files
from reme_gateway.integrations.clashes import generic_package_beside, is_same_server
from reme_gateway.integrations.claude_state import ClaudeFolder, ClaudeState
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_checks import check_plugin, check_program, check_skills
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.installer import NOTE, HostReport

_DEFAULT_URL = "http://127.0.0.1:2333"


def inspect(
    report: HostReport,
    own: Descriptor,
    files: ClaudeFolder,
    program: HostProgram | None,
    folder: Path,
    url: str,
) -> None:
    """Program, plugin and clashes; ``url`` is the server that commands and hooks talk to."""
    settings = claude_state.read_settings(files)
    report.plugin["installed"] = own.selector in settings.get("enabledPlugins", {})
    if not check_program(report, own, program) or program is None:
        return
    try:
        state = claude_state.read_state(program, files, own)
    except InstallationFailed as failure:
        report.add("plugins_unknown", failure.what, "claude plugin list")
        return
    entry = state.entry
    place = Path(str((entry or {}).get("readFromFolder") or (entry or {}).get("installPath") or ""))
    current = entry is not None and package_files.is_same(package_files.plugin_of(own.folder), place)
    enabled = bool(entry and entry.get("enabled"))
    check_plugin(report, own, installed=entry is not None, enabled=enabled, current=current)
    if entry is None:
        return
    report.plugin |= {"version": entry.get("version"), "folder": str(place), "scope": entry.get("scope")}
    _check_address(report, own, state, url)
    if settings.get("disableAllHooks"):
        report.add("hooks_off", "settings.json says disableAllHooks, so no hook of ours runs", level=NOTE)
    _check_clashes(report, own, state, files, folder, url)
    check_skills(report, files.folder / "skills")


def _check_address(report: HostReport, own: Descriptor, state: ClaudeState, url: str) -> None:
    place = str(state.options.get("base_url") or _DEFAULT_URL).rstrip("/")
    if place != url:
        what = f"the plugin's option base_url is {place}, and commands talk to {url}"
        report.add("server_elsewhere", what, f"reme install {own.folder}")


def _check_clashes(
    report: HostReport, own: Descriptor, state: ClaudeState, files: ClaudeFolder, folder: Path, url: str
) -> None:
    for selector in state.generic_packages:
        report.add("generic_twice", generic_package_beside(selector), f"claude plugin uninstall {selector}")
    for selector in state.other_plugins:
        what = f"the plugin {selector} is on as well: {_what_happens_beside(own, selector)}"
        report.add("plugin_twice", what, f"claude plugin uninstall {selector}")
    for scope, name, place in claude_state.servers_beside(files, folder):
        if is_same_server(place, url):
            what = f"the MCP server {name} is ReMe as well: every tool is listed twice"
            report.add("server_twice", what, f"claude mcp remove --scope {scope} {name}")


def _what_happens_beside(own: Descriptor, selector: str) -> str:
    if selector.partition("@")[0] == own.plugin:
        return "of two plugins of one name Claude Code runs the hooks of one and takes the tools of the other"
    return "its hooks ask the server at every prompt and turn, too, and its skill stands beside ours"
