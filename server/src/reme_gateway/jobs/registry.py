"""Which job answers which operation. A test holds this table against the contract's."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from reme_gateway._contract.v1 import models
from reme_gateway._vendor.reme_hooks.truncation import well_formed
from reme_gateway.errors import StoreUnavailable
from reme_gateway.index.posting_file import IndexUnwritableError
from reme_gateway.jobs import (
    append,
    context,
    daily_list,
    flush,
    forget,
    read,
    recall,
    remember,
    service_info,
    traverse,
)
from reme_gateway.jobs.pointer import invalid_request
from reme_gateway.jobs.services import Services

Reply = BaseModel | bytes


@dataclass(frozen=True, slots=True)
class Job:
    """``parse`` turns a JSON object into a request or raises; ``run`` answers it.

    A bounded job only reads: it is given up when the operation's deadline has passed. The others
    are never cut off half-way.
    """

    parse: Callable[[dict[str, Any]], Any]
    run: Callable[[Any, Services], Awaitable[Reply]]
    bounded: bool


def _over_files(
    run: Callable[[Any, Services], Awaitable[Reply]],
) -> Callable[[Any, Services], Awaitable[Reply]]:
    """The same job; a disk that refuses is ``store_unavailable`` instead of a fault of the server."""

    async def guarded(request: Any, services: Services) -> Reply:
        try:
            return await run(request, services)
        except TimeoutError:  # the deadline's, although it is a kind of OSError
            raise
        except OSError as error:
            raise StoreUnavailable.because(error, "The workspace cannot be written or read") from error
        except IndexUnwritableError as error:
            raise StoreUnavailable("The index in the workspace cannot be written.") from error

    return guarded


def _model(model: type[BaseModel]) -> Callable[[dict[str, Any]], BaseModel]:
    def parse(body: dict[str, Any]) -> BaseModel:
        # A prompt that was cut inside an emoji is still a prompt.
        texts = {name: well_formed(value) for name, value in body.items() if isinstance(value, str)}
        try:
            return model.model_validate(body | texts)
        except ValidationError as error:
            raise invalid_request(error) from None

    return parse


def _reads(model: type[BaseModel], run: Callable[[Any, Services], Awaitable[Reply]]) -> Job:
    return Job(_model(model), run, bounded=True)


def _writes(model: type[BaseModel], run: Callable[[Any, Services], Awaitable[Reply]]) -> Job:
    return Job(_model(model), run, bounded=False)


JOBS: dict[str, Job] = {
    "agent_session_append": Job(append.parse, _over_files(append.run), bounded=False),
    "agent_session_flush": _writes(models.FlushRequest, _over_files(flush.run)),
    "agent_memory_recall": _reads(models.RecallRequest, recall.run),
    "agent_session_context": _reads(models.ContextRequest, _over_files(context.run)),
    "search": _reads(models.SearchRequest, recall.run_search),
    "read": _reads(models.ReadRequest, _over_files(read.run)),
    "traverse": _reads(models.TraverseRequest, _over_files(traverse.run)),
    "daily_list": _reads(models.DailyListRequest, _over_files(daily_list.run)),
    "remember": _writes(models.RememberRequest, _over_files(remember.run)),
    "forget": _writes(models.ForgetRequest, _over_files(forget.run)),
    "reindex": _writes(models.EmptyRequest, service_info.reindex),
    "version": _reads(models.EmptyRequest, service_info.version),
    "health": _reads(models.EmptyRequest, service_info.health),
    "status": _reads(models.EmptyRequest, service_info.status),
    "help": _reads(models.EmptyRequest, service_info.list_operations),
    "openapi": _reads(models.EmptyRequest, service_info.openapi),
}
