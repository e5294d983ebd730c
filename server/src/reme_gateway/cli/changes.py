"""Showing the steps of a plan, and doing them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from reme_gateway.cli.drawing import visible
from reme_gateway.cli.outcome import FAILED, CommandFailed
from reme_gateway.integrations.failures import InstallationFailed
from reme_gateway.integrations.places import Places
from reme_gateway.integrations.steps import Plan, Step

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any


def own_places() -> Places:
    """The folders below this user's home."""
    return Places(Path(os.path.expanduser("~")), os.environ)  # noqa: PTH111 - follows HOME, never fails


def failed(failure: InstallationFailed) -> CommandFailed:
    """As the command line reports it."""
    return CommandFailed(failure.what, failure.remedy, exit_code=FAILED)


def carry_out(plan: Plan, places: Places, *, dry_run: bool, quiet: bool) -> None:
    """Print each step, then do it; nothing is done in a dry run. Raises ``CommandFailed``."""
    for step in plan.steps:
        if not quiet:
            _print(step, places, "would " if dry_run else "")
        if not dry_run:
            try:
                step.act()
            except InstallationFailed as failure:
                raise failed(failure) from failure


def print_afterwards(plan: Plan) -> None:
    """What is left to the person."""
    for sentence in plan.afterwards:
        sys.stdout.write(f"{sentence}\n")


def document_of(plan: Plan, *, dry_run: bool) -> dict[str, Any]:
    """The plan for scripts."""
    steps = [
        {"does": step.does, "command": step.command or None, "files": [str(path) for path in step.files]}
        for step in plan.steps
    ]
    return {
        "dry_run": dry_run,
        "changed": bool(steps) and not dry_run,
        "steps": steps,
        "afterwards": list(plan.afterwards),
    }


def _print(step: Step, places: Places, prefix: str) -> None:
    sys.stdout.write(f"- {prefix}{visible(step.does)}\n")
    if step.command:
        sys.stdout.write(f"    $ {visible(step.command)}\n")
    for path in step.files:
        sys.stdout.write(f"    {visible(places.short(path))}\n")
    sys.stdout.flush()
