"""One endpoint per operation of the contract: body in, job, reply or problem out."""

from __future__ import annotations

import asyncio
import logging
import traceback
from typing import Any

from pydantic import BaseModel
from starlette.types import Receive, Scope, Send

from reme_gateway._contract.v1.operations import OPERATIONS, Operation
from reme_gateway.errors import GatewayError
from reme_gateway.http_api.body import BodyStream, ClientGone, drain, read_json_object
from reme_gateway.http_api.problem import send_problem
from reme_gateway.jobs.registry import JOBS, Job
from reme_gateway.jobs.services import Services

logger = logging.getLogger(__name__)


def build_endpoints(services: Services) -> dict[str, OperationEndpoint]:
    """The JSON surface by path, in the contract's order."""
    return {
        operation.path: OperationEndpoint(operation, JOBS[operation.name], services)
        for operation in OPERATIONS
    }


class OperationEndpoint:
    """ASGI application of one operation."""

    def __init__(self, operation: Operation, job: Job, services: Services) -> None:
        self._operation = operation
        self._job = job
        self._services = services
        self._deadline = operation.deadline_ms / 1000 if job.bounded else None
        self._methods = ("GET", "HEAD") if operation.method == "GET" else (operation.method,)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = receive if isinstance(receive, BodyStream) else BodyStream(receive)
        try:
            reply = await self._answer(scope, body)
        except ClientGone:
            return
        except Exception as error:  # noqa: BLE001 - whatever it is, the client gets a named error
            await send_problem(self._refusal(error), scope, body, send)
            return
        await send_reply(reply, scope, send)

    def _refusal(self, error: Exception) -> GatewayError:
        if isinstance(error, GatewayError):
            return error
        if isinstance(error, TimeoutError):
            return GatewayError("deadline_exceeded", f"{self._operation.name} took longer than its deadline.")
        # The text of a foreign exception may quote what a user wrote: only its type and place are logged.
        place = traceback.extract_tb(error.__traceback__)[-1]
        logger.error(
            "%s failed: %s at %s:%s", self._operation.name, type(error).__name__, place.name, place.lineno
        )
        return GatewayError("internal_error", f"{self._operation.name} failed inside the server.")

    async def _answer(self, scope: Scope, stream: BodyStream) -> BaseModel | bytes:
        if scope["method"] not in self._methods:
            raise GatewayError(
                "method_not_allowed", f"{self._operation.path} takes {self._operation.method}."
            )
        if self._operation.method == "GET":
            await drain(stream)
            body: dict[str, Any] = {}
        else:
            body = await read_json_object(scope, stream)
        request = self._job.parse(body)
        if self._deadline is None:
            return await self._job.run(request, self._services)
        async with asyncio.timeout(self._deadline):
            return await self._job.run(request, self._services)


async def send_reply(reply: BaseModel | bytes, scope: Scope, send: Send) -> None:
    """200 with the reply as JSON; optional fields that were not set are left out."""
    body = reply if isinstance(reply, bytes) else reply.model_dump_json(exclude_unset=True).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


async def unknown_operation(scope: Scope, receive: Receive, send: Send) -> None:
    """What answers every path that is not in the contract."""
    if scope["type"] != "http":
        return
    body = receive if isinstance(receive, BodyStream) else BodyStream(receive)
    error = GatewayError("operation_unknown", f"There is no operation at {scope['path'][:200]}.")
    await send_problem(error, scope, body, send)
