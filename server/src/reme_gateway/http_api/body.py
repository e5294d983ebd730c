"""Reading a request body within its limits, and the checks that come before parsing."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import Any, NoReturn

from starlette.types import Message, Receive, Scope

from reme_gateway._contract.v1.limits import DRAIN_BYTES, DRAIN_SECONDS, JSON_DEPTH, REQUEST_BYTES
from reme_gateway.errors import GatewayError

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")


class BodyStream:
    """The ``receive`` of one request, which knows whether the body has been read to its end.

    Asking a server for more after the end waits for the client to hang up.
    """

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self.complete = False

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            self.complete = True
        return message


async def read_json_object(scope: Scope, receive: Receive) -> dict[str, Any]:
    """The body as a JSON object. Raises ``GatewayError`` with the contract's code for what is wrong."""
    _check_media_type(scope)
    return parse_json_object(await read_body(receive))


async def read_body(receive: Receive, limit: int = REQUEST_BYTES) -> bytes:
    """The whole body; counts what really comes, since Content-Length need not be there or be true."""
    chunks: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            raise GatewayError("request_too_large", f"The body is larger than {limit} bytes.", limit=limit)
        chunks.append(chunk)
        if not message.get("more_body", False):
            return chunks[0] if len(chunks) == 1 else b"".join(chunks)


async def drain(body: BodyStream) -> None:
    """Drop what is left of the body, within the contract's bounds of bytes and time."""
    size = 0
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while size <= DRAIN_BYTES and not body.complete:
                size += len((await body()).get("body", b""))


def parse_json_object(body: bytes) -> dict[str, Any]:
    """Decode a body into a dict; lone surrogates pass, so that each event can be judged alone."""
    check_depth(body)
    try:
        value = _decode(body.decode(json.detect_encoding(body), "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise GatewayError("invalid_json", f"The body is not JSON: {error}.") from error
    if not isinstance(value, dict):
        raise GatewayError("invalid_request", "The body must be one JSON object.", pointer="")
    return value


class ClientGone(Exception):  # noqa: N818 - no error of anybody's
    """The client closed the connection before its request was complete; there is nobody to answer."""


def _check_media_type(scope: Scope) -> None:
    for name, value in scope["headers"]:
        if name == b"content-type":
            media_type = value.partition(b";")[0].strip().lower()
            if media_type != b"application/json" and not media_type.endswith(b"+json"):
                raise GatewayError(
                    "media_type_unsupported", f"The body is {media_type.decode('latin-1')[:100]}."
                )


def check_depth(body: bytes) -> None:
    """Raises ``too_deep``. Counts brackets outside strings, before any parser can run out of stack."""
    if body.count(b"[") + body.count(b"{") <= JSON_DEPTH:
        return
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(b"", body)):
        depth += 1 if bracket.group() in (b"[", b"{") else -1
        if depth > JSON_DEPTH:
            raise GatewayError(
                "too_deep", f"The body is nested more than {JSON_DEPTH} levels deep.", limit=JSON_DEPTH
            )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


# Made once: json.loads with an option of its own makes a decoder per call.
_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode
