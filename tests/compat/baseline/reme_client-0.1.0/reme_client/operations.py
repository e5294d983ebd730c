"""The contract's operations with the types of their requests and replies, for ``Client.call``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from ._generated.v1 import models
from ._generated.v1.operations import API_VERSION, BY_NAME, Operation
from ._generated.v1.wire_model import WireModel

__all__ = [
    "AGENT_MEMORY_RECALL",
    "AGENT_SESSION_APPEND",
    "AGENT_SESSION_CONTEXT",
    "AGENT_SESSION_FLUSH",
    "API_VERSION",
    "DAILY_LIST",
    "FORGET",
    "HEALTH",
    "HELP",
    "OPENAPI",
    "READ",
    "REINDEX",
    "REMEMBER",
    "SEARCH",
    "STATUS",
    "TRAVERSE",
    "VERSION",
    "Operation",
    "TypedOperation",
]

RequestT = TypeVar("RequestT", bound=WireModel)
ReplyT = TypeVar("ReplyT", bound=WireModel)


@dataclass(frozen=True)
class TypedOperation(Generic[RequestT, ReplyT]):
    """One operation; ``row`` is what the contract says about it (deadline in milliseconds, errors,
    audience).
    """

    row: Operation
    request: type[RequestT]
    reply: type[ReplyT]


def _typed(name: str, request: type[RequestT], reply: type[ReplyT]) -> TypedOperation[RequestT, ReplyT]:
    return TypedOperation(BY_NAME[name], request, reply)


AGENT_SESSION_APPEND: Final = _typed("agent_session_append", models.AppendRequest, models.AppendReply)
AGENT_SESSION_FLUSH: Final = _typed("agent_session_flush", models.FlushRequest, models.FlushReply)
AGENT_MEMORY_RECALL: Final = _typed("agent_memory_recall", models.RecallRequest, models.RecallReply)
AGENT_SESSION_CONTEXT: Final = _typed("agent_session_context", models.ContextRequest, models.ContextReply)
SEARCH: Final = _typed("search", models.SearchRequest, models.SearchReply)
READ: Final = _typed("read", models.ReadRequest, models.ReadReply)
TRAVERSE: Final = _typed("traverse", models.TraverseRequest, models.TraverseReply)
DAILY_LIST: Final = _typed("daily_list", models.DailyListRequest, models.DailyListReply)
REMEMBER: Final = _typed("remember", models.RememberRequest, models.RememberReply)
FORGET: Final = _typed("forget", models.ForgetRequest, models.ForgetReply)
REINDEX: Final = _typed("reindex", models.EmptyRequest, models.ReindexReply)
VERSION: Final = _typed("version", models.EmptyRequest, models.VersionReply)
HEALTH: Final = _typed("health", models.EmptyRequest, models.HealthReply)
STATUS: Final = _typed("status", models.EmptyRequest, models.StatusReply)
HELP: Final = _typed("help", models.EmptyRequest, models.HelpReply)
OPENAPI: Final = _typed("openapi", models.EmptyRequest, models.OpenApiReply)
