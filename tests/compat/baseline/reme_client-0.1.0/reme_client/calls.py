"""What each operation takes: arguments in, a call ready to be sent out. No I/O; both clients share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, Literal, TypeVar

from . import operations
from ._generated.v1 import models
from ._generated.v1.operations import Operation
from ._generated.v1.wire_model import MalformedDocument, WireModel
from .errors import InvalidRequestError
from .newer_values import parse_reply
from .operations import TypedOperation
from .wire_values import encode, to_wire

ReplyT = TypeVar("ReplyT")
_RequestT = TypeVar("_RequestT", bound=WireModel)
_ModelT = TypeVar("_ModelT", bound=WireModel)
Fields = Mapping[str, Any]
FlushReason = Literal["turn_end", "pre_compact", "session_end", "shutdown", "manual"]


@dataclass(frozen=True)
class Call(Generic[ReplyT]):
    """One operation with its encoded request; ``timeout_ms`` overrides every other deadline."""

    operation: Operation
    parse: Callable[[object], ReplyT]
    body: bytes | None = field(repr=False)
    timeout_ms: int | None = None


class Calls:
    """Builds calls, and fills in the client's own scope and name where a request leaves them open.

    Everywhere: ``None`` means "not given", so the contract's default holds; ``timeout_ms`` is this call's
    deadline in milliseconds over all its tries; models may be given as mappings with the same names. Every
    method raises ``InvalidRequestError`` for values that the contract doesn't allow, before anything is sent.
    """

    def __init__(self, scope_id: str | None, client_info: models.ClientInfo | None) -> None:
        self._scope_id = scope_id
        self._client_info = client_info

    def agent_session_append(
        self,
        *,
        host: str,
        session_id: str,
        events: Iterable[models.SessionEvent | Fields],
        scope_id: str | None = None,
        client: models.ClientInfo | Fields | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.AppendReply]:
        """Store what was said in a session: on disk before the reply, each event id once.

        Events are judged one by one by the server, so a malformed mapping among them is rejected alone.
        Raises ``TooManyEventsError`` or ``RequestTooLargeError`` where ``append_in_batches`` would split.
        """
        encoded = [encode(event, f"/events/{index}") for index, event in enumerate(events)]
        envelope = self.append_envelope(host=host, session_id=session_id, scope_id=scope_id, client=client)
        return self.append_call(envelope, encoded, timeout_ms)

    def append_envelope(
        self,
        *,
        host: str,
        session_id: str,
        scope_id: str | None = None,
        client: models.ClientInfo | Fields | None = None,
    ) -> bytes:
        """An append request up to its events, which ``append_call`` adds."""
        members = {
            "host": host,
            "session_id": session_id,
            "scope_id": scope_id,
            "client": client or self._client_info,
        }
        document = self._document(operations.AGENT_SESSION_APPEND.row, {**members, "events": []})
        del document["events"]
        return encode(document)[:-1] + b',"events":['

    def append_call(
        self, envelope: bytes, events: Iterable[bytes], timeout_ms: int | None = None
    ) -> Call[models.AppendReply]:
        """The append of events that are encoded already."""
        body = envelope + b",".join(events) + b"]}"
        return Call(
            operations.AGENT_SESSION_APPEND.row,
            partial(parse_reply, models.AppendReply),
            body,
            _milliseconds(timeout_ms),
        )

    def agent_session_flush(
        self,
        *,
        host: str,
        session_id: str,
        reason: FlushReason = "manual",
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.FlushReply]:
        """Ask for a session's new turns to be distilled soon; returns at once. An unknown session is fine."""
        members = {"host": host, "session_id": session_id, "reason": reason, "scope_id": scope_id}
        return self._call(operations.AGENT_SESSION_FLUSH, members, timeout_ms)

    def agent_memory_recall(
        self,
        query: str,
        *,
        limit: int | None = None,
        max_chars: int | None = None,
        scope_id: str | None = None,
        exclude_session: models.ExcludeSession | Fields | None = None,
        exclude_ids: Iterable[str] | None = None,
        min_score: float | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.RecallReply]:
        """What is remembered about a prompt: at most ``limit`` hits and ``max_chars`` code points in all.

        An unrelated prompt gets no hits. ``exclude_session`` is the asking session, ``exclude_ids`` what was
        injected before, ``min_score`` (0 to 1) a relevance floor. The text is untrusted history.
        """
        members = {
            "query": query,
            "limit": limit,
            "max_chars": max_chars,
            "scope_id": scope_id,
            "exclude_session": exclude_session,
            "exclude_ids": exclude_ids,
            "min_score": min_score,
        }
        return self._call(operations.AGENT_MEMORY_RECALL, members, timeout_ms)

    def agent_session_context(
        self,
        purpose: Literal["start", "compact"],
        *,
        host: str | None = None,
        session_id: str | None = None,
        scope_id: str | None = None,
        max_chars: int | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.ContextReply]:
        """A brief at a session's start, or its continuity after compaction, ``max_chars`` code points."""
        members = {
            "purpose": purpose,
            "host": host,
            "session_id": session_id,
            "scope_id": scope_id,
            "max_chars": max_chars,
        }
        return self._call(operations.AGENT_SESSION_CONTEXT, members, timeout_ms)

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        max_chars: int | None = None,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.SearchReply]:
        """Ranked snippets for a text, without recall's floor and exclusions. They are untrusted history."""
        members = {"query": query, "limit": limit, "max_chars": max_chars, "scope_id": scope_id}
        return self._call(operations.SEARCH, members, timeout_ms)

    def read(
        self,
        path: str,
        *,
        line_start: int | None = None,
        line_end: int | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.ReadReply]:
        """A note or session by its workspace path, whole or some lines (counted from 1, both included).

        Raises ``MemoryFileNotFoundError``, or ``PathRefusedError`` for a path that leaves the workspace.
        """
        return self._call(
            operations.READ, {"path": path, "line_start": line_start, "line_end": line_end}, timeout_ms
        )

    def traverse(
        self,
        path: str,
        *,
        depth: int | None = None,
        limit: int | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.TraverseReply]:
        """The notes that a note links to or is linked from, ``depth`` links far.

        Raises ``MemoryFileNotFoundError``, or ``PathRefusedError`` for a path that leaves the workspace.
        """
        members = {"path": path, "depth": depth, "limit": limit, "direction": direction, "scope_id": scope_id}
        return self._call(operations.TRAVERSE, members, timeout_ms)

    def daily_list(
        self, date: str | None = None, *, scope_id: str | None = None, timeout_ms: int | None = None
    ) -> Call[models.DailyListReply]:
        """The daily notes of one day (``YYYY-MM-DD``), or of every day that has notes, newest first."""
        return self._call(operations.DAILY_LIST, {"date": date, "scope_id": scope_id}, timeout_ms)

    def remember(
        self,
        fact: str | None = None,
        *,
        messages: Iterable[models.RememberMessage | Fields] | None = None,
        scope_id: str | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.RememberReply]:
        """Durably store a fact, or the few messages that hold it; it is searchable when this returns.

        Give exactly one of the two. Raises ``NothingToRememberError`` when nothing is left after filtering.
        """
        members = {"fact": fact, "messages": messages, "scope_id": scope_id}
        return self._call(operations.REMEMBER, members, timeout_ms)

    def forget(
        self,
        *,
        targets: Iterable[models.ForgetTarget | Fields] | None = None,
        session: models.ForgetSession | Fields | None = None,
        timeout_ms: int | None = None,
    ) -> Call[models.ForgetReply]:
        """Remove files or lines, or a session or one event of it, for good and everywhere.

        Give exactly one of the two. It cannot be undone; forgetting the same again is no error.
        """
        return self._call(operations.FORGET, {"targets": targets, "session": session}, timeout_ms)

    def reindex(self, *, timeout_ms: int | None = None) -> Call[models.ReindexReply]:
        """Start to rebuild the index from the source files; ``status`` shows the progress."""
        return self._call(operations.REINDEX, {}, timeout_ms)

    def version(self, *, timeout_ms: int | None = None) -> Call[models.VersionReply]:
        """The server's version and the integration API version it speaks; sends no token."""
        return self._call(operations.VERSION, {}, timeout_ms)

    def health(self, *, timeout_ms: int | None = None) -> Call[models.HealthReply]:
        """Whether the server works, rebuilds its index, is degraded or is stopping; sends no token."""
        return self._call(operations.HEALTH, {}, timeout_ms)

    def status(self, *, timeout_ms: int | None = None) -> Call[models.StatusReply]:
        """Store, index, queue and clients in figures, without any memory's content."""
        return self._call(operations.STATUS, {}, timeout_ms)

    def help(self, *, timeout_ms: int | None = None) -> Call[models.HelpReply]:
        """The operations that the server offers."""
        return self._call(operations.HELP, {}, timeout_ms)

    def openapi(self, *, timeout_ms: int | None = None) -> Call[dict[str, Any]]:
        """The whole OpenAPI 3.1 document of the JSON operations."""
        return Call(operations.OPENAPI.row, _open_api_document, None, _milliseconds(timeout_ms))

    def call(
        self,
        operation: TypedOperation[_RequestT, _ModelT],
        request: _RequestT,
        *,
        timeout_ms: int | None = None,
    ) -> Call[_ModelT]:
        """Any operation with its request as a model, such as ``call(operations.SEARCH, SearchRequest(...))``.

        A scope that the model leaves at its default becomes the client's.
        """
        return self._call(operation, to_wire(request), timeout_ms)

    def _call(
        self, operation: TypedOperation[Any, _ModelT], members: Fields, timeout_ms: int | None
    ) -> Call[_ModelT]:
        row = operation.row
        body = None if row.method == "GET" else encode(self._document(row, members))
        return Call(row, partial(parse_reply, operation.reply), body, _milliseconds(timeout_ms))

    def _document(self, operation: Operation, members: Fields) -> dict[str, Any]:
        document: dict[str, Any] = to_wire(
            {name: value for name, value in members.items() if value is not None}
        )
        if self._scope_id is not None:
            if "scope_id" in operation.request.model_fields:
                document.setdefault("scope_id", self._scope_id)
            if operation.name == "forget" and isinstance(document.get("session"), dict):
                document["session"].setdefault("scope_id", self._scope_id)
        try:
            operation.request.parse(document)
        except MalformedDocument as fault:
            raise InvalidRequestError(
                f"{operation.name} {fault.pointer or 'request'}: {fault.detail}.", pointer=fault.pointer
            ) from None
        return document


def _milliseconds(timeout_ms: int | None) -> int | None:
    if timeout_ms is not None and (isinstance(timeout_ms, bool) or timeout_ms < 1):
        raise InvalidRequestError("timeout_ms must be at least 1.", hint="Give a deadline in milliseconds.")
    return timeout_ms


def _open_api_document(document: object) -> dict[str, Any]:
    models.OpenApiReply.parse(document)
    if not isinstance(document, dict):
        raise MalformedDocument("", "a JSON object is needed")
    return document
