"""The server's exceptions.

::

    GatewayError            a refusal that goes over the wire; ``code`` is one of contract/v1/errors.json
    ├── PathRefused         path_refused
    ├── FileNotFound        file_not_found
    └── StoreUnavailable    store_unavailable
    StartRefused            the server does not start; one line for the person who tried
    └── WorkspaceInUse      another process owns the workspace

A subclass exists only where somebody catches it; any other refusal is a plain ``GatewayError`` with its code.
"""

from __future__ import annotations

from reme_gateway._contract.v1.errors import ErrorCode


class GatewayError(Exception):
    """A refusal with a code of the contract.

    ``detail`` says what happened in one sentence, ``pointer`` (JSON Pointer) where in the request,
    ``limit`` the number that was exceeded.
    """

    def __init__(
        self, code: ErrorCode, detail: str, *, pointer: str | None = None, limit: int | None = None
    ) -> None:
        super().__init__(detail)
        self.code: ErrorCode = code
        self.detail = detail
        self.pointer = pointer
        self.limit = limit


class PathRefused(GatewayError):  # noqa: N818 - named after its code
    """The path leaves the workspace or names no memory file."""

    def __init__(self, detail: str) -> None:
        super().__init__("path_refused", detail)


class FileNotFound(GatewayError):  # noqa: N818 - named after its code
    """The path is a proper one, but nothing is there."""

    def __init__(self, detail: str) -> None:
        super().__init__("file_not_found", detail)


class StoreUnavailable(GatewayError):  # noqa: N818 - named after its code
    """The disk refused; nothing of the call was acknowledged."""

    def __init__(self, detail: str) -> None:
        super().__init__("store_unavailable", detail)

    @classmethod
    def because(cls, error: OSError, what: str) -> StoreUnavailable:
        """Say what could not be done and the system's own reason, without a path of this machine."""
        return cls(f"{what}: {error.strerror or type(error).__name__}.")


class StartRefused(Exception):  # noqa: N818 - a state, like the others
    """The server cannot start; the message says why and what to do."""


class WorkspaceInUse(StartRefused):
    """Another process owns the workspace; ``pid`` and ``address`` are None when it has not said yet."""

    def __init__(self, root: str, pid: int | None, address: str | None) -> None:
        owner = f"process {pid}" if pid is not None else "another process"
        where = f" serving {address}" if address else ""
        super().__init__(f"{root} is in use by {owner}{where}: use that server, or stop it first.")
        self.pid = pid
        self.address = address
