"""Argument parsing: one parser per command, errors in one line, help that fits the terminal."""

from __future__ import annotations

import argparse
import os
import sys

from reme_gateway.cli.outcome import USAGE, CommandFailed

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import NoReturn

Options = argparse.Namespace


def help_width() -> int:
    """Columns for help texts. Measured here, because argparse would import ``shutil`` for it."""
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        try:
            columns = os.get_terminal_size(sys.stdout.fileno()).columns
        except (OSError, ValueError, AttributeError):
            columns = 80
    return max(40, min(columns, 100)) - 2


def _formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.RawDescriptionHelpFormatter(prog, max_help_position=26, width=help_width())


class Parser(argparse.ArgumentParser):
    """The parser of one command. Raises ``CommandFailed`` where argparse would print usage and exit."""

    def __init__(self, command: str, description: str, examples: tuple[str, ...]) -> None:
        epilog = "\n".join(["examples:", *(f"  {example}" for example in examples)])
        super().__init__(
            prog=f"reme {command}",
            description=description,
            epilog=epilog,
            formatter_class=_formatter,
            allow_abbrev=False,
        )
        self.add_argument("--json", action="store_true", help="print one JSON document instead of text")

    def error(self, message: str) -> NoReturn:
        raise CommandFailed(message, self._remedy(message), exit_code=USAGE)

    def _remedy(self, message: str) -> str:
        help_command = f"`{self.prog} --help` shows how"
        if not message.startswith("unrecognized arguments: --"):
            return help_command
        options = [text for action in self._actions for text in action.option_strings if text[:2] == "--"]
        return close_names(message.split()[2].partition("=")[0], options, otherwise=help_command)

    def add_connection_options(self) -> None:
        """What every command that asks a server takes."""
        group = self.add_argument_group("server")
        group.add_argument("--url", metavar="URL", help="address of the gateway (or REME_URL)")
        group.add_argument(
            "--config-file", metavar="FILE", help="instead of ~/.reme/config.json (or REME_CONFIG_FILE)"
        )
        group.add_argument(
            "--timeout-ms", metavar="N", help="how long to wait for an answer (or REME_TIMEOUT_MS; 15000)"
        )

    def add_scope_option(self) -> None:
        """The filter over memories; left out, the configuration's scope holds."""
        self.add_argument("--scope", metavar="NAME", help="scope of the memories (or REME_SCOPE; default)")


def positive(text: str) -> int:
    """An argparse type: a whole number from 1."""
    try:
        number = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def calendar_day(text: str) -> str:
    """An argparse type: a day of the calendar, as 2026-11-30."""
    from datetime import date

    try:
        found = date.fromisoformat(text).isoformat()
    except ValueError:
        found = ""
    if found != text:  # other ISO forms are none of the contract's
        raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2026-11-30")
    return text


def host_id(text: str) -> str:
    """A host as the contract writes it; people also write ``claude-code``. Raises ``CommandFailed``."""
    name = text.strip().lower().replace("-", "_")
    if not 1 <= len(name) <= 32 or not all(c in "abcdefghijklmnopqrstuvwxyz0123456789_" for c in name):
        raise CommandFailed(
            f"{text!r} is no host", "write it like codex, claude-code or hermes", exit_code=USAGE
        )
    return name


def close_names(name: str, known: list[str], otherwise: str = "") -> str:
    """``did you mean a, b?``; when nothing is close, ``otherwise`` or the whole list."""
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=3, cutoff=0.6)
    return f"did you mean {', '.join(close)}?" if close else otherwise or f"there are {', '.join(known)}"
