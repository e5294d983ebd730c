"""RFC 9457 problem documents, built from the contract's error table."""

from __future__ import annotations

import json
from typing import Any

from starlette.types import Scope, Send

from reme_gateway._contract.v1.errors import ERRORS
from reme_gateway.errors import GatewayError
from reme_gateway.http_api.body import BodyStream, drain


def problem_document(error: GatewayError) -> dict[str, Any]:
    """The body of a refusal. ``type`` is a URN: nothing has to be served for it."""
    spec = ERRORS[error.code]
    document: dict[str, Any] = {
        "type": f"urn:reme:error:{spec.code}",
        "title": spec.title,
        "status": spec.status,
        "code": spec.code,
        "detail": error.detail,
        "retryable": spec.retryable,
        "hint": spec.hint,
    }
    if error.pointer is not None:
        document["pointer"] = error.pointer
    if error.limit is not None:
        document["limit"] = error.limit
    return document


async def send_problem(error: GatewayError, scope: Scope, body: BodyStream, send: Send) -> None:
    """Answer with a problem document, after the rest of the body was read.

    Answering first would reset the connection while the client still sends, and it would see
    a broken pipe instead of the answer.
    """
    await drain(body)
    spec = ERRORS[error.code]
    document = json.dumps(problem_document(error), ensure_ascii=False).encode("utf-8", "replace")
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(document)).encode()),
        (b"cache-control", b"no-store"),
    ]
    if spec.code == "unauthorized":
        headers.append((b"www-authenticate", b"Bearer"))
    if spec.code == "request_too_large":
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": spec.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else document})
