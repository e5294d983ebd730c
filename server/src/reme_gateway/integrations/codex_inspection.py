"""What `reme doctor` looks at in Codex."""

from __future__ import annotations

from pathlib import Path

from reme_gateway.integrations import package_files
from reme_gateway.integrations.clashes import generic_package_beside, is_same_server
from reme_gateway.integrations.codex_hooks import ListedHook, listed_hooks
from reme_gateway.integrations.codex_state import CodexState
from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_checks import check_plugin, check_program, check_skills
from reme_gateway.integrations.host_program import HostProgram
from reme_gateway.integrations.installer import NOTE, HostReport


def inspect(
    report: HostReport,
    own: Descriptor,
    state: CodexState,
    program: HostProgram | None,
    folder: Path,
    url: str,
) -> None:
    """Program, plugin, hooks and clashes; ``url`` is the server that commands and hooks talk to."""
    installed = state.enabled is not None and bool(state.cached)
    report.plugin["installed"] = installed
    there = check_program(report, own, program)
    current = installed and state.holds(package_files.plugin_of(own.folder))
    check_plugin(report, own, installed=installed, enabled=state.enabled is True, current=current)
    if installed:
        report.plugin["version"] = ", ".join(path.name for path in state.cached)
        _check_clashes(report, own, state, url)
        check_skills(report, state.folder / "skills")
    if there and program is not None and installed and state.enabled:
        _check_hooks(report, own, state, program, folder)


def _check_hooks(
    report: HostReport, own: Descriptor, state: CodexState, program: HostProgram, folder: Path
) -> None:
    if state.features_off:
        name = state.features_off[0]
        what = f"config.toml switches the feature {name} off, so no hook of ours runs"
        report.add("hooks_off", what, f"codex features enable {name}", NOTE)
        return
    try:
        hooks, told = listed_hooks(program, own.selector, folder)
    except InstallationFailed as failure:
        report.add("hooks_unknown", failure.what, "codex --version")
        return
    report.hooks = [
        {"event": _native(own, hook.event), "trust": hook.trust, "enabled": hook.enabled} for hook in hooks
    ]
    missing = [name for name in own.natives if name not in {hook["event"] for hook in report.hooks}]
    if missing:
        what = f"Codex lists no hook for {', '.join(missing)}" + (f" ({'; '.join(told)})" if told else "")
        report.add("hooks_missing", what, f"reme install {own.folder}")
    _check_trust(report, hooks)


def _check_trust(report: HostReport, hooks: list[ListedHook]) -> None:
    for trust, why in (
        ("untrusted", "were never trusted, so Codex skips them without a word: start it and trust them"),
        (
            "modified",
            "have changed since they were trusted, so Codex skips them: start it and trust them again",
        ),
    ):
        count = sum(hook.trust == trust for hook in hooks)
        if count:
            report.add(f"hooks_{trust}", f"{count} of {len(hooks)} hooks {why}", "codex")
    off = [hook.key for hook in hooks if not hook.enabled]
    if off:
        report.add("hooks_off", f"config.toml switches off {', '.join(off)}", level=NOTE)


def _check_clashes(report: HostReport, own: Descriptor, state: CodexState, url: str) -> None:
    generic = state.generic_packages
    for selector in generic:
        report.add("generic_twice", generic_package_beside(selector), f"codex plugin remove {selector}")
    for selector in (name for name in state.other_plugins if name not in generic):
        what = f"the plugin {selector} is on as well: its hooks ask the server at every prompt and turn, too"
        report.add("plugin_twice", what, f"codex plugin remove {selector}")
    for name, place in state.other_servers.items():
        if is_same_server(place, url):
            what = f"the MCP server {name} is ReMe as well: every tool is listed twice"
            report.add("server_twice", what, f"codex mcp remove {name}")
    place = str((state.server or {}).get("url", ""))
    if state.server is not None and place.rstrip("/") != f"{url}/mcp":
        what = f"the tools talk to {place or 'a program'} by an entry in config.toml, the hooks to {url}"
        report.add("server_elsewhere", what, f"codex mcp remove {own.server_name}")


def _native(own: Descriptor, listed: str) -> str:
    """The event as the contract writes it: the list has ``userPromptSubmit``."""
    return next((name for name in own.natives if name.lower() == listed.lower()), listed)
