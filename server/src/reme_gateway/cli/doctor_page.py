"""What `reme doctor` prints: a block per part, its problems with their commands, and the same as JSON."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

from reme_gateway.cli.drawing import counted, visible
from reme_gateway.integrations.installer import PROBLEM, Finding, HostReport

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

# Notes about a host that is not there: installing it is nobody's task, so they make no block of their own.
_MISSING = "host_missing"
_OF_ABSENT = (_MISSING, "plugin_missing")

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def document(server: dict[str, Any], general: list[Finding], reports: list[HostReport]) -> dict[str, Any]:
    """Everything for scripts; ``problems`` gathers what makes it unhealthy."""
    everything = [("server", item) for item in [*server["findings"], *general]]
    everything += [(report.host, item) for report in reports for item in report.findings]
    found = [
        {"where": where, "code": item.code, "level": item.level, "what": item.what, "fix": item.fix or None}
        for where, item in everything
    ]
    return {
        "healthy": not any(item["level"] == PROBLEM for item in found),
        "problems": [item for item in found if item["level"] == PROBLEM],
        "notes": [item for item in found if item["level"] != PROBLEM],
        "server": {name: value for name, value in server.items() if name != "findings"},
        "hosts": {
            report.host: {
                "program": report.program or None,
                "plugin": report.plugin,
                "hooks": report.hooks,
                "fired": report.fired,
                "spool": report.spool,
            }
            for report in reports
        },
    }


def draw(server: dict[str, Any], general: list[Finding], reports: list[HostReport]) -> None:
    """The page for people."""
    lines = [_server_line(server), f"  service: {server['service']['line']}"]
    lines += _findings([*server["findings"], *general])
    for report in reports:
        if not _is_absent(report):
            lines += ["", *_host_lines(report), *_findings(report.findings)]
    absent = [report.name for report in reports if _is_absent(report)]
    if absent:
        lines += ["", f"Not on this machine: {', '.join(absent)}."]
    found = [*server["findings"], *general, *(item for report in reports for item in report.findings)]
    problems = sum(item.level == PROBLEM for item in found)
    lines += ["", f"{counted(problems, 'problem')}." if problems else "All is well."]
    sys.stdout.write("\n".join(visible(line) for line in lines) + "\n")


def _server_line(server: dict[str, Any]) -> str:
    if not server["reachable"]:
        return f"Server: {server['url']} (from {server['origin']})"
    versions = f"{server['version']}, integration API {server['integration_api_version']}"
    return f"Server: {server['url']}, version {versions}"


def _is_absent(report: HostReport) -> bool:
    """Whether nobody uses the host here, and nothing of it is left to tell."""
    return all(item.level != PROBLEM and item.code in _OF_ABSENT for item in report.findings) and any(
        item.code == _MISSING for item in report.findings
    )


def _host_lines(report: HostReport) -> list[str]:
    program = report.program
    version = f"{program['version']} ({program['standing']})" if program else "not found"
    lines = [f"{report.name}: {version}"]
    if not report.is_installed:
        return lines
    lines.append(f"  plugin: {report.plugin.get('version', '?')}, {_state(report)}")
    if report.fired:
        newest = sorted(report.fired.items(), key=lambda item: str(item[1].get("at")), reverse=True)
        lines.append("  fired: " + ", ".join(_fired(name, entry) for name, entry in newest))
    waiting = report.spool.get("waiting", 0)
    if waiting:
        age = _age(report.spool["oldest_seconds"])
        lines.append(f"  waiting: {counted(waiting, 'event')}, {report.spool['bytes']:,} bytes, oldest {age}")
    return lines


def _state(report: HostReport) -> str:
    words = ["enabled" if report.plugin.get("enabled") else "switched off"]
    if report.hooks:
        trusted = sum(hook["trust"] in ("trusted", "managed") and hook["enabled"] for hook in report.hooks)
        words.append(f"{trusted} of {len(report.hooks)} hooks trusted")
    return ", ".join(words)


def _fired(name: str, entry: dict[str, Any]) -> str:
    text = f"{name} {_since(str(entry.get('at')))}"
    return text if entry.get("result") == "ok" else f"{text} ({entry.get('result')})"


def _since(at: str) -> str:
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        return at
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return _age(max(0, int((datetime.now(UTC) - moment).total_seconds())))


def _age(seconds: int | None) -> str:
    if seconds is None:
        return "of unknown age"
    if seconds < _MINUTE:
        return "just now"
    for length, unit in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if seconds >= length:
            return f"{counted(seconds // length, unit)} ago"
    return "just now"


def _findings(found: list[Finding]) -> list[str]:
    lines = []
    for item in sorted(found, key=lambda item: item.level != PROBLEM):
        lines.append(f"  {'!' if item.level == PROBLEM else '-'} {item.what}")
        if item.fix:
            lines.append(f"      fix: {item.fix}")
    return lines
