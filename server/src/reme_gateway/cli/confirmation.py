"""Asking a person on the terminal; a script says --yes instead."""

from __future__ import annotations

import sys

from reme_gateway.cli.outcome import FAILED, USAGE, CommandFailed


def can_ask() -> bool:
    """Whether a person is there to answer."""
    return sys.stdin is not None and sys.stdin.isatty()


def require(question: str) -> None:
    """Go on after a plain yes. Raises ``CommandFailed`` for another answer, and when nobody can be asked."""
    if not can_ask():
        raise CommandFailed(
            "this cannot be undone, and stdin is no terminal on which to ask",
            "say --yes when it is really meant",
            exit_code=USAGE,
        )
    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise CommandFailed("nothing was forgotten", "", exit_code=FAILED)
