"""Entry point of `reme`: finds the command, imports only its module, turns every end into an exit code."""

from __future__ import annotations

import errno
import os
import sys

from reme_gateway.cli.outcome import EXIT_CODES, FAILED, INTERRUPTED, OK, PIPE_CLOSED, USAGE, CommandFailed

COMMANDS = (
    ("start", "run the gateway in the foreground"),
    ("status", "what the server does: store, index, queue, clients"),
    ("search", "find what was said and noted in earlier sessions"),
    ("read", "show a note or a session, or some lines of it"),
    ("daily-list", "list the daily notes"),
    ("traverse", "follow the [[links]] of a note"),
    ("remember", "store a fact for good"),
    ("forget", "remove memories for good"),
    ("flush", "have new turns written into notes now"),
    ("reindex", "rebuild the index from the files"),
    ("config", "show the effective values and their origin, or write defaults"),
    ("install", "install the plugin in a host: codex, claude-code, dsh …"),
    ("uninstall", "remove the plugin from a host, and all traces of it"),
    ("service", "have the gateway start by itself: install, uninstall, status"),
    ("doctor", "check server and hosts, and say how to mend what is wrong"),
    ("plugin", "check a package of Agent Plugins 1.0: validate"),
    ("version", "version of this program and of the server"),
)

EXAMPLES = (
    "reme start --workspace ~/memory",
    "reme remember 'The deploy scripts live in the repository root'",
    "reme search deploy scripts",
    "reme flush --wait && reme status",
    "reme service install && reme install codex claude-code && reme doctor",
)


# There is somebody to read, but what is written does not get there.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO)


def main(argv: list[str] | None = None) -> int:
    """Run one command line; returns the exit code and never raises, unless ``REME_DEBUG=1``."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in arguments[: arguments.index("--") if "--" in arguments else None]
    _prepare_streams(as_json)
    try:
        code = _dispatch(arguments)
        sys.stdout.flush()
    except CommandFailed as failure:
        if _debugging():
            raise
        return _report(failure, as_json)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else OK
    except KeyboardInterrupt:
        return _report(CommandFailed("interrupted", exit_code=INTERRUPTED), as_json)
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except Exception as fault:
        if _debugging():
            raise
        return _report(_unexpected(fault), as_json)
    return code


def _debugging() -> bool:
    return os.environ.get("REME_DEBUG") == "1"


def _prepare_streams(as_json: bool) -> None:
    if sys.stdout is None:  # closed by whoever started this: there is nobody to read
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - lives as long as we do
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if as_json and stream is sys.stdout:
            # JSON is UTF-8 whatever the locale; what has no encoding becomes a legal JSON escape.
            reconfigure(encoding="utf-8", errors="backslashreplace")
        else:
            reconfigure(errors="backslashreplace")


def _dispatch(arguments: list[str]) -> int:
    if not arguments:
        sys.stderr.write(overview())
        return USAGE
    name, rest = arguments[0], arguments[1:]
    if name == "help" and rest and not rest[0].startswith("-"):
        name, rest = rest[0], ["--help"]
    if name in ("-h", "--help", "help"):
        sys.stdout.write(overview())
        return OK
    if name in ("-V", "--version"):
        name = "version"
    known = [command for command, _ in COMMANDS]
    if name.replace("_", "-") not in known:
        raise _unknown(name, known)
    return _run(name.replace("-", "_"), rest)


def _run(module_name: str, arguments: list[str]) -> int:
    from importlib import import_module

    command = import_module(f"reme_gateway.cli.{module_name}_command")
    code: int = command.run(command.parser().parse_args(arguments))
    return code


def _unknown(name: str, known: list[str]) -> CommandFailed:
    from reme_gateway.cli.arguments import close_names

    if name.startswith("-"):
        return CommandFailed(
            f"options come after the command, and {name} stands before it",
            "`reme --help` lists the commands",
            exit_code=USAGE,
        )
    return CommandFailed(f"there is no command {name!r}", close_names(name, known), exit_code=USAGE)


def _unexpected(fault: Exception) -> CommandFailed:
    if isinstance(fault, OSError) and fault.errno in _NO_ROOM:
        _drop_output()
        return CommandFailed(f"the output cannot be written: {fault.strerror}", "make room for it")
    trace = fault.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = ""
    if trace is not None:
        place = f" at {os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno}"  # noqa: PTH119
    return CommandFailed(
        f"a fault in reme itself: {type(fault).__name__}{place}",
        "run it again with REME_DEBUG=1 for the details, and report it",
        exit_code=FAILED,
    )


def _report(failure: CommandFailed, as_json: bool) -> int:
    """One line on stderr; with ``--json`` also one object on stdout, for scripts."""
    try:
        sys.stderr.write(f"reme: {failure.line}\n")
        if as_json:
            import json

            sys.stdout.write(json.dumps({"error": failure.document, **failure.results}) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    return failure.exit_code


def _drop_output() -> None:
    """What is still buffered would fail once more when the interpreter flushes at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def overview() -> str:
    """What `reme --help` prints. Built by hand: it is the command that must not load anything."""
    lines = [
        "usage: reme COMMAND [options]",
        "",
        "One memory for all of your coding agents.",
        "",
        "commands:",
        *(f"  {name:<12}{summary}" for name, summary in COMMANDS),
        "",
        "  `reme COMMAND --help` shows the options and examples of one.",
        "  Every command takes --json. `reme config show` tells which gateway is asked, and why.",
        "",
        "examples:",
        *(f"  {example}" for example in EXAMPLES),
        "",
        "exit codes:",
        *(f"  {code:<5}{meaning}" for code, meaning in EXIT_CODES),
        "",
    ]
    return "\n".join(lines)
