"""From an HTTP answer to a reply or an exception. Pure: whole answers in, no I/O."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from ._generated.v1.errors import error_from_problem
from ._generated.v1.operations import API_MAJOR, API_VERSION, VERSION_HEADER
from ._generated.v1.wire_model import MalformedDocument
from .errors import (
    ERRORS,
    ApiVersionUnsupportedError,
    InvalidReplyError,
    RefusedError,
    RemeError,
    ServerFaultError,
)

REPLY_BYTES = 64 * 1024 * 1024
_ReplyT = TypeVar("_ReplyT")
_PROBLEM_CODE_CHARS = 100


@dataclass(frozen=True)
class Answer:
    """A whole HTTP answer; header names are lower-case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def read_reply(answer: Answer, parse: Callable[[object], _ReplyT]) -> _ReplyT:
    """The reply that ``parse`` makes of the answer's JSON. Raises the ``RemeError`` for any other answer."""
    _check_version(answer)
    if 300 <= answer.status < 400:
        raise InvalidReplyError(
            f"The server redirects (status {answer.status}), and redirects are not followed.",
            status=answer.status,
            hint="Set REME_URL to the final address.",
        )
    if answer.status >= 400:
        raise _refusal(answer)
    if answer.status != 200:
        raise InvalidReplyError(f"The server answered with status {answer.status}.", status=answer.status)
    try:
        return parse(_json(answer))
    except MalformedDocument as fault:
        raise InvalidReplyError(
            f"The reply breaks its schema at {fault.pointer or 'its root'}: {fault.detail}.",
            status=answer.status,
            pointer=fault.pointer,
        ) from None


def _check_version(answer: Answer) -> None:
    version = answer.headers.get(VERSION_HEADER.lower())
    if version is not None and version.strip().partition(".")[0] != str(API_MAJOR):
        raise ApiVersionUnsupportedError(
            f"The server speaks integration API {version.strip()[:20]!r}, this client speaks {API_VERSION}.",
            status=answer.status,
        )


def _json(answer: Answer) -> object:
    if answer.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise InvalidReplyError("The reply is compressed, which was not asked for.", status=answer.status)
    try:
        return json.loads(answer.body.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        # No cause: the parser's exceptions keep the whole text.
        raise InvalidReplyError(
            f"The reply ({len(answer.body)} bytes) is not JSON.", status=answer.status
        ) from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _refusal(answer: Answer) -> RemeError:
    problem = _problem(answer)
    code = problem.get("code")
    if isinstance(code, str) and code in ERRORS:
        return error_from_problem({**problem, "status": answer.status})
    known = isinstance(code, str) and 0 < len(code) <= _PROBLEM_CODE_CHARS
    detail = _text(problem, "detail") or _text(problem, "title")
    pointer, limit = problem.get("pointer"), problem.get("limit")
    kind = ServerFaultError if answer.status >= 500 else RefusedError
    return kind(
        detail or f"The server answered with status {answer.status} and no problem document.",
        code=str(code) if known else None,
        status=answer.status,
        retryable=problem.get("retryable") is True,
        hint=_text(problem, "hint") or "See the server's log; a newer server may need a newer client.",
        pointer=pointer if isinstance(pointer, str) else None,
        limit=limit if type(limit) is int else None,
    )


def _problem(answer: Answer) -> dict[str, Any]:
    try:
        document = _json(answer)
    except InvalidReplyError:
        return {}
    return document if isinstance(document, dict) else {}


def _text(problem: Mapping[str, Any], name: str) -> str | None:
    value = problem.get(name)
    return value if isinstance(value, str) and value else None
