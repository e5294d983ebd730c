"""How a command ends: the exit codes, and the one exception that becomes one line on stderr."""

from __future__ import annotations

OK = 0
FAILED = 1
USAGE = 2
UNREACHABLE = 3
CONFIGURATION = 4
UNFINISHED = 5
INTERRUPTED = 130
PIPE_CLOSED = 141

EXIT_CODES = (
    (OK, "done"),
    (FAILED, "the server refused, the operation failed, or doctor found problems"),
    (USAGE, "the command line is wrong, or needs --yes"),
    (UNREACHABLE, "no ReMe Gateway answers at the address"),
    (CONFIGURATION, "a configuration file, variable or setting is wrong"),
    (UNFINISHED, "work is left: a session is parked, or the wait ran out"),
    (INTERRUPTED, "interrupted (Ctrl-C)"),
    (PIPE_CLOSED, "the reader of the output went away"),
)


class CommandFailed(Exception):  # noqa: N818 - a state, not a programming error
    """Ends a command: what happened, what to do about it, and the exit code.

    ``code`` is the contract's error code when a server refused, else None.
    """

    def __init__(
        self, what: str, remedy: str = "", *, exit_code: int = FAILED, code: str | None = None
    ) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.exit_code = exit_code
        self.code = code

    @property
    def line(self) -> str:
        """``what happened; what to do``, in one line whatever the parts hold."""
        what = self.what.rstrip().removesuffix(".")
        marked = f"{what} ({self.code})" if self.code else what
        remedy = self.remedy.rstrip().removesuffix(".")
        return " ".join((f"{marked}; {remedy}" if remedy else marked).split())
