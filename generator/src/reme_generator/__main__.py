"""Command line: ``python -m reme_generator write|check|explain PATH``.

Exit codes: 0 done and all is well, 1 `check` found a difference or `explain` knows no such file,
2 wrong usage, 3 the contract or a template is wrong, 4 a pinned tool failed or the disk refused.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .check import check
from .errors import ContractError, GeneratorError
from .explain import explain
from .pipeline import generate, planned
from .render.banner import COMMAND
from .write import write

OK, DIFFERENT, CONTRACT, TOOL = 0, 1, 3, 4


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; faults are printed, one to a run."""
    options = _parser().parse_args(arguments)
    try:
        root = _root(options.root)
        if options.command == "write":
            return _write(root)
        if options.command == "check":
            return _check(root)
        return _explain(root, options.path)
    except ContractError as error:
        print(f"contract error: {error}\nNothing was written.", file=sys.stderr)
        return CONTRACT
    except (GeneratorError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return TOOL


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reme_generator", description="Generate from contract/.")
    parser.add_argument(
        "--root", type=Path, help="the repository (default: the one around the working folder)"
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("write", help="bring generated files up to date")
    commands.add_parser(
        "check", help="fail and print a diff when a generated file is missing, different or extra"
    )
    commands.add_parser("explain", help="say what made a file").add_argument("path", metavar="PATH")
    return parser


def _root(given: Path | None) -> Path:
    if given is not None:
        return given.resolve()
    here = Path.cwd().resolve()
    for folder in (here, *here.parents):
        if (folder / "contract").is_dir() and (folder / "templates").is_dir():
            return folder
    raise ContractError(
        str(here), "", "no contract/ and templates/ here or above", "change into the repository"
    )


def _write(root: Path) -> int:
    generation = generate(root)
    done = write(root, generation.contents)
    for path in done.written:
        print(f"wrote   {path}")
    for path in done.deleted:
        print(f"deleted {path}")
    print(f"{len(done.written)} written, {len(done.deleted)} deleted, {done.unchanged} unchanged")
    return OK


def _check(root: Path) -> int:
    generation = generate(root)
    differences = list(check(root, generation.contents))
    for difference in differences:
        print(difference)
    if differences:
        print(f"{len(differences)} generated files are not up to date: run `{COMMAND}`", file=sys.stderr)
        return DIFFERENT
    print(f"{len(generation.contents)} generated files are up to date")
    return OK


def _explain(root: Path, path: str) -> int:
    files = planned(root)
    for name in _names(root, path):
        text = explain(files, name)
        if text is not None:
            print(text, end="")
            return OK
    print(f"{path} is not generated", file=sys.stderr)
    return DIFFERENT


def _names(root: Path, path: str) -> list[str]:
    """What the path may be in the plan: given from the repository, or from the working folder."""
    absolute = Path(path).resolve()
    inside = [absolute.relative_to(root).as_posix()] if absolute.is_relative_to(root) else []
    return [*inside, Path(path).as_posix()]


if __name__ == "__main__":
    sys.exit(main())
