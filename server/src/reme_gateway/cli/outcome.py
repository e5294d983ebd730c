"""How a command ends: the exit codes, and the one exception that becomes one line on stderr."""

from __future__ import annotations

TYPE_CHECKING = False  # the real one would load typing
if TYPE_CHECKING:
    from typing import Any

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

    ``code`` is the contract's error code when a server refused, else None; it is for scripts. ``results`` is
    what ``--json`` prints beside the error, when a part of the work was done all the same.
    """

    def __init__(
        self, what: str, remedy: str = "", *, exit_code: int = FAILED, code: str | None = None
    ) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.exit_code = exit_code
        self.code = code
        self.results: dict[str, Any] = {}

    @property
    def document(self) -> dict[str, Any]:
        """The error for scripts."""
        return {"code": self.code, "exit_code": self.exit_code, "detail": self.what, "hint": self.remedy}

    @property
    def line(self) -> str:
        """``what happened; what to do``, in one line whatever the parts hold."""
        what = self.what.rstrip().removesuffix(".")
        remedy = _as_clause(self.remedy.rstrip().removesuffix("."))
        return " ".join((f"{what}; {remedy}" if remedy else what).split())


def _as_clause(sentence: str) -> str:
    """A sentence as it goes on behind a semicolon; names such as ReMe and REME_URL keep their letters."""
    word = sentence.partition(" ")[0]
    return sentence[:1].lower() + sentence[1:] if word == word.capitalize() else sentence
