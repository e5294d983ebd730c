"""Checks that are the same for every host: program, interpreter, heartbeat, spool, old copies."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from reme_gateway.integrations.descriptors import Descriptor
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.host_program import HostProgram, find
from reme_gateway.integrations.installer import NOTE, PROBLEM, HostReport
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.versions import numbers, standing
from reme_gateway.integrations.waiting_turns import open_to_others, waiting_turns

_LONG_SECONDS = 24 * 3600
_HOST_API = "host_api"
# How the names of all skills of ReMe begin, whatever a plugin is called.
_SKILLS_BEGIN = "reme"
_GOES_ON_SECONDS = 600


def check_program(report: HostReport, own: Descriptor, program: HostProgram | None) -> bool:
    """Whether the host is there; its version against the tested ones."""
    if program is None:
        level = PROBLEM if report.wanted or report.is_installed else NOTE
        report.add("host_missing", f"{own.name} is not on PATH", own.install_command, level)
        return False
    try:
        version = program.version()
    except InstallationFailed as failure:
        report.add("host_broken", failure.what, own.install_command)
        return False
    place = standing(version, own.tested)
    report.program = {
        "path": str(program.path),
        "version": version,
        "tested": list(own.tested),
        "standing": place,
    }
    if place == "older":
        between = "==" if "pip" in own.install_command else "@"
        update = f"{own.install_command}{between}{own.tested[-1]}"
        report.add("host_older", f"{own.name} {version} is older than the tested {own.tested[0]}", update)
    elif place == "newer":
        what = f"{own.name} {version} is newer than the tested {own.tested[-1]}"
        report.add("host_newer", what, level=NOTE)
    return True


def check_plugin(
    report: HostReport, own: Descriptor, *, installed: bool, enabled: bool, current: bool
) -> None:
    """Installed, switched on, and what this version of reme brings."""
    command = f"reme install {own.folder}"
    report.plugin |= {"installed": installed, "enabled": enabled, "current": current, "brought": own.version}
    if not installed:
        level = PROBLEM if report.wanted else NOTE
        report.add("plugin_missing", f"the plugin is not installed in {own.name}", command, level)
    elif not enabled:
        report.add("plugin_disabled", f"the plugin is switched off in {own.name}", command)
    elif not current:
        report.add(
            "plugin_outdated",
            f"{own.name} has another copy than version {own.version} of reme brings",
            command,
        )


def check_interpreter(report: HostReport, own: Descriptor, variables: Mapping[str, str]) -> None:
    """Hooks are a Python script: without an interpreter they fail in silence."""
    runtime = own.values["runtime"]
    command, least = str(runtime.get("command", "")), str(runtime.get("minimum_version", ""))
    if runtime.get("interpreter") != "python" or "command" not in runtime or not report.is_installed:
        return
    path = find(command, variables)
    found = _python_version(path) if path else ""
    report.plugin["interpreter"] = {"path": str(path) if path else None, "version": found or None}
    if not found or numbers(found) < numbers(least):
        what = f"the hooks need `{command}` {least} or newer on PATH, and there is {found or 'none'}"
        report.add("interpreter_missing", what, "install Python from python.org or your package manager")


def check_api(report: HostReport, own: Descriptor, version: str) -> None:
    """The integration API that the package needs at least, against what the server speaks."""
    least = str(own.values["minimum_api_version"])
    if report.is_installed and version and numbers(version) < numbers(least):
        what = f"the plugin needs integration API {least} and the server speaks {version}"
        report.add("api_too_old", what, "pip install --upgrade reme-gateway")


def check_heartbeat(report: HostReport, own: Descriptor, places: Places, url: str) -> None:
    """When each event fired last, how recall and delivery ended, and with which server: is it ``url``?"""
    beat = _object(places.heartbeat(own.folder))
    events = beat.get("events")
    events = events if isinstance(events, dict) else {}
    report.fired = {
        name: {key: entry.get(key) for key in ("at", "result", "ms")}
        for name, entry in events.items()
        if isinstance(entry, dict)
    }
    report.plugin |= {key: beat[key] for key in ("url", "package", "recall", "delivery") if key in beat}
    if not report.is_installed:
        return
    if not report.fired:
        what = f"no hook has run yet: say something in {own.name}, and look again"
        report.add("never_fired", what, level=NOTE)
    if str(beat.get("url") or url) != url:
        what = f"the hooks talked to {beat['url']} last, and commands talk to {url}"
        report.add("address_differs", what, "reme config show", NOTE)
    refusal = beat.get("refusal")
    if isinstance(refusal, dict):
        what = (
            f"the hooks are off since {refusal.get('at')}: the server speaks integration API "
            f"{refusal.get('version') or '?'}, the plugin {beat.get('api') or '?'}"
        )
        report.add("api_refused", what, "pip install --upgrade reme-gateway")
    problem = beat.get("problem")
    newest = max((str(entry.get("at")) for entry in report.fired.values()), default="")
    if isinstance(problem, dict) and problem.get("code") == _HOST_API:
        # Other events of the same host may still work, so that they come later than this one.
        if _seconds_between(str(problem.get("at")), newest) < _GOES_ON_SECONDS:
            what = f"capture or recall disabled: host API: this {own.name} has another than the plugin reads"
            report.add(_HOST_API, what, f"npm install -g {own.distribution}@{own.tested[-1]}")
    elif isinstance(problem, dict) and str(problem.get("at")) >= newest:
        report.add("hook_problem", f"the last hook ended with {problem.get('code')}", "reme config show")


def check_spool(report: HostReport, own: Descriptor, places: Places, *, reachable: bool) -> None:
    """Turns that wait, and turns that were refused."""
    spool = waiting_turns(places.spool(own.folder))
    report.spool = {
        "waiting": spool.waiting,
        "bytes": spool.size,
        "oldest_seconds": spool.oldest_seconds,
        "rejected": spool.rejected,
        "folder": str(places.spool(own.folder)),
    }
    if spool.waiting:
        stale = (spool.oldest_seconds or 0) > _LONG_SECONDS
        what = "1 event waits" if spool.waiting == 1 else f"{spool.waiting} events wait"
        what += " for the server"
        if reachable:
            what += f"; the next event in {own.name} delivers them"
        report.add(
            "spool_waiting",
            what,
            "" if reachable else "reme service install",
            PROBLEM if stale or not reachable else NOTE,
        )
    if spool.rejected:
        folder = places.rejected(own.folder)
        what = "1 event was" if spool.rejected == 1 else f"{spool.rejected} events were"
        what += f" refused for good; see {places.short(folder)}"
        report.add("spool_rejected", what, f"rm -r {places.short(folder)}")
    if open_to_others(places.private(own.folder)):
        what = f"others may read {places.short(places.private(own.folder))}"
        report.add("folder_open", what, f"chmod -R go= {places.short(places.private(own.folder))}")


def check_skills(report: HostReport, folder: Path) -> None:
    """Skills of ReMe beside ours: the model would read two that say different things."""
    try:
        names = sorted(path.name for path in folder.iterdir() if path.is_dir())
    except OSError:
        return
    for name in names:
        if report.is_installed and name.replace("_", "-").split("-")[0] == _SKILLS_BEGIN:
            report.add(
                "skill_twice", f"the skill {folder / name} says the same again", f"rm -r {folder / name}"
            )


def _python_version(path: Path) -> str:
    try:
        ended = subprocess.run(  # noqa: S603 - the interpreter that the hooks run
            [str(path), "-I", "-S", "-c", "import sys; print('%d.%d.%d' % sys.version_info[:3])"],
            capture_output=True,
            encoding="utf-8",
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return ended.stdout.strip()


def _seconds_between(earlier: str, later: str) -> float:
    """Of two moments of a heartbeat; 0 when one of them can't be read."""
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    except (ValueError, TypeError):
        return 0


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
