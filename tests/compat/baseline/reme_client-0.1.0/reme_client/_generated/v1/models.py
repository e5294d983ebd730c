# Generated: do not edit, your change would be lost.
# From contract/v1/memory-recall.schema.json
# From contract/v1/memory-views.schema.json
# From contract/v1/memory-write.schema.json
# From contract/v1/primitives.schema.json
# From contract/v1/problem.schema.json
# From contract/v1/service-info.schema.json
# From contract/v1/session-append.schema.json
# From contract/v1/session-context.schema.json
# From contract/v1/session-flush.schema.json
# From contract/v1/session-line.schema.json
# By   generator/src/reme_generator/render/python_models.py
# Edit those and run `nox -s generate`.
"""Requests, replies and stored lines."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field
from reme_client._generated.v1.wire_model import StoredModel, WireModel
from typing_extensions import TypeAliasType


class ClientInfo(WireModel):
    """Which package sends this; shown by status, never stored with the events."""

    model_config = ConfigDict(
        extra='forbid',
    )
    name: Annotated[str, Field(max_length=100, min_length=1)]
    version: Annotated[str, Field(max_length=100, min_length=1)]


class ClientStatus(WireModel):
    host: str
    name: str
    version: str
    last_seen: str


class ContextRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    purpose: Literal['start', 'compact']
    """start: a short brief of what is remembered in this scope; compact: this session's own continuity."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""
    host: Annotated[str | None, Field(pattern='^[a-z0-9_]{1,32}$')] = None
    """Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own."""
    session_id: Annotated[str | None, Field(max_length=512, min_length=1)] = None
    """With host: the session to continue. Needed for `compact`."""
    max_chars: Annotated[int, Field(ge=1, le=100000)] = 2000
    """Budget in Unicode code points."""


class DailyListRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    date: Annotated[str | None, Field(pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}$')] = None
    """One day; without it every day that has notes, newest first."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""


class EmptyRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )


class EventOutcome(WireModel):
    event_id: str | None = None
    """As sent; absent when the event had none that could be read."""
    outcome: Literal['appended', 'duplicate', 'conflict', 'filtered', 'rejected']
    reason: Literal['empty', 'recalled', 'tool_result', 'base64', 'role', 'private', 'forgotten', 'malformed'] | None = (
        None
    )
    """Why an event was filtered, or `malformed` when it was rejected."""
    pointer: str | None = None
    """JSON Pointer, from the event on, to what is wrong in a rejected one."""
    detail: str | None = None
    """One sentence about a rejected event."""


class ExcludeSession(WireModel):
    """The asking session: its turns and daily notes are still in that agent's own context."""

    model_config = ConfigDict(
        extra='forbid',
    )
    host: Annotated[str, Field(pattern='^[a-z0-9_]{1,32}$')]
    """Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own."""
    session_id: Annotated[str, Field(max_length=512, min_length=1)]
    """The host's own session id, as it came. Never used as a file name."""
    after: Annotated[
        str | None,
        Field(
            pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$'
        ),
    ] = None
    """Time of the session's last compaction: turns up to it may come back."""


class FlushReply(WireModel):
    queued: bool
    """Whether an extraction is now waiting or running."""
    pending: Annotated[int, Field(ge=0)]
    """Events of this session that no note covers yet; 0 for an unknown session."""


class FlushRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    host: Annotated[str, Field(pattern='^[a-z0-9_]{1,32}$')]
    """Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""
    session_id: Annotated[str, Field(max_length=512, min_length=1)]
    """The host's own session id, as it came. Never used as a file name."""
    reason: Literal['turn_end', 'pre_compact', 'session_end', 'shutdown', 'manual']
    """turn_end is coalesced; the others run at once. manual also resumes a parked session."""


class ForgetReply(WireModel):
    """What is gone. Forgetting the same thing again finds nothing left and is no error."""

    events: Annotated[int, Field(ge=0)]
    """Events replaced by tombstones."""
    notes: Annotated[int, Field(ge=0)]
    """Notes removed, or rewritten without the forgotten text."""
    documents: Annotated[int, Field(ge=0)]
    """Entries purged from the index."""
    requeued: Annotated[int, Field(ge=0)]
    """Sessions whose notes are made again from what is left."""


class ForgetSession(WireModel):
    """A whole session, or one event of it."""

    model_config = ConfigDict(
        extra='forbid',
    )
    host: Annotated[str, Field(pattern='^[a-z0-9_]{1,32}$')]
    """Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""
    session_id: Annotated[str, Field(max_length=512, min_length=1)]
    """The host's own session id, as it came. Never used as a file name."""
    event_id: Annotated[str | None, Field(pattern='^[!-~]{1,200}$')] = None
    """Identifies one message of one host for ever: printable ASCII without blanks."""


class ForgetTarget(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    line_start: Annotated[int | None, Field(ge=1)] = None
    """Line in a file, counted from 1."""
    line_end: Annotated[int | None, Field(ge=1)] = None
    """Line in a file, counted from 1."""


class HealthReply(WireModel):
    status: Literal['ok', 'rebuilding', 'degraded', 'stopping']
    """rebuilding: recall works on what is indexed so far; degraded: see reasons."""
    reasons: list[str]


HitId = TypeAliasType(
    "HitId", Annotated[str, Field(pattern='^[!-~]{1,200}$', title='HitId')]
)
"""Stable id of a hit: the same content at the same place has the same id."""


class IndexStatus(WireModel):
    state: Literal['ready', 'rebuilding', 'failed']
    documents: Annotated[int, Field(ge=0)]
    done: Annotated[int, Field(ge=0)]
    """Source files that are searchable."""
    total: Annotated[int, Field(ge=0)]
    """Source files there are."""
    reason: str | None = None
    """Why the index is being rebuilt or has failed."""


class MemoryHit(WireModel):
    id: Annotated[str, Field(pattern='^[!-~]{1,200}$')]
    """Stable id of a hit: the same content at the same place has the same id."""
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    line_start: Annotated[int, Field(ge=1)]
    """Line in a file, counted from 1."""
    line_end: Annotated[int, Field(ge=1)]
    """Line in a file, counted from 1."""
    snippet: str
    """Untrusted historical text."""
    score: Annotated[float, Field(ge=0.0, le=1.0)]
    kind: Literal['turn', 'daily', 'digest']
    """turn: something said; daily: a note about one session and day; digest: a fact or topic kept for good."""
    created_at: Annotated[
        str,
        Field(
            pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$'
        ),
    ]
    """RFC 3339 date and time. Without an offset it is read in the workspace's zone."""
    truncated: bool


class MemoryLink(WireModel):
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    name: str
    """The note's name, or its file name."""
    direction: Literal['out', 'in']
    depth: Annotated[int, Field(ge=1)]
    exists: bool
    """False for a link whose file isn't there."""


class NoteSummary(WireModel):
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    name: str
    description: str


class OpenApiReply(WireModel):
    """An OpenAPI 3.1 document."""

    openapi: str


class OperationHelp(WireModel):
    name: str
    method: str
    path: str
    title: str
    audience: list[str]


class PendingSession(WireModel):
    host: str
    scope_id: str
    session_id: str
    pending: Annotated[int, Field(ge=0)]
    attempts: Annotated[int, Field(ge=0)]
    parked: str | None = None
    """Why it is not being tried; `reme flush` tries again."""


class Problem(WireModel):
    type: str
    """`urn:reme:error:<code>`."""
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    code: str
    """One of errors.json; a client must accept codes it does not know."""
    detail: str
    """What happened, in one sentence."""
    retryable: bool
    hint: str
    """What to do, in one sentence."""
    pointer: str | None = None
    """JSON Pointer into the request, where one value is to blame."""
    limit: int | None = None
    """The limit that was passed."""


class QueueStatus(WireModel):
    backend: Literal['sqlite', 'postgresql', 'off', 'starting', 'failed']
    extractor: str
    pending_sessions: Annotated[int, Field(ge=0)]
    pending_events: Annotated[int, Field(ge=0)]
    sessions: list[PendingSession]
    """Sessions with turns that no note covers yet; at most 100."""


class ReadReply(WireModel):
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    line_start: Annotated[int, Field(ge=0)]
    """0 when the file is empty."""
    line_end: Annotated[int, Field(ge=0)]
    total_lines: Annotated[int, Field(ge=0)]
    text: str
    """Untrusted historical text. Turns are shown as `role: text`."""
    truncated: bool
    """Whether lines were left out to stay within the answer's limit."""


class ReadRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    line_start: Annotated[int | None, Field(ge=1)] = None
    """Line in a file, counted from 1."""
    line_end: Annotated[int | None, Field(ge=1)] = None
    """Line in a file, counted from 1."""


class RecallReply(WireModel):
    """Deterministic bytes for an unchanged store."""

    hits: list[MemoryHit]
    truncated: bool
    """Whether a snippet was cut or a hit left out for the budget."""
    total_chars: Annotated[int, Field(ge=0)]
    """Code points over all snippets."""


class RecallRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    query: Annotated[str, Field(max_length=100000)]
    """The user's prompt or a search text; at most 100,000 characters, of which the server uses what helps."""
    limit: Annotated[int, Field(ge=1, le=100)] = 5
    """Most hits wanted."""
    max_chars: Annotated[int, Field(ge=1, le=100000)] = 4000
    """Budget in Unicode code points."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""
    exclude_session: ExcludeSession | None = None
    exclude_ids: Annotated[list[HitId] | None, Field(max_length=200)] = None
    """Hits that were injected before and are still in the agent's history."""
    min_score: Annotated[float | None, Field(ge=0.0, le=1.0)] = None
    """Relevance floor; without it the server's own floor holds."""


class ReindexReply(WireModel):
    """The rebuild runs on; status shows its progress."""

    started: bool
    """False when a rebuild was running already."""


class RememberMessage(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    role: Literal['user', 'assistant']
    """Who said it."""
    content: Annotated[str, Field(max_length=100000, min_length=1)]


class RememberReply(WireModel):
    outcome: Literal['stored', 'duplicate']
    """duplicate: the same text is remembered in this scope already."""
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    redactions: Annotated[int, Field(ge=0)]


class RememberRequest(WireModel):
    """Exactly one of fact and messages."""

    model_config = ConfigDict(
        extra='forbid',
    )
    fact: Annotated[str | None, Field(max_length=100000, min_length=1)] = None
    """One durable fact, preference, decision or procedure, in a sentence or a few."""
    messages: Annotated[
        list[RememberMessage] | None, Field(max_length=100, min_length=1)
    ] = None
    """The few messages that hold the fact, marked with who said them."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""


class SearchReply(WireModel):
    hits: list[MemoryHit]
    truncated: bool
    total_chars: Annotated[int, Field(ge=0)]


class SearchRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    query: Annotated[str, Field(max_length=100000)]
    """The user's prompt or a search text; at most 100,000 characters, of which the server uses what helps."""
    limit: Annotated[int, Field(ge=1, le=100)] = 5
    """Most hits wanted."""
    max_chars: Annotated[int, Field(ge=1, le=100000)] = 4000
    """Budget in Unicode code points."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""


class SessionEvent(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    event_id: Annotated[str, Field(pattern='^[!-~]{1,200}$')]
    """Identifies one message of one host for ever: printable ASCII without blanks."""
    role: Annotated[str, Field(max_length=64, min_length=1)]
    """user and assistant are stored; any other role is filtered."""
    content: str
    """Plain text. Cut at 1 MiB of UTF-8 with a marker."""
    created_at: Annotated[
        str,
        Field(
            pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$'
        ),
    ]
    """RFC 3339 date and time. Without an offset it is read in the workspace's zone."""
    turn_id: Annotated[str | None, Field(max_length=512, min_length=1)] = None
    """The host's own turn id, as it came."""


class StoreStatus(WireModel):
    sessions: Annotated[int, Field(ge=0)]
    """Sessions on disk."""
    appended: Annotated[int, Field(ge=0)]
    """Events since the start of the server, as are the following."""
    duplicate: Annotated[int, Field(ge=0)]
    conflict: Annotated[int, Field(ge=0)]
    filtered: Annotated[int, Field(ge=0)]
    rejected: Annotated[int, Field(ge=0)]
    redactions: Annotated[int, Field(ge=0)]


class TextBlock(StoredModel):
    type: Literal['text']
    text: str


class Tombstone(StoredModel):
    """Stands where a forgotten line stood, so that line numbers hold and no resend brings it back."""

    event_id: Annotated[str, Field(pattern='^[!-~]{1,200}$')]
    """Identifies one message of one host for ever: printable ASCII without blanks."""
    forgotten_at: Annotated[
        str,
        Field(
            pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$'
        ),
    ]
    """RFC 3339 date and time. Without an offset it is read in the workspace's zone."""


class TraverseReply(WireModel):
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    links: list[MemoryLink]
    truncated: bool


class TraverseRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    path: Annotated[str, Field(max_length=1024, min_length=1)]
    """POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""
    depth: Annotated[int, Field(ge=1, le=5)] = 1
    """How many links to follow."""
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    """Most files wanted."""
    direction: Literal['out', 'in', 'both'] = 'both'
    """out: what the file links to; in: what links to it."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""


class VersionReply(WireModel):
    name: str
    version: str
    integration_api_version: Annotated[str, Field(pattern='^[0-9]+[.][0-9]+$')]


WorkspacePath = TypeAliasType(
    "WorkspacePath",
    Annotated[str, Field(max_length=1024, min_length=1, title='WorkspacePath')],
)
"""POSIX path relative to the workspace. Anything that leaves the workspace is refused with path_refused."""


class AppendReply(WireModel):
    """The five counts add up to the number of events sent."""

    appended: Annotated[int, Field(ge=0)]
    duplicate: Annotated[int, Field(ge=0)]
    conflict: Annotated[int, Field(ge=0)]
    filtered: Annotated[int, Field(ge=0)]
    rejected: Annotated[int, Field(ge=0)]
    total: Annotated[int, Field(ge=0)]
    """Events now stored in this session; tombstones are not counted."""
    redactions: Annotated[int, Field(ge=0)]
    """How many credential-shaped strings were replaced before anything was written."""
    outcomes: list[EventOutcome]
    """One per event, in the order sent."""


class AppendRequest(WireModel):
    model_config = ConfigDict(
        extra='forbid',
    )
    host: Annotated[str, Field(pattern='^[a-z0-9_]{1,32}$')]
    """Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)] = 'default'
    """A filter over memories, not a security border. Recall without one searches `default` only."""
    session_id: Annotated[str, Field(max_length=512, min_length=1)]
    """The host's own session id, as it came. Never used as a file name."""
    events: Annotated[list[SessionEvent], Field(max_length=10000)]
    """Judged one by one: a bad event is rejected alone and its neighbours are stored."""
    client: ClientInfo | None = None


class ContextReply(WireModel):
    text: str
    """Untrusted historical text; empty when there is nothing to say."""
    sources: list[WorkspacePath]
    """Files that the text was taken from."""
    truncated: bool
    total_chars: Annotated[int, Field(ge=0)]


class ForgetRequest(WireModel):
    """Exactly one of targets and session."""

    model_config = ConfigDict(
        extra='forbid',
    )
    targets: Annotated[
        list[ForgetTarget] | None, Field(max_length=100, min_length=1)
    ] = None
    """Files, or lines of files."""
    session: ForgetSession | None = None


class HelpReply(WireModel):
    operations: list[OperationHelp]


class MemoryDay(WireModel):
    date: Annotated[str, Field(pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}$')]
    """A calendar day in the workspace's zone."""
    notes: list[NoteSummary]


class SessionLine(StoredModel):
    event_id: Annotated[str, Field(pattern='^[!-~]{1,200}$')]
    """Identifies one message of one host for ever: printable ASCII without blanks."""
    host: Annotated[str, Field(pattern='^[a-z0-9_]{1,32}$')]
    """Which agent program speaks: codex, dsh, openclaw, claude_code, hermes, agent_plugin, or a third party's own."""
    scope_id: Annotated[str, Field(max_length=200, min_length=1)]
    """A filter over memories, not a security border. Recall without one searches `default` only."""
    session_id: Annotated[str, Field(max_length=512, min_length=1)]
    """The host's own session id, as it came. Never used as a file name."""
    turn_id: str | None = None
    role: Literal['user', 'assistant']
    """Who said it."""
    created_at: Annotated[
        str,
        Field(
            pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$'
        ),
    ]
    """RFC 3339 date and time. Without an offset it is read in the workspace's zone."""
    received_at: Annotated[
        str,
        Field(
            pattern='^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})?$'
        ),
    ]
    """RFC 3339 date and time. Without an offset it is read in the workspace's zone."""
    id: str
    """Equals event_id; the name that ReMe reads."""
    name: str
    """Equals role; the name that ReMe reads."""
    content: Annotated[list[TextBlock], Field(min_length=1)]


class StatusReply(WireModel):
    version: str
    integration_api_version: str
    pid: Annotated[int, Field(ge=1)]
    address: str
    workspace: str
    """Absolute path of the workspace folder."""
    zone: str
    """Time zone in which this workspace counts its days."""
    uptime_seconds: Annotated[int, Field(ge=0)]
    surfaces: list[str]
    """What is mounted: json, mcp."""
    health: HealthReply
    store: StoreStatus
    index: IndexStatus
    queue: QueueStatus
    clients: list[ClientStatus]
    """Packages that sent events since the start."""


class DailyListReply(WireModel):
    days: list[MemoryDay]
    truncated: bool
