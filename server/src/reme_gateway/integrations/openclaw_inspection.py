"""What `reme doctor` looks at in OpenClaw."""

from __future__ import annotations

from typing import Any

from reme_gateway.integrations import package_files
from reme_gateway.integrations.clashes import is_generic_package, is_same_server
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_checks import check_plugin, check_program, check_skills
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.installer import NOTE, PROBLEM, HostReport
from reme_gateway.integrations.openclaw_state import OpenClawState


def inspect(
    report: HostReport, own: Descriptor, state: OpenClawState, program: HostProgram | None, url: str
) -> None:
    """Program, plugin, permissions, hooks and clashes; ``url`` is the server that commands talk to."""
    place = state.place
    report.plugin["installed"] = place is not None
    if place is None and is_generic_package(state.folder.extension(own)):
        what = "the generic package took our plugin's place, so nothing is recalled or captured by itself"
        # Permissions that only our own installation asks for: it was here before.
        level = PROBLEM if state.has_access else NOTE
        report.add("generic_instead", what, f"reme install {own.folder}", level)
    there = check_program(report, own, program)
    if place is None and not there:
        return
    current = place is not None and package_files.is_same(package_files.source_of(own.folder), place)
    check_plugin(report, own, installed=place is not None, enabled=not state.disabled, current=current)
    if place is None:
        return
    report.plugin |= {"folder": str(place), "slot": state.slot or "memory-core"}
    _check_permissions(report, state)
    _check_clashes(report, own, state, url)
    check_skills(report, state.folder.state / "skills")
    if there and program is not None and not state.disabled and state.has_access:
        _check_hooks(report, own, program)


def _check_permissions(report: HostReport, state: OpenClawState) -> None:
    if not state.has_access:
        what = "the hooks may not read the conversation, so OpenClaw skips them without a word"
        report.add("access_missing", what, "openclaw reme setup --yes")
    elif not state.may_inject:
        what = "the configuration says allowPromptInjection false, so nothing is recalled"
        report.add("hooks_off", what, level=NOTE)


def _check_hooks(report: HostReport, own: Descriptor, program: HostProgram) -> None:
    """What the host itself says after loading the plugin."""
    try:
        found = program.ask("plugins", "inspect", own.plugin, "--runtime", "--json")
    except InstallationFailed as failure:
        report.add("hooks_unknown", failure.what, f"openclaw plugins inspect {own.plugin} --runtime")
        return
    names = {str(hook.get("name")) for hook in _objects(found, "typedHooks")}
    report.hooks = [{"event": name, "enabled": True} for name in own.natives if name in names]
    missing = [name for name in own.natives if name not in names]
    if missing:
        told = "; ".join(str(item.get("message")) for item in _objects(found, "diagnostics"))
        what = f"OpenClaw has no hook for {', '.join(missing)}" + (f" ({told})" if told else "")
        report.add("hooks_missing", what, f"reme install {own.folder}")


def _check_clashes(report: HostReport, own: Descriptor, state: OpenClawState, url: str) -> None:
    place = state.url or url
    if place != url:
        what = f"the plugin's configuration names {place}, and commands talk to {url}"
        report.add("server_elsewhere", what, f"reme install {own.folder}")
    if state.slot == own.plugin:
        what = "the memory slot names reme, which is no slot plugin: OpenClaw's own memory is off for nothing"
        report.add("slot_taken", what, "openclaw config unset plugins.slots.memory")
    for name, address in state.servers.items():
        if is_same_server(address, url):
            what = f"the MCP server {name} is ReMe as well: every tool is listed twice"
            report.add("server_twice", what, f"openclaw mcp unset {name}")


def _objects(value: Any, name: str) -> list[dict[str, Any]]:
    found = value.get(name) if isinstance(value, dict) else None
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
