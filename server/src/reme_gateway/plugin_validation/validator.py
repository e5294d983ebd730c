"""Runs the rules over a package, and tells what a client would load of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from reme_gateway.plugin_validation.package import MCP, SKILLS, Package, read_package
from reme_gateway.plugin_validation.rule import Audience, Boundary, Level, Rule
from reme_gateway.plugin_validation.rule_table import RULES


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault together with its rule."""

    rule: str
    level: Level
    file: str
    pointer: str
    boundary: Boundary
    part: str
    what: str
    says: str
    fix: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about one package. ``skills`` and ``servers`` are what a client loads."""

    package: Package
    findings: tuple[Finding, ...]
    loads: bool
    skills: tuple[str, ...]
    servers: tuple[str, ...]

    @property
    def errors(self) -> tuple[Finding, ...]:
        """What breaks a rule."""
        return tuple(finding for finding in self.findings if finding.level is Level.ERROR)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What breaks none, and may not be what was meant."""
        return tuple(finding for finding in self.findings if finding.level is Level.NOTE)


def validate(folder: Path, *, as_client: bool = False) -> Report:
    """Check a folder, as its author or as a client that loads it. Never raises for what is in it."""
    package = read_package(folder)
    other = Audience.AUTHOR if as_client else Audience.CLIENT
    findings = tuple(
        finding for rule in RULES if rule.audience is not other for finding in _findings(rule, package)
    )
    return Report(package, findings, *_loaded(package, findings))


def _findings(rule: Rule, package: Package) -> Iterator[Finding]:
    for fault in rule.check(package) if rule.check else ():
        yield Finding(
            rule.id,
            fault.level or rule.level,
            fault.file,
            fault.pointer,
            fault.boundary or rule.boundary,
            fault.part,
            fault.what,
            rule.says,
            rule.fix if fault.fix is None else fault.fix,
        )


def _loaded(package: Package, findings: tuple[Finding, ...]) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    hit = [finding for finding in findings if finding.level is Level.ERROR]
    if any(finding.boundary is Boundary.PLUGIN for finding in hit):
        return False, (), ()

    def parts(boundary: Boundary) -> set[str]:
        return {finding.part for finding in hit if finding.boundary is boundary}

    types = {finding.file for finding in hit if finding.boundary is Boundary.TYPE}
    no_servers = MCP in types or any(finding.boundary is Boundary.MCP for finding in hit)
    skills = () if SKILLS in types else [skill.folder for skill in package.skills]
    servers = () if no_servers else [name for name, _ in package.servers()]
    return (
        True,
        tuple(name for name in skills if name not in parts(Boundary.SKILL)),
        tuple(name for name in servers if name not in parts(Boundary.SERVER)),
    )
