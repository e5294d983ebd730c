"""`reme plugin validate`: check a package of Agent Plugins 1.0, ours or anybody's."""

from __future__ import annotations

import sys
from pathlib import Path

from reme_gateway.cli.arguments import Options, Parser
from reme_gateway.cli.outcome import FAILED, OK

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

    from reme_gateway.plugin_validation.validator import Finding, Report

_REACH = {
    "PLUGIN": "a client rejects the plugin",
    "TYPE": "a client skips all components of this kind",
    "MCP": "a client skips all servers",
    "SERVER": "a client skips this server",
    "SKILL": "a client skips this skill",
    "FIELD": "a client ignores this field",
    "DENY": "a client refuses this path",
    "NONE": "",
}


def parser() -> Parser:
    """Options of the command."""
    command = Parser(
        "plugin",
        "Check a package of Agent Plugins 1.0: plugin.json, mcp.json, skills/ and what they name.\n"
        "As its author (the default) every rule counts, and some of ours. With --client-mode it tells what\n"
        "a client loads of it, what it skips and why; that is no failure. Nothing of the package is run.",
        (
            "reme plugin validate ./packages/agent-plugin",
            "reme plugin validate ./somebodys-plugin --client-mode",
            "reme plugin validate . --json | jq '.errors[] | [.rule, .file, .pointer, .fix]'",
        ),
    )
    command.add_argument("action", choices=("validate",), help="what to do")
    command.add_argument("folder", metavar="DIR", help="the folder that holds plugin.json")
    command.add_argument(
        "--client-mode", action="store_true", help="look at it as a client that loads it: ends with 0"
    )
    return command


def run(options: Options) -> int:
    """0 when the package is valid, and always with ``--client-mode``; 1 when a rule is broken."""
    from reme_gateway.plugin_validation.validator import validate

    report = validate(Path(options.folder), as_client=options.client_mode)
    if options.json:
        from reme_gateway.cli.drawing import print_json

        print_json(document(report, as_client=options.client_mode))
    else:
        draw(report, as_client=options.client_mode)
    return FAILED if report.errors and not options.client_mode else OK


def document(report: Report, *, as_client: bool) -> dict[str, Any]:
    """Everything for scripts."""
    return {
        "valid": not report.errors,
        "mode": "client" if as_client else "author",
        "errors": [_row(finding) for finding in report.errors],
        "notes": [_row(finding) for finding in report.notes],
        "loads": {"plugin": report.loads, "skills": report.skills, "servers": report.servers},
    }


def _row(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "file": finding.file,
        "pointer": finding.pointer,
        "boundary": finding.boundary.value,
        "what": finding.what,
        "says": finding.says,
        "fix": finding.fix or None,
    }


def draw(report: Report, *, as_client: bool) -> None:
    """The page for people."""
    from reme_gateway.cli.drawing import counted, visible

    lines = []
    for mark, findings in (("!", report.errors), ("-", report.notes)):
        for finding in findings:
            place = f"{finding.file}#{finding.pointer}" if finding.pointer else finding.file
            reach = _REACH[finding.boundary.value]
            lines.append(
                f"{mark} {finding.rule:<4}{place}: {finding.what}" + (f" ({reach})" if reach else "")
            )
            lines.append(f"      rule: {finding.says}")
            if finding.fix:
                lines.append(f"      fix:  {finding.fix}")
    if lines:
        lines.append("")
    if as_client:
        lines.append(_loading(report))
    elif report.errors:
        lines.append(f"{counted(len(report.errors), 'error')}, {counted(len(report.notes), 'note')}.")
    else:
        parts = f"{counted(len(report.skills), 'skill')}, {counted(len(report.servers), 'server')}"
        lines.append(f"Valid: {parts}, {counted(len(report.notes), 'note')}.")
    sys.stdout.write("\n".join(visible(line) for line in lines) + "\n")


def _loading(report: Report) -> str:
    if not report.loads:
        return "A client loads nothing of it."
    skills = ", ".join(report.skills) or "no skill"
    return f"A client loads: {skills}; {', '.join(report.servers) or 'no server'}."
